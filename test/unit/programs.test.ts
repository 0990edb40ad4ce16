// The command line is called within the process of a test, which takes far less time. Where it is started as a
// program stands here, with what only a program shows; those that are killed (the level `faults`) must be programs.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const TWO_AT_ONCE = 'two processes at once';
const AS_SHIPPED = 'the program as it is shipped';
const STARTED: Readonly<Record<string, string>> = {
	'src/cli/frame.test.ts': 'another user, a folder that is gone, a full disk',
	'src/cli/keptLists.test.ts': AS_SHIPPED,
	'src/cli/main.test.ts': 'readers that leave early',
	'src/cli/otherPlaces.test.ts': 'another user',
	'src/cli/parking/parkedArchive.test.ts': TWO_AT_ONCE,
	'src/cli/parking/parkedList.test.ts': 'a terminal',
	'src/cli/parking/parkedPark.test.ts': TWO_AT_ONCE,
	'src/cli/protocol/protocol.test.ts': TWO_AT_ONCE,
	'src/cli/reflection/reflect.test.ts': 'it is killed, and a timer starts it',
	'src/cli/shipped.test.ts': AS_SHIPPED,
	'src/cli/walkTerminal.test.ts': 'a terminal',
	'src/cli/workspace/mcp.test.ts': AS_SHIPPED,
};

/** What starts it: helpers by their names, and the two ways of building it. */
const STARTS =
	/\brunProcess\b|\bprogram\b[^;]*from '[^']*testing\/(?:cli|reflect)Place'|\buseMcp\b|ship\('commandLine'|testing\/alone/u;

test('few files of tests start the command line as a program', () => {
	const files = ['src', 'test/unit'].flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
	);
	const self = path.relative(root, import.meta.filename);
	const tests = files.filter((file) => file.endsWith('.test.ts') && !/killed/iu.test(file) && file !== self);
	const starting = tests.filter((file) => STARTS.test(readFileSync(path.join(root, file), 'utf8')));
	expect(starting.map((file) => file.replaceAll(path.sep, '/')).sort()).toEqual(Object.keys(STARTED).sort());
	expect(starting.length).toBeLessThanOrEqual(12);
});

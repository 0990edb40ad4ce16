// What stands in for the native modules of VS Code's server is used as VS Code does: imported by name, in a process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from '../paths.mjs';
import { run } from '../process.mjs';

let folder;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'sk-spdlog-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const runs = (name, script, mayFail = false) => {
	const imported = `import * as it from ${JSON.stringify(inRoot('scripts/lib/serverModules', name))};`;
	return run(process.execPath, ['--input-type=module', '-e', imported + script], { quiet: true, mayFail });
};

test('lines are there at once, each with its time and level, and none below the level', async () => {
	const file = path.join(folder, 'logs/new/a.log');
	await runs(
		'spdlog.cjs',
		`it.setFlushOn(0);
		const log = await it.createAsyncRotatingLogger('a', ${JSON.stringify(file)}, 1, 1);
		log.setPattern('%v');
		log.debug('no'); log.info('one'); log.setLevel(1); log.debug('two'); log.warn('three');
		log.setLevel(6); log.critical('no');
		process.kill(process.pid, 'SIGKILL');`,
		true,
	);
	const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}`;
	expect(readFileSync(file, 'utf8')).toMatch(
		new RegExp(`^${time} \\[info\\] one\n${time} \\[debug\\] two\n${time} \\[warning\\] three\n$`, 'u'),
	);
});

test('a log without a format holds what was said and nothing else', async () => {
	const file = path.join(folder, 'a.log');
	await runs(
		'spdlog.cjs',
		`const log = await it.createRotatingLogger('a', ${JSON.stringify(file)}, 1, 1);
		log.clearFormatters(); log.info('one '); log.error('two\\n'); log.flush(); log.drop();`,
	);
	expect(readFileSync(file, 'utf8')).toBe('one two\n');
});

test('the watchdog ends a process with the code that it is given', async () => {
	expect((await runs('nativeWatchdog.cjs', 'it.default.start(1); it.default.exit(7);', true)).code).toBe(7);
});

// The command line as it is shipped: a file that starts, and one with the parts that it loads, of which a list of parked items
// needs two.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonl, userLine } from '../core/testing/transcripts';
import { type ShippedPart, ship } from '../node/testing/bundle';
import { type Place, newPlace } from '../node/testing/places';

const root = path.resolve(import.meta.dirname, '../..');
let bundle: Place;
let place: Place;
let parts: readonly ShippedPart[];

beforeAll(async () => {
	bundle = newPlace();
	parts = await ship('commandLine', bundle.root);
	place = newPlace();
});
afterAll(() => {
	bundle.remove();
	place.remove();
});

function run(...args: string[]) {
	const done = spawnSync(process.execPath, [path.join(bundle.root, 'cli.js'), ...args], {
		cwd: place.root,
		env: {
			PATH: process.env['PATH'],
			HOME: place.root,
			USERPROFILE: place.root,
			// By a clock that stands still nothing takes long enough to be remarked on.
			SESSION_KEEPER_NOW: new Date().toISOString(),
		},
		encoding: 'utf8',
	});
	return { code: done.status, out: done.stdout, err: done.stderr };
}

const codes = () => path.join(place.root, '.claude/session-keeper/cache/code');

/** The parts of which a command keeps the code. */
function keptParts(command: string): readonly string[] {
	const [file = ''] = readdirSync(codes()).filter((name) => name.startsWith(`${command}.`));
	return Object.keys(JSON.parse(readFileSync(path.join(codes(), file), 'latin1').split('\n')[1] ?? '') as object);
}

const part = (name: string) => parts.find(({ fileName }) => fileName === name);

test('the part that starts has no library in it, and loads nothing beside it but the glue of all of them', () => {
	const { moduleIds, code, imports } = part('main.js') ?? { moduleIds: [], code: '', imports: [] };
	const files = moduleIds.map((id) => path.relative(root, id));
	expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
	expect(files).toContain('src/node/parking/parkingLot.ts');
	expect(Buffer.byteLength(code)).toBeLessThan(62_800);
	expect(imports.filter((each) => !each.startsWith('node:'))).toEqual(['rolldown-runtime.js']);
});

// Each takes as long to load as a list takes to print.
test('the part that starts asks for no heavy part of Node before it needs it', () => {
	const heavy = /^node:(?:crypto|net|http|https|zlib|stream|readline|child_process|worker_threads)\b/u;
	expect(part('main.js')?.imports.filter((each) => heavy.test(each))).toEqual([]);
});

// Node reads and parses what it loads so several times, which took longer than all the rest.
test('nothing is loaded by a real import()', () => {
	const loading = parts.filter(({ code }) => /(?<![\w.$])import\(/u.test(code)).map(({ fileName }) => fileName);
	expect(loading).toEqual([]);
});

describe('what is loaded on demand is found', () => {
	test('to park, find with a typo, restore', () => {
		expect(run('parked', 'park', '--name', 'rate: limits', '--text', 'Which?')).toMatchObject({ code: 0, err: '' });
		expect(run('parked', 'archive', 'limitz')).toMatchObject({
			code: 0,
			out: 'Archived: rate: limits\nUndo: session-keeper parked restore rate-limits\n',
		});
		expect(run('parked', 'restore', 'limits')).toMatchObject({
			code: 0,
			out: 'Restored: rate: limits\nUndo: session-keeper parked archive rate-limits\n',
		});
	});

	test('the summary, of a session or of none', () => {
		expect(run('parked', 'summary').out).toContain('## Session Summary');
		expect(run('parked', 'summary', '--session', 'nobody')).toMatchObject({ code: 1 });
	});

	test('a failure of what is beside it keeps its words', () => {
		const folder = path.join(place.root, '.claude', 'projects', place.root.replace(/[^A-Za-z0-9]/gu, '-'));
		mkdirSync(folder, { recursive: true });
		for (const end of ['1', '2'])
			writeFileSync(path.join(folder, `abcdef1${end}.jsonl`), jsonl([userLine('x', { cwd: place.root })]));
		expect(run('parked', 'park', '--name', 'a', '--text', 'b', '--session', 'abcdef')).toMatchObject({
			code: 1,
			err: expect.stringContaining('2 sessions could be meant') as string,
		});
	});

	test('help and the other groups', () => {
		expect(run('parked', '--help').out).toContain('parked <verb>');
		expect(run('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/u);
		expect(run('sessions', 'show', 'abcdef12')).toMatchObject({ code: 1 });
		expect(run('sessions', 'list')).toMatchObject({ code: 0 });
		expect(run('--json', 'parked', 'list').out).toContain('"schemaVersion": 1');
	});
});

// Elsewhere the groups are called in the process of the tests, out of their sources: what only a bundle can break shows here.
test.each([
	['backups', 'list'],
	['documents', 'list'],
	['protocol', 'check'],
	['memory', 'list'],
	['review', 'list'],
	['hook', 'Stop'],
	['hooks', 'status'],
	['reflect', 'ledger'],
	['export', '--to', 'tables'],
])('%s %s answers', (...words) => {
	const { code, out, err } = run(...words, '--json');
	expect({ code, err }).toEqual({ code: words[0] === 'protocol' ? 1 : 0, err: '' });
	expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1 });
});

test.each([
	['parked', 'list'],
	['backups', 'list'],
	['documents', 'list'],
	['review', 'list'],
	['review', 'decided'],
	['reflect', 'ledger'],
])('%s %s loads no library, and nothing that looks for secrets, where nothing is new', (...words) => {
	run('parked', 'park', '--name', 'one', '--text', 'Why?');
	run(...words);
	rmSync(codes(), { recursive: true });
	expect(run(...words).code).toBe(0);
	const names = keptParts(words.join('-'));
	expect(names).toContain('main.js');
	const isSlow = ({ moduleIds }: ShippedPart): boolean => moduleIds.some((id) => /node_modules|privacy/u.test(id));
	expect(parts.filter((each) => names.includes(each.fileName) && isSlow(each)).map(({ fileName }) => fileName)).toEqual(
		[],
	);
});

// Claude Code starts one with each session.
test('a server starts without what commands share, and without their tables', () => {
	run('parked', 'park', '--name', 'two', '--text', 'Why?');
	expect(run('mcp', '--everywhere')).toEqual({ code: 0, out: '', err: '' });
	expect(keptParts('mcp').filter((name) => /^(?:main|commands|groups)\./u.test(name))).toEqual([]);
	expect(run('mcp', '--everything')).toMatchObject({ code: 2, out: '' });
});

test('a list of parked items needs the part that starts, its own, and the tables of commands alone', () => {
	const packed = readFileSync(path.join(bundle.root, 'cliParts.js'), 'utf8');
	const [head = ''] = packed.split('\n');
	const { memoryDir } = JSON.parse(run('parked', 'list', '--json').out) as { memoryDir: string };
	const text = '---\nname: plain\ndescription: as everybody writes it\ntype: project\n---\n\nText\n';
	writeFileSync(path.join(memoryDir, 'session-open-plain-2026-11-01.md'), text);
	// All other names are others now, of the same length.
	const others = head.replace(/(?<=[{,])"(?!main|rolldown|parked|commands|groups)./gu, '"?');
	expect(others).not.toBe(head);
	writeFileSync(path.join(bundle.root, 'cliParts.js'), packed.replace(head, others));
	try {
		expect(run('parked', 'list')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('plain') as string });
		expect(run('backups', 'list')).toMatchObject({ code: 1 });
	} finally {
		writeFileSync(path.join(bundle.root, 'cliParts.js'), packed);
	}
});

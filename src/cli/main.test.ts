// What holds for the program as a whole: help, wrong usage, the clock, readers that leave, its documents.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../package.json';
import { DAY_MS } from '../core/base/dates';
import { noteRefusal } from '../node/base/refused';
import { NOW_MS } from '../node/testing/places';
import { good, json, open, park, place, raw, run, runProcess, useCliPlace } from './testing/cliPlace';

useCliPlace();

describe('the frame', () => {
	test.each([
		[['--help'], '<group> <verb> [options]', '\n  memory '],
		[['-h'], '<group> <verb> [options]', '\n  reflect '],
		[['help'], '<group> <verb> [options]', '--version'],
		[['parked', '--help'], 'parked [options]\n  session-keeper parked <verb> [options]', '\n  archive TEXT '],
		[['help', 'parked'], 'parked [options]\n', '\n  archive TEXT '],
		[['parked', 'list', '--help'], 'parked list [options]\n', 'ALSO CALLED\n  resume\n  pending\n'],
		[['help', 'parked', 'park'], 'parked park [options]', '--kind K '],
		[['--project', '/nowhere', 'reflect', '--idle', '-h'], 'reflect [options]', '--dry-run '],
		[['backups', '-h'], 'backups <verb> [options]', '\n  discard [NAME] '],
		[['resume', '--help'], 'resume [latest', '--prompt '],
	])('%j explains, and exits 0', async (args, usage, part) => {
		const { code, out, err } = await run(args);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(out).toContain(`USAGE\n  session-keeper ${usage}`);
		expect(out).toContain(part);
		expect(out).toContain('\nEXIT CODES\n  0  ');
	});

	test('what a disk refuses on the way is said beside the answer, once, and not of what only helps', async () => {
		const failure = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'readdir' });
		noteRefusal(failure, '/home/me/.claude/session-keeper/cache/code');
		const quiet = await run(['parked', 'list']);
		expect(quiet.err).toBe('');
		for (const file of ['/first', '/second']) noteRefusal(Object.assign(new Error('EIO'), failure), file);
		const told = await run(['parked', 'list']);
		expect(told.out).toBe(quiet.out);
		expect(told.err).toBe(
			"Some files could not be read or written, so the result may be incomplete: EIO: readdir '/first' (and 1 more)\nTry again, or report it if it happens again.\n",
		);
		expect((await run(['parked', 'list'])).err).toBe('');

		noteRefusal(failure, '/first');
		const { out } = await run(['parked', 'list', '--json']);
		expect((JSON.parse(out) as { incomplete: unknown }).incomplete).toEqual(["EIO: readdir '/first'"]);
		expect((await run(['parked', 'list', '--json'])).out).not.toContain('incomplete');
	});

	test('what was refused is said with a failure that is about another file', async () => {
		const refuse = (code: string, file: string): void =>
			noteRefusal(Object.assign(new Error(code), { code, syscall: 'open' }), file);
		const missing = ['export', 'nosuch'] as const;
		refuse('EACCES', '/first');
		expect((await run(['sessions', ...missing])).err).toContain("EACCES: open '/first'");

		refuse('EACCES', '/first');
		const { out } = await run(['sessions', ...missing, '--json']);
		expect(JSON.parse(out)).toMatchObject({ error: {}, incomplete: ["EACCES: open '/first'"] });

		// What the failure is about is told by it; the folder around it is not.
		for (const file of ['/first', '/first/second']) refuse('EACCES', file);
		const { err } = await run(['sessions', 'export', '/first/second']);
		expect(err).toContain("EACCES: open '/first'");
		expect(err).not.toContain('and 1 more');
	});

	test.each(['/first', '/first-second', '/first.bak', '/first second/x', '/firstü/x'])(
		'%s was refused, and a failure about /first-second could not hide another',
		async (file) => {
			noteRefusal(Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' }), '/first');
			const { err } = await run(['sessions', 'export', file]);
			expect(err.includes("EACCES: open '/first'")).toBe(file !== '/first');
		},
	);

	test('the version is that of the package', async () => expect(await good('--version')).toBe(`${manifest.version}\n`));

	test.each([
		[['unicorns'], 'Unknown command: unicorns. Commands: status, resume, parked'],
		[['help', 'unicorns'], 'Unknown command: unicorns.'],
		[['sesions'], 'Unknown command: sesions. Did you mean sessions?'],
		[
			['reflect'],
			'reflect needs a command or an option. Commands: schedule, unschedule, ledger. Options: --session ID, --idle',
		],
		[['protocol', 'laod'], 'Did you mean load?'],
		[['constructor'], 'Unknown command: constructor.'],
		[['protocol'], 'session-keeper protocol needs a command. Commands: save,'],
		[['parked', 'lst'], 'Unknown command: parked lst. Did you mean list? Commands: list,'],
		[['parked', 'toString'], 'Unknown command: parked toString.'],
		[['parked', 'list', '--unknown'], 'Unknown option: --unknown.'],
		[['parked', 'list', '--porject', 'x'], 'Unknown option: --porject. Did you mean --project?'],
		[['parked', 'list', '-x'], 'Unknown option: -x.'],
		[['parked', 'list', '--project'], '--project needs a value: --project DIR.'],
		[['parked', 'summary', '--session', '--yes'], '--session needs a value: --session ID.'],
		[['parked', 'list', '--yes=no'], '--yes takes no value.'],
		[['parked', 'list', '--constructor'], 'Unknown option: --constructor.'],
		[['parked', 'list', 'something'], 'Unexpected: something.'],
		[['parked', 'summary', 'something'], 'Unexpected: something.'],
		[['parked', 'park', 'something'], 'See session-keeper parked park --help.'],
		[['parked', 'park', '--text', 'x'], 'A name is required: --name NAME'],
		[['parked', 'park', '--name', '\u001b\u202e', '--text', 'x'], 'A name is required: --name NAME'],
		[['parked', 'park', '--name', 'x'], 'A text is required: --text TEXT or --stdin'],
		[
			['parked', 'park', '--name', 'x', '--text', 'y', '--kind', 'wish'],
			'--kind cannot be wish. Values: question, deferred, idea.',
		],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--due', '2026-02-30'], '2026-02-30 is not a date'],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--stdin'], 'not from both'],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--session', ''], '--session is empty.'],
		[['parked', 'archive'], 'Which item?'],
		[['parked', 'archive', ''], 'Which item?'],
		[['parked', 'archive', '  '], 'Which item?'],
		[['parked', 'archive', 'x'], '2 characters at least'],
		[['parked', 'list', '--project', '/nowhere/at/all'], 'Folder not found: /nowhere/at/all.'],
		[['backups', 'list', 'something'], 'Unexpected: something.'],
	])('%j is wrong usage: exit 2, the reason on standard error, nothing on standard output', async (args, reason) => {
		const { code, out, err } = await run(args);
		expect({ code, out }).toEqual({ code: 2, out: '' });
		expect(err).toContain(reason);
		expect(err).toMatch(/See session-keeper (?:[a-z]+ ){0,2}--help\.\n$/);
		expect(readdirSync(place.home)).toEqual([]);
	});

	test('wrong usage is a document under --json', async () => {
		const { code, out, err } = await run(['parked', 'nothing', '--json']);
		expect({ code, err }).toEqual({ code: 2, err: '' });
		expect(out).toMatch(/^\{\n {2}"schemaVersion": 1,/);
		expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage', hint: 'session-keeper parked --help' } });
	});

	test('a project that is a file is wrong usage', async () => {
		const { code, err } = await run(['parked', 'list', '--project', place.write('file')]);
		expect([code, err.includes('is not a folder')]).toEqual([2, true]);
	});

	test.each([['yesterday'], ['2026-99-99'], ['12']])('a clock of %s is wrong usage', async (now) => {
		const { code, err } = await run(['parked', 'list'], { env: { SESSION_KEEPER_NOW: now } });
		expect(code).toBe(2);
		expect(err).toContain(`SESSION_KEEPER_NOW is not a valid ISO 8601 time: ${now}`);
	});

	test('the clock of the environment decides what is old, and what a new item is called', async () => {
		await good('parked', 'park', '--name', 'a', '--text', 'b');
		expect(open()).toEqual(['session-open-a-2026-11-21.md']);
		const later = new Date(NOW_MS + 14 * DAY_MS).toISOString();
		expect((await run(['parked', 'list'], { env: { SESSION_KEEPER_NOW: later } })).out).toContain('⚠ stale — a');
		const muchLater = new Date(NOW_MS + 30 * DAY_MS).toISOString();
		expect((await run(['parked', 'list'], { env: { SESSION_KEEPER_NOW: muchLater } })).out).toBe(
			'No pending session items.\n',
		);
	});

	test('dates for people are those of their own time zone', async () => {
		park('a', 1.5);
		vi.stubEnv('TZ', 'Asia/Tokyo');
		onTestFinished(() => void vi.unstubAllEnvs());
		const { out } = await run(['parked', 'list'], { env: { SESSION_KEEPER_NOW: '2026-11-21T20:00:00Z' } });
		expect(out).toContain('## Session Pending — 2026-11-22');
		expect(out).toContain('### Earlier (2026-11-20)');
	});

	// EPIPE
	test('a reader that leaves early is no error', async () => {
		park('a');
		expect((await runProcess(['parked', 'list'], { closes: 'stdout' })).code).toBe(0);
		expect((await runProcess(['parked', 'list', '--json'], { closes: 'stdout' })).code).toBe(0);
	});

	test('remarks that nobody reads change no outcome', async () => {
		expect((await runProcess(['parked', 'nothing'], { closes: 'stderr' })).code).toBe(2);
		expect((await runProcess(['parked', 'archive', 'nothing'], { closes: 'stderr' })).code).toBe(1);
	});
});

test('every field of every document is described in docs/CLI.md', async () => {
	park('a1');
	park('a2');
	park('old', 30);
	raw('20261120_091500_exit.jsonl');
	const fields = new Set<string>();
	const collect = (value: unknown): void => {
		if (Array.isArray(value)) return value.forEach(collect);
		if (typeof value !== 'object' || value === null) return;
		for (const [name, inner] of Object.entries(value)) {
			fields.add(name);
			collect(inner);
		}
	};
	for (const args of [
		['parked', 'list'],
		['parked', 'park', '--name', 'a3', '--text', 'x'],
		['parked', 'archive', 'session-open'],
		['parked', 'archive', 'a1'],
		['parked', 'restore', 'a1'],
		['parked', 'summary'],
		['backups', 'list'],
		['backups', 'discard', '--yes'],
		['backups', 'discard', '--undo'],
	])
		collect((await json(...args)).document);
	const described = readFileSync(path.resolve(import.meta.dirname, '../../docs/CLI.md'), 'utf8');
	expect([...fields].filter((field) => !new RegExp(`[\`."]${field}[\`"]`).test(described))).toEqual([]);
	expect(fields.size).toBeGreaterThan(30);
});

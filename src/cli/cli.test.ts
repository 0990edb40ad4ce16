// The command line as a child process, on a bundle of its own: what scripts, skills and people get.
import { spawn } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../package.json';
import { formulaSlug, projectSlug } from '../core/claude/slug';
import { DAY_MS } from '../core/dates';
import { assistantLine, jsonl, userLine } from '../core/testing/transcripts';
import { bundle } from '../node/testing/bundle';
import {
	NOW_MS,
	type Place,
	fillDisk,
	git,
	isRoot,
	itemText,
	mountSmallDisk,
	newPlace,
	newRepository,
	snapshot,
} from '../node/testing/places';

const NOW = new Date(NOW_MS).toISOString();
let built: Place;
let cli: string;
beforeAll(() => {
	built = newPlace();
	cli = bundle('src/cli/main.ts', built.root, 'cli');
	chmodSync(built.root, 0o755);
});
afterAll(() => built.remove());

let place: Place;
let repo: string;
let memoryDir: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	memoryDir = path.join(place.claude.projectsDir, projectSlug(repo), 'memory');
});
afterEach(() => place.remove());

interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}
interface How {
	readonly cwd?: string;
	readonly env?: NodeJS.ProcessEnv;
	readonly input?: string;
	readonly uid?: number;
	readonly closes?: 'stdout' | 'stderr';
}
function run(args: readonly string[], how: How = {}): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [cli, ...args], {
			cwd: how.cwd ?? repo,
			env: { ...place.env, SESSION_KEEPER_NOW: NOW, ...how.env },
			stdio: ['pipe', 'pipe', 'pipe'],
			...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }),
		});
		let out = '';
		let err = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
		if (how.closes !== undefined) child[how.closes].destroy();
		child.on('error', reject);
		child.on('close', (code) => resolve({ code, out, err }));
		child.stdin.on('error', () => undefined).end(how.input ?? '');
	});
}
/** A command that must work and say nothing beside its answer. */
async function good(...args: readonly string[]): Promise<string> {
	const { code, out, err } = await run(args);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	return out;
}
/** The document of a command, with the place it ran in taken out. */
async function json(...args: readonly string[]): Promise<{ code: number | null; document: Record<string, unknown> }> {
	const { code, out } = await run([...args, '--json']);
	return {
		code,
		document: JSON.parse(out.replaceAll(place.root, '<root>').replaceAll(projectSlug(repo), '<slug>')) as Record<
			string,
			unknown
		>,
	};
}
const inMemory = (name: string): string => path.join(memoryDir, name);
const park = (name: string, ageDays = 0, text = itemText(name)): string =>
	place.write(path.relative(place.root, inMemory(`session-open-${name}-2026-11-01.md`)), text, ageDays);
const raw = (name: string, content = '{}\n'): string => place.write(`repo/.claude/memory/raw/${name}`, content, 1);
const audit = (): readonly string[] => {
	const file = path.join(repo, '.claude/logs/session-archive.jsonl');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
const open = (): readonly string[] => (existsSync(memoryDir) ? readdirSync(memoryDir).sort() : []);
const NOBODY = 65_534;

describe('the frame', () => {
	test.each([
		[['--help']],
		[['-h']],
		[['help']],
		[['parked', '--help']],
		[['parked', 'list', '--help']],
		[['backups', '-h']],
	])('%j explains, and exits 0', async (args) => {
		const { code, out, err } = await run(args);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(out).toContain('usage: session-keeper <group> <verb> [options]');
		expect(out).toContain(args[0] === 'backups' ? 'backups discard' : 'parked archive');
	});

	test('the version is that of the package', async () => expect(await good('--version')).toBe(`${manifest.version}\n`));

	test.each([
		[[], 'Which group did you want?'],
		[['unicorns'], 'There is no group unicorns.'],
		[['constructor'], 'There is no group constructor.'],
		[['parked'], 'Which one did you want? parked: list'],
		[['parked', 'lst'], 'There is no parked lst. Which one did you want: list'],
		[['parked', 'toString'], 'There is no parked toString.'],
		[['parked', 'list', '--unknown'], '--unknown'],
		[['parked', 'list', '--project'], '--project'],
		[['parked', 'list', '--yes=no'], '--yes'],
		[['parked', 'list', 'something'], 'Not understood: something.'],
		[['parked', 'summary', 'something'], 'Not understood: something.'],
		[['parked', 'park', 'something'], 'Give the text with --text.'],
		[['parked', 'park', '--text', 'x'], 'needs a name'],
		[['parked', 'park', '--name', '\u001b\u202e', '--text', 'x'], 'needs a name'],
		[['parked', 'park', '--name', 'x'], 'needs a text'],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--kind', 'wish'], 'There is no kind wish.'],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--due', '2026-02-30'], '2026-02-30 is no date'],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--stdin'], 'not from both'],
		[['parked', 'park', '--name', 'x', '--text', 'y', '--session', ''], '--session is empty.'],
		[['parked', 'archive'], 'Which item?'],
		[['parked', 'archive', ''], 'Which item?'],
		[['parked', 'archive', '  '], 'Which item?'],
		[['parked', 'archive', 'x'], '2 characters at least'],
		[['parked', 'list', '--project', '/nowhere/at/all'], 'There is no folder /nowhere/at/all.'],
		[['backups', 'list', 'something'], 'Not understood: something.'],
	])('%j is wrong usage: exit 2, the reason on standard error, nothing on standard output', async (args, reason) => {
		const { code, out, err } = await run(args);
		expect({ code, out }).toEqual({ code: 2, out: '' });
		expect(err).toContain(reason);
		expect(err).toMatch(/See session-keeper --help\.\n$/);
		expect(readdirSync(place.home)).toEqual([]);
	});

	test('wrong usage is a document under --json', async () => {
		const { code, out, err } = await run(['parked', 'nothing', '--json']);
		expect({ code, err }).toEqual({ code: 2, err: '' });
		expect(out).toMatch(/^\{\n {2}"schemaVersion": 1,/);
		expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage', hint: 'session-keeper --help' } });
	});

	test('a project that is a file is wrong usage', async () => {
		const { code, err } = await run(['parked', 'list', '--project', place.write('file')]);
		expect([code, err.includes('is not a folder')]).toEqual([2, true]);
	});

	test.each([['yesterday'], ['2026-99-99'], ['12']])('a clock of %s is wrong usage', async (now) => {
		const { code, err } = await run(['parked', 'list'], { env: { SESSION_KEEPER_NOW: now } });
		expect(code).toBe(2);
		expect(err).toContain(`SESSION_KEEPER_NOW is no ISO 8601 time: ${now}`);
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
		const { out } = await run(['parked', 'list'], {
			env: { TZ: 'Asia/Tokyo', SESSION_KEEPER_NOW: '2026-11-21T20:00:00Z' },
		});
		expect(out).toContain('## Session Pending — 2026-11-22');
		expect(out).toContain('### Earlier (2026-11-20)');
	});

	// EPIPE
	test('a reader that leaves early is no error', async () => {
		park('a');
		expect((await run(['parked', 'list'], { closes: 'stdout' })).code).toBe(0);
		expect((await run(['parked', 'list', '--json'], { closes: 'stdout' })).code).toBe(0);
	});

	test('remarks that nobody reads change no outcome', async () => {
		expect((await run(['parked', 'nothing'], { closes: 'stderr' })).code).toBe(2);
		expect((await run(['parked', 'archive', 'nothing'], { closes: 'stderr' })).code).toBe(1);
	});
});

describe('parked list', () => {
	test('is the reference’s, by each of its names', async () => {
		park('caching', 1, itemText('caching', 'why is it cold?'));
		park('old', 20, itemText('old', 'what was it?'));
		place.write(
			`home/.claude/projects/${formulaSlug(repo)}/memory/session-open-else.md`,
			itemText('else', 'found elsewhere'),
			2,
		);
		park('broken', 3, '---\nname: [\n---\n');
		const text = await good('parked', 'list');
		expect(text).toMatchInlineSnapshot(`
			"## Session Pending — 2026-11-21

			### Earlier (2026-11-20)
			- [ ] caching — why is it cold?

			### Earlier (2026-11-19)
			- [ ] else — found elsewhere (formula folder)

			### Earlier (2026-11-18)
			- [ ] session-open-broken-2026-11-01.md — unreadable front matter

			### Earlier (2026-11-01)
			- [ ] ⚠ stale — old — what was it?

			→ /session archive <slug> to close an item
			→ /session summary for a full session digest
			"
		`);
		expect(await good('parked', 'resume')).toBe(text);
		expect(await good('parked', 'pending')).toBe(text);
	});

	test('of nothing is one sentence, and makes nothing', async () => {
		const before = snapshot(place.root);
		expect(await good('parked', 'list')).toBe('No pending session items.\n');
		expect(snapshot(place.root)).toEqual(before);
	});

	test('is the same from a folder below, and from a worktree', async () => {
		park('a');
		git(repo, 'worktree', 'add', '-q', path.join(place.root, 'wt'));
		const text = await good('parked', 'list');
		for (const cwd of [place.folder('repo/packages/api'), path.join(place.root, 'wt')])
			expect((await run(['parked', 'list'], { cwd })).out).toBe(text);
		expect((await run(['parked', 'list', '--project', repo], { cwd: place.home })).out).toBe(text);
		expect(
			(await run(['parked', 'list', '--project', '../repo'], { cwd: place.home.replace(/[^/]+$/, 'repo') })).out,
		).toBe(text);
	});

	test('has a stable shape under --json', async () => {
		park('caching', 1, itemText('caching', 'why cold?', 'session: s1\ndue: 2026-12-01\n'));
		park('gone', 30);
		expect(await json('parked', 'list')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "expired": [
			      {
			        "file": "<root>/home/.claude/projects/<slug>/memory/session-open-gone-2026-11-01.md",
			        "name": "gone",
			      },
			    ],
			    "items": [
			      {
			        "ageDays": 1,
			        "description": "why cold?",
			        "due": "2026-12-01",
			        "file": "<root>/home/.claude/projects/<slug>/memory/session-open-caching-2026-11-01.md",
			        "isDue": false,
			        "isReadable": true,
			        "line": "- [ ] caching — why cold? (due 2026-12-01)",
			        "modified": "2026-11-20T10:00:00.000Z",
			        "name": "caching",
			        "place": "memory",
			        "session": "s1",
			        "slug": "caching",
			        "state": "fresh",
			      },
			    ],
			    "memoryDir": "<root>/home/.claude/projects/<slug>/memory",
			    "project": "<root>/repo",
			    "schemaVersion": 1,
			  },
			}
		`);
		expect((await run(['parked', 'list', '--json'])).out).toMatch(/^\{\n {2}"schemaVersion": 1,/);
	});

	test('takes expired items away, with a line each, and keeps their content', async () => {
		park('gone', 30);
		expect(await good('parked', 'list')).toBe('No pending session items.\n');
		expect(audit()).toEqual(['{"ts":"2026-11-21T10:00:00Z","item":"gone","action":"expired"}']);
		expect(await good('parked', 'restore', 'gone')).toBe('Restored: gone\n');
		expect(readFileSync(inMemory('session-open-gone-2026-11-01.md'), 'utf8')).toBe(itemText('gone'));
	});

	test('is shown though expired items cannot go, and that is said beside it', async () => {
		park('young', 1);
		park('gone', 30);
		symlinkSync('/nowhere/at/all', path.join(repo, '.claude'));
		const { code, out, err } = await run(['parked', 'list']);
		expect([code, out.includes('young'), out.includes('gone')]).toEqual([0, true, false]);
		expect(err).toMatch(/^Expired items could not be removed: Refused: .* leads outside the project\n$/);
		expect(open()).toHaveLength(2);
	});

	// T45
	test('lets nothing through that moves a terminal', async () => {
		const evil = 'a\u001b[2J\u001b]0;x\u0007\u009b31m\u202e\u{e0041}';
		park(
			'x',
			1,
			`---\nname: ${JSON.stringify(evil)}\ndescription: ${JSON.stringify(evil)}\nsession: ${JSON.stringify(evil)}\n---\n`,
		);
		place.write(path.relative(place.root, inMemory('session-open-\u001b[31m\u202e\u009b\n.md')), 'text');
		for (const args of [
			['parked', 'list'],
			['parked', 'list', '--json'],
			['parked', 'summary'],
			['parked', 'archive', 'session'],
			['parked', 'archive', 'session', '--json'],
			['parked', 'archive', evil],
		]) {
			const { out, err } = await run(args);
			expect(`${out}${err}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u{e0041}]/u);
			expect(`${out}${err}`).not.toBe('');
		}
		const { items } = JSON.parse((await run(['parked', 'list', '--json'])).out) as { items: { file: string }[] };
		expect(items.map((item) => existsSync(item.file))).toEqual([true, true]);
	});

	test('names no colour where there is no terminal', async () => {
		park('old', 20);
		expect(await good('parked', 'list')).not.toContain('\u001b');
	});

	test.skipIf(!existsSync('/usr/bin/script')).each([
		['is not set', undefined, true],
		['is empty, which is no answer', '', true],
		['is set', '1', false],
	])('colours a terminal, by NO_COLOR: it %s', async (_name, value, isColoured) => {
		park('old', 20);
		const { execFileSync } = await import('node:child_process');
		const env = { ...place.env, SESSION_KEEPER_NOW: NOW, ...(value === undefined ? {} : { NO_COLOR: value }) };
		const call = `'${process.execPath}' '${cli}' parked list`;
		const out = execFileSync('/usr/bin/script', ['-qec', call, '/dev/null'], { cwd: repo, env, encoding: 'utf8' });
		expect(out).toContain('⚠ stale');
		expect(out.includes('\u001b[33m')).toBe(isColoured);
	});

	test('hangs on nothing', async () => {
		mkdirSync(memoryDir, { recursive: true });
		const { execFileSync } = await import('node:child_process');
		for (const file of [
			inMemory('session-open-x.md'),
			inMemory('MEMORY.md'),
			path.join(place.folder('home/.claude'), 'settings.json'),
		])
			execFileSync('mkfifo', [file]);
		expect(await good('parked', 'list')).toBe('No pending session items.\n');
	});

	// R13
	test('executes nothing', async () => {
		const trace = path.join(place.root, 'executed');
		park('x', 0, `---js\n{ name: require('fs').writeFileSync(${JSON.stringify(trace)}, '') }\n---\n`);
		expect(await good('parked', 'list')).toContain('unreadable front matter');
		expect(existsSync(trace)).toBe(false);
	});
});

describe('parked park', () => {
	test('writes an item, from words or from standard input', async () => {
		expect(
			await good(
				'parked',
				'park',
				'--name',
				'Rate limits',
				'--text',
				'Per user?',
				'--kind',
				'question',
				'--how',
				'ask Ann',
				'--session',
				's1',
				'--due',
				'2026-12-01',
			),
		).toBe('Parked: Rate limits\n');
		const { code, out } = await run(['parked', 'park', '--name', 'b', '--stdin', '--description', 'd'], {
			input: 'line one\r\nline two\n',
		});
		expect([code, out]).toEqual([0, 'Parked: b\n']);
		expect(readFileSync(inMemory('session-open-rate-limits-2026-11-21.md'), 'utf8')).toMatchInlineSnapshot(`
			"---
			name: Rate limits
			description: Per user?
			type: project
			session: s1
			due: '2026-12-01'
			---

			User raised: Per user? Pending: ask Ann.

			**Why:** The question was still open when the work moved on.
			**How to apply:** ask Ann.
			"
		`);
		expect(readFileSync(inMemory('session-open-b-2026-11-21.md'), 'utf8')).toContain('line one\nline two\n');
	});

	test('has a stable shape under --json', async () =>
		expect(await json('parked', 'park', '--name', 'a', '--text', 'b')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "archived": null,
			    "parked": {
			      "file": "<root>/home/.claude/projects/<slug>/memory/session-open-a-2026-11-21.md",
			      "name": "a",
			    },
			    "schemaVersion": 1,
			  },
			}
		`));

	test('remembers the session that it runs in', async () => {
		await run(['parked', 'park', '--name', 'a', '--text', 'b'], {
			env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's7' },
		});
		expect(readFileSync(inMemory('session-open-a-2026-11-21.md'), 'utf8')).toContain('session: s7\n');
	});

	test('takes no more than a megabyte from standard input', async () => {
		const { code, err } = await run(['parked', 'park', '--name', 'a', '--stdin'], { input: 'x'.repeat(1_100_000) });
		expect([code, err.includes('larger than 1 MB')]).toEqual([2, true]);
		expect(open()).toEqual([]);
	});

	test('two processes at once under one name park two items', async () => {
		const ends = await Promise.all([1, 2, 3].map((n) => run(['parked', 'park', '--name', 'a', '--text', `text ${n}`])));
		expect(ends.map((end) => end.code)).toEqual([0, 0, 0]);
		expect(open()).toHaveLength(3);
		expect(
			open()
				.map((name) => /text \d/.exec(readFileSync(inMemory(name), 'utf8'))?.[0])
				.sort(),
		).toEqual(['text 1', 'text 2', 'text 3']);
	});

	test('an eleventh is refused, with the list and what to do', async () => {
		for (let n = 0; n < 10; n++) park(`n${n}`, n);
		const { code, out, err } = await run(['parked', 'park', '--name', 'a', '--text', 'b']);
		expect([code, out]).toEqual([1, '']);
		expect(err).toContain('- [ ] n9');
		expect(err).toContain('10 items are open already.\nArchive one first: session-keeper parked archive <text>\n');
		const { document } = await json('parked', 'park', '--name', 'a', '--text', 'b');
		expect(document).toMatchObject({ schemaVersion: 1, error: { code: 'limit' } });
		expect(document['items']).toHaveLength(10);
		expect(Object.keys(document)).toEqual(['schemaVersion', 'error', 'items']);
	});
});

describe('parked archive', () => {
	test('closes one item, says one line, and leaves one line', async () => {
		park('caching');
		park('retry');
		expect(await good('parked', 'archive', 'cach')).toBe('Archived: caching\n');
		expect(audit()).toEqual(['{"ts":"2026-11-21T10:00:00Z","item":"caching","action":"archived"}']);
		expect(open()).toEqual(['session-open-retry-2026-11-01.md']);
	});

	test('takes several words, and a typo', async () => {
		park('a', 0, itemText('Rate limits per user'));
		expect(await good('parked', 'archive', 'rate', 'limits')).toBe('Archived: Rate limits per user\n');
	});

	test('has a stable shape under --json', async () => {
		park('caching');
		expect(await json('parked', 'archive', 'caching')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "archived": {
			      "file": "<root>/home/.claude/projects/<slug>/memory/session-open-caching-2026-11-01.md",
			      "name": "caching",
			    },
			    "schemaVersion": 1,
			  },
			}
		`);
	});

	test('says what is not there', async () => {
		park('caching');
		const { code, out, err } = await run(['parked', 'archive', 'unicorns']);
		expect([code, out, err]).toEqual([1, '', 'No open item matches unicorns.\nSee session-keeper parked list.\n']);
		expect((await json('parked', 'archive', 'unicorns')).document).toEqual({
			schemaVersion: 1,
			error: { code: 'notFound', message: 'No open item matches unicorns.', hint: 'See session-keeper parked list.' },
		});
	});

	// R16
	test('never guesses between two, and says how to tell them apart', async () => {
		park('deploy-east');
		park('deploy-west');
		const { code, out, err } = await run(['parked', 'archive', 'deploy']);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatchInlineSnapshot(`
			"- deploy-east — what was it? (deploy-east)
			- deploy-west — what was it? (deploy-west)
			2 open items match equally well.
			Say more of the one that you mean.
			"
		`);
		expect(open()).toHaveLength(2);
		expect((await json('parked', 'archive', 'deploy')).document).toMatchInlineSnapshot(`
			{
			  "error": {
			    "code": "ambiguous",
			    "hint": "Say more of the one that you mean.",
			    "message": "2 open items match equally well.",
			  },
			  "items": [
			    {
			      "description": "what was it?",
			      "key": "<root>/home/.claude/projects/<slug>/memory/session-open-deploy-east-2026-11-01.md",
			      "name": "deploy-east",
			      "slug": "deploy-east",
			    },
			    {
			      "description": "what was it?",
			      "key": "<root>/home/.claude/projects/<slug>/memory/session-open-deploy-west-2026-11-01.md",
			      "name": "deploy-west",
			      "slug": "deploy-west",
			    },
			  ],
			  "schemaVersion": 1,
			}
		`);
	});

	test('true twins are told apart by their files', async () => {
		const twin = park('twin');
		const other = place.write(
			`home/.claude/projects/${formulaSlug(repo)}/memory/session-open-twin-2026-11-01.md`,
			itemText('twin'),
		);
		const { code, err } = await run(['parked', 'archive', 'twin']);
		expect(code).toBe(1);
		expect(err).toContain(`(${twin})`);
		expect(err).toContain(`(${other})`);
		expect(await good('parked', 'archive', other)).toBe('Archived: twin\n');
		expect([existsSync(twin), existsSync(other)]).toEqual([true, false]);
	});

	test('by two processes at once is done by one, with one line, and nothing is lost', async () => {
		for (let round = 0; round < 5; round++) {
			const text = itemText(`race-${round}`);
			park(`race-${round}`, 0, text);
			const ends = await Promise.all([1, 2].map(() => run(['parked', 'archive', `race-${round}`])));
			expect(ends.map((end) => end.code).sort()).toEqual([0, 1]);
			expect(ends.map((end) => end.out).sort()).toEqual(['', `Archived: race-${round}\n`]);
			expect(audit().filter((line) => line.includes(`race-${round}`))).toHaveLength(1);
			expect(open()).toEqual([]);
			expect(await good('parked', 'restore', `race-${round}`)).toBe(`Restored: race-${round}\n`);
			expect(readFileSync(inMemory(`session-open-race-${round}-2026-11-01.md`), 'utf8')).toBe(text);
			rmSync(memoryDir, { recursive: true });
		}
	});

	// T42
	test('is refused where the trail leads out of the project', async () => {
		park('a1');
		place.folder('outside');
		symlinkSync(path.join(place.root, 'outside'), path.join(repo, '.claude'));
		const { code, err } = await run(['parked', 'archive', 'a1']);
		expect(code).toBe(1);
		expect(err).toMatch(/^Refused: .*\/repo\/\.claude\/logs leads outside the project\n/);
		expect([open().length, readdirSync(path.join(place.root, 'outside'))]).toEqual([1, []]);
	});

	test('leaves everything as it was on a full disk, and says so', async (context) => {
		const disk = path.join(place.root, 'disk');
		const unmount = mountSmallDisk(disk, 256);
		if (unmount === undefined) return context.skip();
		try {
			const config = path.join(disk, 'claude');
			const file = place.write(`disk/claude/projects/${projectSlug(repo)}/memory/session-open-a1.md`, itemText('a1'));
			fillDisk(disk);
			for (const args of [
				['parked', 'archive', 'a1'],
				['parked', 'park', '--name', 'b', '--text', 'c'],
			]) {
				const { code, out, err } = await run(args, { env: { CLAUDE_CONFIG_DIR: config } });
				expect([code, out, err.includes('ENOSPC')]).toEqual([1, '', true]);
			}
			expect(readdirSync(path.dirname(file))).toEqual(['session-open-a1.md']);
			expect(readFileSync(file, 'utf8')).toBe(itemText('a1'));
		} finally {
			unmount();
		}
	});
});

describe('parked restore', () => {
	const archive = (name: string): Promise<string> => good('parked', 'archive', name);

	test('brings an item back, like new', async () => {
		const file = park('caching', 13);
		await archive('caching');
		expect(await good('parked', 'restore')).toBe('Restored: caching\n');
		expect(statSync(file).mtimeMs).toBe(NOW_MS);
		expect(audit().at(-1)).toBe('{"ts":"2026-11-21T10:00:00Z","item":"caching","action":"restored"}');
	});

	test('has a stable shape under --json, with and without an outcome', async () => {
		expect(await json('parked', 'restore')).toEqual({ code: 0, document: { schemaVersion: 1, restored: null } });
		park('caching');
		await archive('caching');
		expect(await json('parked', 'restore', 'caching')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "restored": {
			      "file": "<root>/home/.claude/projects/<slug>/memory/session-open-caching-2026-11-01.md",
			      "name": "caching",
			    },
			    "schemaVersion": 1,
			  },
			}
		`);
	});

	test('lists several, and never guesses', async () => {
		for (const name of ['alpha', 'beta']) {
			park(name);
			await archive(name);
		}
		const { code, err } = await run(['parked', 'restore']);
		expect([code, err.includes('2 archived items are there.'), err.includes('- alpha')]).toEqual([1, true, true]);
		expect((await run(['parked', 'restore', 'unicorns'])).code).toBe(1);
		expect(await good('parked', 'restore', 'alpha')).toBe('Restored: alpha\n');
	});

	test('tells true twins apart by their place in the trash', async () => {
		for (const text of ['one', 'two']) {
			park('twin', 0, itemText('twin', text));
			await archive('twin');
		}
		const { document } = await json('parked', 'restore', 'twin');
		const items = document['items'] as { key: string; description: string }[];
		expect(items.map((item) => item.description).sort()).toEqual(['one', 'two']);
		const one = items.find((item) => item.description === 'one');
		expect((await run(['parked', 'restore', 'twin'])).err).toContain(`(${one?.key ?? ''})`);
		expect(await good('parked', 'restore', one?.key ?? '')).toBe('Restored: twin\n');
		expect(readFileSync(inMemory('session-open-twin-2026-11-01.md'), 'utf8')).toContain('description: one');
	});

	test('goes over the limit by --yes alone', async () => {
		park('eleventh');
		await archive('eleventh');
		for (let n = 0; n < 10; n++) park(`n${n}`);
		const { code, err } = await run(['parked', 'restore', 'eleventh']);
		expect([code, err.includes('say --yes'), err.includes('- [ ] n9')]).toEqual([1, true, true]);
		expect(await good('parked', 'restore', 'eleventh', '--yes')).toBe('Restored: eleventh\n');
		expect(open()).toHaveLength(11);
	});

	test('by two processes at once is done by one', async () => {
		for (let round = 0; round < 3; round++) {
			park('race');
			await archive('race');
			const ends = await Promise.all([1, 2].map(() => run(['parked', 'restore', 'race'])));
			expect(ends.filter((end) => end.out === 'Restored: race\n')).toHaveLength(1);
			expect(open()).toEqual(['session-open-race-2026-11-01.md']);
		}
	});
});

describe('parked summary', () => {
	const transcript = (id: string, own: Record<string, unknown> = {}): string =>
		place.write(
			`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`,
			jsonl([
				userLine('hello', { sessionId: id, cwd: repo, timestamp: '2026-11-21T08:00:00Z', ...own }),
				assistantLine('hi', {}, { cwd: repo }),
			]),
		);

	test('fits on the terminal, or goes to a file that is never written over', async () => {
		expect(await good('parked', 'summary')).toMatch(
			/^## Session Summary — 2026-11-21\n\n### Recent commits\n- [0-9a-f]+ Begin\n$/,
		);
		expect(existsSync(path.join(repo, '.temp'))).toBe(false);
		for (let n = 0; n < 9; n++) park(`n${n}`, n);
		for (const name of ['output-session-summary-2026-11-21.md', 'output-session-summary-2026-11-21-2.md'])
			expect(await good('parked', 'summary')).toBe(
				`## Session Summary — 2026-11-21\n0 completed · 9 parked · 0 archived · 1 commits\n→ .temp/${name}\n`,
			);
		expect(readFileSync(path.join(repo, '.temp/output-session-summary-2026-11-21.md'), 'utf8')).toContain(
			'### Parked / Pending (9 items)\n- [ ] n0 — what was it?\n',
		);
	});

	test('has a stable shape under --json, and then writes no file', async () => {
		for (let n = 0; n < 9; n++) park(`n${n}`, n);
		transcript('s1');
		const { code, document } = await json('parked', 'summary', '--session', 's1');
		expect(code).toBe(0);
		expect(Object.keys(document)).toEqual(['schemaVersion', 'date', 'completed', 'parked', 'archived', 'commits']);
		expect(document).toMatchObject({
			date: '2026-11-21',
			completed: [],
			archived: [],
			commits: [{ subject: 'Begin' }],
		});
		expect(existsSync(path.join(repo, '.temp'))).toBe(false);
	});

	// T7
	test('of a session that is not there is no other one’s', async () => {
		transcript('s1');
		const { code, out, err } = await run(['parked', 'summary', '--session', 's2']);
		expect([code, out, err]).toEqual([1, '', 'There is no session s2.\nNothing was written.\n']);
		expect((await run(['parked', 'summary', '--session', '../../secret'])).code).toBe(1);
	});

	test('takes nothing away', async () => {
		park('gone', 40);
		await good('parked', 'summary');
		expect(open()).toHaveLength(1);
	});
});

describe('backups', () => {
	const A = '20261120_091500_exit.jsonl';
	const B = '20261119_091500_clear.jsonl';

	test('list says what waits, newest first, in words', async () => {
		raw(A, jsonl([{ type: 'user', message: { role: 'user', content: 'what is\u001b[2J it?' } }]));
		raw(B);
		place.write(
			'repo/.claude/memory/.backup-log',
			`{"ts":"2026-11-20T09:15:00Z","event":"copied","session":"s1","raw":"${A}","size":5,"reason":"exit"}\n{"ts":"2026-11-18T09:15:00Z","event":"pending","raw":"20261118_091500.jsonl","reason":"constructor"}\n`,
		);
		expect(await good('backups', 'list')).toMatchInlineSnapshot(`
			"## Pending backups — 2026-11-21

			- 20261120_091500_exit.jsonl — what is it? — session ended, 1d old, 75 B, ⚠ size differs from the log
			- 20261119_091500_clear.jsonl — cleared, 2d old, 3 B, not in the log
			- 20261118_091500.jsonl — ended otherwise, 3d old, copy and source are gone
			"
		`);
		expect(await json('backups', 'list')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "backups": [
			      {
			        "file": "<root>/repo/.claude/memory/raw/20261120_091500_exit.jsonl",
			        "isDamaged": true,
			        "isHomeOnly": false,
			        "isVerified": false,
			        "raw": "20261120_091500_exit.jsonl",
			        "reason": "exit",
			        "session": "s1",
			        "since": "2026-11-20T09:15:00.000Z",
			        "sizeBytes": 75,
			        "state": "pending",
			        "title": "what is it?",
			      },
			      {
			        "file": "<root>/repo/.claude/memory/raw/20261119_091500_clear.jsonl",
			        "isDamaged": false,
			        "isHomeOnly": false,
			        "isVerified": false,
			        "raw": "20261119_091500_clear.jsonl",
			        "reason": "clear",
			        "session": null,
			        "since": "2026-11-19T09:15:00.000Z",
			        "sizeBytes": 3,
			        "state": "unknown",
			        "title": null,
			      },
			      {
			        "file": "<root>/repo/.claude/memory/raw/20261118_091500.jsonl",
			        "isDamaged": false,
			        "isHomeOnly": false,
			        "isVerified": false,
			        "raw": "20261118_091500.jsonl",
			        "reason": "other",
			        "session": null,
			        "since": "2026-11-18T09:15:00.000Z",
			        "sizeBytes": 0,
			        "state": "lost",
			        "title": null,
			      },
			    ],
			    "project": "<root>/repo",
			    "schemaVersion": 1,
			  },
			}
		`);
	});

	test('list of nothing is one sentence', async () => {
		expect(await good('backups', 'list')).toBe('No pending backups.\n');
		expect(await json('backups', 'list')).toEqual({
			code: 0,
			document: { schemaVersion: 1, project: '<root>/repo', backups: [] },
		});
		expect(await good('backups', 'discard', '--yes')).toBe('No pending backups.\n');
		expect(await good('backups', 'discard', '--undo')).toBe('Nothing to undo.\n');
	});

	// R1, R2
	test('a marker and a log from some repository are remarked on, and not followed', async () => {
		raw(A);
		place.write('repo/.claude/memory/.pending-backup', '/etc/passwd\nDo as I say\n');
		place.write('repo/.claude/memory/.backup-log', 'torn\n');
		const { code, out, err } = await run(['backups', 'list']);
		expect(code).toBe(0);
		expect(out).toContain(A);
		expect(err).toBe(
			'The marker .claude/memory/.pending-backup names nothing inside raw/. It is ignored.\nLines of .backup-log that could not be read: 1.\n',
		);
		expect(`${out}${err}`).not.toContain('passwd');
	});

	test('discard needs a yes, and undo brings all back', async () => {
		const file = raw(A, 'content');
		const before = snapshot(path.dirname(file));
		const { code, out, err } = await run(['backups', 'discard', A]);
		expect([code, out, err]).toEqual([1, '', `Discard ${A}?\nSay --yes to do it.\n`]);
		expect((await json('backups', 'discard', A)).document).toMatchObject({ error: { code: 'notConfirmed' } });
		expect(existsSync(file)).toBe(true);
		expect(await json('backups', 'discard', A, '--yes')).toEqual({
			code: 0,
			document: { schemaVersion: 1, discarded: { raw: A, session: null } },
		});
		expect(existsSync(file)).toBe(false);
		expect(await good('backups', 'discard', '--undo')).toBe(`Pending again: ${A}\n`);
		expect(snapshot(path.dirname(file))).toEqual(before);
	});

	test.each([
		['a part of its name', '0915', ''],
		['its path', `.claude/memory/raw/${A}`, ''],
		['its path by backslashes', `.claude\\memory\\raw\\${A}`, ''],
		['nothing, where it is the only one', '', ''],
		['a folder', 'raw/', 'No backup matches raw/.'],
		['a file that is not there', '/etc/passwd', 'No backup matches /etc/passwd.'],
		['a way up', '../../x', 'No backup matches ../../x.'],
		['one letter', 'x', 'No backup matches x.'],
	])('discard by %s', async (_name, text, reason) => {
		raw(A);
		const { code, err } = await run(['backups', 'discard', ...(text === '' ? [] : [text]), '--yes']);
		expect([code, err.split('\n')[0]]).toEqual([reason === '' ? 0 : 1, reason]);
	});

	test('discard never guesses between two', async () => {
		raw(A);
		raw(B);
		for (const args of [[], ['jsonl']]) {
			const { code, out, err } = await run(['backups', 'discard', ...args, '--yes']);
			expect([code, out, err]).toEqual([1, '', `- ${A}\n- ${B}\n2 backups could be meant.\nSay which one.\n`]);
		}
		expect((await json('backups', 'discard', '--yes')).document).toMatchObject({
			error: { code: 'ambiguous' },
			backups: [A, B],
		});
		expect(readdirSync(path.join(repo, '.claude/memory/raw'))).toHaveLength(2);
	});

	test('undo goes over nothing', async () => {
		raw(A, 'mine');
		await good('backups', 'discard', '--yes');
		raw(A, 'theirs');
		const { code, err } = await run(['backups', 'discard', '--undo', A]);
		expect([code, err.split('\n')[0]]).toEqual([1, 'It could not be put back.']);
		expect(readFileSync(path.join(repo, '.claude/memory/raw', A), 'utf8')).toBe('theirs');
	});

	// T42
	test.each([['list'], ['discard']])('%s is refused where raw/ leads out of the project', async (verb) => {
		place.write(`outside/${A}`, 'theirs');
		place.folder('repo/.claude/memory');
		symlinkSync(path.join(place.root, 'outside'), path.join(repo, '.claude/memory/raw'));
		const before = snapshot(place.root);
		const { code, out, err } = await run(['backups', verb, ...(verb === 'discard' ? [A, '--yes'] : [])]);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(/^Refused: .*raw leads outside the project\n/);
		expect(snapshot(place.root)).toEqual(before);
	});
});

// T32: needs somebody who is not allowed everything.
describe.runIf(isRoot)('what is not ours to read or write', () => {
	beforeEach(() => {
		chmodSync(place.root, 0o755);
		park('a1', 1);
	});
	const asNobody = (...args: readonly string[]): Promise<Ended> => run(args, { uid: NOBODY });

	test('a folder: that is said, and not shown as empty', async () => {
		chmodSync(memoryDir, 0o000);
		const { code, out, err } = await asNobody('parked', 'list');
		expect([code, out]).toEqual([1, '']);
		expect(err).toContain('EACCES');
		expect(err).toContain(memoryDir);
	});

	test('a file: it is listed as what it is, and counts', async () => {
		chmodSync(inMemory('session-open-a1-2026-11-01.md'), 0o000);
		expect((await asNobody('parked', 'list')).out).toContain(
			'- [ ] session-open-a1-2026-11-01.md — unreadable front matter\n',
		);
	});

	test.each([
		['parking', ['parked', 'park', '--name', 'b', '--text', 'c']],
		['archiving', ['parked', 'archive', 'a1']],
	])('%s where we may not write changes nothing, and says why', async (_name, args) => {
		const before = snapshot(place.root);
		const { code, out, err } = await asNobody(...args);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(/EACCES|EPERM/);
		expect(snapshot(place.root)).toEqual(before);
	});

	test('settings, state, registry and index: they say nothing, and stop nothing', async () => {
		for (const file of [
			'home/.claude/settings.json',
			'home/.claude.json',
			'home/.claude/sessions/1.json',
			path.relative(place.root, inMemory('MEMORY.md')),
		])
			chmodSync(place.write(file, '{}'), 0o000);
		const { code, out, err } = await asNobody('parked', 'list');
		expect([code, out.includes('a1'), err]).toEqual([0, true, '']);
	});

	test('a log: that is said, and its backups are not called unknown', async () => {
		raw('20261120_091500_exit.jsonl');
		writeFileSync(path.join(repo, '.claude/memory/.backup-log'), '{}');
		chmodSync(path.join(repo, '.claude/memory/.backup-log'), 0o000);
		const { code, out, err } = await asNobody('backups', 'list');
		expect([code, out, err.includes('EACCES')]).toEqual([1, '', true]);
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

describe('outside git', () => {
	test('our own files go below Claude Code’s folder, never into the one we were asked about', async () => {
		const plain = place.folder('plain');
		const at = (args: readonly string[]): Promise<Ended> => run(args, { cwd: plain });
		await at(['parked', 'park', '--name', 'a1', '--text', 'b']);
		expect((await at(['parked', 'archive', 'a1'])).out).toBe('Archived: a1\n');
		expect(readdirSync(plain)).toEqual([]);
		const ours = path.join(place.home, '.claude/session-keeper/projects', projectSlug(plain));
		expect(readFileSync(path.join(ours, '.claude/logs/session-archive.jsonl'), 'utf8')).toContain('"a1"');
	});

	test('and so for the home folder itself', async () => {
		await run(['parked', 'park', '--name', 'a1', '--text', 'b'], { cwd: place.home });
		await run(['parked', 'archive', 'a1'], { cwd: place.home });
		expect(readdirSync(place.home)).toEqual(['.claude']);
		expect(readdirSync(path.join(place.home, '.claude')).sort()).toEqual(['projects', 'session-keeper']);
	});
});

// `parked list`: what scripts, skills and people get.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formulaSlug } from '../../core/claude/slug';
import { git, itemText, snapshot } from '../../node/testing/places';
import {
	NOW,
	audit,
	good,
	inMemory,
	json,
	memoryDir,
	open,
	park,
	place,
	program,
	repo,
	run,
	useCliPlace,
} from '../testing/cliPlace';

useCliPlace();

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
			        "from": null,
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
		expect(await good('parked', 'restore', 'gone')).toBe('Restored: gone\nUndo: session-keeper parked archive gone\n');
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
		// Whatever else is wanted of the items is done or refused for its own reason.
		const parked = await run(['parked', 'park', '--name', 'new', '--text', 'New']);
		expect([parked.code, parked.err]).toEqual([0, err]);
		expect((await run(['parked', 'archive', 'nobody'])).err).toContain(err);
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

	test.each([
		['is not set', {}, true],
		['is empty, which is no answer', { NO_COLOR: '' }, true],
		['is set', { NO_COLOR: '1' }, false],
	])('colours a terminal, by NO_COLOR: it %s', async (_name, env, isColoured) => {
		park('old', 20);
		const { out } = await run(['parked', 'list'], { columns: 80, env });
		expect(out).toContain('⚠ stale');
		expect(out.includes('\u001b[33m')).toBe(isColoured);
	});

	test.skipIf(!existsSync('/usr/bin/script'))('knows a terminal when it has one', async () => {
		park('old', 20);
		const { execFileSync } = await import('node:child_process');
		const env = { ...place.env, SESSION_KEEPER_NOW: NOW };
		const call = `'${process.execPath}' '${program()}' parked list`;
		const out = execFileSync('/usr/bin/script', ['-qec', call, '/dev/null'], { cwd: repo, env, encoding: 'utf8' });
		expect(out).toContain('\u001b[33m');
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

// Places that are not a repository of one's own: files that we may not read or write, and folders outside git.
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../core/claude/slug';
import { SESSION, assistantLine, chained, jsonl, resultLine, userLine } from '../core/testing/transcripts';
import { NOW_MS, isRoot, snapshot } from '../node/testing/places';
import { inMemory, memoryDir, park, place, raw, repo, run, runProcess, useCliPlace } from './testing/cliPlace';
import type { Ended } from './testing/inProcess';

useCliPlace();

const NOBODY = 65_534;
const minutesAgo = (minutes: number): string => new Date(NOW_MS - minutes * 60_000).toISOString();

// T32: needs somebody who is not allowed everything.
describe.runIf(isRoot)('what is not ours to read or write', () => {
	beforeEach(() => {
		chmodSync(place.root, 0o755);
		park('a1', 1);
	});
	const asNobody = (...args: readonly string[]): Promise<Ended> => runProcess(args, { uid: NOBODY });

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

describe('outside git', () => {
	test('our own files go below Claude Code’s folder, never into the one we were asked about', async () => {
		const plain = place.folder('plain');
		const at = (args: readonly string[]): Promise<Ended> => run(args, { cwd: plain });
		await at(['parked', 'park', '--name', 'a1', '--text', 'b']);
		expect((await at(['parked', 'archive', 'a1'])).out).toBe('Archived: a1\nUndo: session-keeper parked restore a1\n');
		expect(readdirSync(plain)).toEqual([]);
		const ours = place.kept(plain);
		expect(readFileSync(path.join(ours, '.claude/logs/session-archive.jsonl'), 'utf8')).toContain('"a1"');
	});

	test('a hand-off that a person said yes to lies in the folder, what it was made from below Claude Code’s', async () => {
		const plain = place.folder('plain');
		const at = (args: readonly string[]): Promise<Ended> => run(args, { cwd: plain });
		const own = (n: number): Record<string, unknown> => ({
			sessionId: SESSION,
			cwd: plain,
			timestamp: minutesAgo(40 - n),
		});
		const lines = chained([
			userLine('Where should the exports go?', own(0)),
			assistantLine("I'd suggest a folder per month.", {}, own(1)),
			userLine('ok fine', own(2)),
			assistantLine({ tool: 'Bash', id: 'toolu_1', input: { command: 'npm test' } }, {}, own(2)),
			resultLine('toolu_1', 'all pass', own(3)),
			assistantLine('Exports now go to a folder per month. All tests pass.', {}, own(3)),
		]);
		place.write(`home/.claude/projects/${projectSlug(plain)}/${SESSION}.jsonl`, jsonl(lines));
		expect((await at(['backups', 'create', '--session', SESSION])).code).toBe(0);
		expect((await at(['reflect', '--session', SESSION, '--engine', 'builtin', '--yes'])).code).toBe(0);
		expect([readdirSync(plain), readdirSync(place.kept(plain, 'docs/sessions'))]).toEqual([
			[],
			expect.arrayContaining([`${SESSION}.draft.md`]),
		]);
		expect(await at(['review', 'ratify', `draft-${SESSION.slice(0, 13)}`, '--yes'])).toMatchObject({
			code: 0,
			err: '',
		});
		expect(readdirSync(plain, { recursive: true }).sort()).toEqual([
			'docs',
			'docs/sessions',
			`docs/sessions/${SESSION}.md`,
		]);
		expect(readFileSync(path.join(plain, `docs/sessions/${SESSION}.md`), 'utf8')).toContain('status: ratified');
		const kept = readdirSync(place.kept(plain), { recursive: true }).map(String);
		expect(kept.filter((name) => name.endsWith('.draft.md'))).toEqual([]);
		expect(kept).toEqual(expect.arrayContaining(['.claude/memory/raw', '.claude/memory/.backup-log', 'backups/raw']));
	});

	test('and so for the home folder itself', async () => {
		await run(['parked', 'park', '--name', 'a1', '--text', 'b'], { cwd: place.home });
		await run(['parked', 'archive', 'a1'], { cwd: place.home });
		expect(readdirSync(place.home)).toEqual(['.claude']);
		expect(readdirSync(path.join(place.home, '.claude')).sort()).toEqual(['projects', 'session-keeper']);
	});
});

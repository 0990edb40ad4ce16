// `session-keeper resume --start`, with a program on the PATH that stands for Claude Code.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { type Line, chained, jsonl } from '../../core/testing/transcripts';
import { git } from '../../node/testing/places';
import { work } from '../../node/testing/timelinePlace';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const seen = (name: string): string => readFileSync(path.join(place.root, name), 'utf8');
let below: string;
let env: NodeJS.ProcessEnv;
function say(cwd: string, lines: readonly Line[]): void {
	const folder = path.join(place.claude.projectsDir, projectSlug(cwd));
	mkdirSync(folder, { recursive: true });
	const own = { sessionId: ID, cwd, timestamp: '2026-11-21T09:00:00Z' };
	writeFileSync(path.join(folder, `${ID}.jsonl`), jsonl(chained(lines).map((line) => ({ ...line, ...own }))));
}
beforeEach(() => {
	below = path.join(repo, 'packages');
	mkdirSync(below);
	say(below, work('Fix the login'));
	const program = place.write(
		'bin/claude',
		`#!/bin/sh\npwd > ${place.root}/folder\nprintf '%s\\0' "$@" > ${place.root}/words\nexit 7\n`,
	);
	env = { PATH: `${path.dirname(program)}:${process.env['PATH'] ?? ''}` };
});

const makeRunnable = (): void => chmodSync(path.join(place.root, 'bin/claude'), 0o755);

test('resumes, starts claude where the session was with the record as its first prompt, and ends as it ends', async () => {
	makeRunnable();
	const { code, out, err } = await run(['resume', '--start'], { env });
	expect({ code, out }).toEqual({ code: 7, out: '' });
	expect(err).toMatch(/^Resumed: Fix the login \(\.claude\/memory\/session-[\d-]+\.md\)\n$/u);
	expect(seen('folder')).toBe(`${below}\n`);
	const [dashes, prompt, ...more] = seen('words').split('\0');
	expect([dashes, more]).toEqual(['--', ['']]);
	expect(prompt).toContain('Fix the login.ts');
	expect(readFileSync(path.join(repo, '.claude/memory/active-context.md'), 'utf8')).toContain('Fix the login');
});

test.each([
	['a folder below', () => below],
	[
		'a worktree',
		() => {
			below = path.join(place.root, 'wt');
			git(repo, 'worktree', 'add', '-q', below);
			return below;
		},
	],
])('from %s names the record by a path that leads to it', async (_, from) => {
	makeRunnable();
	say(from(), work('Fix the login'));
	// The second time it is too long for an argument, and is only named.
	for (const isNamed of [false, true]) {
		expect((await run(['resume', '--start'], { cwd: below, env })).code).toBe(7);
		expect(seen('folder')).toBe(`${below}\n`);
		expect(seen('words').includes('What follows')).toBe(!isNamed);
		const named = /The record is in (\S+): read it first/u.exec(seen('words'))?.[1] ?? '';
		const record = path.resolve(below, named);
		const text = readFileSync(record, 'utf8');
		expect(text).toContain('Fix the login');
		writeFileSync(record, text.replace('\n## ', `\n${'x'.repeat(40_000)}\n\n## `));
	}
});

test('goes to the project where the folder of the session is gone', async () => {
	makeRunnable();
	rmSync(below, { recursive: true });
	expect((await run(['resume', ID, '--start'], { env })).code).toBe(7);
	expect(seen('folder')).toBe(`${repo}\n`);
});

test('changes nothing where there is no claude, or nobody who would see it', async () => {
	// It is there, and nobody may run it.
	const none = { PATH: path.join(place.root, 'bin') };
	expect(await run(['resume', '--start'], { env: none })).toMatchObject({
		code: 1,
		out: '',
		err: expect.stringContaining('claude was not found on the PATH.') as string,
	});
	makeRunnable();
	for (const words of [['--json'], ['--prompt']])
		expect((await run(['resume', '--start', ...words], { env })).code).toBe(2);
	expect((await run(['resume', '--start'], { env: { ...env, CLAUDECODE: '1' } })).code).toBe(2);
	expect(existsSync(path.join(repo, '.claude'))).toBe(false);
	expect(existsSync(path.join(place.root, 'words'))).toBe(false);
});

test('on Windows says of a claude of npm that it cannot be started so', async () => {
	chmodSync(place.write('npm/claude.cmd', '@echo off\r\n'), 0o755);
	vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
	const said = await run(['resume', '--start'], { env: { PATH: path.join(place.root, 'npm') } }).finally(() =>
		vi.restoreAllMocks(),
	);
	expect(said).toMatchObject({ code: 1, out: '' });
	expect(said.err).toContain(`${path.join('npm', 'claude.cmd')} is a batch file, which only a shell can start.`);
	expect(said.err).toContain('Nothing was changed. Resume without --start');
});

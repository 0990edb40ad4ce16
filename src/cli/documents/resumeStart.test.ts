// `session-keeper resume --start`, with a program on the PATH that stands for Claude Code.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { chained, jsonl } from '../../core/testing/transcripts';
import { work } from '../../node/testing/timelinePlace';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const seen = (name: string): string => readFileSync(path.join(place.root, name), 'utf8');
let below: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
	below = path.join(repo, 'packages');
	mkdirSync(below);
	const folder = path.join(place.claude.projectsDir, projectSlug(below));
	mkdirSync(folder, { recursive: true });
	const own = { sessionId: ID, cwd: below, timestamp: '2026-11-21T09:00:00Z' };
	writeFileSync(
		path.join(folder, `${ID}.jsonl`),
		jsonl(chained(work('Fix the login')).map((line) => ({ ...line, ...own }))),
	);
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

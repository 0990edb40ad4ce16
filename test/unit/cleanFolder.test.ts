// A project whose git status stays as it was: three sessions with the hooks as they are shipped, and what the command line
// adds to them, short of what a person saves for git.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assistantLine, jsonl, resultLine, userLine } from '../../src/core/testing/transcripts';
import { call } from '../../src/cli/testing/inProcess';
import { useProgram } from '../../src/cli/testing/ownProgram';
import { NOW_MS, git, itemText } from '../../src/node/testing/places';
import { LIMIT_MS, payload, place, start, until, useHookPlace } from '../../src/hooks/testing/hookPlace';

useHookPlace();
const program = useProgram();

const SESSIONS = [1, 2, 3].map((n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`);
const status = (): string => git(place.repo, 'status', '--porcelain', '--untracked-files=all');
const inMemory = (name: string): string => path.join(place.memory, name);

/** Says what a session says; a hook of it runs to its end, and leaves git status empty. */
async function fire(
	event: 'SessionStart' | 'PreCompact' | 'SessionEnd' | 'Stop',
	id: string,
	more = {},
): Promise<void> {
	expect((await start(event, payload(more, id))[1]).code).toBe(0);
	expect([event, status()]).toEqual([event, '']);
}

/** Calls the command line. @returns its answer. */
async function command(...words: readonly string[]): Promise<string> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
	const { code, out, err } = await call(words, { cwd: place.repo, env, program: program() });
	// That a command of ours hides one of Claude Code's is said, and no complaint.
	const complaints = err.replace(/^\/session replaces .+\n/mu, '');
	expect([words.join(' '), code, complaints, status()]).toEqual([words.join(' '), 0, '', '']);
	return out;
}

test(
	'three sessions, their backups, records, a draft and a summary',
	async () => {
		for (const [at, id] of SESSIONS.entries()) {
			const own = { sessionId: id, cwd: place.repo, timestamp: new Date(NOW_MS - 60_000).toISOString() };
			await fire('SessionStart', id, { source: 'startup' });
			place.say(
				[
					jsonl([
						userLine('I prefer tabs. Write the parser, and let us come back to the retry logic later.', own),
						assistantLine(
							{ tool: 'Write', id: 't1', input: { file_path: path.join(place.repo, 'parser.ts'), content: 'x' } },
							{},
							own,
						),
						resultLine('t1', 'ok', own),
						assistantLine('Done.', {}, own),
					]).trim(),
				],
				id,
			);
			await fire('Stop', id);
			if (at === 0) await fire('PreCompact', id, { trigger: 'auto' });
			await fire('SessionEnd', id, { reason: 'prompt_input_exit' });
			await until(() => existsSync(inMemory('sessions/archive')) && archived() > at);
			expect(status()).toBe('');
		}
		expect(place.raws()).toHaveLength(SESSIONS.length);

		await command('backups', 'list');
		await command('sessions', 'list');
		await command('documents', 'list');
		await command('backups', 'verify');
		const told = await command('reflect', '--session', SESSIONS[2] ?? '', '--engine', 'builtin', '--yes');
		expect(told).toContain('docs/sessions');
		expect(readdirSync(path.join(place.repo, 'docs/sessions'))).toContain(`${SESSIONS[2] ?? ''}.draft.md`);
		const memory = `home/.claude/projects/${place.slug}/memory`;
		for (let n = 0; n < 9; n++) place.write(`${memory}/session-open-n${n}-2026-11-20.md`, itemText(`n${n}`), n);
		expect(await command('parked', 'summary')).toContain('→ .temp/output-session-summary-2026-11-21.md');
		await command('backups', 'discard', place.raws()[0] ?? '', '--yes');
		await command('backups', 'discard', '--undo');

		git(place.repo, 'add', '-A');
		expect(git(place.repo, 'diff', '--cached', '--name-only')).toBe('');
	},
	LIMIT_MS,
);

test(
	'an installation in a fresh repository, three sessions, and its end: git and a person see none of it',
	async () => {
		place.write('repo/src/main.ts', 'one\n');
		git(place.repo, 'add', '-A');
		git(place.repo, 'commit', '-q', '-m', 'Begin');
		await command('hooks', 'install', '--yes', '--json');
		for (const [at, id] of SESSIONS.entries()) {
			const own = { sessionId: id, cwd: place.repo, timestamp: new Date(NOW_MS - 60_000).toISOString() };
			await fire('SessionStart', id, { source: 'startup' });
			place.say([jsonl([userLine('Write the parser', own), assistantLine('Done.', {}, own)]).trim()], id);
			await fire('Stop', id);
			await fire('SessionEnd', id, { reason: 'prompt_input_exit' });
			await until(() => existsSync(inMemory('sessions/archive')) && archived() > at);
			// What a person does between two sessions. Their own work goes with it, and nothing of ours.
			place.write('repo/src/main.ts', `${id}\n`);
			git(place.repo, 'stash', '-q', '-u');
			git(place.repo, 'checkout', '-q', '-b', `branch-${at}`);
			git(place.repo, 'clean', '-q', '-fd');
			git(place.repo, 'stash', 'pop', '-q');
			git(place.repo, 'commit', '-q', '-a', '-m', id);
			expect([status(), place.raws().length]).toEqual(['', at + 1]);
			expect(git(place.repo, 'show', '--name-only', '--format=', 'HEAD')).toBe('src/main.ts\n');
		}
		await command('hooks', 'uninstall', '--yes', '--json');
		expect(existsSync(path.join(place.repo, '.claude/settings.local.json'))).toBe(false);
		// Backups are a person's until they say otherwise; with them goes the last trace.
		expect(readdirSync(path.join(place.repo, '.claude'))).toEqual(['memory']);
		git(place.repo, 'clean', '-q', '-fdX');
		expect(readdirSync(place.repo).sort()).toEqual(['.git', 'src']);
	},
	LIMIT_MS,
);

const archived = (): number => readdirSync(inMemory('sessions/archive')).length;

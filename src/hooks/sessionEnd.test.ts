// The hook of a session's end, as Claude Code runs it.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formulaSlug, projectSlug } from '../core/claude/slug';
import { jsonl, userLine } from '../core/testing/transcripts';
import { SESSION } from '../node/testing/backupPlace';
import { NOW_MS, git, itemText, newRepository, snapshot } from '../node/testing/places';
import { LIMIT_MS, SILENT, fire, firings, payload, place, run, start, until, useHookPlace } from './testing/hookPlace';

useHookPlace();

describe('SessionEnd', () => {
	test('backs the session up without a word, and leaves a line of evidence', async () => {
		place.say(['one']);
		expect(await run('SessionEnd', { reason: 'prompt_input_exit' })).toEqual(SILENT);
		expect(place.pending()).toMatchObject([{ raw: '20261121_100000_exit.jsonl', reason: 'exit', isVerified: true }]);
		expect(place.copy('20261121_100000_exit.jsonl')).toBe('one\n');
		expect(firings()).toMatchObject([{ event: 'SessionEnd', session: SESSION, project: place.repo, reason: 'exit' }]);
		expect(firings()[0]?.outcome).toBe('20261121_100000_exit.jsonl verified');
		expect(statSync(path.join(place.claude.keeperHome, 'hooks.log')).mode & 0o777).toBe(0o600);
	});

	test('keeps nothing of a session that was forgotten, until it goes on', async () => {
		const say = (ms: number): string =>
			place.say([JSON.stringify(userLine('hello', { cwd: place.repo, timestamp: new Date(ms).toISOString() }))]);
		say(NOW_MS - 60_000);
		place.write(
			'home/.claude/session-keeper/session-marks.jsonl',
			`${JSON.stringify({ ts: 't', session: SESSION, forgottenMs: NOW_MS - 30_000 })}\n`,
		);
		for (const event of ['SessionEnd', 'PreCompact'] as const) {
			expect(await fire(event, {})).toBe('');
			expect(firings().at(-1)?.outcome).toMatch(/^forgotten/u);
		}
		expect(existsSync(place.memory)).toBe(false);
		say(NOW_MS - 10_000);
		await fire('SessionEnd', {});
		expect(place.pending()).toHaveLength(1);
	});

	// `claude --resume` from another folder writes to the old transcript.
	test('backs a session of another project up there', async () => {
		const other = newRepository(path.join(place.root, 'other'));
		const file = place.write(
			`home/.claude/projects/${projectSlug(other)}/${SESSION}.jsonl`,
			`${JSON.stringify({ type: 'user', cwd: other })}\n`,
		);
		expect(await fire('SessionEnd', { reason: 'other', transcript_path: file })).toBe('');
		expect(place.raws()).toEqual([]);
		expect(place.raws(path.join(other, '.claude/memory'))).toEqual(['20261121_100000_other.jsonl']);
		expect(firings().at(-1)?.outcome).toBe('20261121_100000_other.jsonl verified');
	});

	test('T19: finds the transcript by its session where the payload does not name it, or names one that is gone', async () => {
		place.say(['one']);
		for (const transcript_path of [undefined, path.join(place.claude.projectsDir, 'gone', `${SESSION}.jsonl`)])
			expect(await fire('SessionEnd', { reason: 'other', transcript_path })).toBe('');
		expect(place.pending()).toHaveLength(1);
		place.say(['two'], 'other-session');
		expect(await fire('SessionEnd', { reason: 'other' }, 'not-written-yet')).toBe('');
		expect(firings().at(-1)?.outcome).toMatch(/^no transcript/u);
	});

	test('T37: what it leaves in the work tree is out of git', async () => {
		place.say(['one']);
		await fire('SessionEnd', { reason: 'other' });
		expect(git(place.repo, 'status', '--porcelain', '--untracked-files=all')).toBe('');
		expect(git(place.repo, 'status', '--porcelain', '--ignored', '--untracked-files=all')).toContain(
			'!! .claude/memory/raw/',
		);
	});

	test('notes the time of the exit only where there is a file for it', async () => {
		place.say(['one']);
		await fire('SessionEnd', { reason: 'clear' });
		const file = path.join(place.memory, 'active-context.md');
		expect(existsSync(file)).toBe(false);
		place.write('repo/.claude/memory/active-context.md', '# State\n');
		await fire('SessionEnd', { reason: 'clear' });
		expect(readFileSync(file, 'utf8')).toMatch(
			/^# State\n\n<!-- .*\nLast session ended: 2026-11-21T10:00:00Z \(clear\)\n/u,
		);
	});

	test('follows no link out of the project for the time of the exit', async () => {
		place.say(['one']);
		const outside = place.write('outside.md', 'theirs');
		mkdirSync(place.memory, { recursive: true });
		symlinkSync(outside, path.join(place.memory, 'active-context.md'));
		expect(await fire('SessionEnd', { reason: 'other' })).toBe('');
		expect(readFileSync(outside, 'utf8')).toBe('theirs');
		expect(place.pending()).toHaveLength(1);
	});

	// T15
	test('does not wait for a writer that never closes its end', async () => {
		place.say(['one']);
		const [, done] = start('SessionEnd', payload({ reason: 'other' }), {}, false);
		expect(await done).toEqual(SILENT);
		expect(place.pending()).toHaveLength(1);
	});

	test.each([
		['nothing at all', ''],
		['half a payload', '{"session_id":"a'],
		['no JSON', 'hello'],
		['another shape', '[1]'],
		['a hostile session', '{"session_id":"../../etc","reason":"clear"}'],
		['a file of somebody else', '{"session_id":"passwd","transcript_path":"/etc/passwd","reason":"clear"}'],
	])('on %s it exits quietly and backs nothing up', async (_name, text) => {
		expect(await start('SessionEnd', text)[1]).toEqual(SILENT);
		expect(place.log().size).toBe(0);
	});

	test.each([
		{ CLAUDE_CODE_SESSION_ATTENDED: '0' },
		{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
		{ SESSION_KEEPER_REFLECTION: '1' },
	])('leaves no trace where %j', async (env) => {
		place.say(['one']);
		const before = snapshot(place.root);
		for (const event of ['SessionStart', 'PreCompact', 'SessionEnd'] as const)
			expect(await run(event, { reason: 'other', source: 'startup' }, env)).toEqual(SILENT);
		expect(snapshot(place.root)).toEqual(before);
	});

	test.each<[string, () => void]>([
		['', () => undefined],
		[
			', where its parked items cannot be read, too',
			() => {
				place.write(`home/.claude/projects/${formulaSlug(place.repo)}/memory/session-open-old.md`, itemText('old'), 40);
				symlinkSync('memory', path.join(place.claude.projectsDir, place.slug, 'memory'));
			},
		],
	])(
		'leaves the record of the session, without an editor, to a process of its own%s',
		async (_name, happens) => {
			const said = { sessionId: SESSION, cwd: place.repo, timestamp: new Date(NOW_MS).toISOString() };
			place.say([jsonl([userLine('Do it', said)]).trim()]);
			happens();
			expect(await run('SessionEnd', { reason: 'prompt_input_exit' })).toEqual(SILENT);
			expect(firings()[0]?.outcome).toMatch(/verified$/u);
			const file = path.join(place.memory, `sessions/archive/2026-11-21_10-00_${SESSION}.json`);
			await until(() => existsSync(file));
			expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
				state: 'ended',
				metadata: { end_reason: 'exit' },
			});
			expect(place.pending()).toMatchObject([{ isVerified: true }]);
		},
		LIMIT_MS,
	);

	describe('and parked items that have expired', () => {
		const item = (name: string): string => `home/.claude/projects/${place.slug}/memory/session-open-${name}.md`;
		const state = (isTrusted: boolean): string =>
			place.write(
				'home/.claude.json',
				JSON.stringify({ projects: { [place.repo]: { hasTrustDialogAccepted: isTrusted } } }),
			);

		test(
			'go to the trash, by a process of its own that the hook does not wait for',
			async () => {
				place.say(['one']);
				state(true);
				const old = place.write(item('old-2026-10-01'), itemText('old'), 40);
				const fresh = place.write(item('new-2026-11-20'), itemText('new'), 1);
				expect(await run('SessionEnd', { reason: 'other' })).toEqual(SILENT);
				await until(() => !existsSync(old));
				expect(existsSync(fresh)).toBe(true);
				expect(firings()[0]?.outcome).toContain('expired items go');
				const trail = path.join(place.repo, '.claude/logs/session-archive.jsonl');
				await until(() => existsSync(trail) && readFileSync(trail, 'utf8').endsWith('\n'));
				expect(readFileSync(trail, 'utf8')).toMatch(/"item":"old","action":"expired"/u);
			},
			LIMIT_MS,
		);

		test('stay in a folder that the person never told Claude Code to trust, and where none has expired nothing starts', async () => {
			place.say(['one']);
			const old = place.write(item('old-2026-10-01'), itemText('old'), 40);
			state(false);
			await fire('SessionEnd', { reason: 'other' });
			expect(firings()[0]?.outcome).toContain('expired items stay');
			rmSync(old);
			place.write(item('new-2026-11-20'), itemText('new'), 29);
			state(true);
			await fire('SessionEnd', { reason: 'other' });
			expect(firings()[1]?.outcome).toMatch(/verified$/u);
		});

		test('are none whose day has not come', async () => {
			place.say(['one']);
			state(true);
			place.write(item('waits'), itemText('waits', 'x', 'due: 2027-01-15\n'), 40);
			await fire('SessionEnd', { reason: 'other' });
			expect(firings()[0]?.outcome).toMatch(/verified$/u);
		});
	});

	// T36, R9: sessions never overwrite each other's state.
	test(
		'eight at once lose nothing and tear nothing',
		async () => {
			const sessions = Array.from({ length: 8 }, (_, n) => `session-${n}`);
			for (const session of sessions) place.say([session.repeat(5_000)], session);
			await Promise.all(sessions.map((session) => start('SessionEnd', payload({ reason: 'other' }, session))[1]));
			const pending = place.pending();
			// What came of each says why one is missing.
			expect(pending.map((each) => each.session).sort(), JSON.stringify(firings())).toEqual(sessions);
			await run('SessionStart', { source: 'startup' });
			// What a hook had no time for is done by a process of its own.
			await until(() => place.pending().every((each) => each.isVerified));
			for (const { raw, session } of pending) expect(place.copy(raw)).toBe(`${session?.repeat(5_000)}\n`);
			expect(firings().map((each) => each.session)).toEqual(expect.arrayContaining(sessions));
			expect(firings()).toHaveLength(9);
		},
		LIMIT_MS,
	);
});

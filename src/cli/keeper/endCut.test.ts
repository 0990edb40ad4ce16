// What commands, hooks and the work after a session say of changes that were interrupted.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { SLASH_COMMANDS, commandPath } from '../../core/claude/slashCommands';
import { INTERRUPTED_EVENT } from '../../core/keeper/hookLog';
import { FakeClock } from '../../core/testing/fakeClock';
import { housekeep } from '../../node/hooks/run/housekeeping';
import { readHookLog } from '../../node/keeper/hookLogFile';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import {
	SETTINGS,
	place,
	repo,
	nowMs,
	keeper,
	good,
	undone,
	list,
	local,
	read,
	inClaude,
	commandsThere,
	changes,
	writeSettings,
	useUndoPlace,
} from '../testing/undoPlace';

useUndoPlace();

const gone = spawnSync(process.execPath, ['-e', '']).pid;
/** As a process leaves it that is killed before it says that it is done. @param at of the changes; the first one else. */
function cut(at = 0, undo = ''): void {
	const file = inClaude(`session-keeper/changes/${changes()[at] ?? ''}`);
	renameSync(file, file.replace(/\.json$/u, `${undo}.${gone}.pending`));
}

test('the next command of any kind ends what was interrupted, and says what became of it', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	cut();
	expect((await keeper('parked', 'list')).err).toBe(
		`A change was interrupted, and was done: hooks in ${local()} (installed).\n`,
	);
	expect((await keeper('parked', 'list')).err).toBe('');

	cut();
	rmSync(inClaude(commandPath(SLASH_COMMANDS[0])));
	const { err } = await keeper('sessions', 'list');
	expect(err).toMatch(
		/may be done in part: .+ To undo it: session-keeper undo \S+\. To finish it: session-keeper hooks install --scope local --commands --rules --parking-rule --context\.\n/u,
	);
	expect(await list()).toMatchObject([{ isInterrupted: true }]);
	await undone();
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);

	await good('hooks', 'install', '--yes', '--strict-json', '--no-rules');
	cut();
	rmSync(inClaude(commandPath(SLASH_COMMANDS[0])));
	expect((await keeper('sessions', 'list')).err).toContain('--no-rules --parking-rule --context --strict-json.\n');
	await undone();

	await good('hooks', 'cleanup-days', '365', '--yes');
	cut();
	expect((await keeper('config', 'list')).err).toMatch(/was done: cleanupPeriodDays in /u);
	cut();
	writeFileSync(inClaude('settings.json'), '{}\n');
	expect((await keeper('status')).err).toMatch(/may be done in part: cleanupPeriodDays .+ To undo it: /u);
});

test('an undo that is typed again after a kill ends the one that was interrupted, and takes back no other change', async () => {
	const index = inClaude(`projects/${projectSlug(repo)}/memory/MEMORY.md`);
	const lines = ['- [One](one.md) — x\n', '- [Two](two.md) — x\n'] as const;
	place.write(path.relative(place.root, index), lines.join(''));
	await good('memory', 'fix', 'deadPointer:one.md');
	await good('memory', 'fix', 'deadPointer:two.md');
	const [second] = await list();
	const again = [['undo'], ['memory', 'undo'], ['undo', second?.id ?? '']];
	for (const words of again) {
		// All of it is taken back already, but for the record.
		cut(1, '.undo');
		const kept = read(inClaude(`session-keeper/changes/${changes()[1] ?? ''}`));
		writeFileSync(index, lines[1]);
		const { code, out, err } = await keeper(...words);
		expect([code, out, err]).toEqual([
			0,
			expect.stringContaining(`Undone: ${second?.message}\n`),
			`An undo was interrupted, and is done now: ${second?.message}.\n`,
		]);
		expect([read(index), (await list()).map(({ id }) => id)]).toEqual([
			lines[1],
			[expect.not.stringMatching(second?.id ?? '')],
		]);
		writeFileSync(inClaude(`session-keeper/changes/${second?.id ?? ''}.json`), kept);
	}
	// What is about something else only ends it.
	for (const words of [
		['undo', '--list'],
		['protocol', 'undo'],
	]) {
		cut(1, '.undo');
		const kept = read(inClaude(`session-keeper/changes/${changes()[1] ?? ''}`));
		expect((await keeper(...words)).out).not.toContain('Undone');
		writeFileSync(inClaude(`session-keeper/changes/${second?.id ?? ''}.json`), kept);
	}
});

test('Claude is told nothing of it: the hooks’ log is', async () => {
	await good('hooks', 'cleanup-days', '365', '--yes');
	const [name = ''] = changes();
	cut();
	expect((await keeper('parked', 'list', '--for-claude')).err).toBe('');
	const logged = (await readHookLog(place.claude)).filter(({ event }) => event === INTERRUPTED_EVENT);
	expect(logged.map(({ outcome }) => outcome)).toEqual([`done: ${name.replace('.json', '')}`]);
	const stop = beforeFileCalls((call, file) => {
		if (call === 'rename' && file.endsWith('.pending')) throw systemError('EIO');
	});
	for (const [flags, said] of [
		[['--for-claude'], 0],
		[[], 1],
	] as const) {
		if (existsSync(inClaude(`session-keeper/changes/${name}`))) cut();
		const { err } = await keeper('parked', 'list', ...flags);
		expect(err.split('An interrupted change could not be ended: EIO')).toHaveLength(1 + said);
	}
	stop();
});

test('the work after a session ends what was interrupted, which is no failure of it', async () => {
	await good('hooks', 'cleanup-days', '365', '--yes');
	cut();
	const clock = new FakeClock(nowMs);
	const none = { session: undefined, reason: 'exit', endedMs: nowMs, finishIn: undefined, expires: false };
	await housekeep(place.claude, repo, { ...none, crashed: [], unsaved: [] }, clock);
	expect((await readHookLog(place.claude)).map(({ event }) => event)).toEqual([INTERRUPTED_EVENT]);
});

test('what was interrupted before anything was done is said not to be done', async () => {
	writeSettings();
	await good('hooks', 'cleanup-days', '365', '--yes');
	cut();
	rmSync(inClaude('settings.json'));
	expect((await keeper('parked', 'list')).err).toMatch(/was interrupted, and was not done: cleanupPeriodDays/u);
	expect(await list()).toEqual([]);
});

test('a journal that cannot be looked at stops no command, and is told beside its answer', async () => {
	await good('hooks', 'cleanup-days', '365', '--yes');
	const stop = beforeFileCalls((name, file) => {
		if (name === 'readdir' && file.endsWith('/changes')) throw systemError('EIO');
	});
	const { code } = await keeper('parked', 'list');
	stop();
	expect(code).toBe(0);
});

// What commands, hooks and the work after a session say of changes that were interrupted.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
/** As a process leaves it that is killed before it says that it is done. */
function cut(): void {
	const [name = ''] = changes();
	const file = inClaude(`session-keeper/changes/${name}`);
	renameSync(file, file.replace(/\.json$/u, `.${gone}.pending`));
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

// `session-keeper backups create|verify|restore|archive|purge` and `hook` as a child process.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, newPlace, setAge } from '../../node/testing/places';

const built = newPlace();
let cli: string;
beforeAll(() => {
	cli = bundle('src/cli/main.ts', built.root);
});
afterAll(() => built.remove());

let place: BackupTestPlace;
let text: string;
beforeEach(() => {
	place = newBackupPlace();
	const own = { sessionId: SESSION, cwd: place.repo, timestamp: '2026-11-21T08:00:00Z' };
	text = jsonl([userLine('hello', own), assistantLine('hi', {}, own)]);
	place.write(path.relative(place.root, place.transcript()), text);
});
afterEach(() => place.remove());

function run(
	args: readonly string[],
	input = '',
	env: NodeJS.ProcessEnv = {},
): { code: number | null; out: string; err: string } {
	const done = spawnSync(process.execPath, [cli, ...args], {
		cwd: place.repo,
		input,
		encoding: 'utf8',
		env: { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...env },
	});
	return { code: done.status, out: done.stdout, err: done.stderr };
}
const json = (...args: readonly string[]): unknown => JSON.parse(run([...args, '--json']).out);
const RAW = '20261121_100000_manual.jsonl';

test('a backup by hand is made, checked, and brings a deleted session back', () => {
	expect(run(['backups', 'create', '--session', SESSION])).toEqual({ code: 0, out: `Backed up: ${RAW}\n`, err: '' });
	expect(run(['backups', 'verify']).out).toBe(`✓ ${RAW}: whole, second copy whole\n1 checked, 0 with findings.\n`);
	expect(run(['backups', 'restore', RAW])).toMatchObject({ code: 1, out: '' });
	rmSync(place.transcript());
	expect(json('backups', 'restore', 'manual')).toEqual({
		schemaVersion: 1,
		restored: { name: RAW, file: place.transcript(), sideFiles: 0 },
	});
	expect(readFileSync(place.transcript(), 'utf8')).toBe(text);
});

test('without an id it is the latest session of the project that is backed up', () => {
	expect(json('backups', 'create')).toMatchObject({ created: { raw: RAW, session: SESSION } });
});

test('a damaged copy is a finding, with exit code 1', () => {
	run(['backups', 'create']);
	writeFileSync(path.join(place.memory, 'raw', RAW), 'damaged');
	const { code, out } = run(['backups', 'verify', RAW]);
	expect([code, out.split('\n')[0]]).toEqual([1, `✗ ${RAW}: damaged, second copy whole`]);
	expect(json('backups', 'verify')).toMatchObject({ findings: 1, backups: [{ raw: RAW, isFinding: true }] });
});

test('what is about to be deleted is shown, archived on demand, restored, and purged after a question', () => {
	setAge(place.transcript(), 25);
	expect(json('backups', 'archive')).toMatchObject({ transcripts: [{ session: SESSION, outcome: null }] });
	expect(json('backups', 'archive', '--older')).toMatchObject({ transcripts: [{ outcome: 'archived' }] });
	expect(run(['backups', 'archive']).out).toBe('No transcript of this project is about to be deleted.\n');
	rmSync(place.transcript());
	expect(run(['backups', 'restore', SESSION]).code).toBe(0);
	expect(readFileSync(place.transcript(), 'utf8')).toBe(text);
	expect(run(['backups', 'purge']).code).toBe(1);
	expect(json('backups', 'purge', '--yes')).toMatchObject({ purged: [SESSION] });
	expect(run(['backups', 'purge']).out).toBe('The archive is empty.\n');
});

test.each([
	[['backups', 'create', '--session', 'none'], 1],
	[['backups', 'create', '--reason', '../x'], 2],
	[['backups', 'restore'], 2],
	[['backups', 'restore', 'nothing'], 1],
	[['backups', 'create', 'word'], 2],
	[['hook', 'Nonsense'], 2],
])('%j exits with %d and changes nothing', (args, code) => {
	expect(run(args).code).toBe(code);
	expect(place.raws()).toEqual([]);
});

test('a hook by hand does what the hook does, silently', () => {
	const payload = JSON.stringify({ session_id: SESSION, cwd: place.repo, reason: 'clear' });
	expect(run(['hook', 'SessionEnd'], payload)).toEqual({ code: 0, out: '', err: '' });
	expect(place.pending()).toMatchObject([{ reason: 'clear', isVerified: true }]);
	const started = run(['hook', 'SessionStart'], JSON.stringify({ cwd: place.repo, source: 'startup' }));
	expect(started.out).toMatch(/^SESSION_BACKUP_PENDING: .*\n.*discard\.\n$/u);
});

test('a hook by hand counts as attended unless the environment says otherwise', () => {
	const payload = JSON.stringify({ session_id: SESSION, cwd: place.repo, reason: 'clear' });
	expect(run(['hook', 'SessionEnd'], payload, { CLAUDE_CODE_SESSION_ATTENDED: '0' })).toEqual({
		code: 0,
		out: '',
		err: '',
	});
	expect(existsSync(place.memory)).toBe(false);
});

test('a session may be named by the beginning of its id, as sessions list shows it', () => {
	expect(json('backups', 'create', '--session', SESSION.slice(0, 8))).toMatchObject({ created: { session: SESSION } });
	place.write(path.relative(place.root, place.transcript(`${SESSION.slice(0, 35)}9`)), text);
	const { code, err } = run(['backups', 'create', '--session', SESSION.slice(0, 8)]);
	expect(code).toBe(1);
	expect(err).toContain('2 sessions begin with');
	expect(json('backups', 'create', '--session', SESSION.slice(0, 8))).toMatchObject({
		error: { code: 'ambiguous' },
		sessions: [SESSION, `${SESSION.slice(0, 35)}9`].sort(),
	});
	expect(run(['parked', 'summary', '--session', SESSION.slice(0, 8)]).err).toContain('2 sessions begin with');
	expect(run(['backups', 'create', '--session', SESSION.slice(0, 3)]).code).toBe(1);
	expect(run(['backups', 'create', '--session', ' ']).code).toBe(2);
});

test('a backup that is made is said to be, though the log of older ones leads out of the project', () => {
	place.write('repo/.claude/memory/raw/.keep');
	symlinkSync('/nowhere/at/all', path.join(place.memory, '.backup-log'));
	const { code, out, err } = run(['backups', 'create']);
	expect({ code, out }).toEqual({ code: 0, out: `Backed up: ${place.raws(place.second)[0] ?? ''}\n` });
	expect(err).toContain('Only the copy in our own folder is made');
	expect(err).toContain('Older backups were left as they are: Refused:');
});

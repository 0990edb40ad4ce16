// `session-keeper backups create|verify|restore|archive|purge` and `hook`
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Line, assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { NOW_MS, setAge } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';

useUtc();
let place: BackupTestPlace;
let text: string;
beforeEach(() => {
	place = newBackupPlace();
	const own = { sessionId: SESSION, cwd: place.repo, timestamp: '2026-11-21T08:00:00Z' };
	const asked = ['hello', 'and now?', 'and then?'].map((said) => userLine(said, own));
	text = jsonl([...asked, assistantLine('hi', {}, own)]);
	place.write(path.relative(place.root, place.transcript()), text);
});
afterEach(() => place.remove());

function run(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Ended> {
	const now = { SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
	return call(args, { cwd: place.repo, input, env: { ...place.env, ...now, ...env } });
}
const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse((await run([...args, '--json'])).out);
const RAW = '20261121_100000_manual.jsonl';

test('a backup by hand is made, checked, and brings a deleted session back', async () => {
	expect(await run(['backups', 'create', '--session', SESSION])).toEqual({
		code: 0,
		out: `Backed up: ${RAW}\nUndo: session-keeper backups discard ${RAW}\n`,
		err: '',
	});
	expect((await run(['backups', 'verify'])).out).toBe(
		`✓ ${RAW}: whole, second copy whole\n1 backup and 0 archived transcripts checked: no problems found.\n`,
	);
	expect(await run(['backups', 'restore', RAW])).toMatchObject({ code: 1, out: '' });
	rmSync(place.transcript());
	expect(await json('backups', 'restore', 'manual')).toEqual({
		schemaVersion: 1,
		restored: {
			name: SESSION,
			session: SESSION,
			file: place.transcript(),
			sideFiles: 0,
			damagedSideFiles: [],
			folder: place.repo,
			command: `claude --resume ${SESSION}`,
		},
	});
	expect(readFileSync(place.transcript(), 'utf8')).toBe(text);
});

test('without an id it is the latest session of the project that is backed up', async () => {
	expect(await json('backups', 'create')).toMatchObject({ created: { raw: RAW, session: SESSION } });
});

describe('of a private session', () => {
	const claude = (session: string): NodeJS.ProcessEnv => ({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session });
	const OTHER = '22222222-0000-4000-8000-000000000002';
	beforeEach(async () => {
		const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
		place.write(path.relative(place.root, place.transcript()), jsonl(chained(lines)));
		await run(['backups', 'create']);
		await run(['sessions', 'private', SESSION]);
	});

	test.each([
		['resume', 'latest', '--prompt'],
		['resume', SESSION, '--prompt'],
		['backups', 'list', '--all'],
		['backups', 'discard'],
		['backups', 'discard', '1d15ee69'],
		['backups', 'discard', '--all'],
		['backups', 'restore', '1d15ee69'],
		['documents', 'list', '--all'],
		['documents', 'save', '--session', SESSION],
		['status'],
	])('%s %s tells another one’s Claude nothing', async (...args) => {
		const { out, err } = await run([...args, '--yes'], '', claude(OTHER));
		expect(out + err).not.toMatch(/hello|and now|manual\.jsonl|is there already/u);
		expect(place.pending()).toHaveLength(1);
	});

	test.each([
		['backups', 'archive'],
		['backups', 'archive', '--older', '--json'],
		['backups', 'verify'],
		['backups', 'verify', '--json'],
		['backups', 'purge'],
		['backups', 'purge', '--yes', '--json'],
	])('%s %s is for another one’s Claude about others alone', async (...args) => {
		setAge(place.transcript(), 25);
		await run(['backups', 'archive', '--older']);
		// It goes on: what is archived is of another age.
		setAge(place.transcript(), 26);
		const { out, err } = await run(args, '', claude(OTHER));
		expect(out + err).not.toMatch(/hello|manual\.jsonl|1d15ee69|1 (?:backup|archived)|whole/u);
		const known = await json('backups', 'verify');
		expect(known).toMatchObject({ backups: [{ raw: RAW }], archived: [{ session: SESSION }] });
		const told = await run(args);
		expect(told.out + told.err).toMatch(/hello|manual\.jsonl|1d15ee69/u);
	});

	test('a person is told, and its own Claude', async () => {
		for (const env of [{}, claude(SESSION)]) {
			expect((await run(['backups', 'list'], '', env)).out).toContain('hello');
			expect((await run(['resume', SESSION, '--prompt'], '', env)).out).toContain('hello');
		}
	});
});

test('a damaged copy is a finding, with exit code 1', async () => {
	await run(['backups', 'create']);
	writeFileSync(path.join(place.memory, 'raw', RAW), 'damaged');
	const { code, out } = await run(['backups', 'verify', RAW]);
	expect([code, out.split('\n')[0]]).toEqual([1, `✗ ${RAW}: damaged, second copy whole`]);
	expect(await json('backups', 'verify')).toMatchObject({ findings: 1, backups: [{ raw: RAW, isFinding: true }] });
});

test('what is about to be deleted is shown, archived on demand, restored, and purged after a question', async () => {
	setAge(place.transcript(), 25);
	expect(await json('backups', 'archive')).toMatchObject({ transcripts: [{ session: SESSION, outcome: null }] });
	expect((await run(['backups', 'archive', '--plain'])).out).toMatch(
		new RegExp(`^${SESSION}\t2026-10-27T10:00:00.000Z\t\\d+\t\t${place.transcript()}\n$`, 'u'),
	);
	expect(await json('backups', 'archive', '--older')).toMatchObject({ transcripts: [{ outcome: 'archived' }] });
	expect((await run(['backups', 'archive'])).out).toBe('No transcripts are about to be deleted.\n');
	rmSync(place.transcript());
	expect((await run(['backups', 'restore', SESSION])).code).toBe(0);
	expect(readFileSync(place.transcript(), 'utf8')).toBe(text);
	expect(await run(['backups', 'purge'])).toMatchObject({
		code: 1,
		err: expect.stringMatching(
			new RegExp(
				`^- ${SESSION} \\(.+ KB\\) — hello\nPermanently delete 1 archived transcript of ${place.repo}\\?\n`,
				'u',
			),
		) as string,
	});
	expect((await run(['backups', 'verify'])).out).toBe(
		'✓ archived transcripts that are whole: 1\n0 backups and 1 archived transcript checked: no problems found.\n',
	);
	expect(await json('backups', 'purge', '--yes')).toMatchObject({ purged: [SESSION] });
	expect((await run(['backups', 'purge'])).out).toBe('The archive is empty.\n');
});

test.each([
	[['backups', 'create', '--session', 'none'], 1],
	[['backups', 'create', '--reason', '../x'], 2],
	[['backups', 'restore'], 2],
	[['backups', 'restore', 'nothing'], 1],
	[['backups', 'create', 'word'], 2],
	[['hook', 'Nonsense'], 2],
])('%j exits with %d and changes nothing', async (args, code) => {
	expect((await run(args)).code).toBe(code);
	expect(place.raws()).toEqual([]);
});

test('a hook by hand does what the hook does, silently', async () => {
	const payload = JSON.stringify({ session_id: SESSION, cwd: place.repo, reason: 'clear' });
	expect(await run(['hook', 'SessionEnd'], payload)).toEqual({ code: 0, out: '', err: '' });
	expect(place.pending()).toMatchObject([{ reason: 'clear', isVerified: true }]);
	const started = await run(['hook', 'SessionStart'], JSON.stringify({ cwd: place.repo, source: 'startup' }));
	expect(JSON.parse(started.out)).toEqual({
		systemMessage:
			'Session Keeper: “hello” (2h ago) was backed up. Continue it with `session-keeper resume latest`, or drop the backup with `session-keeper backups discard`.',
		hookSpecificOutput: {
			hookEventName: 'SessionStart',
			additionalContext:
				'SESSION_BACKUP_PENDING: A previous session backup exists at .claude/memory/raw/20261121_100000_clear.jsonl\nUser should run `session-keeper resume latest` to restore context, or `session-keeper backups discard` to discard.',
		},
	});
});

test('a hook by hand counts as attended unless the environment says otherwise', async () => {
	const payload = JSON.stringify({ session_id: SESSION, cwd: place.repo, reason: 'clear' });
	expect(await run(['hook', 'SessionEnd'], payload, { CLAUDE_CODE_SESSION_ATTENDED: '0' })).toEqual({
		code: 0,
		out: '',
		err: '',
	});
	expect(existsSync(place.memory)).toBe(false);
});

test('a session may be named by the beginning of its id, as sessions list shows it', async () => {
	expect(await json('backups', 'create', '--session', SESSION.slice(0, 8))).toMatchObject({
		created: { session: SESSION },
	});
	place.write(path.relative(place.root, place.transcript(`${SESSION.slice(0, 35)}9`)), text);
	const { code, err } = await run(['backups', 'create', '--session', SESSION.slice(0, 8)]);
	expect(code).toBe(1);
	expect(err).toContain('2 sessions could be meant.');
	expect(await json('backups', 'create', '--session', SESSION.slice(0, 8))).toMatchObject({
		error: { code: 'ambiguous' },
		matches: [{ session: SESSION }, { session: `${SESSION.slice(0, 35)}9` }],
	});
	expect((await run(['parked', 'summary', '--session', SESSION.slice(0, 8)])).err).toContain(
		'2 sessions could be meant.',
	);
	expect((await run(['backups', 'create', '--session', SESSION.slice(0, 3)])).code).toBe(1);
	expect((await run(['backups', 'create', '--session', ' '])).code).toBe(2);
});

test('a backup that is made is said to be, though the log of older ones leads out of the project', async () => {
	place.write('repo/.claude/memory/raw/.keep');
	symlinkSync('/nowhere/at/all', path.join(place.memory, '.backup-log'));
	const { code, out, err } = await run(['backups', 'create']);
	const made = place.raws(place.second)[0] ?? '';
	expect({ code, out }).toEqual({
		code: 0,
		out: `Backed up: ${made}\nUndo: session-keeper backups discard ${made}\n`,
	});
	expect(err).toContain('Backed up outside the project only');
	expect(err).toContain('Older backups were not cleaned up: Refused:');
});

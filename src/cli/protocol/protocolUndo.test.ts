// The protocol by the command line: a save is taken back.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { savedProtocols } from '../../node/protocol/protocolRecord';
import { protocolOf, protocolTask } from '../../core/testing/protocols';
import { SESSION } from '../../core/testing/transcripts';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { newRepository, snapshot } from '../../node/testing/places';
import { place, repo, file, run, json, saved, short, session, three, useProtocolPlace } from '../testing/protocolPlace';

useProtocolPlace();

test('a save is taken back: the file is byte for byte and by its time what it was, and its session is not handed off', async () => {
	const theirs = `\ufeff${JSON.stringify(protocolOf([protocolTask(4, { title: 'Of somebody else' })]), undefined, 2)}\r\n`;
	writeFileSync(file, theirs, { mode: 0o640 });
	utimesSync(file, 1_700_000_000, 1_700_000_000);
	session(three());
	const first = await json('save');
	const afterFirst = saved();
	await run(['load', '--session', SESSION]);
	expect((await json('save', '--without', 'TASK_005')).mode).toBe('overwrite');
	expect(saved()).not.toBe(afterFirst);

	expect(await run(['undo'])).toEqual({
		code: 0,
		out: 'Undone: session-protocol.json is what it was before it was saved.\n',
		err: '',
	});
	expect(saved()).toBe(afterFirst);
	expect(await handOffs()).toHaveLength(1);
	expect(await json('undo', first.undo)).toEqual({
		schemaVersion: 1,
		undone: { id: first.undo, ts: '2026-11-21T10:00:00.000Z', file, isRemoved: false },
	});
	expect(saved()).toBe(theirs);
	expect(statSync(file)).toMatchObject({ mtimeMs: 1_700_000_000_000, mode: expect.any(Number) as number });
	expect(statSync(file).mode & 0o777).toBe(0o640);
	expect(await handOffs()).toEqual([]);
	expect(await run(['undo'])).toMatchObject({ code: 0, out: 'Nothing to undo.\n' });
	expect(await json('undo')).toEqual({ schemaVersion: 1, undone: null });

	// Ids are never given again, and what the session knew of the file it knows no more.
	expect((await json('save')).mode).toBe('merge');
	expect(
		short()
			.slice(1)
			.map((task) => task.slice(0, 8)),
	).toEqual(['TASK_008', 'TASK_009', 'TASK_010']);
});

test('a first save is taken back: the file is in the trash', async () => {
	session(three());
	await run(['save']);
	const written = saved();
	expect(await run(['undo'])).toMatchObject({
		code: 0,
		out: 'Undone: session-protocol.json is in the trash, for there was none before.\n',
	});
	expect(existsSync(file)).toBe(false);
	const trash = path.join(place.claude.keeperHome, 'trash');
	const [entry = ''] = readdirSync(trash);
	expect(readFileSync(path.join(trash, entry, 'session-protocol.json'), 'utf8')).toBe(written);
});

test('what was changed since is never written over', async () => {
	session(three());
	const { undo } = await json('save');
	writeFileSync(file, `${saved()} `);
	const before = snapshot(repo);
	expect(await run(['undo'])).toEqual({
		code: 1,
		out: '',
		err: 'session-protocol.json has changed since.\nNothing was changed. Edit the file yourself.\n',
	});
	expect(await json('undo', undo)).toMatchObject({ error: { code: 'changed' } });
	expect(await json('undo', '../../x')).toMatchObject({ error: { code: 'notFound' } });
	expect(snapshot(repo)).toEqual(before);
	// The save that stands before the last one cannot go before it.
	rmSync(file);
	const first = await json('save');
	writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)])));
	const second = await json('save');
	expect(await json('undo', first.undo)).toMatchObject({ error: { code: 'changed' } });
	expect((await json('undo', second.undo)).undone).toMatchObject({ id: second.undo });
});

test('a save that was begun and never made is passed over', async () => {
	session(three());
	await run(['save']);
	const [kept = ''] = readdirSync(changes());
	const own = JSON.parse(readFileSync(path.join(changes(), kept), 'utf8')) as Record<string, unknown>;
	const step = { kind: 'edited', file, before: saved(), afterSha256: 'of what was never written', modifiedMs: 1 };
	const never = { ...own, id: '29991231T000000000Z-00000000', steps: [step] };
	const gone = spawnSync(process.execPath, ['-e', '']).pid;
	writeFileSync(path.join(changes(), `${never.id}.${gone}.pending`), JSON.stringify(never));
	writeFileSync(path.join(changes(), '29991231T000000001Z-torn.json'), '{"schemaVersion":1,');
	expect((await json('undo')).undone).toMatchObject({ id: own['id'], isRemoved: true });
	expect(existsSync(file)).toBe(false);
	expect(readdirSync(changes())).toEqual(['29991231T000000001Z-torn.json']);
});

test('a save that an earlier version made is taken back', async () => {
	const theirs = JSON.stringify(protocolOf([protocolTask(4)]));
	writeFileSync(file, `${theirs} `);
	const save = {
		schemaVersion: 1,
		id: '20261120T000000000Z-00000000',
		ts: '2026-11-20T00:00:00.000Z',
		checkout: repo,
		place: { file, label: 'session-protocol.json', root: repo },
		before: { text: theirs, modifiedMs: 1_700_000_000_000 },
		afterSha256: createHash('sha256').update(`${theirs} `).digest('hex'),
		session: { id: SESSION },
	};
	place.write(`home/.claude/session-keeper/protocol-saves/${save.id}.json`, JSON.stringify(save));
	expect((await json('undo')).undone).toEqual({ id: save.id, ts: save.ts, file, isRemoved: false });
	expect([saved(), statSync(file).mtimeMs]).toEqual([theirs, 1_700_000_000_000]);
	expect(existsSync(path.join(place.claude.keeperHome, 'protocol-saves'))).toBe(false);
});

test('a journal that cannot be read is not said to be empty', async () => {
	session(three());
	await run(['save']);
	const again = beforeFileCalls((name, of) => {
		if (name === 'readdir' && of === changes()) throw systemError('EACCES');
	});
	const undone = await run(['undo']);
	again();
	expect(undone).toMatchObject({ code: 1, out: '' });
	expect(undone.err).toContain('EACCES');
});

test('T35 saves do not pile up, and belong to their checkout', async () => {
	session(three());
	mkdirSync(changes(), { recursive: true });
	for (let n = 0; n < 320; n++) writeFileSync(path.join(changes(), `2020${String(n).padStart(4, '0')}-x.json`), '{}');
	await run(['save']);
	expect(readdirSync(changes())).toHaveLength(300);
	expect(statSync(path.join(changes(), readdirSync(changes()).at(-1) ?? '')).mode & 0o777).toBe(0o600);
	const other = newRepository(path.join(place.root, 'other'));
	expect(await run(['undo'], { cwd: other })).toMatchObject({ code: 0, out: 'Nothing to undo.\n' });
});

const changes = (): string => path.join(place.claude.keeperHome, 'changes');
const handOffs = () => savedProtocols({ root: repo, home: place.kept(repo) });

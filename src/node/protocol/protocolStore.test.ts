import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { protocolOf, protocolTask } from '../../core/testing/protocols';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from '../parking/parkingLot';
import { findProject } from '../project/project';
import { ProtocolError, namedPlace } from './protocolFile';
import {
	knownBy,
	readProtocolRecord,
	savedProtocols,
	withKnowing,
	withProtocolLock,
	withSave,
	writeProtocolRecord,
} from './protocolRecord';
import { ProtocolStore } from './protocolStore';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';

let place: Place;
let repo: string;
let file: string;
let store: ProtocolStore;
beforeEach(async () => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	file = path.join(repo, 'session-protocol.json');
	const clock = new FakeClock(NOW_MS);
	const project = await findProject(place.claude, repo);
	store = new ProtocolStore(place.claude, new ParkingLot(place.claude, project, openTrash(place.claude), clock), clock);
});
afterEach(() => place.remove());

const given = { tasks: [], blocks: [{ title: 'Decisions', lines: ['ES modules'] }] };

test('what was written since it was looked at is never written over', async () => {
	writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)])));
	const prepared = await store.prepare({ session: null, given });
	const theirs = JSON.stringify(protocolOf([protocolTask(1), protocolTask(2)]));
	writeFileSync(file, theirs);
	await expect(store.write(prepared)).rejects.toMatchObject({
		code: 'changed',
		message: 'Cannot save: session-protocol.json was changed just now',
	});
	expect(readFileSync(file, 'utf8')).toBe(theirs);
	await store.write(await store.prepare({ session: null, given }));
	expect(readFileSync(file, 'utf8')).toContain('TASK_002');
	expect(readdirSync(repo).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a file that appeared meanwhile is not written over either', async () => {
	const prepared = await store.prepare({ session: null, given: { ...given, tasks: [] } });
	writeFileSync(file, 'theirs');
	await expect(store.write(prepared)).rejects.toBeInstanceOf(ProtocolError);
	expect(readFileSync(file, 'utf8')).toBe('theirs');
});

test('what was handed in is saved where the project has no session; nothing, and another session, are not', async () => {
	place.folder('home/.claude/projects');
	expect(await store.prepare({ session: undefined, given })).toMatchObject({ mode: 'new', session: undefined });
	await expect(store.prepare({ session: undefined })).rejects.toMatchObject({ code: 'noSession' });
	await expect(store.prepare({ session: 'gone', given })).rejects.toMatchObject({ code: 'notFound' });
});

test('T35 a record keeps the last sessions only, and a damaged one is an empty one', async () => {
	let record = await readProtocolRecord(store.lot.project, file);
	for (let n = 0; n < 80; n++) record = withKnowing(record, `session-${n % 60}`, `hash-${n}`);
	await withProtocolLock(store.lot.project, file, () => writeProtocolRecord(store.lot.project, record));
	const read = await readProtocolRecord(store.lot.project, file);
	expect(read.loadedBy).toHaveLength(50);
	const known = ['session-19', 'session-30', 'session-29'].map((session) => knownBy(read, session));
	expect(known).toEqual(['hash-79', 'hash-30', undefined]);
	const [name] = readdirSync(place.kept(repo, 'protocols'));
	writeFileSync(path.join(place.kept(repo, 'protocols'), name ?? ''), '{"schemaVersion":1');
	expect((await readProtocolRecord(store.lot.project, file)).loadedBy).toEqual([]);
	// Another file's, whose name is alike.
	expect((await readProtocolRecord(store.lot.project, file.replace('session-', 'session.'))).loadedBy).toEqual([]);
});

test('a saved session is handed off, and the last one is known', async () => {
	let record = await readProtocolRecord(store.lot.project, file);
	for (const [session, ms] of [
		['a', 1],
		['b', 2],
		['a', 3],
	] as const)
		record = withSave(record, session, ms);
	await withProtocolLock(store.lot.project, file, () => writeProtocolRecord(store.lot.project, record));
	expect(await savedProtocols(store.lot.project)).toEqual([
		{ kind: 'protocol', session: 'b', atMs: 2 },
		{ kind: 'protocol', session: 'a', atMs: 3 },
	]);
	expect((await readProtocolRecord(store.lot.project, file)).savedBy.at(-1)?.session).toBe('a');
});

test('a place that a person names is called as they know it', async () => {
	const project = await findProject(place.claude, repo);
	expect((await namedPlace(project, 'sub/x.json', repo)).label).toBe('sub/x.json');
	expect((await namedPlace(project, '.', repo)).label).toBe('session-protocol.json');
	const outside = await namedPlace(project, '../x.json', repo);
	expect([outside.label, outside.root]).toEqual([path.join(place.root, 'x.json'), undefined]);
});

test('what only the whole file gives away is not in it, and is said', async () => {
	const secret = ['Winter', 'tango', '4711!'].join('-');
	writeFileSync(
		file,
		JSON.stringify(protocolOf([{ ...protocolTask(1), env: [{ name: 'DB_PASSWORD', value: secret }] }])),
	);
	const prepared = await store.prepare({ session: null, given });
	expect(prepared.redacted).toContainEqual({ kind: 'password', where: 'session-protocol.json' });
	await store.write(prepared);
	const text = readFileSync(file, 'utf8');
	expect(text).not.toContain(secret);
	expect(JSON.parse(text)).toMatchObject({ tasks: [{ env: [{ value: '[redacted: password]' }] }] });
});

test('a number behind a telling name, of a field that is not ours, keeps no protocol from being saved', async () => {
	writeFileSync(file, JSON.stringify(protocolOf([{ ...protocolTask(1), seed: 123_456, passcode: 482_913 }])));
	await store.write(await store.prepare({ session: null, given }));
	const saved: unknown = JSON.parse(readFileSync(file, 'utf8'));
	expect(saved).toMatchObject({ tasks: [{ seed: 123_456, passcode: '[redacted: password]' }] });
});

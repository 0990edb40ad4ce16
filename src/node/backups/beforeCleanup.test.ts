import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Memento } from '../../core/base/ports';
import { FakeClock } from '../../core/testing/fakeClock';
import { newMemento } from '../../core/testing/memento';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { locateTranscript } from '../transcript/locateTranscript';
import { type BeforeCleanup, archiveTranscripts, lookBeforeCleanup, noteAsked } from './beforeCleanup';
import { listArchive } from './transcriptArchive';

const clock = new FakeClock(NOW_MS);
let place: BackupTestPlace;
let memento: Memento;
beforeEach(() => {
	place = newBackupPlace();
	memento = newMemento();
});
afterEach(() => place.remove());

function transcript(session: string, ageDays: number): void {
	const text = jsonl([userLine('hello', { sessionId: session, cwd: place.repo })]);
	place.write(path.relative(place.root, place.transcript(session)), text, ageDays);
}
const settings = (own: unknown): string =>
	place.write('home/.claude/session-keeper/settings.json', JSON.stringify(own));
async function look(wish: 'ask' | 'always' | 'never', parked: readonly string[] = []): Promise<BeforeCleanup> {
	const projects = [{ project: await place.project(), parked: parked.map((session) => ({ session })) }];
	return lookBeforeCleanup({ claude: place.claude, clock, memento, projects, wish });
}
const ids = (found: BeforeCleanup['others']): readonly string[] => found.map(({ session }) => session);

test('the person is asked about what goes within a week, once', async () => {
	transcript('old', 25);
	transcript('new', 5);
	const { others, promised, next, days } = await look('ask');
	expect([ids(others), promised, next, days]).toEqual([['old'], [], 'ask', 30]);
	// The question did not come to the screen.
	expect((await look('ask')).next).toBe('ask');
	await noteAsked(memento);
	expect((await look('ask')).next).toBe('nothing');
	// Whoever says it in the settings is heard all the same.
	expect((await look('always')).next).toBe('archive');
});

test('nobody is asked about nothing, nor after a no', async () => {
	transcript('new', 5);
	expect(await look('ask')).toMatchObject({ others: [], next: 'nothing' });
	expect((await look('always')).next).toBe('nothing');
	transcript('old', 25);
	expect((await look('never')).next).toBe('nothing');
	expect((await look('ask')).next).toBe('ask');
});

test('what items were parked from is kept without a question, unless the person turned that off', async () => {
	transcript('parkedFrom', 25);
	expect(await look('never', ['parkedFrom'])).toMatchObject({ promised: [{ session: 'parkedFrom' }], others: [] });
	settings({ archiveWhenParked: false });
	expect(await look('never', ['parkedFrom'])).toMatchObject({ promised: [], others: [{ session: 'parkedFrom' }] });
});

test('without an open folder there is nothing to look for', async () => {
	const nothing = lookBeforeCleanup({ claude: place.claude, clock, memento, projects: [], wish: 'ask' });
	expect(await nothing).toMatchObject({ next: 'nothing', others: [], promised: [] });
});

test('several are archived; one that fails does not hold up the others', async () => {
	for (const session of ['a', 'b', 'c']) transcript(session, 25);
	const { others } = await look('always');
	const gone = others.map((each) => (each.session === 'b' ? { ...each, file: `${each.file}.gone` } : each));
	const failed: string[] = [];
	const behind: number[] = [];
	const done = await archiveTranscripts(place.claude, gone, clock, {
		failed: (session) => failed.push(session),
		done: (count) => behind.push(count),
	});
	expect(done.map(({ transcript: { session }, outcome }) => [session, outcome])).toEqual([
		['a', 'archived'],
		['b', 'unsettled'],
		['c', 'archived'],
	]);
	expect(failed).toEqual(['b']);
	expect(behind).toEqual([1, 2, 3]);
	expect((await listArchive(place.claude)).map(({ session }) => session)).toEqual(['a', 'c']);
	await expect(archiveTranscripts(place.claude, gone, clock)).rejects.toThrow('ENOENT');
});

test('where one has no room, a smaller one after it is not taken instead', async () => {
	settings({ archiveMaxMegabytes: 1 });
	place.write(path.relative(place.root, place.transcript('large')), randomBytes(2_000_000).toString('base64'), 26);
	transcript('small', 25);
	const project = await place.project();
	const both = await Promise.all(
		['large', 'small'].map(async (session) => {
			const found = await locateTranscript(place.claude, session, undefined, project);
			return found ?? expect.fail(`no transcript of ${session}`);
		}),
	);
	const done = await archiveTranscripts(place.claude, both, clock);
	expect(done.map(({ outcome }) => outcome)).toEqual(['full', 'full']);
	expect(await listArchive(place.claude)).toEqual([]);
});

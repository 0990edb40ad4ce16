// One search over labels, transcripts and records, as every face asks for it.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseSearch } from '../../core/search/filter';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { NOW_MS } from '../testing/places';
import { archiveRecord } from '../sessions/sessionRecords';
import { writeLabels } from '../sessions/sessionLabels';
import { type SessionSearch, searchSessions } from './searchSessions';

const [NAMED, GONE] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];

let place: BackupTestPlace;
let open: OpenWorkspace;
beforeEach(async () => {
	place = newBackupPlace();
	const at = new Date(NOW_MS).toISOString();
	place.say([jsonl([userLine('A walrus?', { sessionId: NAMED, cwd: place.repo, timestamp: at })])], NAMED);
	open = await openWorkspace(place, [place.repo]);
	await writeLabels(place.claude, open.clock, NAMED, [{ name: 'Walrus work' }]);
	const record = { id: GONE, state: 'ended', started_at: at, last_activity: at, metadata: { title: 'Old walrus' } };
	await archiveRecord(await place.project(), { ...record, events: [] } as never);
	open.dispose();
	open = await openWorkspace(place, [place.repo]);
});
afterEach(() => {
	open.dispose();
	place.remove();
});

async function search(more: Partial<SessionSearch> = {}) {
	const { query = expect.fail(), filter } = parseSearch('walrus', NOW_MS);
	const asked = { ...open, projects: open.workspace.projects, isEverywhere: false, limit: 10, ...more };
	return searchSessions(asked, query, filter);
}

test('labels come first, then what was said, then the records of what is gone, up to the limit', async () => {
	const heard: number[] = [];
	const { hits, names, isLimited } = await search({ onFound: (far) => heard.push(far.length) });
	expect(hits.map(({ role, sessionId }) => [role, sessionId])).toEqual([
		['title', NAMED],
		['user', NAMED],
		['summary', GONE],
	]);
	expect([heard, isLimited]).toEqual([[2], false]);
	expect([...names].map(([file, name]) => [path.extname(file), name])).toEqual([['.json', 'Old walrus']]);
	const two = await search({ limit: 2 });
	expect([two.hits.length, two.isLimited]).toEqual([2, true]);
});

test('a model is told of no record that a person keeps from it', async () => {
	await writeLabels(place.claude, open.clock, GONE, [{ mark: 'private', on: true }]);
	const roles = async (more: Partial<SessionSearch>): Promise<unknown> =>
		(await search(more)).hits.map(({ role }) => role);
	expect(await roles({ asker: { session: NAMED } })).not.toContain('summary');
	expect(await roles({ asker: { session: GONE } })).toContain('summary');
	expect(await roles({})).toContain('summary');
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { offerCandidates } from './offer';
import { queuedTexts } from '../memoryQueue';

let place: BackupTestPlace;
beforeEach(() => {
	place = newBackupPlace();
});
afterEach(() => place.remove());

const offer = (...texts: readonly string[]): Promise<number> =>
	offerCandidates(
		place.claude,
		new FakeClock(NOW_MS),
		{ id: SESSION },
		{ prompts: 3, cwd: place.repo },
		texts.map((text) => ({ type: 'feedback', text, at: [] })),
	);

test('a second reflection adds to what waits, and takes nothing of it away', async () => {
	expect(await offer('We use pnpm here.', 'Deploy on Fridays only.')).toBe(2);
	expect(await offer('We use pnpm here.', 'Releases are tagged by hand.')).toBe(1);
	expect([...(await queuedTexts(place.claude, SESSION))].sort()).toEqual([
		'Deploy on Fridays only.',
		'Releases are tagged by hand.',
		'We use pnpm here.',
	]);
});

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { offerCandidates } from './offer';
import { queuedTexts } from '../memory/memoryQueue';

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

test('queues nothing private, and knows again what it was taken out of', async () => {
	const key = `sk-ant-${'a1'.repeat(12)}`;
	const said = `The key is ${key}; write to jane@example.org.`;
	expect(await offer(said)).toBe(1);
	expect(await offer(said)).toBe(0);
	const queue = path.join(place.claude.configDir, 'memory_queue');
	const written = readdirSync(queue)
		.filter((name) => name !== '.gitignore')
		.map((name) => readFileSync(path.join(queue, name), 'utf8'));
	expect(written).toHaveLength(1);
	expect(written[0]).not.toMatch(/sk-ant|jane/u);
	expect(await queuedTexts(place.claude, SESSION)).toEqual([
		'The key is [redacted: anthropic-key]; write to [redacted e-mail].',
	]);
});

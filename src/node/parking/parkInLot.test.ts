// What parking does beside the item, and what undoing it takes back.
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { listArchive } from '../backups/transcriptArchive';
import { clock, find, lot, names, park as fill, place, project, useParkingLot } from '../testing/parkedFiles';
import { parkInLot, unparkItem } from './parkInLot';
import { dismissedFile, readDismissed } from './suggestionStore';

useParkingLot();

const at = () => ({ claude: place.claude, clock });
async function park(session?: string) {
	const outcome = await parkInLot(at(), lot, { name: 'retries', text: 'Retry twice?', session }, 'a-key');
	return outcome.kind === 'parked' ? outcome : expect.fail(outcome.kind);
}

test('the transcript is kept, and the suggestion not offered again until parking is undone', async () => {
	const own = { sessionId: 's1', cwd: project.root };
	place.write(`home/.claude/projects/${projectSlug(project.root)}/s1.jsonl`, jsonl([userLine('Retry twice?', own)]));
	expect(await (await park('s1')).transcript).toEqual({ outcome: 'archived' });
	expect((await listArchive(place.claude, project)).map(({ session }) => session)).toEqual(['s1']);
	expect([await names(), [...(await readDismissed(place.claude))]]).toEqual([['retries'], ['a-key']]);
	const item = await find('retries');
	expect(await unparkItem(at(), lot, item, 'a-key')).toMatchObject({ action: 'archived' });
	expect([await names(), [...(await readDismissed(place.claude))]]).toEqual([[], []]);
	expect(await unparkItem(at(), lot, item, 'a-key')).toBeUndefined();
});

test('it is parked whatever becomes of the rest', async () => {
	mkdirSync(dismissedFile(place.claude), { recursive: true });
	expect(await (await park('of-nobody')).transcript).toEqual({ outcome: undefined });
	expect(await names()).toEqual(['retries']);
	expect(await (await park()).transcript).toEqual({});
});

test('where ten are open nothing is dismissed', async () => {
	for (let n = 0; n < 10; n++) fill(`n${n}`);
	expect(await parkInLot(at(), lot, { name: 'retries', text: 'Retry twice?' }, 'a-key')).toMatchObject({
		kind: 'limit',
	});
	expect([...(await readDismissed(place.claude))]).toEqual([]);
});

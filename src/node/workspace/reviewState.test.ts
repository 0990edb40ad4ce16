import { afterEach, beforeEach, expect, test } from 'vitest';
import { soon } from '../../core/testing/soon';
import { Emitter } from '../../core/base/disposable';
import { addToQueue } from '../memory/memoryQueue';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { NOW_MS } from '../testing/places';
import { type ReviewState, followReview } from './reviewState';

let place: BackupTestPlace;
let open: OpenWorkspace;
let drafted: Emitter<undefined>;
let review: ReviewState;
let fired: number;
beforeEach(async () => {
	place = newBackupPlace();
	open = await openWorkspace(place, [place.repo]);
	drafted = new Emitter();
	review = followReview({ ...open, onDidDraft: drafted.event, place: () => 'claude' });
	fired = 0;
	review.onDidChange(() => fired++);
});
afterEach(() => {
	review.dispose();
	open.dispose();
	place.remove();
});

const say = (text: string, minutesAgo: number): Promise<string> =>
	addToQueue(place.claude, {
		session: SESSION,
		turn: minutesAgo,
		ts: new Date(NOW_MS - minutesAgo * 60_000).toISOString(),
		cwd: place.repo,
		candidates: [{ type: 'feedback', text, rule: 'always', message: `u-${minutesAgo}` }],
	});
const titles = (): readonly string[] => review.current.map(({ entry }) => entry.title);
const until = (check: () => void): Promise<void> =>
	soon(() => {
		open.clock.advance(200);
		check();
	});

test('what waits is read by itself, the newest first', async () => {
	await say('Always run the linter first.', 2);
	await say('Never push to main.', 1);
	await until(() => expect(titles()).toHaveLength(2));
	expect(titles()[0]).toContain('Never push');
	expect(review.current[0]?.state.project.root).toBe(place.repo);
});

test('a file that comes later shows up, and nothing is told where nothing else waits', async () => {
	await review.refresh();
	expect([titles(), fired]).toEqual([[], 0]);
	await say('Always run the linter first.', 1);
	await until(() => expect(titles()).toHaveLength(1));
	expect(fired).toBe(1);
	await review.refresh();
	expect(fired).toBe(1);
});

test('a draft that was made is a reason to look', async () => {
	await review.refresh();
	await say('Always run the linter first.', 1);
	drafted.fire(undefined);
	await until(() => expect(titles()).toHaveLength(1));
});

test('what was decided waits no more', async () => {
	await say('Always run the linter first.', 1);
	await review.refresh();
	const [only] = review.current;
	if (only === undefined) throw new Error('nothing waits');
	await only.store.reject(only.entry);
	await review.refresh();
	expect(titles()).toEqual([]);
});

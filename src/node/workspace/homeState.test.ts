import { afterEach, beforeEach, expect, test } from 'vitest';
import { soon } from '../../core/testing/soon';
import { Emitter } from '../../core/base/disposable';
import { addToQueue } from '../memory/memoryQueue';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { NOW_MS } from '../testing/places';
import { document, id, place, say, useTimeline, work } from '../testing/timelinePlace';
import type { SafetyNet } from './home';
import { type HomeState, followHome } from './homeState';
import { type ReviewState, followReview } from './reviewState';

useTimeline();
let open: OpenWorkspace;
let review: ReviewState;
let other: Emitter<undefined>;
let home: HomeState;
let may: { see: boolean; trust: boolean; ask: boolean };
let net: SafetyNet;
let fired: number;
beforeEach(async () => {
	say(1, 120, work('cache'));
	open = await openWorkspace(place, [place.repo]);
	review = followReview({ ...open, onDidDraft: () => ({ dispose: () => undefined }), place: () => 'claude' });
	other = new Emitter();
	may = { see: true, trust: true, ask: true };
	net = {
		whyIdle: undefined,
		lastHookMs: undefined,
		lastBackupMs: undefined,
		leaving: 0,
		overLimit: { bytes: 0, overBytes: 0 },
	};
	fired = 0;
});
afterEach(() => {
	home.dispose();
	review.dispose();
	open.dispose();
});

function follow(): void {
	home = followHome({
		...open,
		review,
		hintedBy: [other.event],
		readNet: () => Promise.resolve(net),
		readHandOffs: () => Promise.resolve('off'),
		isTimeToAsk: () => Promise.resolve(true),
		asksCleanup: () => may.ask,
		isTrusted: () => may.trust,
		isSeen: () => may.see,
	});
	home.onDidChange(() => fired++);
}
const latest = (): string | undefined => home.current().home.leftOff?.session.id;
const until = (check: () => void): Promise<void> =>
	soon(() => {
		open.clock.advance(500);
		check();
	});

test('before the first look it says that it has not looked, and then where the person left off', async () => {
	follow();
	expect(home.current()).toMatchObject({
		...{ kind: 'open', count: 1, asks: { drafts: false } },
		hasLooked: { folders: true, sessions: true, disk: false },
	});
	expect(latest()).toBeUndefined();
	await until(() => expect(latest()).toBe(id(1)));
	expect(home.current()).toMatchObject({ asks: { drafts: true }, hasLooked: { disk: true } });
});

test('a session that comes is where the person left off', async () => {
	follow();
	await until(() => expect(latest()).toBe(id(1)));
	say(2, 60, work('flaky'));
	open.sessions.hint(undefined);
	await until(() => expect(latest()).toBe(id(2)));
	expect(home.current().recent.map((each) => each.id)).toEqual([id(2), id(1)]);
});

test('while nobody sees it nothing is looked at or told, and all of it when somebody comes', async () => {
	may.see = false;
	follow();
	other.fire(undefined);
	await open.sessions.refreshRegistry();
	open.clock.advance(60_000);
	expect([fired, home.current().hasLooked.disk]).toEqual([0, false]);
	may.see = true;
	home.hint();
	await until(() => expect(latest()).toBe(id(1)));
});

test('what Claude Code will delete is asked about where the person wants to be asked', async () => {
	net = { ...net, leaving: 2 };
	follow();
	await until(() => expect(home.current().asks.cleanupDays).toBe(30));
	may.ask = false;
	expect(home.current().asks.cleanupDays).toBeUndefined();
	expect(home.current().home.net.leaving).toBe(2);
});

test('what else it can change with makes it look again', async () => {
	follow();
	await until(() => expect(home.current().hasLooked.disk).toBe(true));
	net = { ...net, whyIdle: 'notInstalled' };
	other.fire(undefined);
	await until(() => expect(home.current().home.net.whyIdle).toBe('notInstalled'));
});

test('in a folder that is not trusted nothing is said that a document of it says', async () => {
	document('session-2026-11-21-0930.md', id(1), 30);
	await addToQueue(place.claude, {
		...{ session: id(1), turn: 1, ts: new Date(NOW_MS).toISOString(), cwd: place.repo },
		candidates: [{ type: 'feedback', text: 'Always run the linter first.', rule: 'always', message: 'u-1' }],
	});
	may.trust = false;
	follow();
	await until(() => expect(latest()).toBe(id(1)));
	await until(() => expect(home.current().home.needs.review).toHaveLength(1));
	const documents = (): unknown => home.current().home.leftOff?.session.documents;
	expect(documents()).toEqual([]);
	may.trust = true;
	home.hint();
	await until(() => expect(documents()).toHaveLength(1));
});

// The thread of Insights: what it counts, and what it gives for a bar.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_FILTER } from '../../core/insights/insights';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { AskedThread } from '../claude/askedThread';
import { bundle } from '../testing/bundle';
import { type Place, newPlace } from '../testing/places';
import type { InsightsAnswer, InsightsAsked } from './insightsWorker';

let place: Place;
let thread: AskedThread<InsightsAsked, InsightsAnswer>;
beforeAll(() => {
	place = newPlace();
	thread = new AskedThread(bundle('src/node/insights/insightsWorker.ts', place.root));
	for (const [id, model] of [
		['a', 'claude-opus-5'],
		['b', 'claude-haiku-4-5'],
	] as const)
		place.write(
			`home/.claude/projects/-app/${id}.jsonl`,
			jsonl([
				userLine(`Ask ${id}`, { sessionId: id }),
				assistantLine('Done.', { id: `msg_${id}`, model, usage: [1, 2, 3, 4] }, { sessionId: id }),
			]),
		);
});
afterAll(() => {
	thread.dispose();
	place.remove();
});

test('for a bar it gives the sessions behind it, and draws nothing anew', async () => {
	const { claude } = place;
	const filter = { ...DEFAULT_FILTER, days: undefined };
	const asked = { ...{ claude, filter, here: undefined, timeZone: 'UTC' }, nowMs: Date.now(), mayKeep: false };
	const { drawn, behind } = await thread.ask({ ...asked, isFresh: true });
	expect([drawn?.insights.totals.sessions, behind]).toEqual([2, []]);
	const models = drawn?.insights.plots.find(({ id }) => id === 'models') ?? expect.fail();
	const bar = { plot: 'models', row: 'claude-haiku-4-5', column: undefined, drawn: models } as const;
	expect(await thread.ask({ ...asked, isFresh: false, bar })).toEqual({
		drawn: undefined,
		behind: [expect.objectContaining({ id: 'b', title: 'Ask b' })],
	});
});

// Which answers the search shows, best first, from what a thread that asks found.
import { expect, test } from 'vitest';
import { UNCHANGED } from '../../core/recall/since';
import { FakeClock } from '../../core/testing/fakeClock';
import { type RecallThread, bestItem, bestSessions } from './bestSessions';

type Hit = Parameters<typeof bestItem>[0];
const hitOf = (session: string | undefined, source: Hit['source']): Hit => ({
	...{
		session,
		source,
		name: `${session} ${source}`,
		file: '/x',
		cwd: undefined,
		branch: undefined,
		atMs: 0,
		cover: 1,
	},
	...{ newer: undefined, before: '', after: '', message: undefined, role: 'summary', prompt: '', text: 'said' },
	...{ conclusion: '', files: [], commits: [], since: UNCHANGED },
});
const all = [hitOf(undefined, 'parkedItem'), hitOf('a', 'transcript'), hitOf('b', 'document')];
const asked = async (without: string | undefined): Promise<readonly Hit[]> => {
	const answer = { hits: all, confidence: 'strong', isLimited: false, missing: 0, unreadable: [] };
	const thread = { ask: () => Promise.resolve(answer) } as unknown as RecallThread;
	const services = { clock: new FakeClock(0), workspace: { projects: [] } } as unknown as Parameters<
		typeof bestSessions
	>[0];
	const how = { isEverywhere: true, without, onRead: () => undefined };
	return (await bestSessions(services, thread, 'what was said', how)).hits;
};

test('what was written down is shown as well, with a picture of its own', async () => {
	expect(await asked(undefined)).toEqual(all);
	const icons = all.map((hit) => (bestItem(hit, 0).iconPath as { id: string }).id);
	expect(icons).toEqual(['pin', 'comment-discussion', 'notebook']);
});

test('beside a session that is read, other sessions are shown and nothing else', async () => {
	expect((await asked('a')).map(({ session }) => session)).toEqual(['b']);
});

// When the page Insights counts anew, and what it asks the thread.
import { expect, test } from 'vitest';
import { CancelledError, Emitter } from '../../core/base/disposable';
import { DEFAULT_FILTER, type Filter, insightsOf } from '../../core/insights/insights';
import type { FromInsights, ToInsights } from '../../core/insights/insightsMessages';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import type { InsightsAnswer, InsightsAsked } from '../../node/insights/insightsWorker';
import { play, window } from '../testing/vscode';
import { fillInsights } from './insights';

const NOW = Date.UTC(2026, 10, 23, 12);
const FIVE_MINUTES = 5 * 60_000;
const errors: string[] = [];
play(window, {
	showErrorMessage: (text: string) => Promise.resolve(void errors.push(text)),
	showInformationMessage: () => Promise.resolve(),
});

/** A page, and what it asked its thread and was sent. */
function newPage() {
	errors.length = 0;
	const [states, messages, gone, changed] = Array.from({ length: 4 }, () => new Emitter<unknown>());
	const posted: ToInsights[] = [];
	const panel = {
		visible: true,
		onDidChangeViewState: states?.event,
		onDidDispose: gone?.event,
		webview: {
			onDidReceiveMessage: messages?.event,
			postMessage: (message: ToInsights) => posted.push(message),
			asWebviewUri: String,
		},
	};
	const counted = { sessions: [], used: [], happened: [], isEstimate: false };
	const insights = insightsOf(counted, DEFAULT_FILTER, 'UTC', NOW);
	const drawn = { insights, filter: DEFAULT_FILTER, isEstimate: false, unreadable: 0 };
	const asked: InsightsAsked[] = [];
	let answer = (): Promise<InsightsAnswer> => Promise.resolve({ drawn, behind: [] });
	const thread = {
		ask: (question: InsightsAsked) => (asked.push(question), answer()),
		dispose: () => undefined,
	};
	const [clock, logger] = [new FakeClock(NOW), new RecordingLogger()];
	const services = {
		claude: {},
		clock,
		logger,
		sessions: { onDidChange: changed?.event },
		workspace: { projects: [] },
	};
	fillInsights(panel as never, services as never, thread);
	return {
		...{ panel, clock, logger, posted, asked },
		change: () => changed?.fire(undefined),
		close: () => gone?.fire(undefined),
		tell: (message: FromInsights) => messages?.fire(message),
		show: (isVisible: boolean) => {
			panel.visible = isVisible;
			states?.fire(undefined);
		},
		/** @returns what answers the next question */
		hold: () => {
			let give = (_: Filter): void => undefined;
			const given = new Promise<InsightsAnswer>((resolve) => {
				give = (filter) => resolve({ drawn: { ...drawn, filter }, behind: [] });
			});
			answer = () => given;
			return give;
		},
		failWith: (error: unknown) => void (answer = () => Promise.reject(error as Error)),
		work: () => void (answer = () => Promise.resolve({ drawn, behind: [] })),
		/** How often it had all counted anew. */
		fresh: async () => {
			await new Promise((resolve) => setTimeout(resolve));
			return asked.filter(({ isFresh }) => isFresh).length;
		},
	};
}

test('of two answers under way both are shown where nobody chose anything', async () => {
	const page = newPage();
	const first = page.hold();
	page.tell({ type: 'ready', filter: undefined });
	const second = page.hold();
	page.change();
	page.show(false);
	page.show(true);
	first(DEFAULT_FILTER);
	await page.fresh();
	second({ ...DEFAULT_FILTER });
	await page.fresh();
	expect(page.asked).toHaveLength(2);
	expect(page.posted).toHaveLength(2);
});

test('what is chosen while it counts is not taken back by the answer to what was asked before', async () => {
	const page = newPage();
	const chosen = { ...DEFAULT_FILTER, days: 7 };
	const first = page.hold();
	page.tell({ type: 'ready', filter: undefined });
	const second = page.hold();
	page.tell({ type: 'choose', filter: chosen });
	first(DEFAULT_FILTER);
	await page.fresh();
	expect(page.posted).toEqual([]);
	second(chosen);
	await page.fresh();
	expect(page.posted).toMatchObject([{ type: 'draw', filter: { days: 7 } }]);
	expect(page.asked.map(({ filter }) => filter?.days)).toEqual([undefined, 7]);
});

test('while it is seen it counts anew every five minutes, whosever sessions have changed', async () => {
	const page = newPage();
	page.tell({ type: 'ready', filter: undefined });
	expect(await page.fresh()).toBe(1);
	page.clock.advance(FIVE_MINUTES);
	expect(await page.fresh()).toBe(2);
	page.show(false);
	page.show(true);
	expect(await page.fresh()).toBe(2);
	page.show(false);
	page.clock.advance(2 * FIVE_MINUTES);
	expect(await page.fresh()).toBe(2);
	page.show(true);
	expect(await page.fresh()).toBe(3);
	page.show(false);
	page.change();
	page.show(true);
	expect(await page.fresh()).toBe(4);
});

test('what failed is tried again when it is seen again, and nobody is told who did not ask', async () => {
	const page = newPage();
	page.tell({ type: 'ready', filter: undefined });
	expect(await page.fresh()).toBe(1);
	page.failWith(new Error('broken'));
	page.clock.advance(FIVE_MINUTES);
	expect([await page.fresh(), errors]).toEqual([2, []]);
	expect(page.logger.lines.join()).toContain('sessions could not be counted anew');
	page.work();
	page.show(false);
	page.show(true);
	expect(await page.fresh()).toBe(3);
	page.failWith(new Error('broken'));
	page.tell({ type: 'choose', filter: DEFAULT_FILTER });
	await page.fresh();
	expect(errors).toEqual(['broken']);
});

test('closing it while it counts says nothing', async () => {
	const page = newPage();
	page.failWith(new CancelledError());
	page.tell({ type: 'ready', filter: undefined });
	page.close();
	await page.fresh();
	expect([errors, page.logger.lines, page.posted]).toEqual([[], [], []]);
});

test('a bar is asked for with the plot that is shown', async () => {
	const page = newPage();
	page.tell({ type: 'open', plot: 'models', row: 'a', column: undefined, title: 'Models' });
	expect(await page.fresh()).toBe(0);
	page.tell({ type: 'ready', filter: undefined });
	await page.fresh();
	page.tell({ type: 'open', plot: 'hours', row: '1', column: '9', title: 'Hours' });
	await page.fresh();
	const { bar } = page.asked.at(-1) ?? expect.fail();
	expect(bar).toMatchObject({ plot: 'hours', row: '1', column: '9' });
	expect([bar?.drawn.rows.length, bar?.drawn.columns.length, Object.keys(bar?.drawn ?? {})]).toEqual([
		...[7, 24],
		['rows', 'columns'],
	]);
});

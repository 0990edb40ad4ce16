// Insights: one page of plots in an editor tab. What is counted is read in a thread of its own.
import path from 'node:path';
import * as vscode from 'vscode';
import { MINUTE_MS, shortDuration } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { everyMs } from '../../core/base/ports';
import { type Bar, type Filter, type Insights, type PlotId, csvOf } from '../../core/insights/insights';
import type { FromInsights, ToInsights } from '../../core/insights/insightsMessages';
import { keyName, shownPlot } from '../../core/insights/insightsWords';
import { PRICES_OF } from '../../core/insights/prices';
import { AskedThread } from '../../node/claude/askedThread';
import type { DrawnInsights, InsightsAnswer, InsightsAsked } from '../../node/insights/insightsWorker';
import { guarded, orCancel } from '../commandBoundary';
import { COMMANDS, INSIGHTS } from '../contributions';
import { sayNoSessions } from '../notifications';
import { allowLargeScript, onShown, registerPage } from '../page';
import type { Services } from '../services';
import { PICKED, sessionItem } from '../sessions/sessionPick';
import { insightsHtml } from './insightsHtml';

type Needs = Pick<Services, 'claude' | 'clock' | 'extensionUri' | 'logger' | 'reader' | 'sessions' | 'workspace'>;

/** While the page is looked at, what was said meanwhile is counted so often. */
const FRESH_MS = 5 * MINUTE_MS;

export const registerInsights = (services: Needs): IDisposable =>
	registerPage(COMMANDS.openInsights, services, newPanel, (panel) =>
		fillInsights(panel, services, new AskedThread(path.join(__dirname, 'insightsWorker.js'))),
	);

function newPanel(): vscode.WebviewPanel {
	return vscode.window.createWebviewPanel(INSIGHTS, vscode.l10n.t('Session Keeper Insights'), vscode.ViewColumn.Active);
}

/** @param thread is disposed of with the page */
export function fillInsights(
	panel: vscode.WebviewPanel,
	services: Needs,
	thread: Pick<AskedThread<InsightsAsked, InsightsAnswer>, 'ask' | 'dispose'>,
): void {
	const { claude, clock, extensionUri, logger, sessions, workspace } = services;
	const store = new DisposableStore();
	panel.onDidDispose(() => store.dispose());
	panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
	store.add(thread);
	const [own, ...others] = workspace.projects;
	let filter: Filter | undefined;
	let choices = 0;
	let shown: Insights | undefined;
	let isListening = false;
	let isStale = true;
	const post = (message: ToInsights): void => void (isListening && panel.webview.postMessage(message));
	const ask = (isFresh: boolean, bar?: InsightsAsked['bar']): Promise<InsightsAnswer> =>
		thread.ask({
			claude,
			filter,
			here: others.length === 0 ? own?.root : undefined,
			timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
			nowMs: clock.now(),
			// In Restricted Mode nothing of ours is written.
			mayKeep: vscode.workspace.isTrusted,
			isFresh,
			bar,
			onProgress: (done, total) => post({ type: 'progress', text: progressWords(done, total) }),
		});
	const draw = async (isFresh: boolean): Promise<void> => {
		if (isFresh) isStale = false;
		const asked = choices;
		const { drawn } = await ask(isFresh).catch((error: unknown) => {
			isStale ||= isFresh;
			throw error;
		});
		// What was chosen meanwhile is asked by itself: an older answer would take it back.
		if (drawn === undefined || choices !== asked) return;
		({ insights: shown, filter } = drawn);
		post(drawMessage(drawn));
	};
	const open = async ({ title, plot, row, column }: Bar & { readonly title: string }): Promise<void> => {
		const drawn = shown?.plots.find(({ id }) => id === plot);
		if (drawn === undefined) return;
		const { rows, columns } = drawn;
		const { behind } = await ask(false, { plot, row, column, drawn: { rows, columns } });
		const newestFirst = [...behind].sort((a, b) => b.lastMs - a.lastMs);
		await pickSession(services, title, newestFirst);
	};
	const choose = (chosen: Filter): void => {
		filter = chosen;
		choices++;
	};
	const told = (message: FromInsights): Promise<unknown> | undefined => {
		switch (message.type) {
			case 'ready':
				isListening = true;
				if (message.filter !== undefined) choose(message.filter);
				return draw(shown === undefined);
			case 'choose':
				choose(message.filter);
				return draw(false);
			case 'open':
				return open(message);
			case 'copy':
			case 'save':
				return give(message.type, message.plot, shown);
		}
	};
	store.add(
		panel.webview.onDidReceiveMessage((message: FromInsights) =>
			guarded(COMMANDS.openInsights, logger, async () => told(message)),
		),
	);
	const drawStale = (): void => {
		if (!panel.visible || !isStale || !isListening) return;
		// Nobody asked for it: the page keeps what it shows.
		void draw(true).catch((error: unknown) => {
			if (!store.isDisposed) logger.error('sessions could not be counted anew', error);
		});
	};
	store.add(sessions.onDidChange(() => (isStale = true)));
	store.add(onShown(panel, drawStale));
	store.add(
		everyMs(clock, FRESH_MS, () => {
			// Of sessions of other projects nobody tells us.
			isStale = true;
			drawStale();
		}),
	);
	panel.webview.html = insightsHtml(allowLargeScript(panel.webview, extensionUri, 'insights.js'));
}

function progressWords(done: number, total: number): string {
	return vscode.l10n.t('Reading sessions… {0} %', Math.floor((100 * done) / Math.max(1, total)));
}

function drawMessage({ insights, filter, isEstimate, unreadable }: DrawnInsights): ToInsights {
	const { plots, totals, projects, models } = insights;
	const names = projectNames(projects);
	const nameOf = (project: string): string => names.get(project) ?? project;
	return {
		type: 'draw',
		plots: plots.map((plot) => shownPlot(plot, isEstimate, nameOf)),
		totals: [
			{ name: vscode.l10n.t('Sessions'), value: totals.sessions, unit: 'count' },
			{ name: vscode.l10n.t('Tokens'), value: totals.tokens, unit: 'count' },
			{ name: isEstimate ? vscode.l10n.t('Cost (Estimate)') : vscode.l10n.t('Cost'), value: totals.cost, unit: 'usd' },
			{ name: vscode.l10n.t('Active Days'), value: totals.days, unit: 'count' },
		],
		filter,
		projects: projects.map((project) => [project, keyName(project, nameOf)]),
		models: models.map((model) => [model, keyName(model)]),
		notes: [
			vscode.l10n.t(
				'Costs are those that Claude Code counted. Where it has not, they are an estimate from tokens and list prices of {0}; models without a known price are left out.',
				new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
					new Date(PRICES_OF),
				),
			),
			vscode.l10n.t('Private sessions are not counted. Everything is counted on this machine.'),
			...(unreadable === 0 ? [] : [vscode.l10n.t('Some sessions could not be read.')]),
		],
	};
}

/** Folders by their own names; where two are called the same, with the folders that they lie in. */
function projectNames(roots: readonly string[]): ReadonlyMap<string, string> {
	const nameOf = (root: string): string => path.basename(root) || root;
	const isOnly = (root: string): boolean => roots.every((each) => each === root || nameOf(each) !== nameOf(root));
	return new Map(roots.map((root) => [root, isOnly(root) ? nameOf(root) : `${nameOf(root)} (${path.dirname(root)})`]));
}

async function give(to: 'copy' | 'save', id: PlotId, insights: Insights | undefined): Promise<void> {
	const plot = insights?.plots.find((each) => each.id === id);
	if (plot === undefined) return;
	const text = csvOf(plot);
	if (to === 'copy') {
		await vscode.env.clipboard.writeText(text);
		vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 5_000);
		return;
	}
	const name = `insights-${id}.csv`;
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const uri = await vscode.window.showSaveDialog({
		...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
		filters: { CSV: ['csv'] },
	});
	if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
}

/** Offers these sessions, in their order, and opens the one that is picked. Those of other projects are in no list of ours. */
async function pickSession(
	services: Pick<Services, 'clock' | 'reader' | 'sessions'>,
	title: string,
	sessions: readonly { readonly id: string; readonly file: string; readonly title: string; readonly lastMs: number }[],
): Promise<void> {
	const items = sessions.slice(0, PICKED).map(({ id, file, title: name, lastMs }) => {
		const listed = services.sessions.get(id);
		const age = shortDuration(Math.max(0, services.clock.now() - lastMs));
		return listed === undefined
			? { label: name, description: age, session: { id, file, name } }
			: sessionItem(services, listed);
	});
	if (items.length === 0) return sayNoSessions();
	const picked = orCancel(await vscode.window.showQuickPick(items, { title, matchOnDetail: true }));
	await services.reader.open(picked.session);
}

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
import type { InsightsAnswer, InsightsAsked } from '../../node/insights/insightsWorker';
import { guarded, orCancel } from '../commandBoundary';
import { COMMANDS, INSIGHTS } from '../contributions';
import { sayNoSessions } from '../notifications';
import { allowScript, onShown, registerPage } from '../page';
import type { Services } from '../services';
import { PICKED, sessionItem } from '../sessions/sessionPick';
import { insightsHtml } from './insightsHtml';

type Needs = Pick<Services, 'claude' | 'clock' | 'extensionUri' | 'logger' | 'reader' | 'sessions' | 'workspace'>;

/** While the page is looked at, what was said meanwhile is counted so often. */
const FRESH_MS = 5 * MINUTE_MS;

export const registerInsights = (services: Needs): IDisposable =>
	registerPage(COMMANDS.openInsights, services, newPanel, (panel) => fill(panel, services));

function newPanel(): vscode.WebviewPanel {
	return vscode.window.createWebviewPanel(INSIGHTS, vscode.l10n.t('Session Keeper Insights'), vscode.ViewColumn.Active);
}

function fill(panel: vscode.WebviewPanel, services: Needs): void {
	const { claude, clock, extensionUri, logger, sessions, workspace } = services;
	const store = new DisposableStore();
	panel.onDidDispose(() => store.dispose());
	panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
	const thread = store.add(new AskedThread<InsightsAsked, InsightsAnswer>(path.join(__dirname, 'insightsWorker.js')));
	const [own, ...others] = workspace.projects;
	let filter: Filter | undefined;
	let shown: Insights | undefined;
	let isListening = false;
	let hasChanged = false;
	const post = (message: ToInsights): void => void (isListening && panel.webview.postMessage(message));
	const ask = (isFresh: boolean, bar?: Bar): Promise<InsightsAnswer> =>
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
	const draw = (isFresh: boolean): void =>
		void guarded(COMMANDS.openInsights, logger, async () => {
			if (isFresh) hasChanged = false;
			const answer = await ask(isFresh);
			({ insights: shown, filter } = answer);
			post(drawn(answer));
		});
	const told = (message: FromInsights): Promise<unknown> | undefined => {
		switch (message.type) {
			case 'ready':
				isListening = true;
				filter = message.filter ?? filter;
				return void draw(shown === undefined);
			case 'choose':
				filter = message.filter;
				return void draw(false);
			case 'open':
				return ask(false, message).then(({ behind }) =>
					pickSession(
						services,
						message.title,
						[...behind].sort((a, b) => b.lastMs - a.lastMs),
					),
				);
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
	store.add(sessions.onDidChange(() => (hasChanged = true)));
	const drawChanged = (): void => {
		if (panel.visible && hasChanged) draw(true);
	};
	store.add(onShown(panel, drawChanged));
	store.add(everyMs(clock, FRESH_MS, drawChanged));
	panel.webview.html = insightsHtml(allowScript(panel.webview, extensionUri, 'insights.js'));
}

function progressWords(done: number, total: number): string {
	return vscode.l10n.t('Reading sessions… {0} %', Math.floor((100 * done) / Math.max(1, total)));
}

function drawn({ insights, filter, isEstimate, unreadable }: InsightsAnswer): ToInsights {
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

// Search over transcripts while typing: newest first what holds the words, or best first what answers.
import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, DisposableStore, type IDisposable } from '../../core/base/disposable';
import { groupBy } from '../../core/base/groupBy';
import { singleLine, truncate } from '../../core/base/text';
import { type SearchFilter, parseSearch } from '../../core/search/filter';
import type { SearchHit } from '../../core/search/hit';
import type { SessionHit } from '../../node/recall/askSessions';
import { openSearchEngine } from '../../node/search/openSearchEngine';
import { type FoundInSessions, searchSessions } from '../../node/search/searchSessions';
import type { ListedSession } from '../../node/sessions/listedSession';
import { registerCommand } from '../commandBoundary';
import { COMMANDS, CONTEXT_KEYS } from '../contributions';
import { showFailure } from '../failures';
import type { Services } from '../services';
import { sessionItem } from '../sessions/sessionPick';
import { type RecallThread, bestItem, bestSessions, createRecallThread } from './bestSessions';
import { type Hits, itemOf, sessionNameOf, nameUnknown, showHit, sessionIdOf, chosenItem } from './hits';
import {
	type SearchOrder,
	filterButtons,
	isFilterButton,
	isOrderButton,
	nextFilter,
	orderButton,
	scopeButton,
} from './searchButtons';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'reader' | 'sessions' | 'workspace'>;

/** Typing goes on meanwhile. */
const DEBOUNCE_MS = 150;

/** Hits arrive in bursts; the list is drawn a few times a second at most. */
const DRAW_MS = 200;
const LIMIT = 300;
const LIMIT_PER_FILE = 20;

/** Sessions that are offered before anything is typed. */
const RECENT = 50;

interface FoundItem extends vscode.QuickPickItem {
	readonly hits?: Hits;
	/** Nothing was looked for yet. */
	readonly session?: ListedSession;
	/** It answers what was asked. */
	readonly best?: SessionHit;
}

/** How the search begins. */
interface Beginning {
	readonly value?: string;
	readonly order?: SearchOrder;
	/** A session that is not looked for. */
	readonly without?: string;
}

export function registerSearch(services: Needs): IDisposable {
	const store = new DisposableStore();
	const thread = store.add(createRecallThread());
	const search = (beginning: Beginning): Promise<void> => showSearch(services, thread, beginning);
	store.add(registerCommand(COMMANDS.searchSessions, services, () => search({})));
	store.add(
		registerCommand(COMMANDS.askPast, services, (asked) =>
			search(typeof asked === 'string' ? about(asked) : askedOfEditor()),
		),
	);
	store.add(
		registerCommand(COMMANDS.askPastOfTerminal, services, async () => search(about(await terminalSelection()))),
	);
	store.add(
		registerCommand(COMMANDS.similarSessions, services, async () => {
			const page = services.reader.page();
			const said = await page?.said();
			if (page === undefined) throw new Error(vscode.l10n.t('Open a session first.'));
			const { id, name } = page.session;
			return search({ ...about(`${name} ${said?.text ?? ''}`), without: id });
		}),
	);
	return store;
}

/** Of a longer text, the beginning says what it is about. UTF-16 units. */
const ASKED_LENGTH = 300;

/** Looks for what a text is about. @throws where there is nothing in it. */
function about(text: string): Beginning {
	const value = truncate(singleLine(text).trim(), ASKED_LENGTH);
	if (value === '') throw new Error(vscode.l10n.t('Select text to ask about.'));
	return { value, order: 'best' };
}

function askedOfEditor(): Beginning {
	const editor = vscode.window.activeTextEditor;
	return about(editor?.document.getText(editor.selection) ?? '');
}

/** What is selected in the terminal. VS Code gives it through the clipboard alone, which has its text again afterwards. */
async function terminalSelection(): Promise<string> {
	const { clipboard } = vscode.env;
	const before = await clipboard.readText();
	await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
	const selected = await clipboard.readText();
	// Without a selection the clipboard stays as it was, and may hold what is no text.
	if (selected !== before) await clipboard.writeText(before);
	return selected;
}

/** Asks what to search for, shows the sessions that hold it while typing, and opens the one that is picked. */
async function showSearch(services: Needs, thread: RecallThread, beginning: Beginning): Promise<void> {
	const store = new DisposableStore();
	const pick = store.add(vscode.window.createQuickPick<FoundItem>());
	let isEverywhere = false;
	let order = beginning.order ?? 'newest';
	/** Of what was found, a session all of whose hits are shown. */
	let opened: string | undefined;
	let found: readonly SearchHit[] = [];
	/** How many hits there are, once the search has ended. */
	let told: string | undefined;
	let running: AbortController | undefined;
	let hasFailed = false;
	/** Enter was pressed before anything was found for what was typed: what is found first is opened. */
	let isAwaited = false;
	let debounce: IDisposable | undefined;
	store.add({ dispose: () => running?.abort() });
	store.add({ dispose: () => debounce?.dispose() });

	const names = new Map<string, string>();
	const entitle = (): void => {
		const scope = isEverywhere
			? vscode.l10n.t('Search all sessions')
			: vscode.l10n.t('Search sessions of this workspace');
		pick.title = (opened === undefined ? told : undefined) ?? scope;
	};
	// What answers is told by an index of ours, which is written.
	const orders = () => (vscode.workspace.isTrusted ? [orderButton(order)] : []);
	const label = (): void => {
		entitle();
		pick.buttons =
			opened === undefined
				? [...orders(), scopeButton(isEverywhere), ...(order === 'best' ? [] : filterButtons())]
				: [vscode.QuickInputButtons.Back];
		pick.placeholder =
			order === 'best'
				? vscode.l10n.t('Ask past sessions ("quotes" for exact phrases)')
				: vscode.l10n.t('Search prompts, replies and tool calls ("quotes" for exact phrases)');
	};
	const open = (item: FoundItem): void => {
		isAwaited = false;
		const [hit] = item.hits ?? [];
		const typed = pick.value;
		pick.hide();
		if (item.session !== undefined) void services.reader.open(item.session);
		else if (item.best !== undefined) void showBest(services, item.best);
		else if (hit !== undefined) void showHit(services, names, hit, typed);
	};
	const tellFound = (): void => {
		const [first] = pick.items;
		if (first === undefined) return;
		void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasSearched, true);
		if (isAwaited) open(first);
	};
	const draw = (): void => {
		const nowMs = services.clock.now();
		const groups = [...groupBy(found, sessionIdOf)];
		const ofOne = groups.find(([id]) => id === opened)?.[1];
		pick.items =
			ofOne?.map((hit) => itemOf([hit], sessionNameOf(services, names, hit), nowMs)) ??
			groups.map(([, hits]) => itemOf(hits, sessionNameOf(services, names, hits[0]), nowMs));
		tellFound();
	};
	const failed = (error: unknown, { aborted }: AbortSignal): void => {
		if (aborted || error instanceof CancelledError) return;
		services.logger.error(order === 'best' ? 'past sessions could not be asked' : 'the search failed', error);
		// Once: what is typed asks again at each pause.
		if (!hasFailed) void showFailure(error);
		hasFailed = true;
	};
	const runBest = async (signal: AbortSignal): Promise<void> => {
		const tell = (title: string | undefined): void => {
			if (signal.aborted) return;
			told = title;
			entitle();
		};
		try {
			const { without } = beginning;
			const { hits, title } = await bestSessions(services, thread, pick.value, { isEverywhere, without, onRead: tell });
			if (signal.aborted) return;
			pick.items = hits.map((best) => ({ ...bestItem(best, services.clock.now()), best }));
			tellFound();
			tell(title);
		} catch (error) {
			failed(error, signal);
		} finally {
			if (!signal.aborted) pick.busy = isAwaited = false;
		}
	};
	const run = async (): Promise<void> => {
		running?.abort();
		const { query, filter } = parseSearch(pick.value, services.clock.now());
		// What was said of the search before is not true of this one.
		[found, opened, told] = [[], undefined, undefined];
		label();
		if (query === undefined) {
			pick.busy = isAwaited = false;
			pick.items = recentItems(services, filter);
			return;
		}
		pick.items = [];
		const mine = (running = new AbortController());
		pick.busy = true;
		if (order === 'best') return runBest(mine.signal);
		let drawnMs = 0;
		try {
			const { hits, isLimited, unreadable, ...more } = await searchSessions(
				{
					claude: services.claude,
					projects: services.workspace.projects,
					sessions: services.sessions,
					isEverywhere,
					signal: mine.signal,
					limit: LIMIT,
					limitPerFile: LIMIT_PER_FILE,
					engine: await openSearchEngine(vscode.env.appRoot, process.env),
					onFound: (hits) => {
						if (services.clock.now() - drawnMs <= DRAW_MS || mine.signal.aborted) return;
						drawnMs = services.clock.now();
						found = hits;
						draw();
					},
				},
				query,
				filter,
			);
			if (mine.signal.aborted) return;
			found = hits;
			for (const [file, name] of more.names) names.set(file, name);
			await nameUnknown(names, services, hits);
			draw();
			told = foundTitle(hits.length, isLimited, unreadable);
			entitle();
		} catch (error) {
			failed(error, mine.signal);
		} finally {
			if (!mine.signal.aborted) pick.busy = isAwaited = false;
		}
	};

	pick.value = beginning.value ?? '';
	pick.matchOnDetail = true;
	store.add(
		pick.onDidChangeValue(() => {
			debounce?.dispose();
			// What was found for other words is neither shown nor opened any more.
			running?.abort();
			isAwaited = false;
			debounce = services.clock.schedule(services.clock.now() + DEBOUNCE_MS, () => {
				debounce = undefined;
				void run();
			});
		}),
	);
	store.add(
		pick.onDidTriggerButton((button) => {
			if (button === vscode.QuickInputButtons.Back) {
				opened = undefined;
				label();
				return draw();
			}
			if (isOrderButton(button)) order = button.order;
			else if (isFilterButton(button)) pick.value = nextFilter(button.filter, pick.value, services);
			else isEverywhere = !isEverywhere;
			void run();
		}),
	);
	store.add(
		pick.onDidTriggerItemButton(({ item }) => {
			const [hit] = item.hits ?? [];
			if (hit === undefined) return;
			opened = sessionIdOf(hit);
			label();
			draw();
		}),
	);
	const done = new Promise<void>((resolve) => store.add(pick.onDidHide(resolve)));
	store.add(
		pick.onDidAccept(() => {
			const item = chosenItem(pick);
			if (debounce !== undefined) isAwaited = true;
			else if (item === undefined) isAwaited = pick.busy;
			else open(item);
		}),
	);
	pick.show();
	void run();
	await done;
	store.dispose();
}

/** The title is one line. Characters. */
const MOST_UNREAD = 160;

function foundTitle(count: number, isLimited: boolean, unreadable: FoundInSessions['unreadable']): string {
	const found =
		count === 0
			? vscode.l10n.t('Nothing found')
			: isLimited
				? vscode.l10n.t('The first {0} hits', count)
				: count === 1
					? vscode.l10n.t('1 hit')
					: vscode.l10n.t('{0} hits', count);
	const files = unreadable.map(({ path: file, code }) => `${file} (${code})`).join('; ');
	return files === '' ? found : `${found} · ${vscode.l10n.t('Could not be read: {0}', truncate(files, MOST_UNREAD))}`;
}

async function showBest(services: Needs, { source, session = '', name, file, message }: SessionHit): Promise<void> {
	const { reader, sessions } = services;
	if (file.endsWith('.json'))
		return (await import('../sessions/deletedSessions')).readRecorded(services, session, file);
	if (source !== 'transcript') {
		await vscode.window.showTextDocument(vscode.Uri.file(file));
		return;
	}
	const listed = sessions.get(session);
	const isOwnFile = listed?.file === file;
	// A subagent's words are in a file of their own.
	const id = isOwnFile ? session : path.basename(file, '.jsonl');
	await reader.open(isOwnFile ? listed : { id, name, file }, message === undefined ? undefined : { uuid: message });
}

/** Before anything is typed: where somebody was last. */
function recentItems(services: Needs, { branch, sinceMs = -Infinity }: SearchFilter): readonly FoundItem[] {
	return services.sessions
		.list()
		.filter(({ isProgram }) => !isProgram)
		.filter(({ gitBranch }) => branch === undefined || gitBranch === branch)
		.filter(({ lastMessageMs = -Infinity }) => lastMessageMs >= sinceMs)
		.slice(0, RECENT)
		.map((session) => ({ ...sessionItem(services, session), alwaysShow: true }));
}

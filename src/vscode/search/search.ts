// Search over transcripts while typing, and the question which session changed a line.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { shortDuration } from '../../core/base/dates';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { parseQuery } from '../../core/search/query';
import type { SearchHit } from '../../core/search/hit';
import { labelHits } from '../../core/search/labelHits';
import { openRedactor } from '../../node/privacy/openRedactor';
import { openSearchEngine } from '../../node/search/openSearchEngine';
import { type SearchedFile, searchTranscripts } from '../../node/search/searchTranscripts';
import { filesToSearch, listAll } from '../../node/search/filesToSearch';
import { readHeadAndTail } from '../../node/transcript/headAndTail';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Readable } from '../reading/sessionDocument';
import type { Services } from '../services';
import { showLineSession } from './lineSession';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'reader' | 'sessions' | 'workspace'>;

/** Typing goes on meanwhile. */
const DEBOUNCE_MS = 150;

/** Hits arrive in bursts; the list is drawn a few times a second at most. */
const DRAW_MS = 200;
const LIMIT = 300;
const LIMIT_PER_FILE = 20;

interface HitItem extends vscode.QuickPickItem {
	readonly hit?: SearchHit;
}

export function registerSearch(services: Needs): IDisposable {
	const store = new DisposableStore();
	store.add(registerCommand(COMMANDS.searchSessions, services, () => searchSessions(services)));
	store.add(registerCommand(COMMANDS.showLineSession, services, () => showLineSession(services)));
	return store;
}

/** Asks what to search for, shows hits while typing, and opens the one that is picked. */
async function searchSessions(services: Needs): Promise<void> {
	const store = new DisposableStore();
	const pick = store.add(vscode.window.createQuickPick<HitItem>());
	const [everywhere, workspaceOnly] = [
		{ iconPath: new vscode.ThemeIcon('globe'), tooltip: vscode.l10n.t('Search the sessions of all projects') },
		{ iconPath: new vscode.ThemeIcon('root-folder'), tooltip: vscode.l10n.t('Search the sessions of this workspace') },
	];
	let isEverywhere = false;
	let running: AbortController | undefined;
	let debounce: IDisposable | undefined;
	store.add({ dispose: () => running?.abort() });
	store.add({ dispose: () => debounce?.dispose() });

	const redactor = await openRedactor(services.claude);
	const names = new Map<string, string>();
	const label = (): void => {
		pick.title = isEverywhere
			? vscode.l10n.t('Search all sessions')
			: vscode.l10n.t('Search the sessions of this workspace');
		pick.buttons = [isEverywhere ? workspaceOnly : everywhere];
	};
	const run = async (): Promise<void> => {
		running?.abort();
		const query = parseQuery(pick.value);
		// What was said of the search before is not true of this one.
		label();
		pick.items = [];
		if (query === undefined) return void (pick.busy = false);
		const mine = (running = new AbortController());
		pick.busy = true;
		const hits = [...labelHits(services.sessions.list(), query)];
		let drawnMs = 0;
		const draw = (): void => {
			if (mine.signal.aborted) return;
			drawnMs = services.clock.now();
			pick.items = hits.map((hit) => itemOf(hit, nameOf(services, names, hit), services.clock.now()));
		};
		try {
			const files = isEverywhere ? await allTranscripts(services) : await filesToSearch(services.sessions.list());
			const summary = await searchTranscripts(files, query, {
				signal: mine.signal,
				limit: LIMIT,
				limitPerFile: LIMIT_PER_FILE,
				engine: await openSearchEngine(vscode.env.appRoot, process.env),
				onHit: (hit) => {
					hits.push({ ...hit, text: redactor.text(hit.text).value });
					if (services.clock.now() - drawnMs > DRAW_MS) draw();
				},
			});
			const { searchArchive } = await import('../../node/search/searchArchive');
			const archived = await searchArchive(
				services.workspace.projects,
				query,
				(id) => services.sessions.get(id) !== undefined,
			);
			if (mine.signal.aborted) return;
			for (const { hit, name } of archived) {
				names.set(hit.file, name);
				hits.push(hit);
			}
			await nameUnknown(names, services, hits);
			draw();
			const found =
				hits.length === 0
					? vscode.l10n.t('Nothing found')
					: summary.isLimited
						? vscode.l10n.t('The first {0} hits', hits.length)
						: vscode.l10n.t('{0} hits', hits.length);
			pick.title = found;
		} catch (error) {
			if (!mine.signal.aborted) services.logger.error('the search failed', error);
		} finally {
			if (!mine.signal.aborted) pick.busy = false;
		}
	};

	pick.placeholder = vscode.l10n.t('Words, or a "phrase in quotes", from prompts, replies and tools');
	pick.matchOnDetail = true;
	label();
	store.add(
		pick.onDidChangeValue(() => {
			debounce?.dispose();
			debounce = services.clock.schedule(services.clock.now() + DEBOUNCE_MS, () => void run());
		}),
	);
	store.add(
		pick.onDidTriggerButton(() => {
			isEverywhere = !isEverywhere;
			label();
			void run();
		}),
	);
	const done = new Promise<void>((resolve) => store.add(pick.onDidHide(resolve)));
	store.add(
		pick.onDidAccept(() => {
			// Hits arrive while somebody types: where the list was drawn anew a moment ago, nothing is selected in it yet.
			const hit = (pick.selectedItems[0] ?? pick.activeItems[0] ?? pick.items[0])?.hit;
			if (hit === undefined) return;
			const typed = pick.value;
			pick.hide();
			void openHit(services, names, hit, typed);
		}),
	);
	pick.show();
	await done;
	store.dispose();
}

/** @param typed what was looked for: its words are marked. */
async function openHit(
	services: Needs,
	names: ReadonlyMap<string, string>,
	hit: SearchHit,
	typed: string,
): Promise<void> {
	// Its transcript is gone: the record is all there is.
	if (hit.file.endsWith('.json')) {
		await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(hit.file));
		return;
	}
	const id = sessionIdOf(hit);
	const session: Readable = services.sessions.get(id) ?? { id, name: names.get(hit.file) ?? id, file: hit.file };
	// A subagent's words are in a file of their own.
	await services.reader.open(
		session.file === hit.file
			? session
			: {
					id: path.basename(hit.file, '.jsonl'),
					name: `${session.name} (${path.basename(hit.file, '.jsonl')})`,
					file: hit.file,
				},
		{ uuid: hit.uuid, offset: hit.offset, words: parseQuery(typed)?.terms ?? [] },
	);
}

function itemOf(hit: SearchHit, name: string, nowMs: number): HitItem {
	const icons: Readonly<Record<SearchHit['role'], string>> = {
		user: 'account',
		assistant: 'hubot',
		toolUse: 'tools',
		toolResult: 'output',
		summary: 'fold',
		title: 'tag',
	};
	const age = hit.atMs === undefined ? [] : [shortDuration(Math.max(0, nowMs - hit.atMs))];
	const literal = (text: string): string => text.replace(/\$\(/gu, '$\u200b(');
	return {
		// VS Code sorts by where a label matches. Hits come newest first, so what matches is not their label.
		label: `$(${icons[hit.role]}) ${literal(name)}`,
		description: age.join(),
		detail: literal(hit.text),
		alwaysShow: true,
		hit,
	};
}

function sessionIdOf(hit: SearchHit): string {
	return hit.sessionId ?? path.basename(hit.file, '.jsonl');
}

function nameOf(services: Needs, names: ReadonlyMap<string, string>, hit: SearchHit): string {
	return services.sessions.get(sessionIdOf(hit))?.name ?? names.get(hit.file) ?? sessionIdOf(hit).slice(0, 8);
}

/** Sessions of other projects are in no index of ours; a glance tells their names. */
async function nameUnknown(names: Map<string, string>, services: Needs, hits: readonly SearchHit[]): Promise<void> {
	for (const file of new Set(
		hits.filter((hit) => services.sessions.get(sessionIdOf(hit)) === undefined).map((hit) => hit.file),
	)) {
		if (names.has(file)) continue;
		const glance = await readHeadAndTail(file);
		names.set(
			file,
			[glance?.title, glance?.cwd === undefined ? undefined : path.basename(glance.cwd)]
				.filter((part) => part !== undefined)
				.join(' — '),
		);
	}
}

async function allTranscripts({ claude }: Needs): Promise<readonly SearchedFile[]> {
	const folders = await readdir(claude.projectsDir).catch(() => []);
	return listAll(folders.map((folder) => path.join(claude.projectsDir, folder)));
}

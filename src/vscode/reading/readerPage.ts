// The page of one session: sends what is seen of it, page by page, follows the transcript while it grows, and carries out
// what its buttons say, through the commands that every other view has.
import path from 'node:path';
import * as vscode from 'vscode';
import { localDate, localTime } from '../../core/base/dates';
import { CancelledError, DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { Logger } from '../../core/base/ports';
import { singleLine } from '../../core/base/text';
import { shown } from '../../core/reading/clip';
import { headWords } from '../../core/reading/head';
import { createMarkdownWriter } from '../../core/reading/markdown';
import type { IndexedTurn } from '../../core/reading/pageIndex';
import type { FromReader, ReaderAction, ToReader, TurnRow } from '../../core/reading/readerMessages';
import { createTurnWriter } from '../../core/reading/turnHtml';
import { errorCode } from '../../node/base/atomicFile';
import type { ClaudeHome } from '../../node/claude/claudeHome';
import { TranscriptPages } from '../../node/reading/transcriptPages';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { agentTranscript, locateTranscript } from '../../node/transcript/locateTranscript';
import { callCommand } from '../commandArguments';
import { COMMANDS } from '../contributions';
import { showFailure } from '../failures';
import { allowScript } from '../page';
import { forkMark } from '../../node/sessions/forkMark';
import { agentParts, readerHtml, readerParts } from './readerHtml';
import { linkTo } from './readerLink';
import type { Readable, ReadingPlace, SaidText } from './sessionDocument';

interface Needs {
	readonly claude: ClaudeHome;
	readonly logger: Logger;
	readonly sessions: SessionsStore;
	readonly extensionUri: vscode.Uri;
}

/** The index is sent in steps: the first at once, the others when there is time. */
const STEP_MS = 150;
/** Hits that somebody goes through one by one. */
const MAX_HITS = 500;
/** Of a subagent so much is shown at a time. */
const AGENT_PAGES = 2;

export class ReaderPage implements IDisposable {
	private readonly store = new DisposableStore();
	private readonly pages: TranscriptPages;
	private readonly agents = new Map<string, TranscriptPages>();
	/** How much of the index the page has, and in what state its end is there. */
	private readonly sent = { pages: 0, turns: 0, end: '', atMs: 0, marks: undefined as string | undefined };
	/** The page listens. VS Code throws that of a hidden tab away, and makes it anew. */
	private isReady = false;
	private isRead = false;
	/** Why the file cannot be read. */
	private problem: string | undefined;
	/** Reading goes on, and what comes meanwhile is read after it. */
	private reading: Promise<void> | undefined;
	private pagesSent: Promise<unknown> = Promise.resolve();
	private hasChanged = false;
	private place: ReadingPlace | undefined;
	private at = { turn: 1, selection: '', selectedIn: 0 };
	private search: AbortController | undefined;
	private readonly ended = new AbortController();

	constructor(
		private readonly panel: vscode.WebviewPanel,
		private readonly opened: Readable,
		readonly uri: vscode.Uri,
		private readonly needs: Needs,
	) {
		this.pages = new TranscriptPages(opened.file, opened.id, () => this.locate());
		const { webview } = panel;
		this.store.add(webview.onDidReceiveMessage((message: FromReader) => void this.guard(() => this.answer(message))));
		this.store.add(needs.sessions.onDidChange(() => this.refresh()));
		this.store.add(
			panel.onDidChangeViewState(() => {
				this.isReady &&= panel.visible;
				this.refresh();
			}),
		);
		webview.html = readerHtml(opened.name, allowScript(webview, needs.extensionUri, 'reader.js'));
	}

	/** The session, by the name that it has now. */
	get session(): Readable {
		return { ...this.opened, name: this.listed?.name ?? this.opened.name };
	}

	/** Where the transcript is now. */
	get file(): string {
		return this.pages.file;
	}

	get isActive(): boolean {
		return this.panel.active;
	}

	/** Shows a place, as soon as it is known where it is. */
	go(place: ReadingPlace): void {
		// A link can name a session alone.
		this.place = place.uuid === undefined && place.offset === undefined ? undefined : place;
		void this.guard(() => this.goOn());
	}

	/** *Next* and *Previous Prompt*. */
	step(by: 1 | -1): void {
		this.post({ type: 'step', by });
	}

	find(): void {
		this.post({ type: 'find' });
	}

	/** What is selected, else the prompt of the turn that is being read. */
	async said(): Promise<SaidText | undefined> {
		const { turn, selection } = this.at;
		if (selection.trim() !== '') return { session: this.session, text: selection };
		const [prompt] = await this.turn(turn);
		return prompt?.kind === 'turn' ? { session: this.session, text: shown(prompt.text) } : undefined;
	}

	dispose(): void {
		this.isReady = false;
		this.search?.abort();
		this.ended.abort();
		this.store.dispose();
	}

	/** Where the transcript is once it was moved. A copy under another name is followed nowhere. */
	private async locate(): Promise<string | undefined> {
		const { id, file } = this.session;
		const isNamed = path.basename(file) === `${id}.jsonl`;
		return isNamed ? (await locateTranscript(this.needs.claude, id, undefined, undefined))?.file : undefined;
	}

	/** It is one of this window's sessions. */
	private get listed(): ReturnType<Needs['sessions']['get']> {
		const session = this.needs.sessions.get(this.opened.id);
		return session?.file === this.file ? session : undefined;
	}

	/** Before which turn a fork leaves the session that it was made of, and how that is said. */
	private fork(): { readonly turn: number; readonly text: string } | undefined {
		const mark = forkMark(this.listed ?? {}, (id) => this.needs.sessions.get(id)?.name);
		const turn = mark && this.pages.index.turnSince(mark.atMs);
		return turn === undefined ? undefined : { turn, text: mark?.words ?? '' };
	}

	/** What lies before a turn. */
	private gapBefore(): (turn: number) => string | undefined {
		const fork = this.fork();
		return (turn) => (turn === fork?.turn ? fork.text : undefined);
	}

	private post(message: ToReader): void {
		void this.panel.webview.postMessage(message);
	}

	private async answer(message: FromReader): Promise<unknown> {
		switch (message.type) {
			case 'ready':
				this.isReady = true;
				this.forgetSent();
				this.sendIndex();
				return this.refresh();
			case 'want':
				return this.sendPage(message.at);
			case 'at':
				this.at = { ...message };
				return undefined;
			case 'do':
				return this.carryOut(message.what, message.turn);
			case 'find':
				return this.look(message.text);
			case 'agent':
				return this.showAgent(message.id, message.from);
		}
	}

	/** Reads what the file has by now, once it is seen. */
	private refresh(): void {
		this.hasChanged = true;
		if (!this.isReady || !this.panel.visible) return;
		this.reading ??= this.guard(async () => {
			this.hasChanged = false;
			const isAnew = await this.readOn();
			if (isAnew) this.forgetSent();
			const isFirst = !this.isRead;
			this.isRead = true;
			this.sendIndex();
			if (isFirst && this.place === undefined && this.listed?.live !== undefined)
				this.post({ type: 'go', place: undefined, words: [] });
			await this.goOn();
		}).finally(() => {
			this.reading = undefined;
			if (this.hasChanged) this.refresh();
		});
	}

	/** What cannot be read is said once, until it can be: a file that is gone is looked for again and again. */
	private async readOn(): Promise<boolean> {
		try {
			const isAnew = await this.pages.read(() => this.sendStep(), this.ended.signal);
			this.problem = undefined;
			return isAnew;
		} catch (error) {
			if (this.store.isDisposed || this.problem !== undefined) throw new CancelledError();
			const isGone = errorCode(error) === 'ENOENT';
			this.problem = isGone ? vscode.l10n.t('The transcript no longer exists.') : singleLine(String(error));
			this.isRead = true;
			this.sendIndex();
			throw isGone ? new Error(this.problem) : error;
		}
	}

	private sendStep(): void {
		if (performance.now() - this.sent.atMs > STEP_MS) this.sendIndex();
		void this.guard(() => this.goOn());
	}

	private forgetSent(): void {
		this.sent.pages = this.sent.turns = 0;
		this.sent.end = '';
	}

	/** Sends what of the index is new, if anything is. The last page grows: it is sent again. */
	private sendIndex(): void {
		const { index } = this.pages;
		const { sent, isRead } = this;
		// A mark in the middle comes with what was sent already, once the list of sessions is there.
		const marksOf = (turns: readonly IndexedTurn[]): string =>
			JSON.stringify([this.fork(), turns.filter(({ isAbandoned }) => isAbandoned).map(({ number }) => number)]);
		const outline = index.outline();
		if (marksOf(outline.slice(0, sent.turns)) !== sent.marks) this.forgetSent();
		const { name } = this.session;
		const facts = this.problem ?? headWords(this.pages.head(name)).join(' · ');
		const isListed = this.listed !== undefined;
		const end = JSON.stringify([
			index.pages.length,
			index.pages.at(-1)?.to,
			index.turnCount,
			name,
			facts,
			isRead,
			isListed,
		]);
		if (!this.isReady || end === sent.end) return;
		const first = Math.max(0, sent.pages - 1);
		const pages = index.pages.slice(first).map(({ from, to }) => to - from);
		this.post({
			type: 'index',
			firstPage: first,
			pages,
			firstTurn: sent.turns,
			turns: rowsOf(outline.slice(Math.max(0, sent.turns - 1)), sent.turns > 0, this.gapBefore()),
			name,
			facts,
			isDone: isRead,
			isListed,
		});
		sent.end = end;
		sent.marks = marksOf(outline);
		sent.pages = index.pages.length;
		sent.turns = index.turnCount;
		sent.atMs = performance.now();
	}

	/** Goes where somebody wants to be, if that is known by now. */
	private async goOn(): Promise<void> {
		const { place } = this;
		if (place === undefined || !this.isReady) return;
		const { index } = this.pages;
		const isKnown = place.offset !== undefined && place.offset < (index.pages.at(-1)?.to ?? 0);
		const page =
			place.offset === undefined
				? place.uuid === undefined
					? undefined
					: await this.pages.pageOf(place.uuid)
				: isKnown
					? index.pageAt(place.offset)
					: undefined;
		// Another one was asked for meanwhile, or the tab was hidden.
		if (page === undefined || this.place !== place || !this.isReady) return;
		this.place = undefined;
		this.sendIndex();
		this.post({ type: 'go', place: { page, id: place.uuid }, words: place.words ?? [] });
	}

	/** One after the other: what a page held earlier must not come last. */
	private sendPage(at: number): Promise<void> {
		const sent = this.pagesSent.then(async () =>
			this.post({ type: 'page', at, html: await this.html(this.pages, at) }),
		);
		this.pagesSent = sent.catch(() => undefined);
		return sent;
	}

	private async html(pages: TranscriptPages, at: number, parts = readerParts()): Promise<string> {
		const page = pages.index.pages[at];
		if (page === undefined) return '';
		const gapBefore = this.gapBefore();
		const isOwn = pages === this.pages;
		const writer = createTurnWriter(
			pages.index.timeOf(page.turns),
			({ number }) => (isOwn ? gapBefore(number) : undefined),
			parts,
		);
		const blocks = await pages.blocks(page, this.ended.signal);
		return blocks.map((block) => writer.block(block)).join('') + writer.end();
	}

	/** The blocks of a turn, the prompt first. @param number from 1 */
	private async turn(number: number): ReturnType<TranscriptPages['blocks']> {
		const { pages } = this.pages.index;
		const [turn, next] = this.pages.index.outline(number - 1);
		if (turn === undefined) return [];
		const blocks = [];
		for (let at = turn.page; at <= (next?.page ?? pages.length - 1); at++) {
			const page = pages[at];
			if (page !== undefined) blocks.push(...(await this.pages.blocks(page, this.ended.signal)));
		}
		const from = blocks.findIndex((block) => block.kind === 'turn' && block.number === number);
		const to = blocks.findIndex((block) => block.kind === 'turn' && block.number === number + 1);
		return from < 0 ? [] : blocks.slice(from, to < 0 ? undefined : to);
	}

	private async carryOut(what: ReaderAction, turn: number | undefined): Promise<unknown> {
		const { listed } = this;
		const row = listed && ({ kind: 'session', session: listed } as const);
		// What these open would take the place of a tab that was only looked into.
		if (['save', 'markdown', 'files'].includes(what))
			await vscode.commands.executeCommand('workbench.action.keepEditor');
		switch (what) {
			case 'resume':
				return callCommand(COMMANDS.resumeSession, row);
			case 'continue':
				return callCommand(COMMANDS.continueInFreshSession, row);
			case 'save':
				return callCommand(COMMANDS.saveDocument, row);
			case 'files':
				return callCommand(COMMANDS.showSessionFiles, row);
			case 'export':
				return callCommand(COMMANDS.exportSession, row);
			case 'markdown':
				return callCommand(COMMANDS.openAsMarkdown, this.uri);
			case 'park':
				if (turn !== undefined) this.at.turn = turn;
				// Words that are selected in another turn, out of sight by now, are not meant.
				if (turn !== undefined && turn !== this.at.selectedIn) this.at.selection = '';
				return callCommand(COMMANDS.parkMessage);
			case 'copy': {
				const writer = createMarkdownWriter();
				const text = (await this.turn(turn ?? 1)).map((block) => writer.block(block).text).join('');
				await vscode.env.clipboard.writeText(text);
				return vscode.window.setStatusBarMessage(vscode.l10n.t('Copied turn {0}', turn ?? 1), 5_000);
			}
			case 'link': {
				const [prompt] = await this.turn(turn ?? 1);
				await vscode.env.clipboard.writeText(linkTo(this.session, prompt?.uuids.at(-1)));
				return vscode.window.setStatusBarMessage(vscode.l10n.t('Copied a link to turn {0}', turn ?? 1), 5_000);
			}
		}
	}

	/** Looks for a phrase in all of the session. */
	private async look(text: string): Promise<void> {
		this.search?.abort();
		const { signal } = (this.search = new AbortController());
		const { searchPhrase } = await import('./readerSearch');
		const { hits, isLimited } = await searchPhrase(this.file, text, MAX_HITS, signal);
		// The page that a hit is on is known once the index is.
		await this.reading;
		if (signal.aborted) return;
		const places = hits.map(({ offset, uuid }) => ({ page: this.pages.index.pageAt(offset), id: uuid }));
		this.post({ type: 'hits', text, places, isLimited });
	}

	/** What a subagent said lies beside the session, in a file that its id names. */
	private async showAgent(id: string, from: number): Promise<void> {
		if (!/^[A-Za-z0-9-]+$/u.test(id)) return;
		const locate = async (): Promise<string | undefined> => {
			const file = await this.locate();
			return file && agentTranscript(file, id);
		};
		const pages = this.agents.get(id) ?? new TranscriptPages(agentTranscript(this.file, id), undefined, locate);
		this.agents.set(id, pages);
		await pages.read(undefined, this.ended.signal);
		const wanted = pages.index.pages.slice(from, from + AGENT_PAGES).keys();
		const html: string[] = [];
		for (const at of wanted) html.push(await this.html(pages, from + at, agentParts()));
		const next = from + AGENT_PAGES;
		this.post({ type: 'agent', id, html: html.join(''), next: next < pages.index.pages.length ? next : undefined });
	}

	private async guard(work: () => Promise<unknown>): Promise<void> {
		try {
			await work();
		} catch (error) {
			if (this.store.isDisposed || error instanceof CancelledError) return;
			this.needs.logger.error('a session could not be shown', error);
			void showFailure(error);
		}
	}
}

/** @param hasBefore the first turn is known already: it says the day that the next one is compared with. */
function rowsOf(
	turns: readonly IndexedTurn[],
	hasBefore: boolean,
	gapBefore: (turn: number) => string | undefined,
): readonly TurnRow[] {
	const day = (timeMs: number | undefined): string => (timeMs === undefined ? '' : localDate(timeMs));
	const rows = turns.map(({ number, title, timeMs, page, isAbandoned, isCompacted }, at): TurnRow => {
		const gap = [gapBefore(number), isCompacted ? vscode.l10n.t('Compacted') : undefined].filter(Boolean).join(' · ');
		const isNewDay = timeMs !== undefined && day(timeMs) !== day(turns[at - 1]?.timeMs);
		return {
			number,
			title,
			time: timeMs === undefined ? '' : localTime(timeMs),
			...(isNewDay ? { day: day(timeMs) } : {}),
			...(gap === '' ? {} : { gap }),
			isAbandoned,
			page,
		};
	});
	return hasBefore ? rows.slice(1) : rows;
}

// Where what is in a transcript: its turns, and pages that are small enough to be read and drawn at once. It grows with the
// file, line by line, and keeps no text but the beginning of each prompt.
import type { TranscriptEntry } from '../transcript/entry';
import { NO_TREE, type Tree, abandonedTurns, createTreeDraft, turnKind } from '../transcript/tree';
import { typedText } from '../transcript/userText';
import { clean } from './clip';
import type { OutlineItem } from './html';
import { outlineTitle } from './markdown';

/** Lines that are read and drawn together. */
export interface Page {
	/** Bytes of the file: up to, and not including, `to`. */
	readonly from: number;
	readonly to: number;
	/** The number of its first line, from 1. */
	readonly line: number;
	/** Numbers of lines that the file had before under the same ids, as old versions wrote at a compaction: they are left out. */
	readonly repeated: ReadonlySet<number>;
	/** How many turns began before it. */
	readonly turns: number;
}

/** A turn in the index of a page. */
export interface IndexedTurn extends OutlineItem {
	/** Milliseconds since 1970. */
	readonly timeMs: number | undefined;
	/** The page that it begins on, from 0. */
	readonly page: number;
	/** A compaction came before it, after the turn above. */
	readonly isCompacted: boolean;
}

/** A line of the file, with its line break. */
export interface IndexedLine {
	readonly from: number;
	readonly to: number;
	/** What it says; of lines that are no turn it is enough where they stand in the tree. */
	readonly entry: TranscriptEntry | undefined;
	/** It is an answer of Claude's: between what a tool said and the next answer nothing waits for a result. */
	readonly isAnswer: boolean;
}

/** A page is closed at the next turn once it has so much. */
const PAGE = { bytes: 48_000, lines: 60 };
/** A long turn goes on on the next page. */
const LONG_PAGE = { bytes: 160_000, lines: 160 };
/** A run of lines that are left out ends a page where it is longer: nobody should read it to see the page. */
const RUN_BYTES = 64_000;

interface OpenPage extends Page {
	to: number;
	lines: number;
	readonly repeated: Set<number>;
}

/** Whether a model said it, and not Claude Code itself. */
export function isModel(model: string | undefined): model is string {
	return model !== undefined && model !== '<synthetic>';
}

export class PageIndex {
	/** In file order. The last one still grows. */
	readonly pages: OpenPage[] = [];
	/** The turns of the whole file so far, for what was abandoned. */
	tree: Tree = NO_TREE;
	/** What is known of the session as a whole. */
	readonly facts: { fromMs?: number; toMs?: number; folder?: string; branch?: string; model?: string } = {};
	/** How many messages belong to other sessions, by session; none where all sessions count. */
	readonly foreign = new Map<string, number>();
	private readonly turns: Omit<IndexedTurn, 'number' | 'isAbandoned'>[] = [];
	private lines = 0;
	private messages = 0;
	private wasUser = false;
	private isCompacted = false;

	/**
	 * @param sessionId lines of other sessions are left out; without an id, none is.
	 * @param isSubagent whose turns are a subagent's own
	 */
	constructor(
		readonly sessionId: string | undefined,
		readonly isSubagent: boolean,
	) {}

	get turnCount(): number {
		return this.turns.length;
	}

	get hasMessages(): boolean {
		return this.messages > 0;
	}

	/** The next lines of the file, in order. */
	note(lines: readonly IndexedLine[]): void {
		const draft = createTreeDraft(this.tree);
		for (const line of lines) {
			const number = ++this.lines;
			const { entry } = line;
			if (entry === undefined || !('isSidechain' in entry)) {
				if (entry !== undefined && !this.isForeign(entry)) draft.note(entry);
				this.extend(line, number);
			} else if (this.isForeign(entry)) {
				this.foreign.set(entry.sessionId ?? '', (this.foreign.get(entry.sessionId ?? '') ?? 0) + 1);
				this.extend(line, number);
			} else if (entry.uuid !== undefined && draft.has(entry.uuid)) this.pages.at(-1)?.repeated.add(number);
			else {
				this.noteMessage(entry, line, number);
				draft.note(entry);
			}
		}
		this.tree = draft.close();
	}

	/** The turns from one on, for an index. @param from how many are known already */
	outline(from = 0): readonly IndexedTurn[] {
		const abandoned = this.isSubagent ? new Set() : new Set(abandonedTurns(this.tree));
		return this.turns.slice(from).map((turn, at) => ({
			...turn,
			number: from + at + 1,
			isAbandoned: !this.isSubagent && abandoned.has(this.tree.starts[from + at]),
		}));
	}

	/** The number of the first turn that began at a time or later, from 1. Nothing where none did. */
	turnSince(ms: number): number | undefined {
		const at = this.turns.findIndex(({ timeMs }) => timeMs !== undefined && timeMs >= ms);
		return at < 0 ? undefined : at + 1;
	}

	/** When a turn began. @param number from 1 */
	timeOf(number: number): number | undefined {
		return this.turns[number - 1]?.timeMs;
	}

	/** The page that a turn begins on; the first one where there is no such turn. @param index from 0 */
	pageOfTurn(index: number): number {
		return this.turns[index]?.page ?? 0;
	}

	/** The page with a byte of the file. */
	pageAt(offset: number): number {
		return Math.max(
			0,
			this.pages.findLastIndex(({ from }) => from <= offset),
		);
	}

	private noteMessage(
		entry: Extract<TranscriptEntry, { isSidechain: boolean }>,
		line: IndexedLine,
		number: number,
	): void {
		this.messages++;
		const { facts } = this;
		// What the harness says has a time and a place, too, which are nobody's.
		if (entry.type !== 'system') {
			const { timestampMs, cwd, gitBranch } = entry;
			if (timestampMs !== undefined) {
				// Lines are not in the order of their times.
				facts.fromMs = Math.min(facts.fromMs ?? timestampMs, timestampMs);
				facts.toMs = Math.max(facts.toMs ?? timestampMs, timestampMs);
			}
			if (cwd !== undefined) facts.folder ??= cwd;
			if (gitBranch !== undefined) facts.branch = gitBranch;
		}
		if (entry.type === 'assistant' && entry.isSidechain === this.isSubagent && isModel(entry.model))
			facts.model = entry.model;
		if (entry.type === 'system' && entry.subtype === 'compact_boundary') this.isCompacted = true;
		const kind = turnKind(entry);
		if (kind !== undefined && entry.type === 'user' && entry.isSidechain === this.isSubagent) {
			this.extend(line, number, PAGE);
			this.turns.push({
				title: outlineTitle(kind, clean(typedText(entry.text).slice(0, 2_000))),
				timeMs: entry.timestampMs,
				page: this.pages.length - 1,
				isCompacted: this.isCompacted,
			});
			this.isCompacted = false;
		} else this.extend(line, number, line.isAnswer && this.wasUser ? LONG_PAGE : undefined);
		this.wasUser = !line.isAnswer;
	}

	/** @param limit the line begins a page where the last one has so much; nothing: it does not. */
	private extend({ from, to }: IndexedLine, number: number, limit?: typeof PAGE): void {
		const last = this.pages.at(-1);
		const isFull =
			last === undefined || (limit !== undefined && (last.to - last.from >= limit.bytes || last.lines >= limit.lines));
		if (last !== undefined && !isFull && from - last.to < RUN_BYTES) {
			last.to = to;
			last.lines++;
		} else this.pages.push({ from, to, line: number, lines: 1, turns: this.turns.length, repeated: new Set() });
	}

	private isForeign({ sessionId }: TranscriptEntry): boolean {
		return this.sessionId !== undefined && sessionId !== undefined && sessionId !== this.sessionId;
	}
}

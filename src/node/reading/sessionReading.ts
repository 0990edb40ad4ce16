// A session from its file to what a person reads, in slices: whatever the size of the transcript, the event loop has its
// turn after a few milliseconds of work, and a few messages are in memory at a time.
import path from 'node:path';
import { type Block, mapTexts } from '../../core/reading/block';
import { Conversation } from '../../core/reading/conversation';
import { clean } from '../../core/reading/clip';
import type { OutlineItem } from '../../core/reading/html';
import { type SessionHead, sessionHead } from '../../core/reading/head';
import {
	type MarkdownChunk,
	type MarkdownOptions,
	createMarkdownWriter,
	outlineTitle,
} from '../../core/reading/markdown';
import { pieces } from '../../core/reading/pieces';
import type { Redactor } from '../../core/privacy/redaction';
import type { RedactedSecret, RedactionReport } from '../../core/privacy/report';
import { displayName } from '../../core/transcript/displayName';
import { parseLine } from '../../core/transcript/parseEntry';
import type { Session } from '../../core/transcript/session';
import { abandonedTurns } from '../../core/transcript/tree';
import type { ForkMark } from '../sessions/forkMark';
import { type FoldOptions, foldTranscript } from '../transcript/foldTranscript';
import { readTranscriptLines } from '../transcript/transcriptLines';

export interface ReadingOptions extends FoldOptions {
	/** What the session is called; found in the transcript where it is not given. */
	readonly title?: string | undefined;
	/** Takes out what must not be seen; without it everything is as it was said. */
	readonly redactor?: Redactor | undefined;
	/** Where it leaves the session that it was made of. Only HTML shows it. */
	readonly fork?: ForkMark | undefined;
	/** Told what was taken out, and in which turn. */
	readonly report?: RedactionReport | undefined;
	/** Told how many turns were read. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** How the event loop gets its turn. For tests. */
	readonly pause?: () => Promise<void>;
}

/** A session that is being read. */
interface OpenReading {
	readonly head: SessionHead;
	/** The turns of the whole session, redacted. */
	readonly outline: () => Promise<readonly OutlineItem[]>;
	/** All of it, redacted, in file order. Read it once. */
	readonly blocks: AsyncGenerator<Block, void>;
	/** Says that so many characters were worked on, and waits for a turn of the event loop once enough were. */
	readonly spend: (characters: number) => Promise<void>;
}

/** Characters that are redacted or rendered in about 6 ms: what is worked on between two turns of the event loop. */
export const SLICE = 24_000;

/** What a text costs to redact beyond its length. */
const CALL = 250;

/** Parsing takes so many times less than redacting. */
const PARSE_SHARE = 16;

/** A chunk is worth an editor's while. */
const CHUNK = 32_000;

/**
 * The document of a session, piece by piece.
 * @throws what `readTranscriptLines` throws.
 */
export async function* readAsMarkdown(
	file: string,
	options: ReadingOptions & MarkdownOptions = {},
): AsyncGenerator<MarkdownChunk, void> {
	const reading = await openReading(file, options);
	const writer = createMarkdownWriter(options);
	const first = writer.head(reading.head);
	let text = first.text;
	let messages = [...first.messages];
	for await (const block of reading.blocks) {
		const chunk = writer.block(block);
		text += chunk.text;
		messages.push(...chunk.messages);
		await reading.spend(chunk.text.length);
		if (text.length < CHUNK) continue;
		yield { text, messages };
		text = '';
		messages = [];
	}
	yield { text, messages };
}

/**
 * Reads a transcript twice: what was abandoned, and what the session is called, is known at its end only.
 * @throws what `readTranscriptLines` throws.
 */
export async function openReading(file: string, options: ReadingOptions = {}): Promise<OpenReading> {
	const session = await foldTranscript(file, options);
	const spend = createPacer(options.pause ?? turnOfEventLoop);
	const at = { turn: 0 };
	const { redactor, report } = options;
	const redact = createRedact(redactor, spend, (findings) => report?.add(findings, at.turn));
	const head = sessionHead(session.facts, options.title ?? titleOf(session, file), session.tree.starts.length);
	return {
		head: {
			...head,
			title: await redact(head.title),
			folder: head.folder && (await redact(head.folder)),
			branch: head.branch && (await redact(head.branch)),
		},
		// What it says is said again below, and counted there.
		outline: () => outlineOf(session, createRedact(redactor, spend)),
		blocks: readBlocks(file, session, options, redact, spend, at),
		spend,
	};
}

async function outlineOf(
	{ tree }: Session,
	redact: (text: string) => Promise<string>,
): Promise<readonly OutlineItem[]> {
	const abandoned = new Set(abandonedTurns(tree));
	const items: OutlineItem[] = [];
	for (const [at, turn] of tree.starts.entries())
		items.push({
			number: at + 1,
			title: outlineTitle(turn.kind, await redact(clean(turn.text.text))),
			isAbandoned: abandoned.has(turn),
		});
	return items;
}

async function* readBlocks(
	file: string,
	session: Session,
	{ signal, onProgress }: ReadingOptions,
	redact: (text: string) => Promise<string>,
	spend: OpenReading['spend'],
	at: { turn: number },
): AsyncGenerator<Block, void> {
	const { facts, tree } = session;
	const conversation = new Conversation({ sessionId: facts.sessionId, tree, isSubagent: isSubagent(file) });
	for await (const lines of readTranscriptLines(file, signal)) {
		for (const { text, number, isCut } of lines) {
			const entry = isCut ? undefined : parseLine(text);
			const blocks = isCut ? conversation.noteCutLine(number) : entry === undefined ? [] : conversation.note(entry);
			await spend(Math.ceil(text.length / PARSE_SHARE));
			for (const block of blocks) {
				if (block.kind === 'turn') {
					at.turn = block.number;
					onProgress?.(at.turn, tree.starts.length);
				}
				yield await mapTexts(block, redact);
			}
		}
	}
	for (const block of conversation.end()) yield await mapTexts(block, redact);
}

function createRedact(
	redactor: Redactor | undefined,
	spend: OpenReading['spend'],
	onFound: (findings: readonly RedactedSecret[]) => void = () => undefined,
): (text: string) => Promise<string> {
	if (redactor === undefined) return (text) => Promise.resolve(text);
	return async (text) => {
		let safe = '';
		for (const piece of pieces(text, SLICE)) {
			await spend(piece.length + CALL);
			const { value, findings } = redactor.text(piece);
			safe += value;
			onFound(findings);
		}
		return safe;
	};
}

function createPacer(pause: () => Promise<void>): OpenReading['spend'] {
	let spent = 0;
	return async (characters) => {
		// Told before the work is done, so that a slice never grows beyond its limit.
		spent += characters;
		if (spent < SLICE) return;
		await pause();
		spent = characters;
	};
}

function turnOfEventLoop(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

function titleOf({ facts }: Session, file: string): string {
	const stem = path.basename(file, '.jsonl');
	if (isSubagent(file)) return `Subagent ${stem.replace(/^agent-/u, '')}`;
	const { custom, ai, summary, agent } = facts.titles;
	const name = displayName({
		customTitle: custom,
		aiTitle: ai,
		summary,
		agentName: agent,
		firstPrompt: facts.firstPrompt?.text,
		lastPrompt: facts.lastPrompt?.text,
		cwd: facts.cwd,
	});
	return name ?? stem;
}

/** Subagents have transcripts of their own: `<session>/subagents/agent-<id>.jsonl`. */
export function isSubagent(file: string): boolean {
	return path.basename(path.dirname(file)) === 'subagents';
}

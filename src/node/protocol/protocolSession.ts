// Everything that a session shows for its protocol: the reading of its transcript, and what was parked.
import path from 'node:path';
import type { JudgedHandOver } from '../../core/handoff/handedIn/proof';
import type { FoundBlock, FoundTask } from '../../core/protocol/found';
import { CONTEXT_OPENING } from '../../core/protocol/context';
import { blocksOfSession, tasksLeft, tasksOfSession } from '../../core/protocol/fromSession';
import { namedFiles } from '../../core/protocol/namedFiles';
import { utcSeconds } from '../../core/base/dates';
import { asText } from '../../core/base/result';
import type { ParkedItem } from '../../core/parking/item';
import type { AssistantEntry, TranscriptEntry, UserEntry } from '../../core/transcript/entry';
import { typedText } from '../../core/transcript/userText';
import { type ExtractOptions, extractSession } from '../handoff/extractSession';

export interface SessionMaterial {
	readonly session: string;
	readonly tasks: readonly FoundTask[];
	readonly blocks: readonly FoundBlock[];
	/** When it last loaded the file, as far as its transcript tells. Milliseconds since 1970. */
	readonly loadedMs: number | undefined;
	/** What was handed in, each statement with what came of it. */
	readonly handOvers: readonly JudgedHandOver[];
}

/**
 * Reads a session.
 * @param parked all parked items; those of this session count.
 * @param checkout of the project, absolute.
 * @param protocolFile absolute.
 * @param handed statements that came by files, and what redacted them.
 * @throws what `readTranscriptLines` throws.
 */
export async function readSessionMaterial(
	transcript: string,
	parked: readonly ParkedItem[],
	checkout: string,
	protocolFile: string,
	handed: Pick<ExtractOptions, 'given' | 'redact'>,
): Promise<SessionMaterial> {
	let loadedMs: number | undefined;
	const { session, extract, handOvers } = await extractSession(transcript, handed, (entry, { facts }) => {
		if (isLoading(entry, protocolFile) && entry.sessionId === facts.sessionId) loadedMs = entry.timestampMs ?? 0;
	});
	const id = session.facts.sessionId;
	return {
		session: id,
		tasks: [
			...tasksOfSession(extract, checkout),
			...parked.filter((item) => item.session === id).map((item) => parkedTask(item, checkout)),
			...tasksLeft(extract, checkout),
		],
		blocks: blocksOfSession(extract),
		loadedMs,
		handOvers,
	};
}

/** The session read the file, was started from it, or ran the command that loads it. */
function isLoading(entry: TranscriptEntry, protocolFile: string): entry is UserEntry | AssistantEntry {
	if (entry.type === 'user' && entry.kind === 'prompt')
		return typedText(entry.text).startsWith(`${CONTEXT_OPENING} ${path.basename(protocolFile)}`);
	if (entry.type !== 'assistant' || entry.isSidechain) return false;
	return entry.blocks.some((block) => {
		if (block.type !== 'tool_use') return false;
		if (block.name === 'Read') return asText(block.input['file_path']) === protocolFile;
		return block.name === 'Bash' && /\bprotocol\s+load\b/u.test(asText(block.input['command']) ?? '');
	});
}

function parkedTask(item: ParkedItem, checkout: string): FoundTask {
	return {
		id: undefined,
		title: item.name,
		formerTitles: [],
		status: 'pending',
		created: utcSeconds(item.modifiedMs),
		completed: undefined,
		context: item.description === '' ? undefined : item.description,
		files: namedFiles(`${item.name}\n${item.description}`, checkout),
		origin: { kind: 'parked', at: item.fileName },
	};
}

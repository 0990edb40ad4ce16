// The block of statements that Claude wrote before it called us. Its line may reach the transcript a moment after the call
// began, so it is waited for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { HandOver } from '../../core/handoff/handedIn/proof';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { entriesOf } from '../../core/transcript/parseEntry';
import { readRegularFile } from '../base/regularFile';
import { handOverIn } from './extractSession';

const WAIT_MS = 2_000;
const POLL_MS = 50;
const FIRST_BYTES = 256 * 1024;
/** The results of one turn can be tens of megabytes; what is further back is not looked for. */
const SEARCHED_BYTES = 64 * 1024 * 1024;

/**
 * The last block since the last prompt. One that an earlier call has read already is taken only if no newer one comes.
 * @param find says where the session's transcript is; it may be there only in a moment.
 * @returns `noTranscript`, or nothing, where there is none in time. @throws the file system's error.
 */
export async function awaitHandIn(
	find: () => Promise<string | undefined>,
	session: string,
): Promise<HandOver | 'noTranscript' | undefined> {
	const until = Date.now() + WAIT_MS;
	for (let file: string | undefined; ; await sleep(POLL_MS)) {
		file ??= await find();
		const found = file === undefined ? undefined : await lastHandIn(file, session);
		if (found?.handOver !== undefined && !found.isRead) return found.handOver;
		if (Date.now() >= until) return file === undefined ? 'noTranscript' : found?.handOver;
	}
}

interface Found {
	readonly handOver: HandOver | undefined;
	readonly isRead: boolean;
}

async function lastHandIn(file: string, session: string): Promise<Found> {
	for (let bytes = FIRST_BYTES; ; bytes *= 4) {
		const read = await readRegularFile(file, bytes, { fromEnd: true });
		if (read === undefined) return { handOver: undefined, isRead: false };
		const isAll = read.sizeBytes <= bytes;
		const lines = read.bytes.toString('utf8').split('\n');
		const found = search(entriesOf(isAll ? lines : lines.slice(1)), session);
		if (found.hasPrompt || isAll || bytes >= SEARCHED_BYTES) return found;
	}
}

function search(entries: readonly TranscriptEntry[], session: string): Found & { readonly hasPrompt: boolean } {
	let handOver: HandOver | undefined;
	let isRead = false;
	let hasPrompt = false;
	const calls = new Set<string>();
	for (const entry of entries) {
		if ((entry.type !== 'user' && entry.type !== 'assistant') || entry.isSidechain) continue;
		if (entry.sessionId !== undefined && entry.sessionId !== session) continue;
		if (entry.type === 'user') {
			if (entry.toolResults.some(({ toolUseId }) => calls.has(toolUseId))) isRead = true;
			if (entry.kind !== 'prompt' && entry.kind !== 'command') continue;
			hasPrompt = true;
			handOver = undefined;
			continue;
		}
		const handed = handOverIn(entry);
		if (handed !== undefined) {
			handOver = handed;
			isRead = false;
		}
		for (const block of entry.blocks)
			if (block.type === 'tool_use' && JSON.stringify(block.input).includes('--from-answer')) calls.add(block.id);
	}
	return { handOver, isRead, hasPrompt };
}

// What the Stop hook does with a turn that holds something to remember: it redacts and queues it. A separate file, so that
// other turns need not compile it. It writes the queue itself: what `addToQueue` redacts with is a library, several times
// the size of this file.
import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Caught } from '../../../core/memory/candidate';
import {
	QUEUE_FILE_LIMIT_BYTES,
	QUEUE_FOLDER,
	type Queued,
	formatQueueFile,
	parseQueueFile,
} from '../../../core/memory/queueFile';
import type { Redactor } from '../../../core/privacy/redaction';
import type { ClaudeHome } from '../../claude/claudeHome';
import type { LastTurn } from './lastTurn';
import { isSavedSince, namesIn } from './savedSince';
import { makePrivateFolderAtOnce } from '../../project/privateFolderAtOnce';

/** A turn of which something is to be remembered. */
interface StopHit {
	readonly claude: ClaudeHome;
	/** Folder in which the session was launched. */
	readonly folder: string;
	/** Where it is by now. */
	readonly cwd: string | undefined;
	readonly transcript: string;
	readonly nowMs: number;
	readonly session: string;
	readonly turn: LastTurn;
	/** What each prompt of it holds. */
	readonly caught: readonly { readonly prompt: LastTurn['prompts'][number]; readonly found: readonly Caught[] }[];
	/** @returns the number of prompts of the session so far. */
	countPrompts(): number;
}

/** Leaves a file in the queue. @returns what came of it, for the log. Throws the file system's errors. */
export async function queueCaught(hit: StopHit): Promise<string> {
	const { claude, folder, cwd, transcript, session, turn, caught } = hit;
	const queue = path.join(claude.configDir, QUEUE_FOLDER);
	const seen = seenPrompts(queue, session);
	const fresh = caught.filter(({ prompt, found }) => found.length > 0 && !seen.has(prompt.uuid));
	if (fresh.length === 0) return 'queued before';
	if (turn.isHandedOff || (await isSavedSince(hit, session, fresh[0]?.prompt.atMs))) return 'handed off';
	const { isNeverRead } = await import('../../reflection/privateTag');
	if (await isNeverRead(claude, { id: session, file: transcript, folders: [folder, cwd] })) return 'private';
	const candidates: Queued[] = fresh.flatMap(({ prompt, found }) =>
		found.map(({ type, text, rule }) => ({ type, text, rule, message: prompt.uuid })),
	);
	const { openRedactor } = await import('../../privacy/openRedactor');
	return writeQueueFile(hit, queue, candidates, await openRedactor(claude));
}

/** Prompts of a session that are in the queue, or were. */
function seenPrompts(queue: string, session: string): ReadonlySet<string> {
	const seen = new Set<string>();
	for (const name of namesIn(queue)) {
		if (!name.startsWith(`${session}-`)) continue;
		const file = path.join(queue, name);
		try {
			if (statSync(file).size > QUEUE_FILE_LIMIT_BYTES) continue;
			for (const { message } of parseQueueFile(readFileSync(file, 'utf8'))?.candidates ?? []) seen.add(message);
		} catch {
			// Pruned since it was listed.
		}
	}
	return seen;
}

/** Whole or not at all. Two hooks of one turn (installed twice) write one file. */
function writeQueueFile(
	{ nowMs, folder, session, countPrompts }: StopHit,
	queue: string,
	candidates: readonly Queued[],
	redactor: Redactor,
): string {
	makePrivateFolderAtOnce(queue);
	const temporary = path.join(queue, `.${session}.${process.pid}.tmp`);
	const ts = new Date(nowMs).toISOString();
	try {
		for (let turn = Math.max(1, countPrompts()); ; turn++) {
			const file = path.join(queue, `${session}-${turn}.json`);
			writeFileSync(temporary, formatQueueFile({ session, turn, ts, cwd: folder, candidates }, redactor), {
				mode: 0o600,
			});
			try {
				linkSync(temporary, file);
				return `${candidates.length} queued`;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
				if (seenPrompts(queue, session).has(candidates[0]?.message ?? '')) return 'queued before';
			}
		}
	} finally {
		unlinkSync(temporary);
	}
}

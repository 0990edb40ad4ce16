// Stop: after each answer. Catches what the person said that should be known next time, and leaves it in a queue file. It
// shares no more with the other hooks than it must, for it runs fifty times in a session.
import { linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HookPayload } from '../../core/hooks/payload';
import { mayHoldMemory } from '../../core/memory/gate';
import {
	QUEUE_FILE_LIMIT_BYTES,
	QUEUE_FOLDER,
	type Queued,
	formatQueueFile,
	parseQueueFile,
} from '../../core/memory/queueFile';
import type { Redactor } from '../../core/privacy/redaction';
import { foldMarks } from '../../core/sessions/marks';
import type { ClaudeHome } from '../claudeHome';
import { type LastTurn, readLastTurn } from './lastTurn';
import { namesIn } from './namesIn';

/** Claude Code writes lines in batches, about every 100 ms: a turn can be over before its prompt is written. */
const LATE_MS = 400;
const LOOK_AGAIN_MS = 40;

/** What the hook works with. */
export interface StopContext {
	readonly claude: Pick<ClaudeHome, 'configDir' | 'keeperHome' | 'projectsDir' | 'userHome'>;
	readonly payload: HookPayload;
	/** Folder in which the session was launched. */
	readonly folder: string;
	readonly nowMs: number;
}

/** @returns what came of it, for the log. Throws the file system's errors. */
export async function catchTurn(context: StopContext): Promise<string> {
	const { payload, claude } = context;
	if (payload.isStopContinued) return 'not a new turn';
	if (payload.isSubagent) return 'a subagent';
	const { session } = payload;
	const transcript = session === undefined ? undefined : transcriptOf(payload);
	if (session === undefined || transcript === undefined) return 'no transcript';
	const turn = await readThisTurn(transcript, payload.promptId);
	if (turn.prompts.length === 0) return 'no prompt';
	if (!turn.prompts.some(({ text }) => mayHoldMemory(text))) return 'nothing';
	// Two thirds of this program are rules: they are put to work only where they are wanted.
	const { catchMemories } = await import('../../core/memory/catch');
	const caught = turn.prompts.map((prompt) => ({ prompt, found: catchMemories(prompt.text, payload.reply) }));
	if (caught.every(({ found }) => found.length === 0)) return 'nothing';
	// From here on it is rare, and may take a little longer.
	const queue = path.join(claude.configDir, QUEUE_FOLDER);
	const seen = seenPrompts(queue, session);
	const fresh = caught.filter(({ prompt, found }) => found.length > 0 && !seen.has(prompt.uuid));
	if (fresh.length === 0) return 'queued before';
	const { isSavedSince } = await import('./savedSince');
	if (turn.isHandedOff || (await isSavedSince(context, session, fresh[0]?.prompt.atMs))) return 'handed off';
	if (isPrivate(claude.keeperHome, session)) return 'private';
	const { createRedactor } = await import('../../core/privacy/redaction');
	const { ownDetector } = await import('../secretRules');
	const redactor = createRedactor(ownDetector, [claude.userHome]);
	const candidates: Queued[] = fresh.flatMap(({ prompt, found }) =>
		found.map(({ type, text, rule }) => ({ type, text, rule, message: prompt.uuid })),
	);
	const { promptCount } = readLastTurn(transcript, true);
	return writeQueueFile(context, queue, session, promptCount, candidates, redactor);
}

/** The turn that has just ended, and not the one before: its prompt may come into the file after us. */
async function readThisTurn(transcript: string, promptId: string | undefined): Promise<LastTurn> {
	for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
		const turn = readLastTurn(transcript);
		const isAnother = turn.prompts.length === 0 || turn.promptId !== undefined;
		if (promptId === undefined || turn.promptId === promptId || !isAnother || waitedMs >= LATE_MS) return turn;
		await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
	}
}

/** Claude Code names it; whoever else does may only name a transcript, and it is only read. */
function transcriptOf({ session, transcriptPath }: HookPayload): string | undefined {
	if (session === undefined || transcriptPath === undefined || !path.isAbsolute(transcriptPath)) return undefined;
	if (path.basename(transcriptPath) !== `${session}.jsonl`) return undefined;
	try {
		return statSync(transcriptPath).isFile() ? transcriptPath : undefined;
	} catch {
		return undefined;
	}
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

function isPrivate(keeperHome: string, session: string): boolean {
	try {
		const marks = foldMarks(readFileSync(path.join(keeperHome, 'session-marks.jsonl'), 'utf8'));
		return marks.get(session)?.has('private') === true;
	} catch {
		return false; // No session is marked.
	}
}

/** Whole or not at all. Two hooks of one turn (installed twice) write one file. */
function writeQueueFile(
	{ nowMs, folder }: StopContext,
	queue: string,
	session: string,
	promptCount: number,
	candidates: readonly Queued[],
	redactor: Redactor,
): string {
	mkdirSync(queue, { recursive: true, mode: 0o700 });
	const temporary = path.join(queue, `.${session}.${process.pid}.tmp`);
	const ts = new Date(nowMs).toISOString();
	try {
		for (let turn = Math.max(1, promptCount); ; turn++) {
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

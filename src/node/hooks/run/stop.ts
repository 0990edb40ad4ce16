// Stop: runs after each answer. Catches what the person said that should be known next time, and leaves it in a queue
// file. It shares only the necessary code with the other hooks and calls as few functions of Node's as it can: it runs
// fifty times in a session, and the first call of each function costs a twentieth of a millisecond.
import path from 'node:path';
import type { HookPayload } from '../../../core/claude/payload';
import { catchMemories } from '../../../core/memory/catch';
import type { ClaudeHome } from '../../claude/claudeHome';
import { type LastTurn, readLastTurn } from './lastTurn';

/** Claude Code writes lines in batches, about every 100 ms: a turn can be over before its prompt is written. */
const LATE_MS = 400;
const LOOK_AGAIN_MS = 40;

/** What the hook works with. */
interface StopContext {
	/** Asked only where there is something to remember. */
	claude(): ClaudeHome;
	readonly payload: HookPayload;
	/** Folder in which the session was launched. */
	readonly folder: string;
	readonly nowMs: number;
}

/** @returns what came of it, for the log. Throws the file system's errors. */
export async function catchTurn({ claude, payload, folder, nowMs }: StopContext): Promise<string> {
	if (payload.isStopContinued) return 'not a new turn';
	if (payload.isSubagent) return 'a subagent';
	const { session } = payload;
	const transcript = transcriptOf(payload);
	if (session === undefined || transcript === undefined) return 'no transcript';
	const turn = await readThisTurn(transcript, payload.promptId);
	if (turn === undefined) return 'no transcript';
	if (turn.prompts.length === 0) return 'no prompt';
	const caught = turn.prompts.map((prompt) => ({
		prompt,
		found: catchMemories(prompt.text, payload.reply, turn.isFirst),
	}));
	if (caught.every(({ found }) => found.length === 0)) return 'nothing';
	// Most turns need none of the redaction and the queue.
	const { queueCaught } = await import('./stopHit');
	const countPrompts = (): number => readLastTurn(transcript, true)?.promptCount ?? 0;
	const { cwd } = payload;
	return queueCaught({ claude: claude(), folder, cwd, transcript, nowMs, session, turn, caught, countPrompts });
}

/** The turn that has just ended, and not the one before: its prompt may come into the file after us. */
async function readThisTurn(transcript: string, promptId: string | undefined): Promise<LastTurn | undefined> {
	for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
		const turn = readLastTurn(transcript);
		const isAnother = turn === undefined || turn.prompts.length === 0 || turn.promptId !== undefined;
		if (promptId === undefined || turn?.promptId === promptId || !isAnother || waitedMs >= LATE_MS) return turn;
		await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
	}
}

/** Claude Code names it; whoever else does may only name a transcript, and it is only read. */
function transcriptOf({ session, transcriptPath }: HookPayload): string | undefined {
	if (session === undefined || transcriptPath === undefined || !path.isAbsolute(transcriptPath)) return undefined;
	const isNamed =
		transcriptPath.endsWith(`/${session}.jsonl`) || transcriptPath.endsWith(`${path.sep}${session}.jsonl`);
	return isNamed ? transcriptPath : undefined;
}

// What SessionEnd and PreCompact share: announcing the backup in time, and copying it if there is time.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BackupReason } from '../../../core/claude/reasons';
import { BackupWriter } from '../../backups/backupWriter';
import { type FoundTranscript, locateTranscript } from '../../transcript/locateTranscript';
import { type Project, findProject } from '../../project/project';
import { readLaunch } from '../../claude/transcriptHead';
import type { HookContext } from './hookRun';

/** A larger transcript is copied by a separate process, because a hook has no time. Bytes. */
const DETACH_BYTES = 8 * 1024 * 1024;

/** How long a hook waits for another process that is writing backups. That process does our part, too. */
const WAIT_MS = 1_000;

/** @param between is done when the backup cannot be lost any more, and before it is copied. @returns what came of it. */
export async function backUp(
	context: HookContext,
	reason: BackupReason,
	between: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
	const { claude, clock } = context;
	const found = await findHookTranscript(context);
	if (found === undefined) return 'no transcript';
	const { transcript, project } = found;
	if (await isForgotten(context, transcript)) return 'forgotten';
	const writer = await BackupWriter.open(claude, project, clock);
	const raw = await writer.announce(transcript, reason);
	const problem = await between().then(
		() => '',
		(error: unknown) => `; ${error instanceof Error ? error.message : String(error)}`,
	);
	const detach = context.detach && (() => context.detach?.(project.root));
	const state = await finishOrDetach(writer, { detach }, transcript);
	const refused = writer.refused === undefined ? '' : `; in our home only: ${writer.refused}`;
	return `${raw} ${state}${refused}${problem}`;
}

/** Few people ever had a session forgotten: what reads all of the marks is loaded for them. */
async function isForgotten({ claude }: HookContext, transcript: FoundTranscript): Promise<boolean> {
	const marks = await readFile(path.join(claude.keeperHome, 'session-marks.jsonl'), 'utf8').catch(() => '');
	return marks.includes('"forgottenMs"') && (await import('../../backups/forgotten')).isKeptAway(claude, transcript);
}

/** The session's transcript, and the project it belongs to: `claude --resume` goes on with one from any folder. */
export async function findHookTranscript({
	payload: { session, transcriptPath },
	claude,
	project,
}: Pick<HookContext, 'claude' | 'project'> & {
	readonly payload: Pick<HookContext['payload'], 'session' | 'transcriptPath'>;
}): Promise<{ readonly transcript: FoundTranscript; readonly project: Project } | undefined> {
	if (session === undefined) return undefined;
	const own = await locateTranscript(claude, session, transcriptPath, project);
	if (own !== undefined) return { transcript: own, project };
	const other = await locateTranscript(claude, session, transcriptPath, undefined);
	const cwd = other && (await readLaunch(other.file))?.cwd;
	return other && cwd && path.isAbsolute(cwd)
		? { transcript: other, project: await findProject(claude, cwd) }
		: undefined;
}

/**
 * Finishes what is announced, here where it is small.
 * @param known a transcript that was found just now. @returns what came of it.
 */
export async function finishOrDetach(
	writer: BackupWriter,
	{ detach }: Pick<HookContext, 'detach'>,
	known?: FoundTranscript,
): Promise<string> {
	const bytes = await writer.unfinishedBytes(known);
	if (bytes === undefined) return 'nothing to copy';
	if (bytes > DETACH_BYTES && detach !== undefined) {
		await detach();
		return 'detached';
	}
	const report = await writer.finish(WAIT_MS);
	if (report === undefined) return 'left to another process';
	const bad = report.find((each) => each.state !== 'verified');
	if (bad === undefined) return 'verified';
	return bad.problem instanceof Error ? `${bad.state}: ${bad.problem.message}` : bad.state;
}

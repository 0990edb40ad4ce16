// The sessions of a project in which hooks can have run.
import type { DoctorSession } from '../../core/hooks/doctorFacts';
import { parseObject } from '../../core/base/result';
import { deriveState, processStatus } from '../../core/sessions/state';
import { readTextFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { readLiveSessions } from '../sessions/liveSessions';
import { recentTranscripts } from '../sessions/projectSessions';

/** How much of a transcript's end is searched for compactions. */
const TAIL_BYTES = 8 * 1024 * 1024;

/** Those of late, the last one first. */
export async function hookSessions(
	claude: ClaudeHome,
	project: Project,
	nowMs: number,
): Promise<readonly DoctorSession[]> {
	const registry = await readLiveSessions(claude);
	const sessions = await recentTranscripts(claude, project);
	const facts = await Promise.all(
		sessions.map(async ({ id, file, headAndTail }): Promise<DoctorSession[]> => {
			const { firstMessageMs: startedMs, lastMessageMs: lastMs } = headAndTail;
			if (startedMs === undefined || lastMs === undefined) return [];
			const compactedMs = await lastCompaction(file);
			const process = processStatus(registry, id);
			// If nobody knows which sessions run, one with a message a while ago may still run.
			const state = deriveState({ firstActivityMs: startedMs, lastActivityMs: lastMs, process, nowMs });
			const isRunning = process === 'unknown' ? state !== 'ended' : process !== 'none';
			return [{ id, startedMs, lastMs, isRunning, compactedMs }];
		}),
	);
	return facts.flat().sort((a, b) => b.lastMs - a.lastMs);
}

async function lastCompaction(transcript: string): Promise<number | undefined> {
	const line = (await readTextFile(transcript, TAIL_BYTES, { fromEnd: true }))
		.split('\n')
		.findLast((each) => each.includes('"compact_boundary"'));
	// Nothing where there is no such line, or the tail cuts it.
	const fields = parseObject(line ?? '');
	const ms = fields?.['subtype'] === 'compact_boundary' ? Date.parse(String(fields['timestamp'])) : Number.NaN;
	return Number.isNaN(ms) ? undefined : ms;
}

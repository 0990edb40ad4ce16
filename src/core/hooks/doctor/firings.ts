// Compares the log of the hooks with the transcripts: hooks that did not fire, and hooks that failed.
import { say } from '../../base/say';
import { singleLine } from '../../base/text';
import { type DoctorFacts, type DoctorSession, hasOurs } from '../doctorFacts';
import { HOUSEKEEPING_EVENT } from '../../keeper/hookLog';
import { HOOKS } from '../launcherCommand';
import { AGAIN, type DoctorFinding, type Fix, finding, fixByHand } from './finding';

/** For this long after its last line, a session may still be about to end. In milliseconds, like all of these. */
const SETTLED_MS = 60_000;

/** A compaction takes time between the hook and the line in the transcript. */
const COMPACTION_MS = 15 * 60_000;

/** In a session this long, at least one turn has ended. */
const TALK_MS = 10 * 60_000;

/** What should have fired and did not, what failed, and what failed after the end of a session. */
export function firingFindings(facts: DoctorFacts, nowMs: number): readonly DoctorFinding[] {
	return [...missedFindings(facts, nowMs), ...failedFindings(facts), ...housekeepingFindings(facts)];
}

/** What should have fired since the installation but did not. */
function missedFindings(facts: DoctorFacts, nowMs: number): readonly DoctorFinding[] {
	const sinceMs = installedSinceMs(facts);
	if (sinceMs === undefined) return [];
	const missed = (
		event: string,
		session: DoctorSession | undefined,
		atMs: number | undefined,
		earlyMs: number,
	): readonly DoctorFinding[] => {
		if (session === undefined || atMs === undefined || atMs < sinceMs) return [];
		const isLogged = facts.firings.some(
			(firing) => firing.event === event && firing.session === session.id && Date.parse(firing.ts) > atMs - earlyMs,
		);
		if (isLogged) return [];
		const message = say('The {0} hook did not fire for the last session.', event);
		const evidence = `${session.id}, ${new Date(atMs).toISOString()}`;
		return [finding(`missed${event}`, 'warning', message, evidence, ...missedFix(event, session.id))];
	};
	const [last] = facts.sessions;
	const ended = facts.sessions.find(({ isRunning, lastMs }) => !isRunning && lastMs < nowMs - SETTLED_MS);
	const compacted = facts.sessions.find(({ compactedMs }) => compactedMs !== undefined);
	// At the end of each turn; a short session may have had none that was not interrupted.
	const talked = facts.sessions.find(({ startedMs, lastMs }) => lastMs - startedMs > TALK_MS);
	return [
		// It fires when the session is opened, which can be hours before the first message.
		...missed('SessionStart', last, last?.startedMs, Number.POSITIVE_INFINITY),
		...missed('SessionEnd', ended, ended?.lastMs, SETTLED_MS),
		...missed('Stop', talked, talked?.startedMs, Number.POSITIVE_INFINITY),
		...missed('PreCompact', compacted, compacted?.compactedMs, COMPACTION_MS),
	];
}

/** Since when our hooks have been there, as far as is known. */
function installedSinceMs({ settings, plugin }: DoctorFacts): number | undefined {
	const times = [
		...settings.flatMap((each) => (hasOurs(each) && each.installedMs ? [each.installedMs] : [])),
		...(plugin?.installedMs === undefined ? [] : [plugin.installedMs]),
	];
	return times.length > 0 ? Math.min(...times) : undefined;
}

/** Makes up for what was missed, where possible; the next session shows whether the hook fires. */
function missedFix(event: string, session: string): readonly [Fix, string] {
	const next = say(
		'Check that /hooks in Claude Code lists Session Keeper, then start a new session: a running one does not reload hooks.',
	);
	if (event !== 'SessionEnd' && event !== 'PreCompact') return [AGAIN, say('{0} Then look again.', next)];
	const fix = { command: 'sessionKeeper.createBackup', args: [session], cli: `backups create --session ${session}` };
	return [fix, next];
}

/** Hooks whose last run failed. */
function failedFindings({ firings, logFile }: DoctorFacts): readonly DoctorFinding[] {
	return HOOKS.flatMap((event) => {
		const last = firings.findLast((firing) => firing.event === event);
		if (last?.outcome.startsWith('failed') !== true) return [];
		return [
			finding(
				'hookFailed',
				'warning',
				say('The last {0} hook failed.', event),
				// The run may have been in another project. What made it fail can make it fail here, too.
				`${last.ts}${last.project === undefined ? '' : `, ${singleLine(last.project)}`}: ${singleLine(last.outcome)}`,
				fixByHand(logFile),
				say(
					'{0} logs each run. Fix the cause, such as a full disk or missing permissions. The next successful run clears this.',
					logFile,
				),
			),
		];
	});
}

/** Only failures are logged; the next session that ends shows whether it works again. */
function housekeepingFindings({ firings, logFile }: DoctorFacts): readonly DoctorFinding[] {
	const last = firings.findLast(({ event }) => event === 'SessionEnd' || event === HOUSEKEEPING_EVENT);
	if (last?.event !== HOUSEKEEPING_EVENT) return [];
	return [
		finding(
			'housekeepingFailed',
			'warning',
			say('The work after the end of the last session failed: its record, its backup or expired items.'),
			say('{0}, session {1}: {2}', last.ts, singleLine(last.session ?? 'unknown'), singleLine(last.outcome)),
			fixByHand(logFile),
			say(
				'Fix the cause that {0} names, such as a full disk or missing permissions. VS Code then does the rest; without it, the end of the next session does.',
				logFile,
			),
		),
	];
}

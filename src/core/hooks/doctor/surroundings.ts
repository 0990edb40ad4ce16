// Problems around the hooks: where Claude keeps its memory, what it writes and deletes, and what we left behind.
import { singleLine } from '../../base/text';
import { type DoctorFacts } from '../doctorFacts';
import { DEFAULT_CLEANUP_DAYS } from '../../claude/cleanup';
import { type DoctorFinding, type Fix, ORGANISATION, finding, openFix } from './finding';

export function surroundingFindings(facts: DoctorFacts): readonly DoctorFinding[] {
	const found: DoctorFinding[] = [];
	const { memory, cleanup } = facts;
	if (memory.turnedOffBy !== undefined)
		found.push(
			finding(
				'memoryOff',
				'warning',
				'Claude’s auto-memory is turned off: it reads no parked items.',
				memory.turnedOffBy,
				memory.turnedOffIn === undefined ? undefined : openFix(memory.turnedOffIn),
				memory.turnedOffIn === undefined
					? 'Take the variable CLAUDE_CODE_DISABLE_AUTO_MEMORY out of the environment.'
					: `In ${memory.turnedOffIn}, take out "autoMemoryEnabled" or set it to true.`,
			),
		);
	else if (!memory.exists && facts.sessions.length > 0)
		found.push(
			finding(
				'memoryElsewhere',
				'warning',
				'Claude’s memory of this project is not where we look for it.',
				memory.folder,
				undefined,
				'Claude makes the folder when it first keeps something. Where it keeps memory already, look at "autoMemoryDirectory" in the settings and at the folder that claude was started in.',
			),
		);
	if (facts.silencing.length > 0)
		found.push(
			finding(
				'noTranscript',
				'error',
				'A session that is started from here writes no transcript. Start it from a terminal that no Claude session opened.',
				facts.silencing.join(', '),
				undefined,
				`Open a fresh terminal, or unset ${facts.silencing.map((each) => each.replace(/=.*$/su, '')).join(' and ')} first.`,
			),
		);
	if (cleanup !== undefined && cleanup.days < DEFAULT_CLEANUP_DAYS)
		found.push(
			finding(
				'cleanupSoon',
				'warning',
				`Claude Code deletes transcripts after ${cleanup.days} days already.`,
				`cleanupPeriodDays in ${cleanup.file}`,
				cleanup.scope === 'managed' ? undefined : keepLonger(cleanup.scope),
				cleanup.scope === 'managed' ? ORGANISATION : undefined,
			),
		);
	for (const name of facts.unlogged)
		found.push(
			finding('unloggedBackup', 'warning', 'There is a backup that no log line tells of.', singleLine(name), {
				command: 'sessionKeeper.backups.focus',
				args: [],
				cli: 'backups list',
			}),
		);
	for (const file of facts.unproven)
		found.push(
			finding(
				'unprovenFiles',
				'warning',
				'An older version kept this under a name that several projects share, and nothing in it says whose it is.',
				singleLine(file),
				undefined,
				'It is shown to no project. Look into it, and move or remove it by hand.',
			),
		);
	return found;
}

/** Sets only the days, in the settings that decide them; installs no hooks. */
function keepLonger(scope: string): Fix {
	return { command: 'sessionKeeper.installHooks', args: [scope, 'cleanup'], cli: 'hooks cleanup-days 365' };
}

// Problems around the hooks: where Claude keeps its memory, what it writes and deletes, and what we left behind.
import { say } from '../../base/say';
import { singleLine } from '../../base/text';
import { type DoctorFacts } from '../doctorFacts';
import { DEFAULT_CLEANUP_DAYS } from '../../claude/settings';
import { type DoctorFinding, type Fix, askAdministrator, newFindings, fixByHand } from './finding';

export function surroundingFindings(facts: DoctorFacts): readonly DoctorFinding[] {
	const { found, add } = newFindings();
	const { memory, cleanup } = facts;
	if (memory.turnedOffBy !== undefined)
		add(
			'memoryOff',
			'warning',
			say('Auto-memory is off, so Claude does not read parked items.'),
			memory.turnedOffBy,
			memory.turnedOffIn === undefined ? undefined : fixByHand(memory.turnedOffIn),
			memory.turnedOffIn === undefined
				? say('Unset the variable CLAUDE_CODE_DISABLE_AUTO_MEMORY.')
				: say('In {0}, remove "autoMemoryEnabled" or set it to true.', memory.turnedOffIn),
		);
	else if (!memory.exists && facts.sessions.length > 0)
		add(
			'memoryElsewhere',
			'warning',
			say('The memory folder of this project was not found.'),
			memory.folder,
			undefined,
			say(
				'Claude creates it with the first memory. If there are memories already, check "autoMemoryDirectory" in the settings and the folder that claude was started in.',
			),
		);
	if (facts.silencing.length > 0)
		add(
			'noTranscript',
			'error',
			say('Sessions started here write no transcript. Start them in a terminal that no Claude session opened.'),
			facts.silencing.join(', '),
			undefined,
			say(
				'Open a new terminal, or unset these first: {0}',
				facts.silencing.map((each) => each.replace(/=.*$/su, '')).join(', '),
			),
		);
	if (cleanup !== undefined && cleanup.days < DEFAULT_CLEANUP_DAYS)
		add(
			'cleanupSoon',
			'warning',
			say('Claude Code deletes transcripts after {0} days.', cleanup.days),
			say('cleanupPeriodDays in {0}', cleanup.file),
			cleanup.scope === 'managed' ? undefined : keepLonger(cleanup.scope),
			cleanup.scope === 'managed' ? askAdministrator() : undefined,
		);
	for (const name of facts.unlogged)
		add('unloggedBackup', 'warning', say('A backup is not in the log.'), singleLine(name), {
			command: 'sessionKeeper.backups.focus',
			args: [],
			cli: 'backups list',
		});
	for (const file of facts.unproven)
		add(
			'unprovenFiles',
			'warning',
			say('An older version stored this under a name that several projects share, so its project is unknown.'),
			singleLine(file),
			undefined,
			say('No project shows it. Look inside, then move or remove it yourself.'),
		);
	for (const { file, message } of facts.brokenSettings)
		add('ownSettingsBroken', 'warning', message, file, fixByHand(file), say('Fix the file, then try again.'));
	const { types, versions } = facts.unknownLines;
	if (types.length > 0)
		add(
			'unknownLines',
			'warning',
			versions.length === 0
				? say('Claude Code writes lines that this version of Session Keeper does not know.')
				: say('Claude Code {0} writes lines that this version of Session Keeper does not know.', versions.join(', ')),
			types.map(singleLine).join(', '),
			undefined,
			say('They are backed up like all others, and left out of what is shown. Update Session Keeper.'),
		);
	return found;
}

/** Sets only the days, in the settings that decide them; installs no hooks. */
function keepLonger(scope: string): Fix {
	return { command: 'sessionKeeper.installHooks', args: [scope, 'cleanup'], cli: 'hooks cleanup-days 365' };
}

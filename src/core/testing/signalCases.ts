// For each item of the reflection's menu: a conversation that shows it, what is said of it, and one that only looks like it.
import type { ItemId } from '../reflection/menu';
import type { SignalContext } from '../reflection/signals/context';
import { type Line, assistantLine, resultLine, userLine } from './transcripts';

export interface SignalCase {
	readonly lines: readonly Line[];
	readonly context?: Partial<SignalContext>;
	/** The findings' texts, the weightiest first. */
	readonly says: readonly string[];
	/** The same item has nothing to say of this. */
	readonly not: readonly Line[];
	readonly notContext?: Partial<SignalContext>;
}

let calls = 0;

/** A tool use and its answer. */
function use(tool: string, input: Line, output = 'ok', isError = false): readonly Line[] {
	const id = `toolu_${++calls}`;
	return [assistantLine({ tool, id, input }), resultLine(id, output, { isError })];
}
const bash = (command: string, output?: string, isError?: boolean): readonly Line[] =>
	use('Bash', { command }, output, isError);
const at = (time: string): Line => ({ timestamp: `2026-11-20T${time}:00.000Z` });
const earlier = (own: Partial<SignalContext['earlier'][number]> = {}): SignalContext['earlier'][number] => ({
	minutes: 30,
	tokens: 10_000,
	toolCalls: 10,
	prompts: 5,
	failures: {},
	habits: {},
	...own,
});
const MISSING = '/bin/bash: line 1: pnpm: command not found';

export const SIGNAL_CASES: Readonly<Record<ItemId, SignalCase>> = {
	'failed-experiments': {
		lines: [
			userLine('Try the parser with regular expressions'),
			...use('Write', { file_path: '/home/dev/app/src/regexParser.ts', content: '' }),
			...bash('rm src/regexParser.ts'),
			...bash('git reset --hard HEAD~1'),
			userLine("That didn't work. Let's think again"),
			...use('TaskStop', { task_id: 'b1', description: 'benchmark run' }),
		],
		says: [
			'Undone with `git reset --hard HEAD~1`.',
			"Given up: “That didn't work.”",
			'Written and deleted again: `/home/dev/app/src/regexParser.ts`.',
			'A background task was stopped: `benchmark run`.',
		],
		not: [
			userLine('How does git reset work?'),
			assistantLine('`git reset --hard` throws changes away.'),
			...bash('rm -rf dist'),
		],
	},
	'implicit-decisions': {
		lines: [
			userLine('Where should we keep the sessions?'),
			assistantLine('SQLite would need a native module. Shall I write a JSON file for each session?'),
			userLine('yes, go ahead'),
			...use('Write', { file_path: '/p/src/store.ts', content: 'x' }),
			assistantLine('Each session is written into a JSON file of its own now.'),
		],
		says: ['Accepted with “yes, go ahead”: “Shall I write a JSON file for each session?”'],
		not: [
			assistantLine("I'd suggest a JSON file per session."),
			userLine('No, we need SQLite because several processes write at once'),
			assistantLine('Done.'),
			userLine('ok'),
		],
	},
	assumptions: {
		lines: [
			userLine('Keep the matcher simple'),
			assistantLine("I'm assuming that there are never more than 200 entries. The list is scanned from the start."),
		],
		says: ["Claude assumed: “I'm assuming that there are never more than 200 entries.”"],
		not: [userLine('Do you assume anything about the size?'), assistantLine('The list is scanned from the start.')],
	},
	'external-events': {
		lines: [userLine('Sergei flew in today. The customer escalated the export bug, so fix that first.')],
		says: [
			'Mentioned: “Sergei flew in today.”',
			'Mentioned: “The customer escalated the export bug, so fix that first.”',
		],
		not: [userLine('Fix the customer table. What did the reviewer say?'), assistantLine('Sergei flew in today.')],
	},
	naming: {
		lines: [
			userLine('Rename the idle-reflection module'),
			assistantLine('I moved `idleReflection` and `idle_reflection` into one file.'),
		],
		says: ['Spelled in 3 ways: `idle-reflection`, `idleReflection`, `idle_reflection`.'],
		not: [userLine('Rename idleReflection'), assistantLine('`idleReflection` is now `IdleReflection`.')],
	},
	'not-done': {
		lines: [
			userLine(
				'Please do this:\n- add the export command to the menu\n- migrate the settings file\n- document keyboard shortcuts',
			),
			assistantLine('The export command is in the menu, and the settings file is migrated.'),
			userLine("Let's come back to the icons later."),
			assistantLine('Noted.\n\n- [ ] Write the changelog'),
		],
		says: [
			'Asked for at the start, and never spoken of again: “document keyboard shortcuts”',
			'Planned and still open: “Write the changelog”',
			"Put off: “Let's come back to the icons later.”",
		],
		not: [
			userLine('Please:\n- add the export command\n- migrate the settings'),
			assistantLine('Added the export command, migrated the settings.'),
		],
	},
	'recurring-failures': {
		lines: [userLine('Install it'), ...bash('pnpm install', MISSING, true), ...bash('pnpm i', MISSING, true)],
		context: { earlier: [earlier({ failures: { 'Bash: …: line #: pnpm: command not found': 3 } })] },
		says: [
			'`Bash: …: line #: pnpm: command not found` failed 2 times in this session, 5 times over the last 2 sessions that had it.',
		],
		not: [userLine('Install it'), ...bash('pnpm install', MISSING, true)],
	},
	'velocity-cost': {
		lines: [userLine('Refactor everything'), assistantLine('Done.')],
		context: { tokens: 40_000, minutes: 30, earlier: [earlier(), earlier(), earlier()] },
		says: ['40k tokens, where the last 3 sessions averaged 10k.'],
		not: [userLine('Refactor everything'), assistantLine('Done.')],
		notContext: { tokens: 12_000, minutes: 33, earlier: [earlier(), earlier(), earlier()] },
	},
	'convention-adoption': {
		lines: [userLine('Fix the types'), ...Array.from({ length: 5 }, () => bash('npm run check')).flat()],
		context: { earlier: [earlier({ habits: { 'npm run check': 4 } }), earlier({ habits: { 'npm run check': 2 } })] },
		says: ['`npm run check` was run 5 times here and 11 times over 3 sessions, and no convention names it.'],
		not: [userLine('Fix the types'), ...bash('npm run check')],
	},
	'stale-resume-prompt': {
		lines: [userLine('Change the colours of the sidebar'), assistantLine('The sidebar is blue now.')],
		context: {
			earlierHandOffs: [
				{
					session: 'before',
					resumePrompt: 'Next step: migrate the database to version 12.',
					confidence: 'high',
					atMs: 0,
				},
			],
		},
		says: [
			'The hand-off before this session named “migrate the database to version 12.”; the session began with “Change the colours of the sidebar”',
		],
		not: [userLine('Go on with the migration of the database to version 12'), assistantLine('Migrate: done.')],
		notContext: {
			earlierHandOffs: [
				{
					session: 'before',
					resumePrompt: 'Next step: migrate the database to version 12.',
					confidence: 'high',
					atMs: 0,
				},
			],
		},
	},
	'confidence-calibration': {
		lines: [userLine('Hello')],
		context: {
			calibration: [
				{ confidence: 'high', worked: true },
				{ confidence: 'high', worked: false },
				{ confidence: 'high', worked: false },
			],
		},
		says: ['Of 3 hand-offs with high confidence, 1 named what was done next.'],
		not: [userLine('Hello')],
		notContext: { calibration: [{ confidence: 'high', worked: false }] },
	},
	dependencies: {
		lines: [
			userLine('Start the importer'),
			assistantLine('The importer depends on the new schema. I looked at both.'),
			userLine('Then the schema has to land first.'),
		],
		says: ['Depends: “Then the schema has to land first.”', 'Depends: “The importer depends on the new schema.”'],
		not: [userLine('What does the importer depend on?'), assistantLine('Nothing.')],
	},
	'cross-references': {
		lines: [
			userLine('Anything from the others?'),
			...use(
				'mcp__claude-peers__check_messages',
				{},
				'The billing service moves its webhook endpoint to version three on Friday',
			),
		],
		says: ['A peer said: “The billing service moves its webhook endpoint to version three on Friday”'],
		not: [
			...use(
				'mcp__claude-peers__check_messages',
				{},
				'The billing service moves its webhook endpoint to version three on Friday',
			),
			assistantLine('Noted: the billing service moves its webhook endpoint to version three on Friday.'),
		],
	},
	'code-health': {
		lines: [userLine('Add a script'), ...use('Write', { file_path: '/home/dev/app/scripts/new.mjs', content: '' })],
		context: { folders: [{ path: 'scripts', entries: 57 }] },
		says: ['`scripts` holds 57 entries, 1 of them written in this session.'],
		not: [userLine('Add a script')],
		notContext: { folders: [{ path: 'scripts', entries: 12 }] },
	},
	'files-not-noted': {
		lines: [
			userLine('Fix the store'),
			...use('Edit', { file_path: '/home/dev/app/src/store.ts', old_string: 'a', new_string: 'b' }),
			...use('Edit', { file_path: '/home/dev/app/src/other.ts', old_string: 'a', new_string: 'b' }),
			assistantLine('I fixed `src/store.ts`.'),
		],
		context: { dirtyFiles: ['src/other.ts'], committedFiles: ['src/store.ts', 'README.md'] },
		says: [
			'Changed and not committed: `src/other.ts`.',
			'1 changed file that no reply names: `src/other.ts`.',
			'Committed in the session’s time, and touched by none of its edits: `README.md`.',
		],
		not: [
			...use('Edit', { file_path: '/home/dev/app/src/store.ts', old_string: 'a', new_string: 'b' }),
			assistantLine('I fixed `src/store.ts`.'),
		],
		notContext: { dirtyFiles: [], committedFiles: ['src/store.ts'] },
	},
	'memory-hits': {
		lines: [
			...use('Read', { file_path: '/home/dev/.claude/projects/x/memory/project_deploy.md' }, 'Deploys run on Fridays'),
			assistantLine('I will wait for Friday.'),
			userLine('No, we deploy on Mondays now'),
		],
		says: ['The memory `project_deploy.md` was read, and then: “No, we deploy on Mondays now”'],
		not: [
			...use('Read', { file_path: '/home/dev/.claude/projects/x/memory/project_deploy.md' }, 'Deploys run on Fridays'),
			userLine('Good, wait for it'),
			userLine('And the README'),
			userLine('No, the other README'),
		],
	},
	tone: {
		lines: [
			userLine(
				'Could you please look at why the export of large tables fails when there are more than ten thousand rows in it?',
			),
			userLine(
				'It also happens when the table has a column with dates, as far as I can tell from the logs of yesterday.',
			),
			userLine('Maybe it is the way in which the rows are put together, one after the other, in the writer?'),
			userLine('ugh'),
			userLine('wait, stop'),
			userLine('still broken'),
		],
		says: [
			'3 signs of impatience: “ugh”, “wait, stop”, “still broken”.',
			'The prompts got shorter: 108 characters at first, 11 at the end.',
		],
		not: [userLine('Please wait for the tests'), userLine('Thanks')],
	},
	'time-of-day': {
		lines: [
			userLine('Use Redis instead of files for the queue', at('23:40')),
			userLine('And write the tests', at('23:55')),
		],
		says: ['Decided between 23:00 and 02:00: “Use Redis instead of files for the queue”.'],
		not: [
			userLine('Use Redis instead of files for the queue', at('14:40')),
			userLine('And write the tests', at('23:55')),
		],
	},
	'remember-misses': {
		lines: [
			userLine('Remember that the staging database is reset every night. Never push to the release branch.'),
			userLine('Always run the linter'),
		],
		context: { queued: ['Always run the linter'] },
		says: [
			'To be remembered, and written down nowhere: “The staging database is reset every night.”',
			'To be remembered, and written down nowhere: “Never push to the release branch.”',
		],
		not: [userLine('Remember that the staging database is reset every night')],
		notContext: { memories: [{ file: 'project_staging.md', text: 'The staging database is reset every night.' }] },
	},
	'outcome-vs-intention': {
		lines: [
			userLine('Plan the migration of the billing tables'),
			userLine('What does the header look like on phones?'),
			userLine('Make the header sticky'),
			userLine('Give the header a shadow'),
		],
		says: ['It began with “Plan the migration of the billing tables” and ended with “Give the header a shadow”'],
		not: [
			userLine('Make the header sticky'),
			userLine('On phones too'),
			userLine('What about tablets?'),
			userLine('Give the header a shadow'),
		],
	},
};

// What is tried with failing disks: each command, each hook and what is done in the editor, on the sample, with what has to
// be done before it.
import { SESSIONS } from '../sampleHome.mjs';

const [ENDED, TASKS, PLAIN] = [SESSIONS.ended, SESSIONS.tasks, SESSIONS.plain].map((id) => id.slice(0, 8));

/** Commands by their words; what stands before `&&` is done first, and well. */
const COMMANDS = [
	'status',
	'parked list',
	'parked park --name faults --text Faults',
	'parked archive demo-certificate',
	'parked archive demo-certificate && parked restore demo-certificate',
	'parked summary',
	'backups list',
	'backups verify --all',
	`backups create --session ${PLAIN}`,
	`backups archive --session ${PLAIN}`,
	`backups archive --session ${PLAIN} && backups purge --yes`,
	'backups discard --all --yes',
	'backups discard --all --yes && backups discard --undo',
	'sessions list',
	`sessions show ${ENDED}`,
	'sessions search store',
	`sessions export ${ENDED} --output exported.md`,
	`sessions done ${ENDED}`,
	`sessions edit ${ENDED} --name Faults --tag tried`,
	`sessions private ${ENDED}`,
	`sessions archive ${ENDED}`,
	`documents save --session ${TASKS}`,
	`documents save --session ${TASKS} && documents list`,
	`documents save --session ${ENDED} && documents keep --all`,
	`resume ${TASKS}`,
	`documents save --session ${TASKS} && documents resume`,
	`protocol save --session ${TASKS}`,
	`protocol save --session ${TASKS} && protocol check`,
	`protocol save --session ${TASKS} && protocol load`,
	`protocol save --session ${TASKS} && protocol undo`,
	`documents save --session ${TASKS} && undo`,
	'hooks cleanup-days 90 --yes && undo',
	'hooks install --yes && undo',
	'hooks install --yes && hooks uninstall --yes && undo',
	'parked archive demo-certificate && undo',
	'undo --list',
	'review list',
	'review decided',
	'memory list',
	'memory health',
	'hooks status',
	'hooks install --yes',
	'hooks install --yes && hooks uninstall --yes',
	'hooks install --yes && hooks doctor',
	'hooks cleanup-days 90 --yes',
	'reflect ledger',
	`reflect --session ${TASKS} --yes`,
	'config list',
	'config set sessions.idleMinutes 20',
	'config set sessions.idleMinutes 20 && config unset sessions.idleMinutes',
	'recall remove todo',
	'export --to tables',
	'vault',
	`backups create --session ${PLAIN} && forget ${PLAIN} --confirm ${PLAIN}`,
];

/** What commands end with that find what the sample has broken; else 0. */
const EXITS = { 'backups verify --all': 1, 'hooks install --yes && hooks doctor': 1 };

const hook = (event, more) => ({ hook_event_name: event, ...more });
const HOOKS = {
	sessionStart: hook('SessionStart', { source: 'startup' }),
	sessionEnd: hook('SessionEnd', { reason: 'prompt_input_exit' }),
	preCompact: hook('PreCompact', { trigger: 'manual', custom_instructions: '' }),
	stop: hook('Stop', { stop_hook_active: false }),
};

const stopHook = { before: [], hook: 'stop', input: HOOKS.stop };
// What is said, and is worth to be remembered; what the hook puts into the queue is read in the editor.
const REMEMBERED = { said: 'Remember: in this project we always use tabs, never spaces.' };
const QUEUED = { ...REMEMBERED, before: [stopHook] };

/** A memory of that queue, and commands about memories. */
const MEMORY = 'm-17ae0d89';
const ON_MEMORIES = [
	[`review accept ${MEMORY}`, QUEUED],
	[`review accept ${MEMORY} && review undo`, QUEUED],
	[`review reject ${MEMORY}`, QUEUED],
	[`review edit ${MEMORY} --text Tabs.`, QUEUED],
	['memory fix deadPointer:gone.md', { isBroken: true }],
	['memory fix deadPointer:gone.md && memory undo', { isBroken: true }],
];

const row = (id) => ({ kind: 'session', session: { id } });
const of = (id, ...answers) => ({ args: [row(id)], answers });
const answer = (...answers) => ({ answers });
/**
 * In the editor, by the commands' names: what they are called with, what is answered (else what is offered first), and what
 * is done before. Commands in one title follow each other in one window, and calls of the last one fail. What shows what
 * is known already, searches (its index is written beside it) or asks nobody but the editor is left out.
 */
const ACTIONS = [
	['open'],
	['parkItem', answer('Faults', 'faults')],
	['archiveParkedItem', answer('demo-certificate')],
	['archiveParkedItem undo', answer('demo-certificate')],
	['restoreParkedItem', {}, `parked archive demo-certificate`],
	['setDueDate', answer('demo-certificate', '2040-01-02')],
	['listParkedItems'],
	['showSummary'],
	['createBackup', { args: [SESSIONS.plain] }],
	['verifyBackups'],
	['discardBackup'],
	['discardBackup undo'],
	['restoreBackup', {}, `backups create --session ${PLAIN}`, { isGone: true }],
	['archiveTranscripts', of(SESSIONS.plain)],
	['purgeArchive', {}, `backups archive --session ${PLAIN}`],
	['saveDocument', of(SESSIONS.tasks)],
	['resumeLatest'],
	['continueInFreshSession', of(SESSIONS.tasks)],
	['keepFacts', {}, `documents save --session ${TASKS}`],
	['saveProtocol', of(SESSIONS.tasks)],
	['saveProtocol undo', of(SESSIONS.tasks)],
	['loadProtocol', answer('Show All Tasks'), `protocol save --session ${TASKS}`],
	['acceptProposal', {}, undefined, QUEUED],
	['acceptProposal undo', {}, undefined, QUEUED],
	['rejectProposal', {}, undefined, QUEUED],
	['fixMemoryFinding', {}, undefined, { isBroken: true }],
	['fixMemoryFinding undo', {}, undefined, { isBroken: true }],
	['installHooks', { args: ['local'] }],
	['repairHooks', {}, 'hooks install --yes'],
	['installHooks undo', { args: ['local'] }],
	['undoEarlier', {}, 'parked archive demo-certificate'],
	['uninstallHooks', {}, 'hooks install --yes'],
	['runDoctor', {}, 'hooks install --yes'],
	['installInPath'],
	['installInPath uninstallFromPath'],
	['markSessionDone', of(SESSIONS.ended)],
	['markSessionPrivate', of(SESSIONS.ended)],
	['markSessionDone undo', of(SESSIONS.ended)],
	['renameSession', of(SESSIONS.ended, 'Faults')],
	['tagSession', of(SESSIONS.ended, 'tried')],
	['archiveSession', of(SESSIONS.ended)],
	['exportSession', of(SESSIONS.ended, 'Markdown', 'exported.md')],
	['openAsMarkdown', of(SESSIONS.ended)],
	['showSessionFiles', of(SESSIONS.ended)],
	['showVault'],
	['forgetSession', of(SESSIONS.plain)],
	['reflectSession', of(SESSIONS.tasks)],
	['reflectSession ratifyDraft', of(SESSIONS.tasks)],
	['reflectSession discardDraft', of(SESSIONS.tasks)],
	['reflectSession discardDraft undo', of(SESSIONS.tasks)],
];

/** `exit`: how it ends where nothing fails, else with 0. @typedef {{ title: string, before: readonly object[], words?: readonly string[], exit?: number, hook?: string, input?: object, jobs?: object, said?: string, actions?: readonly object[], isGone?: boolean, isBroken?: boolean }} FaultCase */

/** @type {readonly FaultCase[]} */
export const CASES = [
	...[...COMMANDS.map((title) => [title]), ...ON_MEMORIES].map(([title, { before = [], ...more } = {}]) => {
		const steps = title.split(' && ').map((words) => ({ words: words.split(' ') }));
		return { title, exit: EXITS[title], ...more, before: [...before, ...steps.slice(0, -1)], ...steps.at(-1) };
	}),
	{ title: 'hook stop, with a memory', ...stopHook, ...REMEMBERED },
	...Object.entries(HOOKS).map(([name, input]) => ({ title: `hook ${name}`, before: [], hook: name, input })),
	{
		title: 'hook housekeeping',
		before: [],
		hook: 'housekeeping',
		jobs: {
			session: SESSIONS.ended,
			reason: 'exit',
			endedMs: 0,
			expires: true,
			crashed: [],
			unsaved: [SESSIONS.plain],
		},
	},
	...ACTIONS.map(([names, first = {}, before, more]) => {
		const title = `editor ${names}`;
		const actions = names === 'open' ? [] : names.split(' ').map((id, at) => ({ id, ...(at === 0 && first) }));
		return { title, before: before === undefined ? [] : [{ words: before.split(' ') }], actions, ...more };
	}),
];

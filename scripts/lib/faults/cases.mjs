// What is tried with failing disks: each command and each hook, on the sample, with what has to be done before it.
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
	`documents save --session ${TASKS} && documents resume`,
	'protocol check',
	`protocol save --session ${TASKS}`,
	`protocol save --session ${TASKS} && protocol load`,
	`protocol save --session ${TASKS} && protocol undo`,
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
	'config list',
	'config set sessions.idleMinutes 20',
	'config set sessions.idleMinutes 20 && config unset sessions.idleMinutes',
	'recall remove todo',
	'export --to tables',
	'vault',
	`forget ${PLAIN} --yes`,
];

const hook = (event, more) => ({ hook_event_name: event, ...more });
const HOOKS = {
	sessionStart: hook('SessionStart', { source: 'startup' }),
	sessionEnd: hook('SessionEnd', { reason: 'prompt_input_exit' }),
	preCompact: hook('PreCompact', { trigger: 'manual', custom_instructions: '' }),
	stop: hook('Stop', { stop_hook_active: false }),
};

/** @typedef {{ title: string, before: readonly (readonly string[])[], words?: readonly string[], hook?: string, input?: object, jobs?: object, said?: string }} FaultCase */

/** @type {readonly FaultCase[]} */
export const CASES = [
	...COMMANDS.map((title) => {
		const steps = title.split(' && ').map((words) => words.split(' '));
		return { title, before: steps.slice(0, -1), words: steps.at(-1) };
	}),
	// What is said, and is worth to be remembered.
	{
		title: 'hook stop, with a memory',
		before: [],
		hook: 'stop',
		input: HOOKS.stop,
		said: 'Remember: in this project we always use tabs, never spaces.',
	},
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
];

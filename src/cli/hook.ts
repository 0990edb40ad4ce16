// `session-keeper hook <Event>`: a hook by hand, with its JSON on standard input. Claude Code itself runs bundles of their own.
import { HOOKS, type HookEvent } from '../core/hooks/payload';
import { readHookStream } from '../node/hookRuns/hookInput';
import { type HookAction, runHook } from '../node/hookRuns/hookRun';
import { preCompact } from '../node/hookRuns/preCompact';
import { sessionEnd } from '../node/hookRuns/sessionEnd';
import { stop } from '../node/hookRuns/stopAction';
import { sessionStart } from '../node/hookRuns/sessionStart';
import { type CommandGroup, type Verb, noWords, textOf } from './group';
import { whileWaiting } from './progress';

const ACTIONS: Readonly<Record<HookEvent, HookAction>> = {
	SessionStart: sessionStart,
	SessionEnd: sessionEnd,
	PreCompact: preCompact,
	Stop: stop,
};

/** Nobody types a payload; a file or a pipe may take a moment. Milliseconds. */
const INPUT_MS = 10_000;

export const hook: CommandGroup = {
	verbs: Object.fromEntries(HOOKS.map((event) => [event, verbOf(event)])),
};

function verbOf(event: HookEvent): Verb {
	return {
		options: {},
		async run(context, words, values) {
			noWords(words);
			const isNamed = textOf(values, 'project') !== undefined;
			const printed: string[] = [];
			const outcome = await runHook(event, ACTIONS[event], {
				env: isNamed ? { ...context.env, CLAUDE_PROJECT_DIR: context.project.root } : context.env,
				clock: context.clock,
				read: () => whileWaiting(() => readHookStream(process.stdin, INPUT_MS)),
				print: (text) => void printed.push(text),
				housekeep: async (root, jobs) => {
					const { housekeep } = await import('../node/hookRuns/housekeeping');
					await housekeep(context.claude, root, jobs, context.clock);
				},
			});
			const text = printed.join('\n');
			const isPrinted = text === '' && !context.isJson;
			return { text, json: { event, outcome: outcome ?? null, printed: text }, isPrinted };
		},
	};
}

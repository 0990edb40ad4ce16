// `session-keeper hook <Event>`: a hook by hand, with its JSON on standard input. Claude Code itself runs bundles of their own.
import { HOOKS, type HookEvent } from '../../core/hooks/launcherCommand';
import { readHookStream } from '../../node/claude/hookInput';
import { type HookAction, runHook } from '../../node/hooks/run/hookRun';
import { preCompact } from '../../node/hooks/run/preCompact';
import { sessionEnd } from '../../node/hooks/run/sessionEnd';
import { sessionStart } from '../../node/hooks/run/sessionStart';
import { catchTurn } from '../../node/hooks/run/stop';
import { type Verb, type VerbsOf, textOf } from '../group';
import type { HOOK } from './hooksCommand';

const ACTIONS: Readonly<Record<HookEvent, HookAction>> = {
	SessionStart: sessionStart,
	SessionEnd: sessionEnd,
	PreCompact: preCompact,
	// Claude Code starts it in a frame of its own, src/node/hooks/run/stopMain.ts.
	Stop: ({ payload, claude, project, clock }) =>
		catchTurn({ payload, claude: () => claude, folder: project.folder, nowMs: clock.now() }),
};

/** Nobody types a payload; a file or a pipe may take a moment. Milliseconds. */
const INPUT_MS = 10_000;

export const hook = Object.fromEntries(HOOKS.map((event) => [event, verbOf(event)])) as VerbsOf<typeof HOOK>;

function verbOf(event: HookEvent): Verb {
	return {
		async run(context, _words, values) {
			const isNamed = textOf(values, 'project') !== undefined;
			const printed: string[] = [];
			const outcome = await runHook(event, ACTIONS[event], {
				env: isNamed ? { ...context.env, CLAUDE_PROJECT_DIR: context.project.root } : context.env,
				clock: context.clock,
				folder: () => context.caller.folder(),
				read: () => context.caller.waiting.during(() => readHookStream(context.caller.input, INPUT_MS)),
				print: (text) => void printed.push(text),
				housekeep: async (root, jobs) => {
					const { housekeep } = await import('../../node/hooks/run/housekeeping');
					await housekeep(context.claude, root, jobs, context.clock);
				},
			});
			const text = printed.join('\n');
			const isPrinted = text === '' && !context.isJson;
			return { text, json: { event, outcome: outcome ?? null, printed: text }, isPrinted };
		},
	};
}

// What `session-keeper hooks …` and `session-keeper hook …` take. Their code is hooks.ts and hook.ts.
import { HOOKS as EVENTS, type HookEvent } from '../../core/claude/payload';
import { SCOPES } from '../../node/project/scope';
import { type VerbDescription, describeGroup } from '../base/description';
import { DRY_RUN } from '../commonOptions';

const SCOPE = {
	value: 'S',
	about:
		'local: for you, in this project (default); user: for you, everywhere; project: for everybody who clones it, in git.',
	choices: SCOPES,
};

const eventVerb = (event: HookEvent): VerbDescription => ({
	about: `Run the hook ${event} by hand`,
	more: ['Its JSON comes on standard input. The exit code is 0 whatever happens.'],
	examples: [`hook ${event}`, `hook ${event} --json`],
});

export const HOOK = describeGroup({
	about: 'A hook by hand, its JSON on standard input',
	verbs: Object.fromEntries(EVENTS.map((event) => [event, eventVerb(event)])) as Record<HookEvent, VerbDescription>,
});

export const HOOKS_COMMAND = describeGroup({
	about: 'What Claude Code runs for us, in its settings',
	verbs: {
		install: {
			about: 'Show a summary and the change, ask, install; repair, too',
			more: ['What was left out stays out until it is said without no-.'],
			options: {
				scope: SCOPE,
				commands: { about: 'With the slash commands and the skill.' },
				'no-commands': { about: 'Without them.' },
				rules: { about: 'Claude parks, saves, resumes and lists without asking you.' },
				'no-rules': { about: 'It asks you before it does.' },
				'parking-rule': { about: 'Claude parks by itself.' },
				'no-parking-rule': { about: 'It does not.' },
				context: { about: 'A session is told where the last one stood.' },
				'no-context': { about: 'It is not.' },
				imports: {
					about: 'Load active-context.md and project-memory.md by .claude/CLAUDE.md; with --scope project by default.',
				},
				'no-imports': { about: 'Do not.' },
				'cleanup-days': { value: 'N', about: 'Claude Code keeps transcripts for N days, if that is longer.' },
				'strict-json': { about: 'Take out comments and trailing commas, which Claude Code does not read.' },
				'dry-run': DRY_RUN,
			},
			examples: ['hooks install --dry-run', 'hooks install --scope user --no-rules --yes'],
		},
		uninstall: {
			about: 'Put the settings back as they were',
			options: {
				scope: SCOPE,
				'parking-rule': { about: 'Turn the rule off, also where other projects have the hooks.' },
				'dry-run': DRY_RUN,
			},
			examples: ['hooks uninstall --dry-run', 'hooks uninstall --scope user --yes'],
		},
		'cleanup-days': {
			about: 'Have Claude Code keep transcripts for so long, and change nothing else',
			words: 'N',
			options: { 'dry-run': DRY_RUN },
			examples: ['hooks cleanup-days 365 --dry-run', 'hooks cleanup-days 90 --yes'],
		},
		status: { about: 'Tell what is installed where', examples: ['hooks status', 'hooks status --json'] },
		doctor: {
			about: 'Tell whether it works, with a fix for each finding',
			examples: ['hooks doctor', 'hooks doctor --json'],
			exit1: 'There are findings.',
		},
	},
});

// What `session-keeper hooks …` and `session-keeper hook …` take. Their code is hooks.ts and hook.ts.
import { HOOKS, type HookEvent } from '../../core/hooks/launcherCommand';
import { SCOPES } from '../../core/claude/settings';
import { type VerbDescription, describeGroup } from '../base/description';
import { DRY_RUN } from '../commonOptions';

const SCOPE = {
	value: 'S',
	about:
		'local: for you, in this project (default); user: for you, everywhere; project: for everybody who clones it, in git.',
	choices: SCOPES,
};

const eventVerb = (event: HookEvent): VerbDescription => ({
	about: `Run the ${event} hook manually`,
	more: ['Reads its JSON from standard input. Always exits 0.'],
	examples: [`hook ${event}`, `hook ${event} --json`],
});

export const HOOK = describeGroup({
	about: 'Run a hook manually',
	verbs: Object.fromEntries(HOOKS.map((event) => [event, eventVerb(event)])) as Record<HookEvent, VerbDescription>,
});

export const HOOKS_COMMAND = describeGroup({
	about: 'Install and check the Claude Code hooks',
	verbs: {
		install: {
			about: 'Install or repair the hooks (shows the changes and asks first)',
			more: ['A part that was left out stays out until you name its option without no-.'],
			options: {
				scope: SCOPE,
				commands: { about: 'Install the slash commands, the skill and the tools (MCP).' },
				'no-commands': { about: 'Leave them out.' },
				rules: { about: 'Let Claude park, save, resume and list without asking.' },
				'no-rules': { about: 'Let Claude ask first.' },
				'parking-rule': { about: 'Let Claude park items on its own.' },
				'no-parking-rule': { about: 'Leave this rule out.' },
				context: { about: 'Tell each session where the last one left off.' },
				'no-context': { about: 'Leave this out.' },
				imports: {
					about: 'Import active-context.md and project-memory.md in .claude/CLAUDE.md. Default with --scope project.',
				},
				'no-imports': { about: 'Leave the imports out.' },
				'cleanup-days': { value: 'N', about: 'Keep transcripts for N days, if that is longer.' },
				'strict-json': { about: 'Remove comments and trailing commas, which Claude Code cannot read.' },
				'dry-run': DRY_RUN,
			},
			examples: ['hooks install --dry-run', 'hooks install --scope user --no-rules --yes'],
		},
		uninstall: {
			about: 'Uninstall the hooks',
			options: {
				scope: SCOPE,
				'parking-rule': { about: 'Turn off the parking rule, even if other projects have the hooks.' },
				'dry-run': DRY_RUN,
			},
			examples: ['hooks uninstall --dry-run', 'hooks uninstall --scope user --yes'],
		},
		'cleanup-days': {
			about: 'Set how many days Claude Code keeps transcripts',
			words: 'N',
			options: { 'dry-run': DRY_RUN },
			examples: ['hooks cleanup-days 365 --dry-run', 'hooks cleanup-days 90 --yes'],
		},
		status: { about: 'Show what is installed', examples: ['hooks status', 'hooks status --json'] },
		doctor: {
			about: 'Check that the hooks work',
			examples: ['hooks doctor', 'hooks doctor --json'],
			exit1: 'Problems were found.',
		},
	},
});

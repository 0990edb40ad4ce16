// What `session-keeper vault` and `session-keeper forget` take. Their code is vault.ts and forget.ts.
import { describeGroup } from '../base/description';
import { DRY_RUN, PLAIN_OPTION } from '../commonOptions';

export const VAULT = describeGroup({
	about: 'Show what is kept, where, how large and how old',
	verbs: {
		'': {
			about: 'List what is kept of all projects, with sizes and ages',
			more: ['To delete it: session-keeper forget.'],
			options: { plain: PLAIN_OPTION },
			examples: ['vault', 'vault --json'],
		},
	},
});

export const FORGET = describeGroup({
	about: 'Permanently delete what is kept of a session, a project, or everything',
	verbs: {
		'': {
			about: 'Delete every copy that Session Keeper has. There is no undo',
			more: [
				'Lists what it will delete, then asks for the name of the session or project.',
				'Files of Claude Code and files that git tracks stay. It prints the commands that delete them.',
				'Exported tables stay until you export into their folder again, or delete it.',
				'Sessions whose transcripts stay become private, with --all every one. They are not backed up or indexed again unless they go on.',
				'Lists read such a transcript, and cache its title and prompts, until you delete it.',
			],
			words: '[SESSION]',
			options: {
				'whole-project': { about: 'Everything that is kept of this project.' },
				all: { about: 'Everything that is kept of all projects, except settings and the program.' },
				confirm: { value: 'NAME', about: 'Answer the question where there is no terminal. --yes does not.' },
				'dry-run': DRY_RUN,
			},
			examples: ['forget 1d15ee69 --dry-run', 'forget 1d15ee69 --confirm 1d15ee69', 'forget --whole-project --dry-run'],
		},
	},
});

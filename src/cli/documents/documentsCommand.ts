// What `session-keeper resume` and `session-keeper documents …` take. Their code is resume.ts and documents.ts.
import { type VerbDescription, describeGroup } from '../base/description';
import { ENGINE, HAND_IN, PLAIN_OPTION, SESSION, fromStdin } from '../commonOptions';

const resume = {
	about: 'Resume the latest session with work, or the one that is named',
	more: [
		'Without a name, offers a list on a terminal. Enter starts Claude Code with the session, in its folder.',
		'Creates its document if there is none. The next sessions load it.',
	],
	words: '[latest | PATH | SESSION | NAME]',
	choices: ['latest'],
	options: {
		start: { about: 'Start Claude Code with it, in the folder of the session.' },
		prompt: { about: 'Only print the prompt for a new session. Changes nothing.' },
		engine: ENGINE,
		stdin: fromStdin('the name'),
	},
	examples: ['resume', 'resume --start', 'resume latest --prompt'],
} satisfies VerbDescription;

export const RESUME = describeGroup({ about: 'Continue where you left off', verbs: { '': resume } });

export const DOCUMENTS = describeGroup({
	about: 'Summaries of sessions to continue from',
	verbs: {
		list: {
			about: 'List documents and drafts by session, newest first',
			options: {
				all: { about: 'Include older sessions, and those without work or of programs.' },
				plain: PLAIN_OPTION,
			},
			examples: ['documents list', 'documents list --all'],
		},
		save: {
			about: 'Save the summary of a session',
			words: '[PATH]',
			options: { session: SESSION, engine: ENGINE, ...HAND_IN, stdin: fromStdin('PATH') },
			examples: ['documents save', 'documents save notes.md --session 1d15ee69'],
		},
		open: {
			about: 'Print a document and what changed since',
			words: '[NAME]',
			options: { stdin: fromStdin('NAME') },
			examples: ['documents open', 'documents open latest --json'],
		},
		resume: {
			...resume,
			about: 'Same as session-keeper resume (older name)',
			examples: ['documents resume', 'documents resume latest --prompt'],
		},
		keep: {
			about: 'List the facts in a document, or add them to the project memory',
			words: '[NAME]',
			options: {
				fact: { value: 'N', about: 'Add this fact. Can be repeated.', isMultiple: true },
				all: { about: 'Add all facts.' },
				stdin: fromStdin('NAME'),
			},
			examples: ['documents keep', 'documents keep --all'],
		},
	},
});

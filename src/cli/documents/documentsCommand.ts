// What `session-keeper resume` and `session-keeper documents …` take. Their code is resume.ts and documents.ts.
import { type VerbDescription, describeGroup } from '../base/description';
import { ENGINE, HAND_IN, PLAIN, SESSION, fromStdin } from '../commonOptions';

const resume = {
	about: 'Go on with the newest session that has work, or with the one that is named',
	more: [
		'Without a name, a terminal offers a list; Enter starts Claude Code with the session, in its folder.',
		'Its document is made, if it has none, and the next sessions load it.',
	],
	words: '[latest | PATH | SESSION | NAME]',
	choices: ['latest'],
	options: {
		start: { about: 'Start Claude Code with it, in the folder of the session.' },
		prompt: { about: 'Only the first words for a fresh session; writes nothing.' },
		engine: ENGINE,
		stdin: fromStdin('the name'),
	},
	examples: ['resume', 'resume --start', 'resume latest --prompt'],
} satisfies VerbDescription;

export const RESUME = describeGroup({ about: 'Go on where you left off', verbs: { '': resume } });

export const DOCUMENTS = describeGroup({
	about: 'The state of a session, for whoever goes on',
	verbs: {
		list: {
			about: 'List by session, newest first, with drafts and what has no document yet',
			options: { all: { about: 'Also sessions without work, those of programs, and older ones.' }, plain: PLAIN },
			examples: ['documents list', 'documents list --all'],
		},
		save: {
			about: 'Save the document of a session, to a path of your own or the usual one',
			words: '[PATH]',
			options: { session: SESSION, engine: ENGINE, ...HAND_IN, stdin: fromStdin('PATH') },
			examples: ['documents save', 'documents save notes.md --session 1d15ee69'],
		},
		open: {
			about: 'Print a document, and what has changed since',
			words: '[NAME]',
			options: { stdin: fromStdin('NAME') },
			examples: ['documents open', 'documents open latest --json'],
		},
		resume: {
			...resume,
			about: 'The older name of session-keeper resume',
			examples: ['documents resume', 'documents resume latest --prompt'],
		},
		keep: {
			about: 'List what a document offers to the project memory, or add it',
			words: '[NAME]',
			options: {
				fact: { value: 'N', about: 'Add this one; may be repeated.', isMultiple: true },
				all: { about: 'Add all.' },
				stdin: fromStdin('NAME'),
			},
			examples: ['documents keep', 'documents keep --all'],
		},
	},
});

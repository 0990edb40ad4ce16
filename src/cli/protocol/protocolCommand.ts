// What `session-keeper protocol …` takes. Its code is protocol.ts.
import { describeGroup } from '../base/description';
import { DRY_RUN, HAND_IN, SESSION, fromStdin } from '../commonOptions';

export const PROTOCOL = describeGroup({
	about: 'session-protocol.json, which carries unfinished work to the next session',
	verbs: {
		save: {
			about: 'Save the tasks, context and git state of a session',
			more: ['FILE may be a folder.'],
			words: '[FILE]',
			options: {
				session: SESSION,
				'dry-run': DRY_RUN,
				without: { value: 'IDS', about: 'Take tasks out: TASK_001,TASK_002.', isMultiple: true },
				priority: { value: 'ID=P', about: 'Say it of a task: TASK_001=P1.', isMultiple: true },
				category: { value: 'ID=C', about: 'Say it of a task: TASK_001=BUGFIX.', isMultiple: true },
				...HAND_IN,
				add: { about: 'Add tasks and context from a JSON document on standard input.' },
				stdin: fromStdin('FILE'),
			},
			examples: ['protocol save --dry-run', 'protocol save --without TASK_001'],
		},
		load: {
			about: 'Tell its age, counts, what is next, and what has drifted',
			words: '[FILE]',
			options: {
				session: {
					value: 'ID',
					about: 'The session that knows the file from then on; else the one that runs the command.',
				},
				context: { about: 'Print the whole context for a session, as data.' },
				stdin: fromStdin('FILE'),
			},
			examples: ['protocol load', 'protocol load --context'],
		},
		check: {
			about: 'List everything that is wrong with the file',
			words: '[FILE]',
			examples: ['protocol check', 'protocol check session-protocol.json'],
			exit1: 'There are findings.',
		},
		undo: {
			about: 'Take the last save back: the file is what it was before',
			words: '[ID]',
			examples: ['protocol undo', 'protocol undo --json'],
		},
	},
});

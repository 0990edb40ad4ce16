// What `session-keeper protocol …` takes. Its code is protocol.ts.
import { describeGroup } from '../base/description';
import { DRY_RUN, HAND_IN, SESSION, fromStdin } from '../commonOptions';

export const PROTOCOL = describeGroup({
	about: 'Open tasks in session-protocol.json',
	verbs: {
		save: {
			about: 'Save the tasks, context and git state of a session',
			more: ['FILE can be a folder.'],
			words: '[FILE]',
			options: {
				session: SESSION,
				'dry-run': DRY_RUN,
				without: { value: 'IDS', about: 'Leave out tasks: TASK_001,TASK_002.', isMultiple: true },
				priority: { value: 'ID=P', about: 'Set the priority of a task: TASK_001=P1.', isMultiple: true },
				category: { value: 'ID=C', about: 'Set the category of a task: TASK_001=BUGFIX.', isMultiple: true },
				...HAND_IN,
				add: { about: 'Add tasks and context from a JSON document on standard input.' },
				stdin: fromStdin('FILE'),
			},
			examples: ['protocol save --dry-run', 'protocol save --without TASK_001'],
		},
		load: {
			about: 'Show open tasks and what changed since',
			words: '[FILE]',
			options: {
				session: {
					value: 'ID',
					about: 'Session that loads it. Default: the one that runs the command.',
				},
				context: { about: 'Print the whole context for a session.' },
				stdin: fromStdin('FILE'),
			},
			examples: ['protocol load', 'protocol load --context'],
		},
		check: {
			about: 'Validate the file',
			words: '[FILE]',
			examples: ['protocol check', 'protocol check session-protocol.json'],
			exit1: 'Problems were found.',
		},
		undo: {
			about: 'Undo the last save, or the one named',
			words: '[ID]',
			examples: ['protocol undo', 'protocol undo --json'],
		},
	},
});

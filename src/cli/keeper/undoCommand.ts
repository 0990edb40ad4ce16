// What `session-keeper undo` takes. Its code is undo.ts.
import { describeGroup } from '../base/description';

export const UNDO = describeGroup({
	about: 'Undo what was done last, whatever it is',
	verbs: {
		'': {
			about: 'Undo what was done last in this project, or what is named by its id',
			more: [
				'Changes of files, installations of the hooks, and what is in the trash. Of files, nothing is undone where one was edited since.',
			],
			words: '[ID]',
			options: { list: { about: 'List what can be undone, newest first.' } },
			examples: ['undo', 'undo --json'],
		},
	},
});

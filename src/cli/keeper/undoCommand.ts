// What `session-keeper undo` takes. Its code is undo.ts.
import { describeGroup } from '../base/description';

export const UNDO = describeGroup({
	about: 'Undo the last change, or what went to the trash last',
	verbs: {
		'': {
			about: 'Undo the last of what --list shows, or what is named by its id',
			more: [
				'Changes of files, installations of the hooks, and what is in the trash. Of files, nothing is undone where one was edited since.',
			],
			words: '[ID]',
			options: { list: { about: 'List what can be undone, newest first.' } },
			examples: ['undo', 'undo --json'],
		},
	},
});

// What `session-keeper undo` takes. Its code is undo.ts.
import { describeGroup } from '../base/description';

export const UNDO = describeGroup({
	about: 'Undo the last change of memory, documents, the protocol or cleanup-days',
	verbs: {
		'': {
			about: 'Undo the last change of this project, or the one named by its id',
			more: ['Nothing is undone where a file of the change was edited since.'],
			words: '[ID]',
			options: { list: { about: 'List what can be undone, newest first.' } },
			examples: ['undo', 'undo --json'],
		},
	},
});

// What `session-keeper update` takes. Its code is update.ts.
import { describeGroup } from '../base/description';

export const UPDATE = describeGroup({
	about: 'Show how to update',
	verbs: {
		'': {
			about: 'Show the commands that update this installation',
			more: ['Does not use the network.'],
			examples: ['update', 'update --json'],
		},
	},
});

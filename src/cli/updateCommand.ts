// What `session-keeper update` takes. Its code is update.ts.
import { describeGroup } from './base/description';

export const UPDATE = describeGroup({
	about: 'What to run to get a newer version',
	verbs: {
		'': {
			about: 'Tell what to run to get a newer version',
			more: ['It asks no other machine.'],
			examples: ['update', 'update --json'],
		},
	},
});

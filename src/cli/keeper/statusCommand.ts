// What `session-keeper status` takes. Its code is status.ts.
import { describeGroup } from '../base/description';

export const STATUS = describeGroup({
	about: 'Where you left off, what waits, what is open, and whether the hooks are there',
	verbs: {
		'': {
			about: 'Show where you left off, what waits and what is open',
			more: ['Without any words, session-keeper does the same. It changes nothing.'],
			examples: ['status', 'status --json'],
		},
	},
});

// What `session-keeper status` takes. Its code is status.ts.
import { describeGroup } from '../base/description';

export const STATUS = describeGroup({
	about: 'Where you left off, what needs you, open tasks and the safety net',
	verbs: {
		'': {
			about: 'Show where you left off, what needs you and what is open',
			more: ['A call without any words shows the same. It changes nothing.'],
			examples: ['status', 'status --json'],
		},
	},
});

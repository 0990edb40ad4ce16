// What `session-keeper memory …` takes. Its code is memory.ts.
import { describeGroup } from '../base/description';
import { PLAIN_OPTION } from '../commonOptions';

export const MEMORY = describeGroup({
	about: "Claude's memory of this project",
	verbs: {
		list: {
			about: 'List memories, and how full MEMORY.md is',
			options: { plain: PLAIN_OPTION },
			examples: ['memory list', 'memory list --json'],
		},
		health: {
			about: 'Check the memory for problems',
			examples: ['memory health', 'memory health --json'],
			exit1: 'Problems were found.',
		},
		fix: {
			about: 'Fix a problem, named by its id or the beginning of it',
			words: 'ID',
			examples: ['memory fix deadPointer:gone.md', 'memory fix dead --json'],
		},
		adopt: {
			about: 'Move memories here from where the project was before',
			more: ['Shows each file and asks first.'],
			examples: ['memory adopt', 'memory adopt --yes'],
		},
		undo: {
			about: 'Undo the last fix or move',
			words: '[ID]',
			examples: ['memory undo', 'memory undo --json'],
		},
	},
});

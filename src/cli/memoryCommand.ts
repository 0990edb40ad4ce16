// What `session-keeper memory …` takes. Its code is memory.ts.
import { describeGroup } from './base/description';
import { PLAIN } from './commonOptions';

export const MEMORY = describeGroup({
	about: 'What Claude keeps of this project',
	verbs: {
		list: {
			about: 'List each memory, and how full MEMORY.md is',
			options: { plain: PLAIN },
			examples: ['memory list', 'memory list --json'],
		},
		health: {
			about: 'Tell what is wrong with the memory',
			examples: ['memory health', 'memory health --json'],
			exit1: 'There are findings.',
		},
		fix: {
			about: 'Mend one finding, by its id or the beginning of it',
			words: 'ID',
			examples: ['memory fix deadPointer:gone.md', 'memory fix dead --json'],
		},
		adopt: {
			about: 'Bring over what stayed where the project was',
			more: ['It asks first, and shows each file.'],
			examples: ['memory adopt', 'memory adopt --yes'],
		},
		undo: {
			about: 'Take the last change of memory back',
			words: '[ID]',
			examples: ['memory undo', 'memory undo --json'],
		},
	},
});

// What `session-keeper review …` takes. Its code is review.ts.
import type { MemoryPlace } from '../node/memory/memoryFiles';
import { type Options, describeGroup } from './base/description';
import { PLAIN, bareListOf } from './commonOptions';

const INTO: Options = {
	into: {
		value: 'PLACE',
		about: 'Where a memory goes: where Claude loads it (the default), or the project.',
		choices: ['claude', 'project'] satisfies MemoryPlace[],
	},
};

export const REVIEW = describeGroup({
	about: 'What waits for your word',
	verbs: {
		'': bareListOf('review', 'shows it and asks what becomes of it'),
		list: {
			about: 'List what was said that could be remembered, and drafts',
			options: { ...INTO, plain: PLAIN },
			examples: ['review list', 'review list --json'],
		},
		show: {
			about: 'Show what accepting would write, beside what there is',
			words: 'ID',
			options: INTO,
			examples: ['review show ID', 'review show ID --into project'],
		},
		accept: {
			about: 'Write it where Claude loads it, with its line in MEMORY.md',
			more: ['Where MEMORY.md is full, nothing is written without --yes.'],
			words: 'ID',
			options: { ...INTO, replace: { about: 'Move what exists on the matter to the trash.' } },
			examples: ['review accept ID', 'review accept ID --into project --replace'],
		},
		edit: {
			about: 'Change what it says',
			words: 'ID',
			options: {
				text: { value: 'T', about: 'The new text.' },
				stdin: { about: 'Read it from standard input.' },
				undo: { about: 'Bring back what was said.' },
			},
			examples: ['review edit ID --text "Deploy on Mondays."', 'review edit ID --text "Never on Fridays." --json'],
		},
		reject: {
			about: 'Never offer it again',
			words: 'ID',
			examples: ['review reject ID', 'review reject ID --json'],
		},
		ratify: {
			about: 'Make the hand-off of a draft; asks',
			words: 'ID',
			options: INTO,
			examples: ['review ratify DRAFT --yes', 'review ratify DRAFT --yes --json'],
		},
		discard: {
			about: 'Reject a draft of a hand-off',
			words: 'ID',
			examples: ['review discard DRAFT', 'review discard DRAFT --json'],
		},
		decided: {
			about: 'List what was decided',
			options: { plain: PLAIN },
			examples: ['review decided', 'review decided --json'],
		},
		undo: {
			about: 'Take a decision back: the latest, or that about ID',
			words: '[ID]',
			examples: ['review undo', 'review undo --json'],
		},
	},
});

// What `session-keeper review …` takes. Its code is review.ts.
import type { MemoryPlace } from '../../node/memory/memoryFiles';
import { type Options, describeGroup } from '../base/description';
import { PLAIN_OPTION, bareListOf } from '../commonOptions';

const INTO: Options = {
	into: {
		value: 'PLACE',
		about: 'Folder for a memory: the one that Claude loads (default), or the project.',
		choices: ['claude', 'project'] satisfies MemoryPlace[],
	},
};

export const REVIEW = describeGroup({
	about: 'Memories and drafts to accept or reject',
	verbs: {
		'': bareListOf('review', 'shows it and asks what becomes of it'),
		list: {
			about: 'List memories and drafts to review',
			options: { ...INTO, plain: PLAIN_OPTION },
			examples: ['review list', 'review list --json'],
		},
		show: {
			about: 'Show what would be saved, and the current text',
			words: 'ID',
			options: INTO,
			examples: ['review show ID', 'review show ID --into project'],
		},
		accept: {
			about: "Save it to Claude's memory",
			more: ['If MEMORY.md is full, it needs --yes.'],
			words: 'ID',
			options: { ...INTO, replace: { about: 'Replace the existing memory, which goes to the trash.' } },
			examples: ['review accept ID', 'review accept ID --into project --replace'],
		},
		edit: {
			about: 'Edit its text',
			words: 'ID',
			options: {
				text: { value: 'T', about: 'The new text.' },
				stdin: { about: 'Read it from standard input.' },
				undo: { about: 'Restore the original text.' },
			},
			examples: ['review edit ID --text "Deploy on Mondays."', 'review edit ID --text "Never on Fridays." --json'],
		},
		reject: {
			about: 'Reject it permanently',
			words: 'ID',
			examples: ['review reject ID', 'review reject ID --json'],
		},
		ratify: {
			about: 'Accept a draft as the hand-off of its session (asks first)',
			words: 'ID',
			options: INTO,
			examples: ['review ratify DRAFT --yes', 'review ratify DRAFT --yes --json'],
		},
		discard: {
			about: 'Reject a draft',
			words: 'ID',
			examples: ['review discard DRAFT', 'review discard DRAFT --json'],
		},
		decided: {
			about: 'List your decisions',
			options: { plain: PLAIN_OPTION },
			examples: ['review decided', 'review decided --json'],
		},
		undo: {
			about: 'Undo the last decision, or the one about ID',
			words: '[ID]',
			examples: ['review undo', 'review undo --json'],
		},
	},
});

// What `session-keeper parked …` takes. Its code is parked.ts.
import type { ParkedKind } from '../../core/parking/draft';
import { describeGroup } from '../base/description';
import { PLAIN_OPTION, SESSION, bareListOf, fromStdin } from '../commonOptions';

const KINDS = ['question', 'deferred', 'idea'] as const satisfies readonly ParkedKind[];

export const PARKED = describeGroup({
	about: 'Ideas and questions to come back to',
	verbs: {
		'': bareListOf('parked', 'asks what becomes of the item'),
		list: {
			about: 'List open items, newest first',
			more: ['Moves expired items to the trash.'],
			options: { plain: PLAIN_OPTION },
			examples: ['parked list', 'parked list --json'],
			aliases: ['resume', 'pending'],
		},
		park: {
			about: 'Park an item',
			more: ['There can be ten open items.'],
			options: {
				name: { value: 'N', about: 'Short name (required).' },
				text: { value: 'T', about: 'Text (required, or --stdin).' },
				stdin: fromStdin('the text'),
				description: { value: 'D', about: 'Description in one line. Default: the beginning of the text.' },
				why: { value: 'W', about: 'Why you parked it.' },
				how: { value: 'H', about: 'What to do when you come back to it.' },
				kind: { value: 'K', about: 'Kind of item.', choices: KINDS },
				session: { value: 'ID', about: 'Session it comes from. Default: the current one.' },
				due: { value: 'YYYY-MM-DD', about: 'Due date.' },
			},
			examples: [
				'parked park --name limits --text "Which limit do we take?" --kind question',
				'parked park --name release --text "Tag it" --due 2026-12-24',
			],
		},
		archive: {
			about: 'Mark the item that matches TEXT as done',
			words: 'TEXT',
			options: { offer: { value: 'KEY', about: 'Offer the suggestion that it was again.' } },
			examples: ['parked archive rates', 'parked archive "rate limits"'],
		},
		restore: {
			about: 'Reopen a done or expired item',
			more: ['With ten open items it needs --yes.'],
			words: '[TEXT]',
			examples: ['parked restore', 'parked restore closed'],
		},
		suggestions: {
			about: 'List open questions and ideas that were not parked',
			options: {
				park: { value: 'NAME', about: 'Park this suggestion.' },
				dismiss: { value: 'NAME', about: 'Never suggest this again.' },
				plain: PLAIN_OPTION,
			},
			examples: ['parked suggestions', 'parked suggestions --json'],
		},
		summary: {
			about: 'Summarize a session',
			options: { session: SESSION },
			examples: ['parked summary', 'parked summary --session 1d15ee69'],
		},
		session: {
			about: 'Run the slash command /session',
			words: '[resume | archive TEXT | summary]',
			choices: ['resume', 'archive', 'summary'],
			options: { stdin: fromStdin('the words') },
			examples: ['parked session resume', 'parked session archive rates'],
		},
	},
});

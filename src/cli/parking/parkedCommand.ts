// What `session-keeper parked …` takes. Its code is parked.ts.
import type { ParkedKind } from '../../core/parking/draft';
import { describeGroup } from '../base/description';
import { PLAIN, SESSION, bareListOf, fromStdin } from '../commonOptions';

const KINDS = ['question', 'deferred', 'idea'] as const satisfies readonly ParkedKind[];

export const PARKED = describeGroup({
	about: 'Open loops of this project',
	verbs: {
		'': bareListOf('parked', 'asks what becomes of the item'),
		list: {
			about: 'List the open items, newest first',
			more: ['Expired items leave the list, for the trash.'],
			options: { plain: PLAIN },
			examples: ['parked list', 'parked list --json'],
			aliases: ['resume', 'pending'],
		},
		park: {
			about: 'Park an item',
			more: ['At ten open items, archive one first.'],
			options: {
				name: { value: 'N', about: 'A short name. Needed.' },
				text: { value: 'T', about: 'The text. Needed, or --stdin.' },
				stdin: fromStdin('the text'),
				description: { value: 'D', about: 'One line; else the beginning of the text.' },
				why: { value: 'W', about: 'Why it was put off, or what led to it.' },
				how: { value: 'H', about: 'What to ask or do when it is taken up.' },
				kind: { value: 'K', about: 'The sentence that the text is put into.', choices: KINDS },
				session: { value: 'ID', about: 'The session it comes from; else the current one.' },
				due: { value: 'YYYY-MM-DD', about: 'A day on which it resurfaces.' },
			},
			examples: [
				'parked park --name limits --text "Which limit do we take?" --kind question',
				'parked park --name release --text "Tag it" --due 2026-12-24',
			],
		},
		archive: {
			about: 'Close the one item that a text names',
			words: 'TEXT',
			examples: ['parked archive rates', 'parked archive "rate limits"'],
		},
		restore: {
			about: 'Bring an archived or expired item back',
			more: ['Where ten are open it needs --yes.'],
			words: '[TEXT]',
			examples: ['parked restore', 'parked restore closed'],
		},
		suggestions: {
			about: 'List what sessions left open and nobody parked',
			options: {
				park: { value: 'NAME', about: 'Park this one.' },
				dismiss: { value: 'NAME', about: 'Never offer this one again.' },
				plain: PLAIN,
			},
			examples: ['parked suggestions', 'parked suggestions --json'],
		},
		summary: {
			about: 'Print a digest of a session',
			options: { session: SESSION },
			examples: ['parked summary', 'parked summary --session 1d15ee69'],
		},
		session: {
			about: 'Do what the slash command /session does',
			words: '[resume | archive TEXT | summary]',
			choices: ['resume', 'archive', 'summary'],
			options: { stdin: fromStdin('the words') },
			examples: ['parked session resume', 'parked session archive rates'],
		},
	},
});

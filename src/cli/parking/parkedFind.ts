// Which item a text names. Loaded on demand: finding takes a library, and listing items none.
import { singleLine } from '../../core/base/text';
import { slugOfFileName } from '../../core/parking/item';
import { type Matchable, SHORTEST_QUERY, matchItem } from '../../core/parking/match';
import { CommandError, UsageError } from '../io';

/**
 * One item, or the reason why it is not one. Two equally good ones are never guessed between.
 * @param keyOf names an item for certain, where even its file name is another's too.
 */
export function needOne<T extends Matchable>(
	query: string,
	items: readonly T[],
	what: 'open' | 'archived',
	keyOf: (item: T) => string,
): T {
	const exact = items.find((item) => keyOf(item) === query);
	if (exact !== undefined) return exact;
	const outcome = query === '' ? { kind: 'ambiguous' as const, items } : matchItem(query, items);
	switch (outcome.kind) {
		case 'match':
			return outcome.item;
		case 'tooShort':
			throw new UsageError(`${SHORTEST_QUERY} characters at least are needed to find an item.`);
		case 'none':
			throw new CommandError(
				'notFound',
				`No ${what} item matches ${singleLine(query)}.`,
				what === 'open' ? 'See session-keeper parked list.' : 'Nothing was restored.',
			);
		case 'ambiguous':
			throw new CommandError(
				'ambiguous',
				`${outcome.items.length} ${what} items ${query === '' ? 'are there' : 'match equally well'}.`,
				'Type more of its name.',
				{
					text: outcome.items
						.map((item) => {
							const namesakes = outcome.items.filter((each) => slug(each) === slug(item));
							const called = singleLine(namesakes.length === 1 ? slug(item) : keyOf(item));
							return `- ${item.name}${item.description === '' ? '' : ` — ${item.description}`} (${called})`;
						})
						.join('\n'),
					json: {
						items: outcome.items.map((item) => ({
							name: item.name,
							slug: slug(item),
							key: keyOf(item),
							description: item.description,
						})),
					},
				},
			);
	}
}

function slug(item: Matchable): string {
	return slugOfFileName(item.fileName);
}

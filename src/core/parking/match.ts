// Which item does a person mean? A wrong guess closes somebody's open loop, so a guess needs a clear margin.
import MiniSearch from 'minisearch';
import { truncate } from '../base/text';
import { NAME_LENGTH, type ParkedItem, slugOfFileName } from './item';
import { fold, namesOfItem } from './names';

/** Shorter texts match too much to mean anything but a very name. */
export const SHORTEST_QUERY = 2;
/** Shorter words hold no typo: too many others are one letter away. */
const SHORTEST_TYPO = 5;
/** How much better the best fuzzy hit must score than the second. */
const CLEAR_MARGIN = 1.5;

/** What is compared: an open item, or one in the trash. */
export type Matchable = Pick<ParkedItem, 'name' | 'description' | 'fileName' | 'body'>;

type MatchOutcome<T extends Matchable> =
	| { readonly kind: 'match'; readonly item: T }
	| { readonly kind: 'ambiguous'; readonly items: readonly T[] }
	| { readonly kind: 'none' }
	| { readonly kind: 'tooShort' };

/**
 * Finds the item that a text names. In this order, the first rule that hits anything decides: the very name; a part of
 * the name or file name; a part of the description or text; words with a typo or cut short, in any of them; two letters
 * that changed places.
 * Several hits of the same rule are ambiguous.
 */
export function matchItem<T extends Matchable>(query: string, items: readonly T[]): MatchOutcome<T> {
	const wanted = fold(query);
	// An item has a long name cut, and a file's name may be longer.
	const called = [wanted, fold(truncate(query, NAME_LENGTH))];
	const named = wanted === '' ? [] : items.filter((item) => namesOfItem(item).some((name) => called.includes(name)));
	if (named.length > 0) return outcome(named);
	if ([...wanted].length < SHORTEST_QUERY) return { kind: 'tooShort' };
	const rules: ((item: T) => boolean)[] = [
		(item) => namesOfItem(item).some((name) => name.includes(wanted)),
		(item) => fold(item.description).includes(wanted) || fold(item.body).includes(wanted),
	];
	for (const rule of rules) {
		const hits = items.filter(rule);
		if (hits.length > 0) return outcome(hits);
	}
	const fuzzy = fuzzyHits(wanted, items);
	return outcome(fuzzy.length > 0 ? fuzzy : swappedHits(wanted, items));
}

function outcome<T extends Matchable>(hits: readonly T[]): MatchOutcome<T> {
	const [first, second] = hits;
	if (first === undefined) return { kind: 'none' };
	return second === undefined ? { kind: 'match', item: first } : { kind: 'ambiguous', items: hits };
}

/** All words must hit; only words of five letters and more may hold a typo. Hits close to the best one are kept beside it. */
function fuzzyHits<T extends Matchable>(wanted: string, items: readonly T[]): readonly T[] {
	const index = new MiniSearch({ fields: ['name', 'fileName', 'description', 'body'], idField: 'id' });
	index.addAll(items.map((item, id) => ({ ...item, id, fileName: slugOfFileName(item.fileName) })));
	const results = index.search(wanted, {
		combineWith: 'AND',
		prefix: true,
		fuzzy: (term) => (term.length >= 8 ? 2 : term.length >= SHORTEST_TYPO ? 1 : false),
		boost: { name: 4, fileName: 4, description: 2 },
	});
	const best = results[0]?.score ?? 0;
	return results.filter((hit) => hit.score * CLEAR_MARGIN > best).flatMap((hit) => items[Number(hit.id)] ?? []);
}

/** For an index, two letters that changed places are two typos; for fingers they are the commonest one. */
function swappedHits<T extends Matchable>(wanted: string, items: readonly T[]): readonly T[] {
	const meant = swaps(wanted);
	return items.filter((item) =>
		[...namesOfItem(item), fold(item.description), fold(item.body)].some((text) =>
			meant.some((each) => text.includes(each)),
		),
	);
}

/** The text with each two neighbouring letters of its longer words the other way round. */
function swaps(text: string): readonly string[] {
	return [...text.matchAll(/[^ ]+/gu)]
		.filter(([word]) => word.length >= SHORTEST_TYPO)
		.flatMap(({ 0: word, index }) =>
			Array.from({ length: word.length - 1 }, (_, n) => {
				const at = index + n;
				return `${text.slice(0, at)}${text.charAt(at + 1)}${text.charAt(at)}${text.slice(at + 2)}`;
			}),
		)
		.filter((each) => each !== text);
}

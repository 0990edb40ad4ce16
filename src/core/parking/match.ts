// Which item does a person mean? A wrong guess closes somebody's open loop, so a guess needs a clear margin.
import MiniSearch from 'minisearch';
import { type ParkedItem, slugOfFileName } from './item';

/** Shorter texts match too much to mean anything. */
export const SHORTEST_QUERY = 2;
/** How much better the best fuzzy hit must score than the second. */
const CLEAR_MARGIN = 1.5;

/** What is compared: an open item, or one in the trash. */
export type Matchable = Pick<ParkedItem, 'name' | 'description' | 'fileName' | 'body'>;

export type MatchOutcome<T extends Matchable> =
	| { readonly kind: 'match'; readonly item: T }
	| { readonly kind: 'ambiguous'; readonly items: readonly T[] }
	| { readonly kind: 'none' }
	| { readonly kind: 'tooShort' };

/**
 * Finds the item that a text names. In this order, the first rule that hits anything decides: the very name; a part of
 * the name or file name; a part of the description or text; words with a typo or cut short, in any of them.
 * Several hits of the same rule are ambiguous.
 */
export function matchItem<T extends Matchable>(query: string, items: readonly T[]): MatchOutcome<T> {
	const wanted = fold(query);
	if ([...wanted].length < SHORTEST_QUERY) return { kind: 'tooShort' };
	const rules: ((item: T) => boolean)[] = [
		(item) => namesOf(item).includes(wanted),
		(item) => namesOf(item).some((name) => name.includes(wanted)),
		(item) => fold(item.description).includes(wanted) || fold(item.body).includes(wanted),
	];
	for (const rule of rules) {
		const hits = items.filter(rule);
		if (hits.length > 0) return outcome(hits);
	}
	return outcome(fuzzyHits(wanted, items));
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
		fuzzy: (term) => (term.length >= 8 ? 2 : term.length >= 5 ? 1 : false),
		boost: { name: 4, fileName: 4, description: 2 },
	});
	const best = results[0]?.score ?? 0;
	return results.filter((hit) => hit.score * CLEAR_MARGIN > best).flatMap((hit) => items[Number(hit.id)] ?? []);
}

function namesOf(item: Matchable): readonly string[] {
	return [item.name, item.fileName, item.fileName.replace(/\.md$/u, ''), slugOfFileName(item.fileName)].map(fold);
}

/** Case, accents' spelling and the difference between spaces and dashes do not matter. */
function fold(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s_-]+/gu, ' ')
		.trim();
}

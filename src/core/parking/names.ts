// What an item goes by.
import { type ParkedItem, slugOfFileName } from './item';

/** All that an item goes by, folded. */
export function namesOfItem({ name, fileName }: Pick<ParkedItem, 'name' | 'fileName'>): readonly string[] {
	return [name, fileName, fileName.replace(/\.md$/u, ''), slugOfFileName(fileName)].map(fold);
}

/**
 * The shortest name of a file by which an item is found for certain. @param others beside which it stands.
 * @returns nothing where each of them is another's too.
 */
export function ownName(
	fileName: string,
	others: readonly Pick<ParkedItem, 'name' | 'fileName'>[],
): string | undefined {
	const taken = new Set(['', ...others.flatMap(namesOfItem)]);
	return [slugOfFileName(fileName), fileName].find((each) => !taken.has(fold(each)));
}

/** Case, accents' spelling and the difference between spaces and dashes do not matter. */
export function fold(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s_-]+/gu, ' ')
		.trim();
}

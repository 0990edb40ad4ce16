// What an item goes by.
import { type ParkedItem, slugOfFileName } from './item';

/** All that an item goes by, folded. */
export function namesOfItem({ name, fileName }: Pick<ParkedItem, 'name' | 'fileName'>): readonly string[] {
	return [name, fileName, fileName.replace(/\.md$/u, ''), slugOfFileName(fileName)].map(fold);
}

/** Case, accents' spelling and the difference between spaces and dashes do not matter. */
export function fold(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[\s_-]+/gu, ' ')
		.trim();
}

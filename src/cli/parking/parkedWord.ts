// How a printed command names an item. Loaded on demand: listing items prints none.
import path from 'node:path';
import { shellWord } from '../../core/claude/goOn';
import { type ParkedItem, slugOfFileName } from '../../core/parking/item';
import { fold, namesOfItem } from '../../core/parking/names';

/**
 * Its slug, where that means no other item.
 * @param others beside which it will be. @param key names it for certain.
 */
export function wordOf(file: string, others: readonly Pick<ParkedItem, 'name' | 'fileName'>[], key: string): string {
	const slug = slugOfFileName(path.basename(file));
	const called = fold(slug);
	return shellWord(called === '' || others.some((each) => namesOfItem(each).includes(called)) ? key : slug);
}

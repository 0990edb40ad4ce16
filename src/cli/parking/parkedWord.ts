// How a printed command names an item. Loaded on demand: listing items prints none.
import path from 'node:path';
import { shellWord } from '../../core/claude/goOn';
import type { ParkedItem } from '../../core/parking/item';
import { ownName } from '../../core/parking/names';

/**
 * Its slug or its file's name, where that means no other item.
 * @param others beside which it will be. @param key names it for certain.
 */
export function wordOf(file: string, others: readonly Pick<ParkedItem, 'name' | 'fileName'>[], key: string): string {
	return shellWord(ownName(path.basename(file), others) ?? key);
}

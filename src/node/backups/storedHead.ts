// Lists look at the beginning of copies, most of which are as they were written: what decompresses takes as long to load as a
// list to make.
import { readRegularFile } from '../base/regularFile';
import { COMPRESSED } from './place';

/** The beginning of the content of a stored copy, as text. @throws where it cannot be read or decompressed. */
export async function readHead(stored: string, bytes = 256 * 1024): Promise<string> {
	if (stored.endsWith(COMPRESSED))
		return (await (await import('./compress')).readCompressedHead(stored, bytes)).toString('utf8');
	const head = await readRegularFile(stored, bytes);
	if (head === undefined) throw new Error(`${stored} is not a file.`);
	return head.bytes.toString('utf8');
}

// What tells one content from another. A file of its own: Node's cryptography takes long to load.
import { createHash } from 'node:crypto';

/** In hex; of a text its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
	return createHash('sha256').update(content).digest('hex');
}

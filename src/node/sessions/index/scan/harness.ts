import { KNOWN_TYPES } from '../../../../core/transcript/parseEntry';
import { QUOTE, isText } from './jsonBytes';

/** Types are not longer. */
const MAX_TYPE = 64;
const decoder = new TextDecoder();

/**
 * Whether a line (`{"type":"x"…`) has a type that says nothing to us, seen without parsing it: raw requests are most of the
 * bytes of a short session.
 */
export function isHarness(line: Uint8Array): boolean {
	if (!isText(line, 0, 9, '{"type":"')) return false;
	const end = line.indexOf(QUOTE, 9);
	return end > 0 && end < MAX_TYPE && KNOWN_TYPES.has(decoder.decode(line.subarray(9, end)));
}

// Times in an answer that a pipe gets: in words, and the words change while the answer does not. So they are put in when it is
// printed, be it made or kept (keptAnswer.ts).
import { agoInWords } from '../../core/base/dates';
import { printable } from '../../core/base/text';

/** Texts of a session have no such character left. */
const MARK = /(\0\d{1,16}\0)/u;

/** Stands for how long ago something was. */
export const ageMark = (atMs: number): string => `\0${Math.max(0, Math.round(atMs))}\0`;

/** A text without control characters, and with its marks. */
export function printableBetween(text: string): string {
	return text
		.split(MARK)
		.map((part, at) => (at % 2 === 1 ? part : printable(part)))
		.join('');
}

/** A text with words in place of its marks. */
export function withAges(text: string, nowMs: number): string {
	return text
		.split(MARK)
		.map((part, at) => (at % 2 === 1 ? agoInWords(Number(part.slice(1, -1)), nowMs) : part))
		.join('');
}

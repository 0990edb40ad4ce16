// Texts on their way into a block: printable at once, and bounded. What is cut is cut twice: generously here, so that a
// secret at the edge is still whole when it is looked for, and to its real length when it is shown.
import { say } from '../base/say';
import { countLines } from '../base/shown';
import { printable } from '../base/text';
import type { Clip, ToolOutput } from './block';

/** Nobody reads more of one message; the transcript has the rest. */
const TEXT_LIMIT = 200_000;

/** Longer than any secret that would otherwise be cut in two. */
const MARGIN = 8_192;
/** Of each end of an output; more would have to be redacted for the few lines that are shown. */
const OUTPUT_LIMIT = 3_000;

/** Sequences that colour a terminal, move its cursor or set its title. */
const TERMINAL = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/gu;

/** Of those, what sets a colour or a weight. */
const COLOUR = /\u001b\[[0-9;]*m/gu;

/** Printable lines without terminal sequences. It comes before redaction: a hidden character would hide a secret. */
export function clean(text: string): string {
	return printable(text.replace(TERMINAL, ''));
}

/** Takes a text in, up to a limit and a margin. */
export function clip(text: string, limit = TEXT_LIMIT): Clip {
	if (text.length <= limit + MARGIN) return { text: clean(text), left: 0 };
	return { text: clean(text.slice(0, limit + MARGIN)), left: text.length - limit };
}

/** What of a clip is shown. @param limit no more, in UTF-16 units */
export function shown({ text, left }: Clip, limit = Infinity): string {
	const end = Math.min(limit, left === 0 ? text.length : Math.max(0, text.length - MARGIN));
	return end === text.length ? text : wholeCharacters(text.slice(0, end));
}

/** The note below a text that was cut; nothing where none was. */
export function cutNote({ left }: Clip): string | undefined {
	return left === 0 ? undefined : say('… {0} more characters are in the transcript.', grouped(left));
}

/** Takes a tool's output in; nothing where it is blank. */
export function clipOutput(text: string, language = ''): ToolOutput | undefined {
	const plain = endsOf(text, clean);
	if (plain.head === '') return undefined;
	const lines = plain.isWhole ? countLines(plain.head) : countLines(text);
	const output = { head: plain.head, tail: plain.tail, lines, language };
	if (text.search(COLOUR) < 0) return output;
	const { head, tail } = endsOf(text, cleanColoured);
	// They are shown only where they say the very words that are looked through for secrets.
	const isSame = head.replace(COLOUR, '') === plain.head && tail.replace(COLOUR, '') === plain.tail;
	return isSame ? { ...output, coloured: { head, tail } } : output;
}

/** Takes in what is shown as a whole, such as a plan, unless it is huge; nothing where it is blank. */
export function wholeOutput(text: string): ToolOutput | undefined {
	if (text.length > TEXT_LIMIT) return clipOutput(text);
	const head = trimmed(clean(text));
	return head === '' ? undefined : { head, tail: '', lines: countLines(head), language: '', isWhole: true };
}

/** Both ends of a text, printable. @param cleaned what makes a text printable. */
function endsOf(text: string, cleaned: (text: string) => string): { head: string; tail: string; isWhole: boolean } {
	if (text.length <= 2 * OUTPUT_LIMIT) return { head: trimmed(cleaned(text)), tail: '', isWhole: true };
	// A line that the cut went through could show a part of a secret.
	const head = cleaned(text.slice(0, OUTPUT_LIMIT)).replace(/(?<=\n)[^\n]*$/u, '');
	const tail = withoutKeyEnd(cleaned(text.slice(-OUTPUT_LIMIT)).replace(/^[^\n]*(?:\n|$)/u, ''));
	return { head: trimmedEnd(head), tail: trimmedEnd(tail), isWhole: false };
}

/** The same as `clean`, with the sequences that colour. */
function cleanColoured(text: string): string {
	return text
		.split(/(\u001b\[[0-9;]*m)/u)
		.map((part, at) => (at % 2 === 1 ? part : clean(part)))
		.join('');
}

/** Without blank lines before it and blanks after it. */
function trimmed(text: string): string {
	return trimmedEnd(text.replace(/^(?:\n|\u001b\[[0-9;]*m)+/u, (start) => start.replaceAll('\n', '')));
}

function trimmedEnd(text: string): string {
	return text.replace(/(?:\s|\u001b\[[0-9;]*m)+$/u, '');
}

/** The end of a key block without its beginning looks like no secret. */
function withoutKeyEnd(text: string): string {
	const [end, start] = [text.indexOf('-----END '), text.indexOf('-----BEGIN ')];
	return end < 0 || (start >= 0 && start < end) ? text : text.slice(end);
}

/** The first and the last lines of an output, each cut to `width` characters, and how many are between them. */
export function fewLines(
	{ head, tail, lines, isWhole = false }: ToolOutput,
	first: number,
	last: number,
	width: number,
): { readonly first: readonly string[]; readonly left: number; readonly last: readonly string[] } {
	if (isWhole) return { first: head.split('\n'), left: 0, last: [] };
	const cut = (line: string): string => (line.length <= width ? line : `${wholeCharacters(line.slice(0, width))}…`);
	const top = head.split('\n');
	if (top.length >= lines && lines <= first + last + 1) return { first: top.map(cut), left: 0, last: [] };
	const end = (tail === '' && top.length >= lines ? top : tail.split('\n')).slice(-last);
	const bottom = last === 0 || (tail === '' && top.length < lines) ? [] : end;
	const shownFirst = top.slice(0, first);
	return {
		first: shownFirst.map(cut),
		left: Math.max(0, lines - shownFirst.length - bottom.length),
		last: bottom.map(cut),
	};
}

/** What stands for the lines of an output that are left out. */
export function leftWords(lines: number): string {
	return lines === 1 ? say('… 1 more line …') : say('… {0} more lines …', grouped(lines));
}

/** `12,345` */
function grouped(n: number): string {
	return String(n).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

function wholeCharacters(text: string): string {
	return text.replace(/[\ud800-\udbff]$/u, '');
}

// A change as people read it: the unified diff of two texts.
import { OMIT_HEADERS, formatPatch, structuredPatch } from 'diff';

/**
 * What some diffs of files come to: `3 files, +12 −4`. Nothing for none.
 * @param diffs of `unifiedDiff`, one of a file each; empty ones do not count.
 */
export function diffSummary(diffs: readonly string[]): string {
	const files = diffs.filter((diff) => diff !== '');
	// The two heads of each are no lines of it.
	const lines = files.flatMap((diff) => diff.split('\n').slice(2));
	const counted = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
	const count = files.length === 1 ? '1 file' : `${files.length} files`;
	return files.length === 0 ? '' : `${count}, +${counted('+')} −${counted('-')}`;
}

/** What is shown of a longer line beside its change, in characters. */
const MARGIN = 200;

/**
 * The difference of two texts, with three lines around each change; empty if there is none. A missing text is
 * `/dev/null`. A carriage return at the end of a line is shown as `␍`, a missing line break at the end as git shows it.
 * Of a long line the first and the last change show what is beside them, and `…` for the rest that is the same in both.
 * @param name of the file, for both heads.
 * @param formerName where the text before stands in another file.
 */
export function unifiedDiff(
	name: string,
	before: string | undefined,
	after: string | undefined,
	formerName = name,
): string {
	if (before === after) return '';
	// The library would write non-ASCII letters in a path as octal numbers.
	const [from, to] = [before === undefined ? '/dev/null' : formerName, after === undefined ? '/dev/null' : name];
	const patch = structuredPatch('', '', ...aroundChange(visible(before), visible(after)), undefined, undefined, {
		context: 3,
	});
	return `--- ${from}\n+++ ${to}\n${formatPatch(patch, OMIT_HEADERS)}`.replace(/\n+$/, '');
}

const visible = (text = ''): string => text.replaceAll('\r\n', '␍\n');

/** Without the far ends of the lines in which the texts begin and cease to differ. */
function aroundChange(before: string, after: string): [before: string, after: string] {
	const most = Math.min(before.length, after.length);
	let [same, sameAtEnd] = [0, 0];
	while (same < most && before[same] === after[same]) same++;
	while (sameAtEnd < most - same && before[before.length - 1 - sameAtEnd] === after[after.length - 1 - sameAtEnd])
		sameAtEnd++;
	const lineStart = before.lastIndexOf('\n', same - 1) + 1;
	const lineEnd = before.indexOf('\n', before.length - sameAtEnd);
	const lineRest = (lineEnd < 0 ? before.length : lineEnd) - (before.length - sameAtEnd);
	const shown = (text: string): string => {
		const end = text.length - sameAtEnd;
		const head =
			same - lineStart > MARGIN ? `${text.slice(0, lineStart)}…${text.slice(same - MARGIN, end)}` : text.slice(0, end);
		return (
			head + (lineRest > MARGIN ? `${text.slice(end, end + MARGIN)}…${text.slice(end + lineRest)}` : text.slice(end))
		);
	};
	return [shown(before), shown(after)];
}

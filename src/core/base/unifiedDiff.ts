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

/** What is shown of a longer line beside its change, or of one that stays, in characters. */
const MARGIN = 200;

/**
 * The difference of two texts, with three lines around each change; empty if there is none. A missing text is
 * `/dev/null`. A carriage return at the end of a line is shown as `␍`, a missing line break at the end as git shows it.
 * Of a long line that takes the place of another one, what is the same far from its changes is `…`.
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
	const patch = structuredPatch('', '', visible(before), visible(after), undefined, undefined, { context: 3 });
	for (const hunk of patch.hunks) hunk.lines = shortened(hunk.lines);
	return `--- ${from}\n+++ ${to}\n${formatPatch(patch, OMIT_HEADERS)}`.replace(/\n+$/, '');
}

const visible = (text = ''): string => text.replaceAll('\r\n', '␍\n');

/** @param lines of a hunk, each with its mark. Where as many come as go, the first takes the place of the first. */
function shortened(lines: readonly string[]): string[] {
	const shown = [...lines];
	let [gone, come]: [number[], number[]] = [[], []];
	const pair = (): void => {
		if (gone.length === come.length)
			gone.forEach((from, nth) => {
				const to = come[nth] ?? from;
				[shown[from], shown[to]] = aroundChange(lines[from] ?? '', lines[to] ?? '');
			});
		[gone, come] = [[], []];
	};
	lines.forEach((line, at) => {
		if (line.startsWith('-')) gone.push(at);
		else if (line.startsWith('+')) come.push(at);
		else if (line.startsWith(' ')) {
			pair();
			if (line.length > MARGIN) shown[at] = `${line.slice(0, MARGIN)}…`;
		}
	});
	pair();
	return shown;
}

/** Shortens two lines, with their marks: what both share is cut, but for a margin around the difference. */
function aroundChange(gone: string, come: string): [gone: string, come: string] {
	const [before, after] = [gone.slice(1), come.slice(1)];
	const most = Math.min(before.length, after.length);
	let [same, sameAtEnd] = [0, 0];
	while (same < most && before[same] === after[same]) same++;
	while (sameAtEnd < most - same && before[before.length - 1 - sameAtEnd] === after[after.length - 1 - sameAtEnd])
		sameAtEnd++;
	const [from, left] = [Math.max(0, same - MARGIN), Math.max(0, sameAtEnd - MARGIN)];
	const cut = (text: string): string =>
		`${from > 0 ? '…' : ''}${text.slice(from, text.length - left)}${left > 0 ? '…' : ''}`;
	return [`-${cut(before)}`, `+${cut(after)}`];
}

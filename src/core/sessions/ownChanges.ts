// What a session did to a file, by the patches that its transcript keeps. What others did to the file in between stands on
// both sides, and what they did later on none: so the difference is the session's alone.
import { type StructuredPatch, applyPatch, structuredPatch } from 'diff';
import { asRecord } from '../base/result';

/** A file, or a piece of it, before and after. */
export interface TextChange {
	readonly before: string;
	readonly after: string;
	/** All of the file; else only what the patch shows, where the result does not tell more. */
	readonly isWhole: boolean;
}

/** Texts that differ by more are not compared: that takes seconds. */
const MAX_EDITS = 5_000;
/** Stands between pieces of a text that is not known as a whole. */
export const BETWEEN_PIECES = '\n⋯\n';

/** What one call changed. @param toolUseResult of a call that worked. @returns nothing where it does not say that. */
export function changeOf(toolUseResult: unknown): TextChange | undefined {
	const result = asRecord(toolUseResult);
	if (result === undefined) return undefined;
	// Of a notebook the result says the file as a whole, under names of its own.
	const content = textOf(result['content'] ?? result['updated_file'] ?? result['new_source']);
	const original = result['originalFile'] ?? result['original_file'];
	const hunks = hunksOf(result['structuredPatch']);
	const before = result['type'] === 'create' || original === null ? '' : textOf(original);
	const after = content ?? (before === undefined ? undefined : patched(before, hunks));
	if (before !== undefined && after !== undefined) return { before, after, isWhole: true };
	const side = (mark: string): string =>
		hunks
			.map(({ lines }) =>
				lines
					.filter((line) => /^ /u.test(line) || line.startsWith(mark))
					.map((line) => line.slice(1))
					.join('\n'),
			)
			.join(BETWEEN_PIECES);
	if (hunks.length > 0) return { before: side('-'), after: side('+'), isWhole: false };
	return content === undefined ? undefined : { before: '', after: content, isWhole: false };
}

/**
 * All that was done to one file, joined where that can be told.
 * @param changes in the order in which they were made.
 * @returns more than one where others changed the same lines in between; none where nothing is left of it.
 */
export function joinChanges(changes: readonly TextChange[]): readonly TextChange[] {
	const joined: TextChange[] = [];
	for (const change of changes) {
		const last = joined.at(-1);
		const both = last && join(last, change);
		if (both === undefined) joined.push(change);
		else joined[joined.length - 1] = both;
	}
	return joined.filter(({ before, after }) => before !== after);
}

function join(first: TextChange, second: TextChange): TextChange | undefined {
	if (first.isWhole !== second.isWhole) return undefined;
	if (!first.isWhole)
		return {
			before: first.before + BETWEEN_PIECES + second.before,
			after: first.after + BETWEEN_PIECES + second.after,
			isWhole: false,
		};
	if (first.after === second.before) return { ...first, after: second.after };
	const others = structuredPatch('', '', first.after, second.before, '', '', { context: 3, maxEditLength: MAX_EDITS });
	const before = others === undefined ? false : applyPatch(first.before, others);
	return before === false ? undefined : { before, after: second.after, isWhole: true };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

type Hunk = StructuredPatch['hunks'][number];

function patched(text: string, hunks: readonly Hunk[]): string | undefined {
	// The library looks for the place of a hunk line by line from where the hunk says that it is.
	const last = text.split('\n').length + 1;
	if (!hunks.every(({ oldStart }) => oldStart >= 0 && oldStart <= last)) return undefined;
	const patch = { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks: [...hunks] };
	const after = applyPatch(text, patch);
	return after === false ? undefined : after;
}

/** Those that are as Claude Code writes them; a file of any origin can have others. */
function hunksOf(value: unknown): readonly Hunk[] {
	return (Array.isArray(value) ? value : []).flatMap((each): readonly Hunk[] => {
		const { oldStart, oldLines, newStart, newLines, lines } = asRecord(each) ?? {};
		const isText = (line: unknown): line is string => typeof line === 'string' && /^[-+ \\]/u.test(line);
		if (!Array.isArray(lines) || !lines.every(isText)) return [];
		const number = (field: unknown): number => (typeof field === 'number' ? field : Number.NaN);
		return [
			{
				oldStart: number(oldStart),
				oldLines: number(oldLines),
				newStart: number(newStart),
				newLines: number(newLines),
				lines,
			},
		];
	});
}

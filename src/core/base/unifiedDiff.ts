// A change as people read it: the unified diff of two texts.
import { OMIT_HEADERS, formatPatch, structuredPatch } from 'diff';

/**
 * The difference of two texts, with three lines around each change; empty if there is none. A missing text is
 * `/dev/null`. A carriage return at the end of a line is shown as `␍`, a missing line break at the end as git shows it.
 * @param name of the file, for both heads.
 */
export function unifiedDiff(name: string, before: string | undefined, after: string | undefined): string {
	if (before === after) return '';
	// The library would write non-ASCII letters in a path as octal numbers.
	const [from, to] = [before, after].map((text) => (text === undefined ? '/dev/null' : name));
	const patch = structuredPatch('', '', visible(before), visible(after), undefined, undefined, { context: 3 });
	return `--- ${from}\n+++ ${to}\n${formatPatch(patch, OMIT_HEADERS)}`.replace(/\n+$/, '');
}

const visible = (text = ''): string => text.replaceAll('\r\n', '␍\n');

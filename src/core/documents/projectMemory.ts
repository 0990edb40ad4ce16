// `project-memory.md`: lasting facts about the project. A person accepts each of them, and every session loads them.
import { BY_CLAUDE } from './document';
import type { SavedDocument } from './readDocument';
import { withoutPointers } from '../handoff/statement';
import { words } from './words';

const HEADING = '# Project memory';
/** Ends a fact: the name of the document that it comes from. */
const SOURCE = / \(((?:[^()]|\([^()]*\))*)\)\s*$/u;

/** A fact that a document offers. */
export interface Fact {
	/** One line, without pointers, safe in the file. */
	readonly text: string;
	readonly kind: 'fact' | 'decision' | 'failure';
	/** The project memory says it already. */
	readonly isKnown: boolean;
}

/**
 * The lasting facts in a document: what it calls so, what was decided, and what did not work.
 * @param memory text of `project-memory.md`.
 */
export function factsOf(
	document: Pick<SavedDocument, 'facts' | 'decisions' | 'failures'>,
	memory: string,
): readonly Fact[] {
	const known = knownIn(memory);
	const offered = [
		...document.facts.map((line) => ({ line, kind: 'fact' as const })),
		...document.decisions.map((line) => ({ line, kind: 'decision' as const })),
		...document.failures
			.filter(
				(line) =>
					/^(?:Claude|The person|From before a compaction|Went back from): /u.test(line) || line.endsWith(BY_CLAUDE),
			)
			.map((line) => ({ line, kind: 'failure' as const })),
	];
	const facts = offered.map(({ line, kind }) => {
		const text = words(withoutPointers(line).replace(` ${BY_CLAUDE}`, ''), (each) => each, 400);
		return { text, kind, isKnown: known.has(keyOf(text)) };
	});
	return facts.filter((fact, at) => facts.findIndex((each) => keyOf(each.text) === keyOf(fact.text)) === at);
}

/**
 * The file's text with more facts, each on its own line at the end. A fact that differs only in case or punctuation
 * from one that is there is not added.
 * @param from where they come from: a date and a document.
 */
export function withFacts(
	text: string,
	facts: readonly string[],
	from: string,
): { readonly text: string; readonly added: readonly string[] } {
	const known = knownIn(text);
	const added: string[] = [];
	for (const fact of facts) {
		const line = words(fact, (each) => each, 400);
		const key = keyOf(line);
		if (key === '' || known.has(key)) continue;
		known.add(key);
		added.push(line);
	}
	if (added.length === 0) return { text, added };
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const lines = added.map((line) => `- ${line} (${words(from, (each) => each, 120)})`);
	const start = text.trim() === '' ? `${HEADING}${eol}${eol}` : text.endsWith('\n') ? text : text + eol;
	// Continues the list, or begins a new one below other text.
	const gap = text.trim() === '' || /(?:^|\n)\s*[-*+] [^\n]*\r?\n$/u.test(start) ? '' : eol;
	return { text: `${start}${gap}${lines.join(eol)}${eol}`, added };
}

/** The file's text without facts from some documents. @param isToGo is asked with the name of a document, without its ending. */
export function withoutFacts(text: string, isToGo: (source: string) => boolean): string {
	return text
		.split('\n')
		.filter((line) => {
			const source = SOURCE.exec(line)?.[1];
			return source === undefined || !isToGo(source);
		})
		.join('\n');
}

/** What the lines of a text say. What ends in parentheses may be a source, or a part of the fact: it says both. */
function knownIn(text: string): Set<string> {
	return new Set(text.split('\n').flatMap((line) => [keyOf(line), keyOf(line.replace(SOURCE, ''))]));
}

/** What identifies a fact: its text without mark, case and punctuation. */
function keyOf(line: string): string {
	return line
		.replace(/^\s*[-*+]\s+/u, '')
		.toLowerCase()
		.replace(/[\s\p{P}\p{S}]+/gu, ' ')
		.trim();
}

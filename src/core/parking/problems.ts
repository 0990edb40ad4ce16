// What keeps a parked item from being read as what it is, line by line, for an editor to show.
import { startOfLocalDay } from '../base/dates';
import { singleLine } from '../base/text';

export interface ParkedProblem {
	readonly code: 'noFrontMatter' | 'unreadable' | 'badDue' | 'noWhy';
	/** From 0. */
	readonly line: number;
	/** `badDue`: what stands there. `unreadable`: what the parser says. One line; empty otherwise. */
	readonly said: string;
}

/**
 * @param text of the file, without a byte-order mark.
 * @param yamlProblem what the parser of the front matter says, where it could not read it.
 */
export function findParkedProblems(text: string, yamlProblem: string | undefined): readonly ParkedProblem[] {
	const lines = text.split(/\r?\n/u).map((line) => line.trimEnd());
	const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
	if (end < 0) return [{ code: 'noFrontMatter', line: 0, said: '' }];
	const found: ParkedProblem[] = [];
	if (yamlProblem !== undefined) found.push(unreadable(yamlProblem, end));
	let field = '';
	for (const [line, content] of lines.slice(0, end).entries()) {
		field = /^([\w-]+):/u.exec(content)?.[1] ?? field;
		// Claude Code moves fields below `metadata`; what is indented below another field is part of its text.
		const written = /^(\s*)due:(.*)$/u.exec(content);
		if (written === null || (written[1] !== '' && field !== 'metadata')) continue;
		const due = (written[2] ?? '')
			.replace(/\s#.*$/u, '')
			.trim()
			.replace(/^["']|["']$/gu, '');
		// Who has not written a day yet has written no wrong one.
		if (due !== '' && startOfLocalDay(due.slice(0, 10)) === undefined)
			found.push({ code: 'badDue', line, said: singleLine(due) });
	}
	// An empty line at the end would show nothing.
	const last = lines.findLastIndex((line) => line !== '');
	if (!lines.some((line) => line.startsWith('**Why:**'))) found.push({ code: 'noWhy', line: last, said: '' });
	return found;
}

/** The parser counts from the line behind the fence, and shows a piece of the file behind its first line. */
function unreadable(problem: string, end: number): ParkedProblem {
	const [said = '', at = '0'] = /^(.*?)(?: at line (\d+).*)?$/mu.exec(problem)?.slice(1) ?? [];
	return { code: 'unreadable', line: Math.min(Number(at), end), said: singleLine(said) };
}

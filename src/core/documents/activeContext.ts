// `active-context.md`: the state of the last session, loaded by every session. We write only between our two marks;
// everything else in the file belongs to Claude and to the person.
import { localDate, localTime } from '../base/dates';
import type { SavedDocument } from './readDocument';
import { withoutPointers } from '../handoff/statement';
import { words } from './words';

const BEGIN = '<!-- session-keeper:state -->';
const END = '<!-- /session-keeper:state -->';
const MAX_ITEMS = 8;
const LINE = 300;

/**
 * The block of a document.
 * @param path of the document, as a person would type it.
 * @param nowMs when it is written; a document without a date of its own counts as saved then.
 */
export function renderState(document: SavedDocument, path: string, nowMs: number): string {
	const asIs = (text: string): string => text;
	// Claude Code imports the file, so every word is made safe again, whoever wrote the document.
	const safe = (text: string): string => words(withoutPointers(text), asIs, LINE);
	const savedMs = document.savedMs ?? nowMs;
	const place = [
		document.branch === undefined ? undefined : `branch ${safe(document.branch)}`,
		document.commit === undefined ? undefined : `commit ${safe(document.commit.slice(0, 12))}`,
		document.session === undefined ? undefined : `session ${safe(document.session)}`,
	].filter((part) => part !== undefined);
	const part = (title: string, lines: readonly string[]): readonly string[] =>
		lines.length === 0
			? []
			: [
					`**${title}**\n\n${lines
						.slice(0, MAX_ITEMS)
						.map((line) => `- ${safe(line)}`)
						.join('\n')}`,
				];
	const openTasks = document.tasks
		.filter((line) => !/^\[[xX]\]/u.test(line))
		.map((line) => line.replace(/^\[ \] /u, ''));
	return [
		BEGIN,
		`## Active context: ${safe(document.topic)}`,
		`Saved ${localDate(savedMs)} ${localTime(savedMs)}${place.length === 0 ? '' : ` · ${place.join(' · ')}`}. A record of the last session, not instructions; check what has changed since.`,
		...part('Where it stands', document.stand.length > 0 ? document.stand : document.summary.slice(-3)),
		...part('Next steps', document.next),
		...part('Open tasks', openTasks),
		...part('Open questions', document.questions),
		...part('Decided', document.decisions.slice(-MAX_ITEMS)),
		...part('Blockers, and what did not work', document.failures.slice(-4)),
		`The whole record: ${safe(path)}`,
		END,
	].join('\n\n');
}

/**
 * The file's text with a new block: in place of the old one, else at the top. If our marks occur twice or in the wrong
 * order, somebody edited them: they stay, and the new block goes to the top.
 */
export function withState(text: string, block: string): string {
	const eol = text.includes('\r\n') ? '\r\n' : '\n';
	const own = block.replaceAll('\n', eol);
	const from = text.indexOf(BEGIN);
	const to = text.indexOf(END);
	const isOnce = from >= 0 && to > from && text.lastIndexOf(BEGIN) === from && text.lastIndexOf(END) === to;
	if (isOnce) return text.slice(0, from) + own + text.slice(to + END.length);
	return text.trim() === '' ? own + eol : `${own}${eol}${eol}${text}`;
}

/** The path of the document that the file's block names; nothing if there is no block. */
export function statedDocument(text: string): string | undefined {
	const from = text.indexOf(BEGIN);
	const block = from < 0 ? '' : text.slice(from, text.indexOf(END, from));
	return /^The whole record: (\S.*)$/mu.exec(block)?.[1]?.trim();
}

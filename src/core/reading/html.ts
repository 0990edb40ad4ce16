// A session as one HTML file that needs nothing else, runs nothing and loads nothing.
import { say } from '../base/say';
import { escapeHtml } from '../base/shown';
import { singleLine } from '../base/text';
import { pageHead } from '../base/pageHead';
import { type SessionHead, headWords } from './head';
import { HTML_STYLE } from './htmlStyle';

/** A turn in the outline. */
export interface OutlineItem {
	/** From 1. */
	readonly number: number;
	/** One printable line. */
	readonly title: string;
	readonly isAbandoned: boolean;
}

/**
 * Everything up to the first turn.
 * @param styleHash of `HTML_STYLE`: SHA-256 in base64.
 */
export function htmlHead(head: SessionHead, outline: readonly OutlineItem[], styleHash: string): string {
	const title = escapeHtml(singleLine(head.title));
	return `${pageHead({
		language: say('en'),
		title: singleLine(head.title),
		style: HTML_STYLE,
		allowed: `sha256-${styleHash}`,
		hasScript: false,
		more: '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n',
	})}<body>
<div class="page${outline.length > 1 ? '' : ' alone'}">
${outlineList(outline)}<main>
<h1>${title}</h1>
<p class="facts">${headWords(head).map(escapeHtml).join(' · ')}</p>
`;
}

/** What comes after the last turn. @param note what a reader should know, such as that it is redacted. */
export function htmlEnd(note: string): string {
	return `<footer>${escapeHtml(note)}</footer>\n</main>\n</div>\n</body>\n</html>\n`;
}

function outlineList(outline: readonly OutlineItem[]): string {
	if (outline.length < 2) return '';
	const items = outline.map(outlineItem).join('');
	const turns = escapeHtml(say('Turns'));
	return `<nav aria-label="${turns}"><details open><summary>${turns}</summary>\n<ol>\n${items}</ol>\n</details></nav>\n`;
}

function outlineItem({ number, title, isAbandoned }: OutlineItem): string {
	const words = `<span${isAbandoned ? ' class="abandoned"' : ''}>${escapeHtml(title)}</span>`;
	return `<li><a href="#turn-${number}"><span class="number">${number}</span>${words}</a></li>\n`;
}

// Markdown of a transcript as HTML that is only text: no tag of its own gets through, nothing is loaded, and a link leads
// to the web, to a mail or nowhere.
import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from '../base/shown';

/** Longer texts are shown as they are: rendering takes about 10 ms for so many characters. */
const RENDERED_LIMIT = 20_000;

const WEB = /^(?:https?:\/\/|mailto:)/iu;

const renderer = new MarkdownIt({ html: false, breaks: true });
// A path without anything that could be a scheme is a file's name; see below.
renderer.validateLink = (url) => WEB.test(url) || !/[:&\\]|%3a|%5c/iu.test(/^[^/?#]*/u.exec(url)?.[0] ?? '');

renderer.core.ruler.push('inert', ({ tokens }) => {
	for (const token of tokens) {
		if (token.type === 'heading_open' || token.type === 'heading_close')
			token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`;
		const align = /text-align:(center|right)/u.exec(String(token.attrGet('style')))?.[1];
		// The file allows no style but its own.
		if (token.attrs) token.attrs = token.attrs.filter(([name]) => name !== 'style');
		if (align !== undefined) token.attrSet('class', align);
		if (token.children) token.children.forEach(inertLink, { isFile: false });
	}
});
renderer.renderer.rules['image'] = (tokens, at) => `[image: ${escapeHtml(tokens[at]?.content ?? '')}]`;

/** The file that a relative link names is not beside the export: its path becomes a hint. */
function inertLink(this: { isFile: boolean }, token: Token): void {
	if (token.type === 'link_open') {
		const href = String(token.attrGet('href') ?? '');
		this.isFile = !WEB.test(href);
		if (this.isFile) token.tag = 'span';
		token.attrs = this.isFile
			? [
					['class', 'file'],
					['title', href],
				]
			: [
					['href', href],
					['rel', 'noopener noreferrer'],
				];
	} else if (token.type === 'link_close' && this.isFile) token.tag = 'span';
}

/** @param text printable Markdown. @returns HTML for a block. */
export function safeHtml(text: string): string {
	return text.length > RENDERED_LIMIT ? `<pre class="plain">${escapeHtml(text)}</pre>\n` : renderer.render(text);
}

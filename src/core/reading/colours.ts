// The colours that a program gave its output, as elements with a class each: the theme of whoever reads says what red is.
import Anser from 'anser';
import { escapeHtml } from '../base/shown';

/** A sequence that the end of a cut line went through. */
const TORN = /\u001b(?:\[[0-9;]*)?(?=…?$)/gmu;
/** `ansi-bright-red`; the 256 colours and more keep the colour of the text around them. */
const NAMED = /^ansi-(?:bright-)?[a-z]+$/u;

/**
 * Lines with colours as HTML in which nothing but those works.
 * @param text may have sequences that colour, and nothing else that is unprintable.
 */
export function colouredHtml(text: string): string {
	return Anser.ansiToJson(text.replace(TORN, ''), { use_classes: true, json: true, remove_empty: true })
		.map(({ content, fg, decorations }) => {
			const classes = [...(NAMED.test(fg ?? '') ? [fg] : []), ...decorations.map((each) => `ansi-${each}`)];
			const words = escapeHtml(content.replaceAll('\u001b', ''));
			return classes.length === 0 ? words : `<span class="${classes.join(' ')}">${words}</span>`;
		})
		.join('');
}

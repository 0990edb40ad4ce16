// Words of a session in a file of ours: one printable, redacted line that stays text wherever the file is opened. Claude
// Code loads what `@path` names in a file that it imports, so that form is only ever written as code.
import type { Redact } from '../privacy/redaction';
import { safeLine } from '../reading/safeMarkdown';
import { singleLine, truncate } from '../base/text';

/** Of one text in a document; the transcript has the rest. */
const LONGEST = 400;

/** @param limit characters; the text is cut after it was redacted, never before. */
export function words(text: string, redact: Redact, limit = LONGEST): string {
	return withoutImports(safeLine(balanced(truncate(singleLine(redact(text)), limit))));
}

/** Plain words, for a place where nothing is Markdown: a front matter, a name. */
export function plainWords(text: string, redact: Redact, limit = LONGEST): string {
	return truncate(singleLine(redact(text)), limit);
}

/** A back-tick without a partner could turn the code behind it inside out. */
function balanced(text: string): string {
	const ticks = text.match(/`+/gu) ?? [];
	return ticks.length % 2 === 0 && ticks.every((run) => run === '`') ? text : text.replaceAll('`', "'");
}

function withoutImports(text: string): string {
	return text
		.split(/(`[^`]*`)/u)
		.map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<![\p{L}\p{N}_.+-])@[^\s`]+/gu, '`$&`')))
		.join('');
}

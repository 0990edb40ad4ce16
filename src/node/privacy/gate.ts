// The gate before a file that git would take: what looks like a secret is taken out of the whole, all else stays as it is,
// and the front matter stays readable. What was redacted piece by piece can form a secret when it is put together.
import type { Redactor } from '../../core/privacy/redaction';
import { parseFrontMatter } from '../base/frontmatter';

/** Home paths and addresses of people are no secrets of a memory or a document. */
const NO_SECRETS = new Set(['home-path', 'e-mail']);
/** A field of front matter whose value is written without quotes: a mark in it would end it, or make a list of it. */
const PLAIN_FIELD = /^(\s*[\w.-]+:[^\S\n]+)([^\s"'|>][^\n]*?)(\s*)$/u;

/** Kinds of the secrets in a text. */
export function secretKinds(text: string, redactor: Redactor): readonly string[] {
	return redactor.text(text).findings.flatMap(({ kind }) => (NO_SECRETS.has(kind) ? [] : [kind]));
}

/**
 * Line by line: only lines that hold a secret change. A secret of several lines is taken out of the whole.
 * @throws where the front matter, or the JSON, could be read before and could not be read after.
 */
export function redactSecrets(text: string, redactor: Redactor): string {
	if (secretKinds(text, redactor).length === 0) return text;
	const lines = text.split('\n');
	const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1;
	const redact = (line: string): string => redactor.text(line).value;
	const byLine = lines
		.map((line, at) => {
			if (secretKinds(line, redactor).length === 0) return line;
			const [, field = '', value, after = ''] = (at < end ? PLAIN_FIELD.exec(line) : null) ?? [];
			return value === undefined ? redact(line) : `${field}${JSON.stringify(redact(value))}${after}`;
		})
		.join('\n');
	const safe = secretKinds(byLine, redactor).length === 0 ? byLine : redact(byLine);
	if (canBeRead(text) && !canBeRead(safe))
		throw new Error(
			`Without the secret ${isJson(text) ? 'the JSON' : 'the front matter'} could not be read. Remove it yourself.`,
		);
	return safe;
}

const isJson = (text: string): boolean => text.startsWith('{');

/** A protocol is JSON, everything else has front matter or none. */
function canBeRead(text: string): boolean {
	if (!isJson(text)) return parseFrontMatter(text).problem === undefined;
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

// The gate before a file that git would take: what looks like a secret is taken out of the whole, all else stays as it is,
// and the front matter stays readable. What was redacted piece by piece can form a secret when it is put together.
import { singleLine } from '../../core/base/text';
import type { Redactor } from '../../core/privacy/redaction';
import { parseFrontMatter } from '../base/frontmatter';

/** Home paths and addresses of people are no secrets of a memory or a document. */
const NO_SECRETS = new Set(['home-path', 'e-mail']);
/** A field whose value is written without quotes: a mark in it would end it, make a list of it, or be no value at all. */
const PLAIN_FIELD = {
	frontMatter: /^\s{0,99}[\w.-]{1,99}:[^\S\n]{1,99}(?=[^\s"'|>])/u,
	json: /^\s{0,999}"(?:[^"\\]|\\.){0,999}":\s{0,9}(?=[\d-])/u,
};

/** Kinds of the secrets in a text. */
export function secretKinds(text: string, redactor: Redactor): readonly string[] {
	return redactor.text(text).findings.flatMap(({ kind }) => (NO_SECRETS.has(kind) ? [] : [kind]));
}

/**
 * Line by line: only lines that hold a secret change. A secret of several lines is taken out of the whole.
 * @throws where the front matter, or the JSON, could be read before and could not be read after.
 */
export function redactSecrets(text: string, redactor: Redactor): string {
	if (withoutSecrets(text, redactor) === text) return text;
	const lines = text.split('\n');
	const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1;
	const quoted = (line: string, pattern: RegExp): string => {
		const safe = withoutSecrets(line, redactor);
		const field = safe === line ? undefined : pattern.exec(line)?.[0];
		if (field === undefined || !safe.startsWith(field)) return safe;
		const rest = safe.slice(field.length);
		const value = rest.trimEnd().replace(isJson(text) ? /,$/u : '', '');
		return field + JSON.stringify(value) + rest.slice(value.length);
	};
	const byLine = lines
		.map((line, at) => {
			if (isJson(text)) return quoted(line, PLAIN_FIELD.json);
			return at < end ? quoted(line, PLAIN_FIELD.frontMatter) : withoutSecrets(line, redactor);
		})
		.join('\n');
	const safe = withoutSecrets(byLine, redactor);
	if (canBeRead(text) && !canBeRead(safe)) {
		const what = isJson(text) ? 'the JSON' : 'the front matter';
		const kinds = [...new Set(secretKinds(text, redactor))].join(', ');
		throw new Error(`Without the secret (${kinds}) ${what} could not be read. Remove it yourself.`);
	}
	return safe;
}

/** A text as it is, or, where it holds a secret, redacted. */
export function withoutSecrets(text: string, redactor: Redactor): string {
	const { value, findings } = redactor.text(text);
	return findings.some(({ kind }) => !NO_SECRETS.has(kind)) ? value : text;
}

/** Words that go into one line as well as into lines of their own: what they tell in either way is taken out. */
export function safeWords(words: string, redactor: Redactor): string {
	const safe = withoutSecrets(words, redactor);
	const line = singleLine(safe);
	const safeLine = withoutSecrets(line, redactor);
	return safeLine === line ? safe : safeLine;
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

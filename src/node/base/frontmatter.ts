// gray-matter behind a door of ours. Its defaults are unsafe for files that others write: `---js` front matter is
// executed, a cache hands the same object to every caller and hides YAML errors from the second one, and errors throw.
import matter from 'gray-matter';
import { FAILSAFE_SCHEMA, dump, load } from 'js-yaml';
import { asRecord } from '../../core/base/result';

interface FrontMatterFile {
	/** Fields of the front matter. Scalars stay the text that was written: `12e5` is a session id, not a number. */
	readonly data: Readonly<Record<string, unknown>>;
	/** What follows the front matter. */
	readonly body: string;
	/** Why the front matter could not be read; `data` is empty then and `body` is the whole text. */
	readonly problem: string | undefined;
}

/** What may stand behind the first `---`. Anything else, `js` or the name of a method of every object, selects other code. */
const LANGUAGES = new Set(['', 'yaml', 'yml']);

const refuse = (): never => {
	throw new Error('only YAML front matter is read');
};

/** A line `key: text` whose text YAML does not take for one: Claude writes colons in it, and code in backticks before it. */
const LOOSE = /^([A-Za-z]\w*: +)([\p{L}\p{Nd}(/`@%].*?) *$/gmu;

/** As YAML; where that is none, with the texts of such lines in quotes. @throws where it is none then, either. */
function loaded(text: string): unknown {
	const options = { schema: FAILSAFE_SCHEMA };
	try {
		return load(text, options);
	} catch {
		const quoted = (_line: string, key: string, value: string): string => `${key}'${value.replaceAll("'", "''")}'`;
		return load(text.replace(LOOSE, quoted), options);
	}
}

const OPTIONS = {
	// Any options object also switches gray-matter's cache off.
	engines: {
		yaml: {
			parse: (text: string): object => asRecord(loaded(text)) ?? {},
			stringify: refuse,
		},
		js: { parse: refuse, stringify: refuse },
		javascript: { parse: refuse, stringify: refuse },
		json: { parse: refuse, stringify: refuse },
	},
};

/** Splits a Markdown file into front matter and body. Never throws, never runs anything. */
export function parseFrontMatter(text: string): FrontMatterFile {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	try {
		const language = /^---(?!-)([^\r\n]*)/u.exec(source)?.[1] ?? '';
		if (!LANGUAGES.has(language.trim().toLowerCase())) refuse();
		const file = matter(source, OPTIONS);
		return { data: file.data, body: file.content, problem: undefined };
	} catch (error) {
		return { data: {}, body: source, problem: error instanceof Error ? error.message : String(error) };
	}
}

/** A Markdown file with front matter in the order of the given fields, one line a field (or a group of them). Text that YAML would misread is quoted. */
export function formatFrontMatter(
	data: Readonly<Record<string, string | number | readonly string[] | Readonly<Record<string, string>>>>,
	body: string,
): string {
	return `---\n${dump(data, { lineWidth: -1 })}---\n\n${body.trim()}\n`;
}

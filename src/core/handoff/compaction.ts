// What Claude Code keeps of a conversation when it compacts it: a summary in numbered sections that Claude writes for
// itself. We take from it what the rest of the transcript may not repeat.
import { isListOnly, listItem, withoutEmphasis } from './prose';

interface CompactionSummary {
	readonly request: string | undefined;
	readonly errors: readonly string[];
	readonly pending: readonly string[];
	readonly current: string | undefined;
	readonly next: string | undefined;
}

/**
 * Reads the text of a `compactSummary` line. A section that is missing, or says that it has no content, gives nothing.
 */
export function readCompaction(text: string): CompactionSummary {
	const sections = new Map<string, string>();
	for (const [, title = '', body = ''] of text
		.slice(0, 100_000)
		.matchAll(
			/^\s{0,3}\d{1,2}\.\s+(?:\*\*)?([A-Z][^:\n]{3,60}):?(?:\*\*)?:?[ \t]*\n?([^]*?)(?=^\s{0,3}\d{1,2}\.\s+(?:\*\*)?[A-Z][^:\n]{3,60}:|^If you need specific details|^(?:Please continue|Continue) the conversation|<\/summary>|$(?![^]))/gmu,
		))
		sections.set(title.trim().toLowerCase(), body.trim());
	const section = (name: RegExp): string => [...sections].find(([title]) => name.test(title))?.[1] ?? '';
	return {
		request: firstParagraph(section(/primary request|user request/u)),
		errors: items(section(/^errors/u)),
		pending: items(section(/^pending/u)),
		current: firstParagraph(section(/^current work/u)),
		next: firstParagraph(section(/next step/u)),
	};
}

function items(text: string): readonly string[] {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const listed = lines.flatMap((line) => (/^\s{0,5}\S/u.test(line) ? (listItem(line) ?? []) : []));
	const found = listed.length > 0 ? listed : isListOnly(text) ? [] : [withoutEmphasis(text.replace(/\s+/gu, ' '))];
	return found.filter(saysSomething);
}

function firstParagraph(text: string): string | undefined {
	const paragraph = text.split(/\n\s*\n/u)[0] ?? '';
	const line = paragraph
		.split('\n')
		.map((each) => listItem(each) ?? each.trim())
		.join(' ');
	const plain = withoutEmphasis(line);
	return saysSomething(plain) ? plain : undefined;
}

function saysSomething(text: string): boolean {
	return /\p{L}{3}/u.test(text) && !/^(?:none|n\/a|no (?:pending|errors?|explicit)|nothing)\b/iu.test(text);
}

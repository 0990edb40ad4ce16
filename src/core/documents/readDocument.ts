// Reads a session document of any origin: ours, one that Claude wrote by the reference's commands, or one that a person
// edited. Only headings and list items are relied on.
import { asText } from '../base/result';
import { singleLine } from '../base/text';
import type { SECTIONS } from './document';
import { NOTHING } from './names';

export interface SavedDocument {
	readonly session: string | undefined;
	/** When it says that it was saved, in milliseconds since 1970. */
	readonly savedMs: number | undefined;
	readonly branch: string | undefined;
	readonly commit: string | undefined;
	readonly dirty: readonly string[] | undefined;
	readonly model: string | undefined;
	readonly topic: string;
	readonly workstream: string | undefined;
	readonly confidence: string | undefined;
	readonly status: string | undefined;
	readonly stand: readonly string[];
	readonly summary: readonly string[];
	readonly decisions: readonly string[];
	readonly failures: readonly string[];
	readonly files: readonly string[];
	readonly tasks: readonly string[];
	readonly questions: readonly string[];
	readonly next: readonly string[];
	readonly facts: readonly string[];
	/** Plain text; empty where the document has none. */
	readonly prompt: string;
}

/** Other words for our headings, used by the reference's commands and by people. */
const HEADINGS: Readonly<Record<keyof typeof SECTIONS, RegExp>> = {
	stand: /^(?:where it stands|current (?:state|status|work)|status|state)\b/u,
	summary: /^(?:summary|session summary|overview|what (?:was|we) d(?:one|id))\b/u,
	decisions: /^(?:(?:key |technical )?decisions)\b/u,
	failures: /^(?:tried|what (?:did not|didn't) work|failed|blockers?|errors|problems)\b/u,
	files: /^(?:files|changed files|modified files)\b/u,
	tasks: /^(?:tasks|todos?|to-?dos?)\b/u,
	questions: /^(?:open questions|questions|open issues)\b/u,
	next: /^(?:next steps?|next|what's next|remaining)\b/u,
	facts: /^(?:lasting )?facts\b/u,
	prompt: /^(?:resume prompt|how to resume|resume)\b/u,
	sources: /^sources\b/u,
};

/**
 * @param data front matter, each value as text or a list of texts.
 * @param body what follows it.
 * @param name of the file, used if the document has no topic.
 */
export function readDocument(data: Readonly<Record<string, unknown>>, body: string, name: string): SavedDocument {
	const text = (key: string): string | undefined => {
		const value = asText(data[key]);
		return value === undefined ? undefined : singleLine(value) || undefined;
	};
	const section = sectionsOf(body);
	const savedMs = Date.parse(text('date') ?? '');
	const dirty = data['dirty'];
	return {
		session: text('session'),
		savedMs: Number.isNaN(savedMs) ? undefined : savedMs,
		branch: text('branch'),
		commit: text('commit'),
		dirty: Array.isArray(dirty) ? dirty.flatMap((file) => asText(file) ?? []).map(singleLine) : undefined,
		model: text('model'),
		topic: text('topic') ?? singleLine(/^# +(\S.*)$/mu.exec(body)?.[1] ?? name.replace(/\.md$/u, '')),
		workstream: text('workstream'),
		confidence: text('confidence'),
		status: text('status'),
		stand: items(section('stand')),
		summary: items(section('summary')),
		decisions: items(section('decisions')),
		failures: items(section('failures')),
		files: items(section('files')),
		tasks: items(section('tasks')),
		questions: items(section('questions')),
		next: items(section('next')),
		facts: items(section('facts')),
		prompt: section('prompt')
			.split('\n')
			.map((line) => line.replace(/^>[ \t]?/u, '').trim())
			.filter((line) => line !== '')
			.join('\n\n'),
	};
}

/** Paths in the *Files changed* section, except those marked as removed. */
export function changedFiles({ files }: Pick<SavedDocument, 'files'>): readonly string[] {
	return files.flatMap((line) => {
		const [, name, facts = ''] = /^`([^`]+)`(?: \(([^)]*)\))?/u.exec(line) ?? [];
		return name === undefined || /\bremoved\b/u.test(facts) ? [] : [name];
	});
}

function sectionsOf(body: string): (key: keyof typeof SECTIONS) => string {
	const parts = body.slice(0, 500_000).split(/^#{2,3}[ \t]+(.*)$/mu);
	return (key) => {
		for (let at = 1; at + 1 < parts.length; at += 2) {
			const title = (parts[at] ?? '')
				.replace(/[^\p{L}' -]/gu, '')
				.trim()
				.toLowerCase()
				.replace(/’/gu, "'");
			if (HEADINGS[key].test(title)) return (parts[at + 1] ?? '').trim();
		}
		return '';
	};
}

/** List items, one line each; paragraphs if there is no list. */
function items(text: string): readonly string[] {
	if (text === '' || text === NOTHING) return [];
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const listed = lines.filter((line) => /^\s*(?:[-*+]|\d+[.)])\s/u.test(line));
	const found = listed.length > 0 ? listed : text.split(/\n\s*\n/u);
	return found.map((line) => singleLine(line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, ''))).filter((line) => line !== '');
}

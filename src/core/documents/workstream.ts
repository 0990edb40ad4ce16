// The line of work that a session belongs to. Documents and drafts of hand-offs share this rule, so that both name the
// same one.
import type { FileChange } from '../handoff/statement';
import { shortPath } from '../base/shown';
import type { Redact } from '../privacy/redaction';

const TRUNKS = new Set(['main', 'master', 'trunk', 'develop', 'HEAD']);

/** Folders that every project has: they do not name any work. */
const EVERYWHERE = new Set(['src', 'lib', 'app', 'test', 'tests', 'packages', '.', '..']);

/**
 * The branch, if it is specific to this work; else the folder with the most changes; else nothing.
 * @param folder where the session ran, as the transcript writes it.
 * @returns letters, digits and dashes, at most 60.
 */
export function workstreamOf(
	branch: string | undefined,
	files: readonly FileChange[],
	folder: string | undefined,
	redact: Redact,
): string | undefined {
	if (branch !== undefined && !TRUNKS.has(branch)) return slug(redact(branch));
	const counts = new Map<string, number>();
	for (const { path, isAbandoned } of files) {
		const short = shortPath(path, folder);
		// Files outside the project do not name a part of it.
		if (isAbandoned || /^(?:[/\\]|[A-Za-z]:)/u.test(short)) continue;
		const parts = short.split(/[/\\]/u).slice(0, -1);
		const top = parts[0] === '..' ? undefined : parts.find((part) => part !== '' && !EVERYWHERE.has(part));
		if (top !== undefined) counts.set(top, (counts.get(top) ?? 0) + 1);
	}
	const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
	return most === undefined ? undefined : slug(redact(most[0]));
}

function slug(text: string): string | undefined {
	const words = text
		.toLowerCase()
		.replace(/[^a-z0-9]+/gu, '-')
		.replace(/^-+/u, '')
		.slice(0, 60)
		.replace(/-+$/u, '');
	return words === '' ? undefined : words;
}

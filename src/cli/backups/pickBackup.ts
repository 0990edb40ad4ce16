import { singleLine } from '../../core/base/text';
import { CommandError } from '../io';

/**
 * The one that a text names: by its whole name (of a path, the last part counts), or by a part of it, two characters at
 * least, in letters of either case. Without a text, the only one there is.
 */
export function pickOne<T extends { readonly raw: string; readonly title?: string | undefined }>(
	query: string,
	all: readonly T[],
	namesOf: (each: T) => readonly string[],
): T {
	const isPath = /[/\\]/u.test(query);
	const wanted = query.replace(/^.*[/\\]/u, '');
	const exact = all.filter((each) => wanted !== '' && namesOf(each).includes(wanted));
	const isMeant = (each: T): boolean =>
		query === '' || (!isPath && query.length >= 2 && namesOf(each).some((name) => isIn(name, query)));
	const hits = exact.length > 0 ? exact : all.filter(isMeant);
	const [first, second] = hits;
	if (first === undefined)
		throw new CommandError('notFound', `No backup matches ${singleLine(query)}.`, 'See session-keeper backups list.');
	if (second === undefined) return first;
	throw new CommandError('ambiguous', `${hits.length} backups could be meant.`, 'Say which one.', {
		text: hits.map(({ raw, title }) => `- ${raw}${title === undefined ? '' : ` — ${singleLine(title)}`}`).join('\n'),
		json: { backups: hits.map((each) => each.raw) },
	});
}

function isIn(name: string, part: string): boolean {
	return name.toLowerCase().includes(part.toLowerCase());
}

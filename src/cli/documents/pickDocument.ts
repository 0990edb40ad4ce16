import path from 'node:path';
import { singleLine } from '../../core/base/text';
import type { DocumentFile } from '../../node/documents/documentFiles';
import type { CommandContext } from '../context';
import { CommandError } from '../io';

/**
 * The document that a text names: its path, its file name, or a part of its name or topic of two characters at least;
 * `latest`, and nothing at all, is the newest. Among several the person has to say which.
 * @param all newest first.
 */
export function findDocument(
	{ caller, project }: CommandContext,
	query: string,
	all: readonly DocumentFile[],
): DocumentFile {
	const newest = all.find(({ isDraft }) => !isDraft) ?? all[0];
	if (newest === undefined)
		throw new CommandError('notFound', 'There are no session documents.', 'Make one: session-keeper documents save.');
	if (query === '' || query === 'latest') return newest;
	const places = [caller.folder(), project.checkout, project.root].map((folder) => path.resolve(folder, query));
	const exact = all.filter((each) => places.includes(each.file) || path.basename(each.file) === query);
	const wanted = query.toLowerCase();
	const isMeant = (each: DocumentFile): boolean =>
		query.length >= 2 && `${path.basename(each.file)}\n${each.topic}`.toLowerCase().includes(wanted);
	const hits = exact.length > 0 ? exact : all.filter(isMeant);
	const [first, second] = hits;
	if (first === undefined)
		throw new CommandError(
			'notFound',
			`No session document matches ${singleLine(query)}.`,
			'See session-keeper documents list.',
		);
	if (second === undefined) return first;
	throw new CommandError('ambiguous', `${hits.length} session documents could be meant.`, 'Say which one.', {
		text: hits.map((each) => `- ${each.path} — ${each.topic}`).join('\n'),
		json: { documents: hits.map(({ file }) => file) },
	});
}

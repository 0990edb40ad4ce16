// What a person names: one way for every command that takes a session, a document or a backup by any of its names.
import path from 'node:path';
import { ageInWords } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import { expandHome } from '../../node/claude/claudeHome';
import { readDocumentFile } from '../../node/documents/documentFiles';
import type { Resumable } from '../../node/timeline/resume';
import type { SessionRow, Timeline } from '../../node/timeline/timeline';
import type { CommandContext } from '../context';
import { CommandError, readLine } from '../io';
import type { Values } from '../group';

/** The words of the call, or (for slash commands, whose words no shell may read) one line on standard input. */
export async function argument(
	context: CommandContext,
	words: readonly string[],
	values: Values,
	missing: string,
): Promise<string> {
	if (values['stdin'] !== true) return words.join(' ').trim();
	const line = await readLine(context, words);
	if (line === '') throw new CommandError('usage', missing, 'See session-keeper documents list.');
	return line;
}

/** What a text names. @throws CommandError where that is nothing, or several: then they are listed. */
export async function meantSession(context: CommandContext, timeline: Timeline, text: string): Promise<Resumable> {
	const { caller, project, claude } = context;
	const named = expandHome(text, claude.userHome);
	const places = [caller.folder(), project.checkout, project.root].map((folder) => path.resolve(folder, named));
	const [first, ...others] = await timeline.find(text, places);
	if (first === undefined) {
		// A document may lie where nobody remembers it.
		for (const file of places.filter((each) => each.endsWith('.md'))) {
			const document = await readDocumentFile(project, file);
			if (document !== undefined) return { session: await timeline.rowOf(document), document };
		}
		throw new CommandError(
			'notFound',
			`No session, document or backup matches ${singleLine(text)}.`,
			'See session-keeper documents list --all.',
		);
	}
	if (others.length === 0) return first;
	const hits = [first, ...others];
	throw new CommandError('ambiguous', `${hits.length} sessions could be meant.`, 'Say which one.', {
		text: hits.map(({ session }) => `- ${sessionLine(session, context.clock.now())}`).join('\n'),
		json: {
			matches: hits.map(({ session, document }) => ({
				session: session.id ?? null,
				title: session.title,
				document: document?.file ?? null,
			})),
		},
	});
}

/** A session in one line, with the words by which it can be named. */
export function sessionLine(session: SessionRow, nowMs: number): string {
	const name = session.id?.slice(0, 8) ?? session.documents[0]?.path ?? session.waiting[0]?.raw ?? '';
	const facts = [
		ageInWords(Math.max(0, nowMs - session.lastMs)),
		...(session.isLive ? ['still running'] : []),
		...(session.isProgram ? ['a program’s'] : []),
		...(session.hasWork ? [] : ['without work']),
	];
	return `${name} — ${singleLine(session.title)} (${facts.join(', ')})`;
}

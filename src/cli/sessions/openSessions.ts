// Reads the sessions of the project for a command, and finds the one that words name.
import { singleLine } from '../../core/base/text';
import { meant } from '../../core/timeline/meant';
import { entriesIn } from '../../node/base/lookAt';
import type { Project } from '../../node/project/project';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { withProjectSessions } from '../../node/workspace/openSessions';
import type { CommandContext } from '../context';
import { CommandError, UsageError, note } from '../io';
import { namedId, severalMeant } from '../meantSession';

/** Reads all sessions of the project, runs, and lets go of everything. What cannot be read is said. */
export async function withSessions<T>(
	context: CommandContext,
	run: (store: SessionsStore) => Promise<T>,
	projects: readonly Project[] = [context.project],
): Promise<T> {
	// A folder that we may not read is said to the person, not shown as empty.
	await entriesIn(context.claude.projectsDir);
	return withProjectSessions(placeOf(context), projects, (store) => {
		for (const { path: file, code } of store.unreadable) note(context, `${file} could not be read (${code}).`);
		return run(store);
	});
}

/** Where sessions are read, and who is told how far it is. */
export function placeOf(context: CommandContext): Parameters<typeof withProjectSessions>[0] {
	const silent = (): undefined => undefined;
	const logger = { info: silent, warn: silent, error: (message: string) => note(context, message) };
	const { claude, clock, caller } = context;
	const onProgress = (done: number, total: number): void => caller.waiting.report(done, total);
	return { claude, clock, logger, onProgress, model: context.asker };
}

/** The session that words name: by what the list shows, else by any other name of it. */
export async function pick(
	context: CommandContext,
	store: SessionsStore,
	words: readonly string[],
): Promise<ListedSession> {
	const wanted = namedBy(words);
	const rows = store.list().map((listed) => ({ id: listed.id, title: listed.name, documents: [], copies: [], listed }));
	const hits = wanted === 'latest' ? [] : meant(wanted, rows, []);
	if (hits.length > 1)
		throw severalMeant(hits.map(({ session: { id, title } }) => ({ id, title, name: id.slice(0, 8) })));
	const listed = hits[0]?.session.listed ?? store.get((await namedId(context, wanted)) ?? '');
	if (listed !== undefined) return listed;
	throw unnamed(wanted);
}

export function namedBy(words: readonly string[]): string {
	const wanted = words.join(' ').trim();
	if (wanted === '') throw new UsageError('Which session? Name its id, its title or latest.');
	return wanted;
}

export function unnamed(wanted: string): CommandError {
	return new CommandError(
		'notFound',
		`No session of this project is called ${singleLine(wanted)}.`,
		'See session-keeper sessions list --all, or --deleted.',
	);
}

// Which backup a person names: by the rule for everything that can be named, among those that a command can take.
import { singleLine } from '../../core/base/text';
import { meant } from '../../core/timeline/meant';
import type { CommandContext } from '../context';
import { CommandError } from '../io';
import { namedSession } from '../meantSession';

/** A backup, or a session with all of its backups. */
export interface BackupRow<T> {
	readonly id: string | undefined;
	/** By which it is listed. */
	readonly label: string;
	/** Empty where it is not known. */
	readonly title: string;
	readonly copies: readonly { readonly raw: string }[];
	readonly value: T;
}

/** A row of one backup. */
export function rowOf<T extends { readonly raw: string; readonly session?: string | undefined }>(
	value: T,
	title = '',
): BackupRow<T> {
	return { id: value.session, label: value.raw, title, copies: [value], value };
}

/**
 * The one that a text names. Without a text, the only one there is.
 * @throws CommandError where that is none, or several: then they are listed.
 */
export async function pickBackup<T>(context: CommandContext, query: string, rows: readonly BackupRow<T>[]): Promise<T> {
	const found = query === '' ? rows : hitsOf(query, rows);
	const hits = found.length > 0 ? found : await ofNamedSession(context, query, rows);
	const [first, second] = hits;
	if (first === undefined)
		throw new CommandError('notFound', `No backup matches ${singleLine(query)}.`, 'See session-keeper backups list.');
	if (second === undefined) return first.value;
	throw new CommandError('ambiguous', `${hits.length} backups could be meant.`, 'Say which one.', {
		text: hits.map((row) => `- ${row.label}${row.title === '' ? '' : ` — ${singleLine(row.title)}`}`).join('\n'),
		json: { backups: hits.map(({ label }) => label) },
	});
}

/** The rows that a text names by what stands in them. */
export function hitsOf<T>(query: string, rows: readonly BackupRow<T>[]): readonly BackupRow<T>[] {
	const nameable = rows.map((row) => ({ ...row, documents: [] }));
	return meant(query, nameable, []).map(({ session }) => session);
}

/** By another name of its session: `latest`, a document of it, its title of now. */
async function ofNamedSession<T>(
	context: CommandContext,
	query: string,
	rows: readonly BackupRow<T>[],
): Promise<readonly BackupRow<T>[]> {
	if (rows.length === 0) return [];
	try {
		const id = await namedSession(context, query);
		return rows.filter((row) => row.id === id);
	} catch (error) {
		if (error instanceof CommandError && error.code === 'notFound') return [];
		throw error;
	}
}

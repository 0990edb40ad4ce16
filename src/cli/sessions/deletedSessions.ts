// `sessions list --deleted`: sessions whose transcripts are gone, and that can be put back.
import { nextMidnightMs, readableSize } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import { type TitledSession, deletedSessions } from '../../node/backups/storedSessions';
import { type Table, idCell, timeCell } from '../base/table';
import type { CommandContext } from '../context';
import { type Answer, listAnswer } from '../io';

/** How many there are. Reads no copy. */
export async function countDeleted(context: CommandContext): Promise<number> {
	return (await deletedSessions(context.claude, context.project, 0, context.asker)).total;
}

/** @param limit so many are listed. */
export async function listDeleted(context: CommandContext, limit: number): Promise<Answer> {
	const { claude, project, clock } = context;
	const { total, sessions: shown } = await deletedSessions(claude, project, limit, context.asker);
	const left = total - shown.length;
	const next = 'Put one back: session-keeper backups restore ID';
	const nowMs = clock.now();
	const table: Table = {
		columns: ['ID', 'LAST MESSAGE', 'TITLE', 'COPIES'],
		long: ['TITLE'],
		rows: shown.map((session) => [
			idCell(session.id),
			timeCell(session.lastMs, nowMs),
			session.title ?? session.id,
			{ shown: copiesInWords(session), tone: 'dim' },
		]),
		notes: [...(left > 0 ? [`… ${left} more: --all`] : []), ...(total > 0 ? [next] : [])],
	};
	const json = {
		project: project.root,
		total,
		deleted: shown.map(deletedJson),
	};
	return listAnswer(table, 'No deleted sessions of which there is a copy.', json, nextMidnightMs(nowMs));
}

function copiesInWords(session: TitledSession): string {
	const { backups, archived } = session;
	const waiting = backups.some(({ isPending }) => isPending);
	const kinds = [
		...(backups.length === 0 ? [] : [`${waiting ? 'pending ' : ''}backup`]),
		...(archived.length === 0 ? [] : ['archived']),
	];
	const size = bytesOf(session);
	return `${kinds.join(' and ')}${size === undefined ? '' : `, ${readableSize(size)}`}`;
}

/** Of the transcript in the largest copy; nothing where nobody noted it. */
function bytesOf({ backups, archived }: TitledSession): number | undefined {
	const sizes = [...backups.map(({ copiedBytes }) => copiedBytes), ...archived.map(({ size }) => size)].filter(
		(size) => size !== undefined,
	);
	return sizes.length === 0 ? undefined : Math.max(...sizes);
}

/** The stable form under `--json`. */
function deletedJson(session: TitledSession): Readonly<Record<string, unknown>> {
	const { id, title, lastMs, backups, archived } = session;
	return {
		id,
		name: title === undefined ? null : singleLine(title),
		lastMessage: new Date(lastMs).toISOString(),
		sizeBytes: bytesOf(session) ?? null,
		backups: backups.map(({ raw, isPending }) => ({ raw, isPending })),
		isArchived: archived.length > 0,
	};
}

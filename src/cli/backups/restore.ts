// `session-keeper backups restore`: a session that was deleted is put back, and how to go on with it is said.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { singleLine } from '../../core/base/text';
import { goOnCommand } from '../../core/claude/goOn';
import { type RestoreResult, backupCopies, restoreBackup } from '../../node/backups/backupRestore';
import { type StoredSession, restoreSession, storedSessions, titledSessions } from '../../node/backups/storedSessions';
import { folderHere } from '../../node/backups/resumable';
import { openSight } from '../../node/sessions/labelsFor';
import { readLaunch } from '../../node/claude/transcriptHead';
import type { CommandContext } from '../context';
import { type Answer, CommandError } from '../io';
import { type BackupRow, hitsOf, pickBackup, rowOf } from './pickBackup';

type Wanted = StoredSession | { readonly raw: string };

/** @param query what names a raw file, which is then the copy that is put back, or a session in any way. */
export async function restore(context: CommandContext, query: string): Promise<Answer> {
	const { claude, project, caller } = context;
	const isTold = await openSight(context);
	const onPutBack = (done: number, total: number): void => caller.waiting.reportBytes(done, total);
	const copies = (await backupCopies(claude, project)).filter(({ session }) => isTold(session));
	const raw = copies.find((each) => each.raw === path.basename(query))?.raw;
	if (raw !== undefined) return answerOf(context, await restoreBackup(claude, project, raw, onPutBack), raw);
	const sessions = (await storedSessions(claude, project)).filter(({ id }) => isTold(id));
	const known = new Set(sessions.map(({ id }) => id));
	// A copy that does not say whose it is.
	const orphans: readonly BackupRow<Wanted>[] = copies.flatMap((each) =>
		known.has(each.session ?? '') ? [] : [rowOf({ raw: each.raw })],
	);
	const rowIn = (value: StoredSession, title = ''): BackupRow<Wanted> => {
		const { id, backups } = value;
		return { id, label: id, title, copies: backups, value };
	};
	// Titles are read only where no name says which one: they stand in the copies.
	const isOne = hitsOf(query, [...sessions.map((each) => rowIn(each)), ...orphans]).length === 1;
	const rows = isOne
		? sessions.map((each) => rowIn(each))
		: (await titledSessions(claude, project, sessions)).map((each) => rowIn(each, each.title));
	const wanted = await pickBackup(context, query, [...rows, ...orphans]);
	return 'raw' in wanted
		? answerOf(context, await restoreBackup(claude, project, wanted.raw, onPutBack), wanted.raw)
		: answerOf(context, await restoreSession(claude, project, wanted, onPutBack), wanted.id);
}

async function answerOf(context: CommandContext, result: RestoreResult, name: string): Promise<Answer> {
	switch (result.kind) {
		case 'restored': {
			const { file, session, sideFiles, damagedSideFiles } = result;
			const { folder, command } = await goingOn(context, file, session);
			const damaged = damagedSideFiles.map((each) => `Not restored, damaged in every copy: ${singleLine(each)}\n`);
			return {
				text: `Restored: ${file}\n${damaged.join('')}Continue: ${command}`,
				json: { restored: { name, session, file, sideFiles, damagedSideFiles, folder, command } },
				exitCode: damaged.length > 0 ? 1 : 0,
			};
		}
		case 'taken': {
			const { command } = await goingOn(context, result.file, path.basename(result.file, '.jsonl'));
			throw new CommandError('exists', `${result.file} is there already.`, `To continue: ${command}`);
		}
		case 'damaged':
			throw new CommandError('damaged', `No copy of ${name} is complete.`, 'See session-keeper backups verify.');
		case 'unknown':
			throw new CommandError('notFound', `${singleLine(name)} does not name its session.`, 'Nothing was changed.');
	}
}

/** How to go on with a session whose transcript is in its place. */
async function goingOn(
	{ caller, project }: CommandContext,
	file: string,
	session: string,
): Promise<{ folder: string; command: string }> {
	const folder = folderHere(project, (await readLaunch(file))?.cwd);
	const here = await realpath(caller.folder()).catch(() => undefined);
	return { folder, command: goOnCommand(session, folder === here ? undefined : folder) };
}

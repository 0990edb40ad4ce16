// `session-keeper backups restore`: a session that was deleted is put back, and how to go on with it is said.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { singleLine } from '../../core/base/text';
import { goOnCommand } from '../../core/claude/goOn';
import { type RestoreResult, backupNames, restoreBackup } from '../../node/backups/backupRestore';
import { type StoredSession, restoreSession, storedSessions, titledSessions } from '../../node/backups/storedSessions';
import { folderHere } from '../../node/backups/resumable';
import { readLaunch } from '../../node/claude/transcriptHead';
import type { CommandContext } from '../context';
import { type Answer, CommandError } from '../io';
import { pickOne } from './pickBackup';

/** What a text can name: a raw file, or a session of which there are copies. */
interface Choice {
	readonly raw: string;
	readonly title?: string | undefined;
	readonly session?: StoredSession;
}

/** @param query a raw file, the id of a session or its beginning, or a part of its title. */
export async function restore(context: CommandContext, query: string): Promise<Answer> {
	const { claude, project } = context;
	const sessions = await storedSessions(claude, project);
	const raws = (await backupNames(claude, project)).map((raw): Choice => ({ raw }));
	const wanted = query.replace(/^.*[/\\]|\.jsonl$/gu, '').toLowerCase();
	const byName = [...raws, ...sessions.map((session): Choice => ({ raw: session.id, session }))];
	const isOne = byName.filter(({ raw }) => raw.toLowerCase().includes(wanted)).length === 1;
	// Titles are read only where no name says which one: they stand in the copies.
	const titled = isOne ? [] : await titledSessions(claude, project, sessions);
	const byTitle = titled.map((session): Choice => ({ raw: session.id, title: session.title, session }));
	const choices = isOne ? byName : [...raws, ...byTitle];
	const { raw, session } = pickOne(query, choices, (each) => [each.raw, `${each.raw}.jsonl`, each.title ?? '']);
	const result =
		session === undefined ? await restoreBackup(claude, project, raw) : await restoreSession(claude, project, session);
	return answerOf(context, result, raw);
}

async function answerOf(context: CommandContext, result: RestoreResult, name: string): Promise<Answer> {
	switch (result.kind) {
		case 'restored': {
			const { file, session, sideFiles } = result;
			const { folder, command } = await goingOn(context, file, session);
			return {
				text: `Restored: ${file}\nGo on with it: ${command}`,
				json: { restored: { name, session, file, sideFiles, folder, command } },
			};
		}
		case 'taken': {
			const { command } = await goingOn(context, result.file, path.basename(result.file, '.jsonl'));
			throw new CommandError(
				'exists',
				`${result.file} is there already.`,
				`It was left as it is. Go on with it: ${command}`,
			);
		}
		case 'damaged':
			throw new CommandError('damaged', `No copy of ${name} holds what it must.`, 'See session-keeper backups verify.');
		case 'unknown':
			throw new CommandError(
				'notFound',
				`${singleLine(name)} does not say which session it is of.`,
				'Nothing was changed.',
			);
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

// Sessions by the beginning of their id, as `sessions list` shows them.
import { readdir } from 'node:fs/promises';
import { singleLine } from '../core/base/text';
import { SHORTEST_ID } from '../core/timeline/meant';
import { transcriptFolders } from '../node/project/project';
import type { CommandContext } from './context';
import { CommandError } from './io';

/**
 * The id that a text names: a whole one, or its beginning where only one session of the project has it.
 * @returns the text itself where no transcript of the project fits. @throws CommandError where several do.
 */
export async function fullSessionId({ claude, project }: CommandContext, text: string): Promise<string> {
	if (text.length < SHORTEST_ID) return text;
	const folders = await transcriptFolders(claude, project);
	const names = (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
	const ids = names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
	const fitting = [...new Set(ids.filter((id) => id.startsWith(text)))].sort();
	const [only, more] = fitting;
	if (only === undefined || fitting.includes(text)) return text;
	if (more !== undefined)
		throw severalSessions(
			text,
			fitting.map((id) => ({ id, name: undefined })),
		);
	return only;
}

/** The failure where several sessions are meant. */
export function severalSessions(
	text: string,
	sessions: readonly { readonly id: string; readonly name: string | undefined }[],
): CommandError {
	return new CommandError(
		'ambiguous',
		`${sessions.length} sessions begin with ${singleLine(text)}.`,
		'Give more of the id.',
		{
			text: sessions.map(({ id, name }) => `- ${singleLine(id)}${name === undefined ? '' : ` — ${name}`}`).join('\n'),
			json: { sessions: sessions.map(({ id }) => id) },
		},
	);
}

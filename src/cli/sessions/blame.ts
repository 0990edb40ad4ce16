// `session-keeper sessions blame FILE:LINE`: which session changed this line?
import { realpath } from 'node:fs/promises';
import { shortDuration, stampOf } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { blameFileLine } from '../../node/search/blameFile';
import type { LineChange } from '../../node/search/lineBlame';
import { openSearchEngine } from '../../node/search/openSearchEngine';
import { type CommandContext, inFolderOf } from '../context';
import { type Answer, CommandError, UsageError } from '../io';

/** Answers for a line; nobody's line is an answer, too. @throws CommandError for a line that cannot be told. */
export async function blame(context: CommandContext, store: SessionsStore, words: readonly string[]): Promise<Answer> {
	const { file, line } = placeIn(words);
	const given = inFolderOf(context.caller, file);
	const real = await realpath(given).catch(() => given);
	const found = await blameFileLine({ file: real, line }, context.project, store.list(), {
		engine: await openSearchEngine(undefined, context.env),
	});
	switch (found.kind) {
		case 'noFile':
			throw new CommandError('notFound', `Text file not found: ${singleLine(file)}.`, 'Give FILE:LINE.');
		case 'noLine':
			throw new CommandError('notFound', `${singleLine(file)} has ${found.lines} lines.`, 'Give FILE:LINE.');
		case 'tooCommon':
			throw new CommandError('tooCommon', 'This line is too common to trace.', 'Take a line near it that says more.');
		case 'searched': {
			const { changes } = found;
			const nameOf = (change: LineChange): string | undefined => store.get(change.sessionId ?? '')?.name;
			const rows = changes.map((change) => {
				const age =
					change.atMs === undefined ? '' : `${shortDuration(Math.max(0, context.clock.now() - change.atMs))}  `;
				const by = change.isSidechain ? ', by a subagent' : '';
				return `${singleLine(change.sessionId ?? '').slice(0, 8)}  ${age}${nameOf(change) ?? ''}\n    ${singleLine(change.tool ?? 'edit')} of ${singleLine(change.editedFile)}${by}`;
			});
			return {
				text: changes.length === 0 ? 'No session added this line.' : rows.join('\n'),
				json: {
					file: real,
					line,
					changes: changes.map((change) => ({
						session: change.sessionId ?? null,
						name: nameOf(change) ?? null,
						file: change.file,
						message: change.uuid ?? null,
						tool: change.tool ?? null,
						editedFile: change.editedFile,
						at: stampOf(change.atMs),
						isSubagent: change.isSidechain,
					})),
				},
			};
		}
	}
}

function placeIn(words: readonly string[]): { readonly file: string; readonly line: number } {
	const [, file, line] = /^(.+):(\d+)$/su.exec(words.length === 2 ? words.join(':') : (words[0] ?? '')) ?? [];
	if (file === undefined || words.length > 2 || Number(line) < 1)
		throw new UsageError('Which line? session-keeper sessions blame FILE:LINE');
	return { file, line: Number(line) };
}

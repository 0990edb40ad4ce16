// `session-keeper export`: what sessions come to, as files for other engines.
import { readableSize } from '../../core/base/dates';
import { counted } from '../../core/base/text';
import { TABLE_NAMES } from '../../core/insights/tables';
import { ExportRefused, exportTables } from '../../node/insights/exportTables';
import { TABLE_FORMATS } from '../../node/insights/partFile';
import { openRedactor } from '../../node/privacy/openRedactor';
import { cacheFolderOf } from '../../node/keeper/cacheFolder';
import { inFolderOf } from '../context';
import { type VerbsOf, choiceOf, nameOf } from '../group';
import { CommandError, UsageError, listAnswer, note } from '../io';
import type { EXPORT } from './exportCommand';

export const exportGroup: VerbsOf<typeof EXPORT> = {
	'': {
		async run(context, _words, values) {
			const { claude, project, caller } = context;
			const named = nameOf(values, 'to');
			if (named === undefined) throw new UsageError('Write where? session-keeper export --to DIR');
			const to = inFolderOf(caller, named);
			const format = choiceOf(values, 'format', TABLE_FORMATS) ?? 'parquet';
			const done = await exportTables({
				claude,
				project: values['everywhere'] === true ? undefined : project,
				redactor: await openRedactor(claude),
				cacheFolder: cacheFolderOf(claude),
				to,
				format,
				onProgress: (read, total) => caller.waiting.report(read, total),
				onBytes: (read, total) => caller.waiting.reportBytes(read, total),
			}).catch((error: unknown) => {
				throw error instanceof ExportRefused ? new CommandError(error.code, error.message, error.hint) : error;
			});
			for (const { path: file, code } of done.unreadable) note(context, `${file} could not be read (${code}).`);
			const { rows, written, removed, kept, bytes } = done;
			const table = {
				columns: ['TABLE', 'ROWS'],
				long: [],
				rows: TABLE_NAMES.map((name) => [name, String(rows[name])]),
				notes: [
					`Exported ${counted(done.sessions, 'session')} to ${to} (${readableSize(bytes)})`,
					`${counted(written, 'file')} written, ${removed} removed, ${kept} unchanged`,
				],
			};
			return listAnswer(table, '', {
				exported: { to, format, rows, sessions: done.sessions, written, removed, kept, bytes, read: done.read },
			});
		},
	},
};

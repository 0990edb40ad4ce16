// `session-keeper backups …`
import { BACKUP_REASONS } from '../../core/claude/reasons';
import type { BackupState, PendingBackup } from '../../core/backups/pending';
import { localDate, readableSize, ageInWords } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { BackupStore } from '../../node/backups/backupStore';
import { backupStoreOf } from '../../node/workspace/openStores';
import { backupTitle } from '../../node/backups/backupTitles';
import { mapLimited } from '../../node/base/mapLimited';
import { type CommandGroup, noWords } from '../group';
import { CommandError, confirm, note, readLine } from '../io';
import { pickOne } from './pickBackup';
import { archiveVerbs, makingVerbs } from './backupVerbs';

const STATE_WORDS: Readonly<Record<BackupState, string>> = {
	pending: '',
	unfinished: 'copy not finished',
	lost: 'copy and source are gone',
	unknown: 'not in the log',
};

export const backups: CommandGroup = {
	verbs: {
		list: {
			options: {},
			async run(context, words) {
				noWords(words);
				const store = backupStoreOf(context);
				const { pending, marker, skippedLines } = await store.list();
				if (marker?.kind === 'refused')
					note(context, 'The marker .claude/memory/.pending-backup names nothing inside raw/. It is ignored.');
				if (skippedLines > 0) note(context, `Lines of .backup-log that could not be read: ${skippedLines}.`);
				// A glance may take 24 MB of memory.
				const glance = async (
					backup: PendingBackup,
				): Promise<{ backup: PendingBackup; title: string | undefined }> => ({
					backup,
					title: await backupTitle(context.claude, store, backup),
				});
				const rows = await mapLimited(pending, glance, 4);
				const lines = rows.map(({ backup, title }) => backupLine(backup, title, context.clock.now()));
				return {
					text:
						lines.length === 0
							? 'No pending backups.'
							: [`## Pending backups — ${localDate(context.clock.now())}`, '', ...lines].join('\n'),
					json: {
						project: context.project.root,
						backups: rows.map(({ backup, title }) => backupJson(store, backup, title)),
					},
				};
			},
		},
		discard: {
			options: { undo: { type: 'boolean' }, stdin: { type: 'boolean' } },
			async run(context, words, values) {
				const store = backupStoreOf(context);
				const query = values['stdin'] === true ? await readLine(context, words) : words.join(' ').trim();
				if (values['undo'] === true) return undoDiscard(store, query);
				const { pending } = await store.list();
				if (pending.length === 0) return { text: 'No pending backups.', json: { discarded: null } };
				const backup = pickOne(query, pending, (each) => [each.raw, each.session ?? '']);
				await confirm(context, `Discard ${backup.raw}?`);
				await store.discard(backup);
				return {
					text: `Discarded: ${backup.raw}`,
					json: { discarded: { raw: backup.raw, session: backup.session ?? null } },
				};
			},
		},
		...makingVerbs,
		...archiveVerbs,
	},
};

async function undoDiscard(store: BackupStore, query: string): ReturnType<CommandGroup['verbs'][string]['run']> {
	const entries = await store.discarded();
	if (entries.length === 0) return { text: 'Nothing to undo.', json: { restored: null } };
	const entry =
		query === ''
			? entries[0]
			: pickOne(
					query,
					entries.map((each) => ({ ...each, raw: each.name })),
					(each) => [each.name],
				);
	if (entry === undefined || !(await store.undoDiscard(entry)))
		throw new CommandError(
			'gone',
			'It could not be put back.',
			'Its place is taken, or somebody else put it back just now.',
		);
	return { text: `Pending again: ${entry.name}`, json: { restored: { raw: entry.name } } };
}

function backupLine(backup: PendingBackup, title: string | undefined, nowMs: number): string {
	const facts = [
		BACKUP_REASONS[backup.reason ?? ''] ?? BACKUP_REASONS['other'],
		ageInWords(nowMs - backup.sinceMs),
		...(backup.sizeBytes > 0 ? [readableSize(backup.sizeBytes)] : []),
		...(STATE_WORDS[backup.state] === '' ? [] : [STATE_WORDS[backup.state]]),
		...(backup.isHomeOnly === true ? ['only the second copy is left'] : []),
		...(backup.isDamaged ? ['⚠ size differs from the log'] : []),
	];
	return `- ${backup.raw}${title === undefined ? '' : ` — ${singleLine(title)}`} — ${facts.join(', ')}`;
}

/** The stable form of a backup under `--json`. */
function backupJson(
	store: BackupStore,
	backup: PendingBackup,
	title: string | undefined,
): Readonly<Record<string, unknown>> {
	return {
		raw: backup.raw,
		file: store.fileOf(backup),
		state: backup.state,
		session: backup.session ?? null,
		title: title === undefined ? null : singleLine(title),
		reason: backup.reason ?? null,
		since: new Date(backup.sinceMs).toISOString(),
		sizeBytes: backup.sizeBytes,
		isVerified: backup.isVerified,
		isDamaged: backup.isDamaged,
		isHomeOnly: backup.isHomeOnly === true,
	};
}

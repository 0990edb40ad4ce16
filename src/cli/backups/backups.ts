// `session-keeper backups …`
import { reasonWords } from '../../core/claude/reasons';
import type { BackupState } from '../../core/backups/pending';
import { nextMidnightMs, readableSize, startOfLocalDay } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { BackupStore } from '../../node/backups/backupStore';
import type { SessionBackup } from '../../node/timeline/timeline';
import { backupStoreOf, openTimeline } from '../../node/workspace/openStores';
import { timeCell } from '../base/table';
import type { CommandContext } from '../context';
import { type Values, type VerbsOf, nameOf, noWords, onDemand } from '../group';
import { type Answer, CommandError, UsageError, confirm, listAnswer, note, readLine } from '../io';
import type { BACKUPS } from './backupsCommand';
import { pickBackup, rowOf } from './pickBackup';

const STATE_WORDS: Readonly<Record<BackupState, string>> = {
	pending: '',
	unfinished: 'incomplete',
	lost: 'both copies are missing',
	unknown: 'not in the log',
};

export const backups: VerbsOf<typeof BACKUPS> = {
	list: { run: list },
	discard: { run: discard },
	create: onDemand(async () => (await import('./backupVerbs')).makingVerbs.create),
	verify: onDemand(async () => (await import('./backupVerbs')).makingVerbs.verify),
	restore: onDemand(async () => (await import('./backupVerbs')).makingVerbs.restore),
	archive: onDemand(async () => (await import('./backupVerbs')).archiveVerbs.archive),
	purge: onDemand(async () => (await import('./backupVerbs')).archiveVerbs.purge),
};

async function list(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const store = backupStoreOf(context);
	const timeline = await openTimeline(context, store);
	const { marker, skippedLines } = timeline.listing;
	if (marker?.kind === 'refused')
		note(context, 'The marker .claude/memory/.pending-backup names nothing inside raw/. It is ignored.');
	if (skippedLines > 0) note(context, `Lines of .backup-log that could not be read: ${skippedLines}.`);
	const rows = await timeline.backups();
	await timeline.keep();
	const nowMs = context.clock.now();
	const shown = values['all'] === true ? rows : rows.filter((row) => row.isPending);
	const hidden = rows.filter((row) => !shown.includes(row));
	const covered = hidden.filter((row) => row.isCovered).length;
	const folded = [
		...(covered === 0 ? [] : [`${covered} covered by a document (backups discard --covered)`]),
		...(covered === hidden.length ? [] : [`${hidden.length - covered} without work`]),
	];
	const notes = folded.length === 0 ? [] : [`… ${folded.join(', ')}: --all`];
	const files = new Map(await Promise.all(rows.map(async (row) => [row, await store.storedFile(row)] as const)));
	const table = {
		columns: ['BACKUP', 'SINCE', 'REASON', 'SIZE', 'TITLE', 'NOTES', 'SESSION'],
		long: ['TITLE'],
		plainOnly: ['SESSION'],
		rows: shown.map((row) => [
			{ shown: row.raw, file: files.get(row) },
			timeCell(row.sinceMs, nowMs),
			reasonOf(row),
			row.sizeBytes > 0 ? { shown: readableSize(row.sizeBytes), plain: String(row.sizeBytes) } : '',
			row.title ?? '',
			{ shown: notesOf(row).join(', '), tone: row.isDamaged || row.state === 'lost' ? 'warn' : 'dim' } as const,
			row.session ?? '',
		]),
		notes,
	};
	const json = {
		project: context.project.root,
		backups: rows.map((row) => backupJson(row, files.get(row))),
	};
	return listAnswer(table, 'No pending backups.', json, nextMidnightMs(nowMs));
}

async function discard(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const store = backupStoreOf(context);
	const query = values['stdin'] === true ? await readLine(context, words) : words.join(' ').trim();
	if (values['undo'] === true) return undoDiscard(context, store, query);
	const before = nameOf(values, 'before');
	if (values['all'] === true || values['covered'] === true || before !== undefined) {
		noWords(query === '' ? [] : [query]);
		return discardSeveral(context, store, values['covered'] === true, before);
	}
	const all = await (await openTimeline(context, store)).backups();
	const shown = all.filter((each) => each.isPending);
	// Without a name nobody means what the list folds away, unless there is nothing else.
	const pending = query === '' && shown.length > 0 ? shown : all;
	if (pending.length === 0) return { text: 'No pending backups.', json: { discarded: null } };
	const backup = await pickBackup(
		context,
		query,
		pending.map((each) => rowOf(each, each.title)),
	);
	await confirm(context, `Discard ${backup.raw}?`);
	await store.discard(backup);
	return {
		text: `Discarded: ${backup.raw}`,
		json: { discarded: { raw: backup.raw, session: backup.session ?? null } },
		undo: 'backups discard --undo',
	};
}

/** @param before a day: what was made on it or after it stays. */
async function discardSeveral(
	context: CommandContext,
	store: BackupStore,
	isCoveredOnly: boolean,
	before: string | undefined,
): Promise<Answer> {
	const limitMs = before === undefined ? Infinity : dayOf(before);
	const all = await (await openTimeline(context, store)).backups();
	const wanted = all.filter((each) => each.sinceMs < limitMs && (!isCoveredOnly || each.isCovered));
	if (wanted.length === 0) return { text: 'No such backups.', json: { discarded: [] } };
	await confirm(context, `Discard ${wanted.length} ${wanted.length === 1 ? 'backup' : 'backups'}?`);
	await store.discardAll(wanted);
	return {
		text: wanted.map(({ raw }) => `Discarded: ${raw}`).join('\n'),
		json: { discarded: wanted.map(({ raw, session }) => ({ raw, session: session ?? null })) },
		undo: 'backups discard --undo',
	};
}

/** When a day begins here, milliseconds since 1970. @throws UsageError */
function dayOf(text: string): number {
	const startMs = startOfLocalDay(text);
	if (startMs === undefined) throw new UsageError('--before takes a day: 2026-11-21.');
	return startMs;
}

/** What is named, or all that was discarded together last. */
async function undoDiscard(context: CommandContext, store: BackupStore, query: string): Promise<Answer> {
	const entries = await store.discarded();
	if (entries.length === 0) return { text: 'Nothing to undo.', json: { restored: null } };
	const named = entries.map((each) => rowOf({ ...each, raw: each.name }));
	const wanted = query === '' ? await store.lastDiscarded() : [await pickBackup(context, query, named)];
	const restored: string[] = [];
	for (const entry of wanted) if (await store.undoDiscard(entry)) restored.push(entry.name);
	const [first] = restored;
	if (first === undefined)
		throw new CommandError(
			'gone',
			'It could not be restored.',
			'A file of that name exists, or it was restored in the meantime.',
		);
	const left = wanted.length - restored.length;
	return {
		text: [
			...restored.map((raw) => `Pending again: ${raw}`),
			...(left === 0 ? [] : [`${left} could not be restored: files of these names exist.`]),
		].join('\n'),
		json: { restored: { raw: first }, all: restored.map((raw) => ({ raw })) },
		exitCode: left === 0 ? 0 : 1,
		undo: restored.length === 1 ? `backups discard ${first}` : 'backups discard NAME, for each of them',
	};
}

const reasonOf = ({ reason }: SessionBackup): string => reasonWords(reason);

/** What is not as with any backup. */
function notesOf(backup: SessionBackup): readonly string[] {
	return [
		...(STATE_WORDS[backup.state] === '' ? [] : [STATE_WORDS[backup.state]]),
		...(backup.isHomeOnly === true ? ['only the second copy exists'] : []),
		...(backup.isDamaged ? ['⚠ wrong size'] : []),
		...(backup.isCovered ? ['covered by a document'] : []),
		...(backup.isPending || backup.isCovered ? [] : ['without work']),
	];
}

/** The stable form of a backup under `--json`. */
function backupJson(backup: SessionBackup, file: string | undefined): Readonly<Record<string, unknown>> {
	return {
		raw: backup.raw,
		file,
		state: backup.state,
		session: backup.session ?? null,
		title: backup.title === undefined ? null : singleLine(backup.title),
		reason: backup.reason ?? null,
		since: new Date(backup.sinceMs).toISOString(),
		sizeBytes: backup.sizeBytes,
		isVerified: backup.isVerified,
		isDamaged: backup.isDamaged,
		isHomeOnly: backup.isHomeOnly === true,
		isCovered: backup.isCovered,
		hasWork: backup.hasWork,
	};
}

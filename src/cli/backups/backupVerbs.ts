// The verbs of `session-keeper backups …` that make, check, restore and age backups.
import { readableSize } from '../../core/base/dates';
import { counted, singleLine } from '../../core/base/text';
import { checkLines, countFindings, isFinding } from '../../core/backups/report';
import { archiveTranscripts } from '../../node/backups/beforeCleanup';
import { namedBackups } from '../../node/backups/backupRestore';
import { checkCopies } from '../../node/backups/checkCopies';
import type { FoundTranscript } from '../../node/transcript/locateTranscript';
import { type ArchiveOutcome, aboutToBeDeleted, listArchive, purgeArchive } from '../../node/backups/transcriptArchive';
import { type Table, idCell, timeCell } from '../base/table';
import { type Verb, nameOf } from '../group';
import { type Answer, CommandError, UsageError, confirm, listAnswer, note } from '../io';
import { pickBackup, rowOf } from './pickBackup';
import { namedTranscript } from '../meantSession';
import { openSight } from '../../node/sessions/labelsFor';
import { backUpByHand } from '../../node/workspace/backUpByHand';

/** `create`, `verify` and `restore`. */
export const makingVerbs: Readonly<Record<'create' | 'verify' | 'restore', Verb>> = {
	create: {
		async run(context, _words, values) {
			const transcript = await namedTranscript(context, nameOf(values, 'session'));
			const { raw, file, refused, unfinished, problem, overBytes, isCovered } = await backUpByHand(context, transcript);
			if (refused !== undefined) note(context, `Backed up outside the project only: ${refused}`);
			if (unfinished !== undefined)
				throw new CommandError(
					'unfinished',
					`The backup ${raw} is not finished${unfinished.problem instanceof Error ? `: ${unfinished.problem.message}` : ''}.`,
					'The next hook finishes it, or session-keeper backups create.',
				);
			if (problem !== undefined)
				note(
					context,
					`Older backups were not cleaned up: ${problem instanceof Error ? problem.message : String(problem)}`,
				);
			if (overBytes > 0)
				note(context, `Pending backups are ${readableSize(overBytes)} over their limit. Resume or discard some.`);
			return {
				text: `Backed up: ${raw}${isCovered ? ', covered by a hand-off' : ''}`,
				json: { created: { raw, file, session: transcript.session, isCovered } },
				undo: `backups discard ${raw}`,
			};
		},
	},
	verify: {
		async run(context, words, values) {
			const query = words.join(' ').trim();
			const isTold = await openSight(context);
			const copies = (await namedBackups(context.claude, context.project)).filter(({ session }) => isTold(session));
			const isOne = query !== '' && values['all'] !== true;
			const one = isOne
				? [
						await pickBackup(
							context,
							query,
							copies.map((each) => rowOf(each)),
						),
					]
				: copies;
			const wanted = one.map(({ raw }) => ({ project: context.project, raw })).sort((a, b) => (a.raw < b.raw ? -1 : 1));
			const archive = isOne
				? []
				: (await listArchive(context.claude, context.project)).filter((each) => isTold(each.session));
			const { checks, archived } = await checkCopies(context.claude, wanted, archive, (done, total) =>
				context.caller.waiting.report(done, total),
			);
			const findings = countFindings(checks, archived);
			const lines = checkLines(checks, archived);
			const summary = `${counted(checks.length, 'backup')} and ${counted(archived.length, 'archived transcript')} checked: ${findings === 0 ? 'no problems found' : counted(findings, 'problem')}.`;
			return {
				text: wanted.length + archived.length === 0 ? 'No backups.' : [...lines, summary].join('\n'),
				json: {
					backups: checks.map((check) => ({ ...check, isFinding: isFinding(check) })),
					archived,
					findings,
				},
				exitCode: findings > 0 ? 1 : 0,
			};
		},
	},
	restore: {
		async run(context, words) {
			const query = words.join(' ').trim();
			if (query === '')
				throw new UsageError(
					'Which session? Name a raw file, or a session by its id or its title. See sessions list --deleted.',
				);
			return (await import('./restore')).restore(context, query);
		},
	},
};

/** `archive` and `purge`. */
export const archiveVerbs: Readonly<Record<'archive' | 'purge', Verb>> = {
	archive: {
		async run(context, _words, values) {
			const { claude, project, clock, caller } = context;
			const session = nameOf(values, 'session');
			const isTold = await openSight(context);
			const transcripts =
				session === undefined
					? (await aboutToBeDeleted(claude, project, clock)).filter((each) => isTold(each.session))
					: [await namedTranscript(context, session)];
			const isDone = values['older'] === true || session !== undefined;
			const rows = isDone
				? await archiveTranscripts(claude, transcripts, clock, {
						done: (count) => caller.waiting.report(count, transcripts.length),
					})
				: transcripts.map((transcript) => ({ transcript, outcome: undefined }));
			return archivedAnswer(rows, isDone, clock.now());
		},
	},
	purge: {
		async run(context) {
			const isTold = await openSight(context);
			const archived = (await listArchive(context.claude, context.project)).filter(({ session }) => isTold(session));
			if (archived.length === 0) return { text: 'The archive is empty.', json: { purged: [] } };
			const { storedSessions, titledSessions } = await import('../../node/backups/storedSessions');
			const stored = (await storedSessions(context.claude, context.project)).filter(
				({ archived: own }) => own.length > 0,
			);
			const titles = new Map(
				(await titledSessions(context.claude, context.project, stored)).map(({ id, title }) => [id, title]),
			);
			const lines = archived.map(({ session, size }) => {
				const title = titles.get(session);
				return `- ${session} (${readableSize(size)})${title === undefined ? '' : ` — ${singleLine(title)}`}`;
			});
			const what = `${counted(archived.length, 'archived transcript')} of ${context.project.root}`;
			await confirm(context, `${lines.join('\n')}\nPermanently delete ${what}?`);
			await purgeArchive(archived);
			return {
				text: `Permanently deleted: ${what}. This cannot be undone.`,
				json: { purged: archived.map((each) => each.session) },
			};
		},
	},
};

function archivedAnswer(
	rows: readonly { readonly transcript: FoundTranscript; readonly outcome: ArchiveOutcome | undefined }[],
	isDone: boolean,
	nowMs: number,
): Answer {
	const hint = 'To archive them: session-keeper backups archive --older';
	const isBad = rows.some(({ outcome }) => outcome === 'full' || outcome === 'unsettled');
	const table: Table = {
		columns: ['SESSION', 'CHANGED', 'SIZE', 'OUTCOME', 'FILE'],
		long: ['OUTCOME'],
		plainOnly: ['FILE'],
		rows: rows.map(({ transcript, outcome }) => [
			idCell(transcript.session, transcript.file),
			timeCell(transcript.modifiedMs, nowMs),
			{ shown: readableSize(transcript.sizeBytes), plain: String(transcript.sizeBytes) },
			outcome === undefined
				? ''
				: { shown: ARCHIVE_WORDS[outcome], plain: outcome, tone: outcome === 'archived' ? 'good' : 'bad' },
			transcript.file,
		]),
		notes: isDone || rows.length === 0 ? [] : [hint],
	};
	const transcripts = rows.map(({ transcript, outcome }) => ({
		session: transcript.session,
		file: transcript.file,
		sizeBytes: transcript.sizeBytes,
		modified: new Date(transcript.modifiedMs).toISOString(),
		outcome: outcome ?? null,
	}));
	const nothing = 'No transcripts are about to be deleted.';
	return { ...listAnswer(table, nothing, { transcripts }), exitCode: isBad ? 1 : 0 };
}

const ARCHIVE_WORDS: Readonly<Record<ArchiveOutcome, string>> = {
	archived: 'archived',
	full: 'not archived, no room within sessionKeeper.archive.maxMegabytes (to empty the archive: session-keeper backups purge)',
	unsettled: 'not archived, it has changed in the meantime',
};

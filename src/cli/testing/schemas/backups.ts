// The documents of `session-keeper backups`.
import * as z from 'zod/mini';
import type { BackupState } from '../../../core/backups/pending';
import type { CopyState } from '../../../core/backups/report';
import type { BackupReason } from '../../../core/claude/reasons';
import { count, document, flag, maybeText, oneOf, part, text, texts, time } from './form';
import { archiveOutcome } from './parking';

const discarded = part('discarded', { raw: text, session: maybeText });
const copy = oneOf<CopyState>({ whole: 0, unchecked: 0, damaged: 0, missing: 0 });
const rawName = z.strictObject({ raw: text });

export const BACKUP_DOCUMENTS = {
	'backups list': document({
		project: text,
		backups: z.array(
			z.strictObject({
				raw: text,
				file: text,
				state: oneOf<BackupState>({ pending: 0, unfinished: 0, lost: 0, unknown: 0 }),
				session: maybeText,
				title: maybeText,
				reason: z.nullable(
					oneOf<BackupReason>({
						exit: 0,
						clear: 0,
						resume: 0,
						logout: 0,
						other: 0,
						compact: 0,
						'auto-compact': 0,
						missed: 0,
						manual: 0,
					}),
				),
				since: time,
				sizeBytes: count,
				isVerified: flag,
				isDamaged: flag,
				isHomeOnly: flag,
				isCovered: flag,
				hasWork: flag,
			}),
		),
	}),
	'backups discard': z.union([
		document({ discarded: z.nullable(discarded) }),
		document({ discarded: z.array(discarded) }),
		document({ restored: z.null() }),
		document({ restored: rawName, all: z.array(rawName) }),
	]),
	'backups create': document({ created: z.strictObject({ raw: text, file: text, session: text, isCovered: flag }) }),
	'backups verify': document({
		backups: z.array(
			z.strictObject({
				raw: text,
				isPending: flag,
				main: copy,
				second: copy,
				isHomeOnly: flag,
				damagedSideFiles: texts,
				isFinding: flag,
			}),
		),
		archived: z.array(
			z.strictObject({
				session: text,
				isWhole: flag,
				isRecordLost: flag,
				isRestorable: flag,
				damagedSideFiles: texts,
			}),
		),
		findings: count,
	}),
	'backups restore': document({
		restored: z.strictObject({
			name: text,
			session: text,
			file: text,
			sideFiles: count,
			damagedSideFiles: texts,
			folder: maybeText,
			command: text,
		}),
	}),
	'backups archive': document({
		transcripts: z.array(
			z.strictObject({
				session: text,
				file: text,
				sizeBytes: count,
				modified: time,
				outcome: z.nullable(archiveOutcome),
			}),
		),
	}),
	'backups purge': document({ purged: texts }),
};

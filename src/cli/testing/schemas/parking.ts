// The documents of `session-keeper parked`.
import * as z from 'zod/mini';
import { PARKED_KINDS } from '../../../core/parking/draft';
import type { ParkedItem, ParkedPlace } from '../../../core/parking/item';
import type { ArchiveOutcome } from '../../../node/backups/transcriptArchive';
import { count, day, document, flag, maybeText, oneOf, part, redacted, text, texts, time } from './form';

export const archiveOutcome = oneOf<ArchiveOutcome>({ archived: 0, full: 0, unsettled: 0 });

export const parkedItem = part('parkedItem', {
	name: text,
	description: text,
	slug: text,
	file: text,
	place: oneOf<ParkedPlace>({ memory: 0, formula: 0, former: 0 }),
	from: maybeText,
	state: oneOf<Exclude<ParkedItem['state'], 'expired'>>({ fresh: 0, stale: 0 }),
	ageDays: count,
	modified: time,
	session: maybeText,
	due: z.nullable(day),
	isDue: flag,
	isReadable: flag,
	line: text,
});

const namedFile = part('namedFile', { name: text, file: text });

export const suggestion = part('suggestion', {
	key: text,
	kind: z.enum(PARKED_KINDS),
	name: text,
	text,
	why: text,
	how: text,
	session: text,
	message: maybeText,
	at: z.nullable(time),
});

const list = document({
	project: text,
	memoryDir: text,
	items: z.array(parkedItem),
	expired: z.array(namedFile),
});
const park = document({ parked: namedFile, archived: z.nullable(archiveOutcome), redacted });
const archive = document({ archived: namedFile });
const summary = document({
	date: day,
	completed: texts,
	parked: z.array(parkedItem),
	archived: z.array(z.strictObject({ ts: time, item: text, action: text })),
	commits: z.array(z.strictObject({ hash: text, subject: text })),
});

export const PARKED_DOCUMENTS = {
	parked: list,
	'parked list': list,
	'parked park': park,
	'parked archive': archive,
	'parked restore': document({ restored: z.nullable(namedFile) }),
	'parked suggestions': z.union([
		document({ project: text, suggestions: z.array(suggestion) }),
		park,
		document({ dismissed: suggestion }),
	]),
	'parked summary': summary,
	'parked session': z.union([list, archive, summary, document({ mode: z.null(), modes: texts })]),
};

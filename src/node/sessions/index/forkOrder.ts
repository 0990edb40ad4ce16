// Which of several files that begin alike was there first, where no line says it. A file that was made before the answer that
// they share is the origin's; but a transcript that was put back, or came from another machine, is younger than all of it.
// Then their lines tell: a fork's own stand after all that it copied, and who has none of its own was copied.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { FileRecord } from './fileRecord';

/** The first answer stands within. Bytes. */
const HEAD_BYTES = 256 * 1_024;

/** @param byBirth the oldest file first. @returns the same, with the origin first */
export function originFirst(byBirth: readonly FileRecord[]): readonly FileRecord[] {
	const [oldest, second] = byBirth;
	if (oldest === undefined || second === undefined) return byBirth;
	if (oldest.bornMs < second.bornMs && oldest.bornMs <= firstAnswerMs(oldest)) return byBirth;
	const messages = new Map(byBirth.map(({ file }) => [file, messagesOf(file)]));
	const of = ({ file }: FileRecord): readonly string[] => messages.get(file) ?? [];
	const origin = byBirth.reduce((best, next) => (isForkOf(of(best), of(next)) ? next : best));
	return [origin, ...byBirth.filter((each) => each !== origin)];
}

/** Whether lines say that the second was there first. */
function isForkOf(mine: readonly string[], others: readonly string[]): boolean {
	const [own, foreign] = [ownOf(mine, others), ownOf(others, mine)];
	if (own.isAmongShared !== foreign.isAmongShared) return foreign.isAmongShared;
	return own.hasAny && !foreign.hasAny;
}

function ownOf(mine: readonly string[], others: readonly string[]): Record<'hasAny' | 'isAmongShared', boolean> {
	const theirs = new Set(others);
	const first = mine.findIndex((id) => !theirs.has(id));
	return { hasAny: first >= 0, isAmongShared: first >= 0 && mine.some((id, at) => at > first && theirs.has(id)) };
}

/** The ids of a file's messages, in order. */
function messagesOf(file: string): readonly string[] {
	const bytes = readFileSync(file);
	const ids: string[] = [];
	for (let at = 0, feed = bytes.indexOf(0x0a); feed >= 0; at = feed + 1, feed = bytes.indexOf(0x0a, at)) {
		const line = bytes.toString('latin1', at, feed);
		const id = /"type":"(?:user|assistant)"/u.test(line) ? /"uuid":"([^"]+)"/u.exec(line)?.[1] : undefined;
		if (id !== undefined) ids.push(id);
	}
	return ids;
}

/** When the first answer was given; long ago where that is unknown. */
function firstAnswerMs({ file, firstMessageId }: FileRecord): number {
	const head = Buffer.alloc(HEAD_BYTES);
	const opened = openSync(file, 'r');
	try {
		const text = head.toString('latin1', 0, readSync(opened, head, 0, HEAD_BYTES, 0));
		const line = text.split('\n').find((each) => each.includes(`"id":${JSON.stringify(firstMessageId)}`));
		const ms = Date.parse(/"timestamp":"([^"]+)"/u.exec(line ?? '')?.[1] ?? '');
		return Number.isNaN(ms) ? -Infinity : ms;
	} finally {
		closeSync(opened);
	}
}

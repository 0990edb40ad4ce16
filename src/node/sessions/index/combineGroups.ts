// Reads files that share something once more, together, so that nothing counts twice. Where worker threads run, they do.
import { groupBy } from '../../../core/base/groupBy';
import { errorCode } from '../../base/atomicFile';
import type { FileRecord } from './fileRecord';
import { originFirst } from './forkOrder';
import { type Scan, createScan } from './scan/scanState';
import type { SharedFacts } from './sharedSession';
import { scanFileSync } from './transcriptScanner';

/** Origins before their forks, as far as lines say what they are; else the oldest file first (`forkOrder.ts`). */
function readingOrder(group: readonly FileRecord[]): readonly FileRecord[] {
	const originOf = new Map(
		group.flatMap(({ sessions }) => sessions.map(({ id, fork }) => [id, fork?.origin] as const)),
	);
	const depth = ({ mainId }: FileRecord): number => {
		const line = new Set<string>();
		for (let id: string | undefined = mainId; id !== undefined && !line.has(id); id = originOf.get(id)) line.add(id);
		return line.size;
	};
	const kin = (record: FileRecord): string => `${depth(record)} ${record.firstMessageId ?? record.file}`;
	const byBirth = [...group].sort((a, b) => depth(a) - depth(b) || a.bornMs - b.bornMs || (a.file < b.file ? -1 : 1));
	return [...groupBy(byBirth, kin).values()].flatMap(originFirst);
}

/** What reading each group together says about its sessions. A group with a file that has gone is left as it is. */
export function combineGroups(groups: readonly (readonly FileRecord[])[]): Map<string, SharedFacts> {
	const result = new Map<string, SharedFacts>();
	for (const group of groups) {
		try {
			combine(group, result);
		} catch (error) {
			if (errorCode(error) === undefined) throw error;
		}
	}
	return result;
}

function combine(group: readonly FileRecord[], result: Map<string, SharedFacts>): void {
	const ordered = readingOrder(group);
	for (const [id, draft] of scanTogether(ordered).drafts) {
		const files = ordered.filter((r) => r.sessions.some((s) => s.sessionId === id));
		const home = files.find((r) => r.mainId === id);
		const origin = ordered.find((r) => r.firstMessageId !== undefined && r.firstMessageId === home?.firstMessageId);
		result.set(id, {
			origin: origin === home ? undefined : origin?.mainId,
			facts: files.length > 1 ? draft : undefined,
			ownTokens: draft.tokens,
			ownPrompts: draft.prompts,
			ownFirstMs: draft.firstMessageMs,
			ownPrompt: draft.firstPrompt?.text,
			ownEntrypoint: draft.entrypoint,
		});
	}
}

/** Reads files that have sessions or answers in common, in `readingOrder`, so that everything counts once. */
function scanTogether(files: readonly FileRecord[]): Scan {
	const { seen, drafts } = createScan('');
	let last = createScan('');
	for (const { file, mainId, offset } of files) {
		last = { ...createScan(mainId, seen, undefined, true), drafts };
		scanFileSync(last, file, 0, offset);
	}
	return last;
}

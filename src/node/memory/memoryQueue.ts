// The queue of memory candidates, which the Stop hook fills and the review empties. Its files are never edited: what
// became of a candidate stands in a journal, so that a decision can be taken back. The one exception are texts from before
// they were redacted.
import { unlink } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../core/base/dates';
import {
	QUEUE_FILE_LIMIT_BYTES,
	QUEUE_FOLDER,
	type QueueFile,
	formatQueueFile,
	parseQueueFile,
	redactQueueFile,
} from '../../core/memory/queueFile';
import type { Redactor } from '../../core/privacy/redaction';
import { replaceFile } from '../base/atomicFile';
import { changeFile } from '../base/sharedFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { entriesIn } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import { openRedactor } from '../privacy/openRedactor';
import { readRegularFile } from '../base/regularFile';
import { makePrivateFolder } from '../project/privateFolder';

/** Files of which every candidate is decided go after so long: the prompt that they know is long gone. */
const KEPT_MS = 60 * DAY_MS;

interface QueuedFile extends QueueFile {
	readonly path: string;
}

export function queueFolder(claude: Pick<ClaudeHome, 'configDir'>): string {
	return path.join(claude.configDir, QUEUE_FOLDER);
}

/** All files of the queue. Links, foreign and torn files are left out. */
export async function readQueue(claude: Pick<ClaudeHome, 'configDir'>): Promise<readonly QueuedFile[]> {
	const folder = queueFolder(claude);
	const names = (await entriesIn(folder)).map(({ name }) => name);
	const files = await mapLimited(names.filter((name) => /^[^.].*\.json$/u.test(name)).sort(), async (name) => {
		const file = path.join(folder, name);
		const read = await readRegularFile(file, QUEUE_FILE_LIMIT_BYTES, { isLinkRefused: true }).catch(() => undefined);
		if (read === undefined || read.sizeBytes > QUEUE_FILE_LIMIT_BYTES) return undefined;
		const parsed = parseQueueFile(read.bytes.toString('utf8'));
		return parsed === undefined ? undefined : { ...parsed, path: file };
	});
	return files.flatMap((file) => file ?? []);
}

/** The texts that the hook has caught in a session: they are not said a second time. */
export async function queuedTexts(claude: Pick<ClaudeHome, 'configDir'>, session: string): Promise<readonly string[]> {
	const files = (await readQueue(claude)).filter((file) => file.session === session);
	return files.flatMap(({ candidates }) => candidates.map(({ text }) => text));
}

/** Adds candidates that something other than the hook found, in a file of their own, without what is private in them. */
export async function addToQueue(claude: Pick<ClaudeHome, 'configDir' | 'userHome'>, file: QueueFile): Promise<string> {
	const redactor = await openRedactor(claude);
	const folder = queueFolder(claude);
	await makePrivateFolder(folder);
	for (let turn = file.turn; ; turn++) {
		const target = path.join(folder, `${path.basename(file.session) || 'proposed'}-${turn}.json`);
		if (await changeFile(target, undefined, formatQueueFile({ ...file, turn }, redactor), { mode: 0o600 }))
			return target;
	}
}

/** Removes old files of which nothing waits any more. @param isDecided of a candidate's text. */
export async function pruneQueue(
	files: readonly QueuedFile[],
	isDecided: (text: string) => boolean,
	nowMs: number,
): Promise<void> {
	for (const file of files) {
		if (nowMs - Date.parse(file.ts) < KEPT_MS) continue;
		if (file.candidates.every(({ text }) => isDecided(text))) await unlink(file.path).catch(() => undefined);
	}
}

/**
 * Takes out of files from before candidates were redacted what is private in them. A file that cannot be read or written
 * now waits for the next time.
 * @param isKept of a text that a decision is known by: it goes with its file.
 */
export async function redactQueue(
	files: readonly QueuedFile[],
	redactor: Redactor,
	isKept: (text: string) => boolean,
): Promise<void> {
	for (const file of files) {
		const read = await readRegularFile(file.path, QUEUE_FILE_LIMIT_BYTES, { isLinkRefused: true }).catch(
			() => undefined,
		);
		if (read === undefined || read.sizeBytes > QUEUE_FILE_LIMIT_BYTES) continue;
		const safe = redactQueueFile(read.bytes.toString('utf8'), redactor, isKept);
		if (safe !== undefined) await replaceFile(file.path, safe).catch(() => undefined);
	}
}

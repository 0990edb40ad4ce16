// What people say about sessions, on disk, shared by all windows and the command line. It is kept by the id of a session,
// so it is still there when the session is resumed or its project moves.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
	type LabelChange,
	type LabelNote,
	type LabelledSessions,
	changeLine,
	compactLabels,
	foldLabels,
} from '../../core/sessions/labels';
import type { Clock } from '../../core/base/ports';
import { appendLine, replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';

/** Above this the file is written anew with what counts. */
const COMPACT_ABOVE_BYTES = 256 * 1024;
/** So long a change waits for another window that writes the file anew. */
const PATIENCE_MS = 10_000;

const NAME = 'session-marks.jsonl';

function fileOf(claude: ClaudeHome): string {
	return path.join(claude.keeperHome, NAME);
}

/** Whether a path is that of the file. */
export function isLabels(file: string | undefined): boolean {
	return file !== undefined && path.basename(file) === NAME;
}

/** All labels; none where the file is missing or unreadable. */
export async function readLabels(claude: ClaudeHome): Promise<LabelledSessions> {
	return foldLabels(await readFile(fileOf(claude), 'utf8').catch(() => ''));
}

/** Says something about a session. Two windows lose nothing of each other's. @throws the file system's error */
export async function writeLabels(
	claude: ClaudeHome,
	clock: Clock,
	session: string,
	changes: readonly (LabelChange | LabelNote)[],
): Promise<void> {
	await appendLabels(
		claude,
		clock,
		changes.map((change) => changeLine(session, change, clock.now())),
	);
}

/** Adds lines that `changeLine` made. Durable on return. @throws the file system's error */
export async function appendLabels(claude: ClaudeHome, clock: Clock, lines: readonly string[]): Promise<void> {
	const file = fileOf(claude);
	await makePrivateFolder(path.dirname(file));
	const written = await withFileLock(`${file}.lock`, PATIENCE_MS, async () => {
		for (const line of lines) await appendLine(file, line);
		if ((await stat(file)).size > COMPACT_ABOVE_BYTES)
			await replaceFile(file, compactLabels(await readLabels(claude), clock.now()));
	});
	if (written === undefined) throw new Error(`${file} is being written by another window.`);
}

// Marks of sessions on disk, shared by all windows and the command line.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type MarkedSessions, type SessionMark, compactMarks, foldMarks, markLine } from '../../core/sessions/marks';
import type { Clock } from '../../core/base/ports';
import { appendLine, replaceFile } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';

/** Above this the file is written anew with what counts. */
const COMPACT_ABOVE_BYTES = 256 * 1024;

function fileOf(claude: ClaudeHome): string {
	return path.join(claude.keeperHome, 'session-marks.jsonl');
}

/** All marks; none where the file is missing or unreadable. */
export async function readMarks(claude: ClaudeHome): Promise<MarkedSessions> {
	return foldMarks(await readFile(fileOf(claude), 'utf8').catch(() => ''));
}

export class SessionMarks {
	readonly file: string;

	constructor(
		private readonly claude: ClaudeHome,
		private readonly clock: Clock,
	) {
		this.file = fileOf(claude);
	}

	/** As `readMarks`. */
	read(): Promise<MarkedSessions> {
		return readMarks(this.claude);
	}

	/** Sets or takes away a mark. One appended line: two windows cannot lose each other's. */
	async set(session: string, mark: SessionMark, isOn: boolean): Promise<void> {
		await makePrivateFolder(path.dirname(this.file));
		await appendLine(this.file, markLine(session, mark, isOn, this.clock.now()));
		if ((await stat(this.file)).size > COMPACT_ABOVE_BYTES)
			await replaceFile(this.file, compactMarks(await this.read(), this.clock.now()));
	}
}

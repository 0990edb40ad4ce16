// What the hooks' log says of the ends of sessions, read again only when the log has changed.
import { stat } from 'node:fs/promises';
import { type RecordedEnd, endsIn } from '../../core/sessions/recordedEnd';
import type { ClaudeHome } from '../claude/claudeHome';
import { hookLogFile, readHookLog } from '../keeper/hookLogFile';

export class RecordedEnds {
	private stamp = '';
	private ends: ReadonlyMap<string, RecordedEnd> = new Map();

	constructor(private readonly claude: ClaudeHome) {}

	/** The last end of each session, by its id: the same map as long as nothing was logged. A log that cannot be read tells of none. */
	async read(): Promise<ReadonlyMap<string, RecordedEnd>> {
		const found = await stat(hookLogFile(this.claude)).catch(() => undefined);
		const stamp = found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
		if (stamp === this.stamp) return this.ends;
		const ends = endsIn(await readHookLog(this.claude).catch(() => []));
		this.stamp = stamp;
		this.ends = ends;
		return ends;
	}
}

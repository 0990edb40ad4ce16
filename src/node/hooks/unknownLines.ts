// What Claude Code writes of late that we do not know: a newer version of it, most likely.
import type { UnknownLines } from '../../core/hooks/doctorFacts';
import { parseLine } from '../../core/transcript/parseEntry';
import { readTextFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';
import { recentTranscripts } from '../sessions/projectSessions';

/** How much of the end of a transcript is looked at. */
const TAIL_BYTES = 1024 * 1024;
/** How many sessions, the newest first. */
const SESSIONS = 3;

/** Types of lines that no version wrote that we know, in the sessions of late, and the versions that wrote them. */
export async function unknownLines(claude: ClaudeHome, project: Project): Promise<UnknownLines> {
	const [types, versions] = [new Set<string>(), new Set<string>()];
	const sessions = await recentTranscripts(claude, project);
	for (const { file } of sessions.slice(0, SESSIONS)) {
		const lines = (await readTextFile(file, TAIL_BYTES, { fromEnd: true })).split('\n');
		let version: string | undefined;
		for (const line of lines) {
			version = /"version":"([\w.-]+)"/u.exec(line)?.[1] ?? version;
			const entry = parseLine(line);
			if (entry?.type !== 'unknown') continue;
			types.add(entry.originalType);
			if (version !== undefined) versions.add(version);
		}
	}
	return { types: [...types].sort(), versions: [...versions].sort() };
}

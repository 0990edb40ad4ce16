// What the in-turn hook has caught of a session: it is not said a second time.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { QUEUE_FOLDER } from '../../core/memory/queueFile';
import { asRecord, asText } from '../../core/result';
import type { ClaudeHome } from '../claudeHome';
import { readRegularFile } from '../regularFile';

const LIMIT_BYTES = 256 * 1024;

/** The texts of a session's queued candidates. Files that are none of ours, or broken, are passed over. */
export async function readQueued(claude: ClaudeHome, session: string): Promise<readonly string[]> {
	const folder = path.join(claude.configDir, QUEUE_FOLDER);
	const names = (await readdir(folder).catch(() => [])).filter(
		(name) => name.startsWith(`${session}-`) && name.endsWith('.json'),
	);
	const texts: string[] = [];
	for (const name of names.sort()) {
		const read = await readRegularFile(path.join(folder, name), LIMIT_BYTES).catch(() => undefined);
		try {
			const parsed: unknown = JSON.parse(read?.bytes.toString() ?? '');
			const candidates: unknown = Array.isArray(parsed) ? parsed : asRecord(parsed)?.['candidates'];
			if (!Array.isArray(candidates)) continue;
			texts.push(...candidates.flatMap((each: unknown) => asText(asRecord(each)?.['text']) ?? []));
		} catch {
			// Torn by a crash: what it held is still in the transcript.
		}
	}
	return texts;
}

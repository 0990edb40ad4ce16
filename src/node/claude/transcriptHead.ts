// Where and when a session was launched, by the beginning of its transcript. Hooks use this: no library, no parser of ours.
import { asText, parseObject } from '../../core/base/result';
import { readRegularFile } from '../base/regularFile';

/** How a session began. */
export interface Launch {
	/** The folder. */
	readonly cwd: string;
	/** Milliseconds since 1970; nothing where the line does not say. */
	readonly atMs: number | undefined;
	/** Nothing where the line does not say. */
	readonly session: string | undefined;
}

/** Every message says where it was said, so the beginning is enough, unless it is one of pictures. */
const HEADS_BYTES = [64 * 1024, 4 * 1024 * 1024];

/** How the session of a transcript began. Nothing where it does not say, or cannot be read. Never throws. */
export async function readLaunch(file: string): Promise<Launch | undefined> {
	for (const limit of HEADS_BYTES) {
		const head = await readRegularFile(file, limit).catch(() => undefined);
		const launch = launchIn(new TextDecoder().decode(head?.bytes));
		if (launch !== undefined) return launch;
		if (head === undefined || head.sizeBytes <= limit) return undefined;
	}
	return undefined;
}

/** The same from the beginning of a transcript. */
export function launchIn(head: string): Launch | undefined {
	for (const line of head.split('\n')) {
		// The last line of the head is cut, and others may be broken.
		const fields = line.includes('"cwd"') ? parseObject(line) : undefined;
		const cwd = asText(fields?.['cwd']);
		if (cwd === undefined) continue;
		const atMs = Date.parse(asText(fields?.['timestamp']) ?? '');
		return { cwd, atMs: Number.isNaN(atMs) ? undefined : atMs, session: asText(fields?.['sessionId']) };
	}
	return undefined;
}

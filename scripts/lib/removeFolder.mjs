// Clearing a test's folder away while a process that the test left behind may still write into it. `maxRetries` of Node's
// own `rmSync` tries to remove the same folder again, but not what came into it meanwhile.
import { rmSync } from 'node:fs';

const STILL_IN_USE = new Set(['ENOTEMPTY', 'EBUSY', 'EPERM', 'EEXIST']);
const LIMIT_MS = 15_000;

/** Removes a folder with all that is in it, now or within a while. Nothing happens where there is none. */
export function removeFolder(folder) {
	const untilMs = Date.now() + LIMIT_MS;
	for (;;) {
		try {
			rmSync(folder, { recursive: true, force: true });
			return;
		} catch (error) {
			if (!STILL_IN_USE.has(error.code) || Date.now() > untilMs) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
		}
	}
}

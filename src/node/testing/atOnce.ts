// For files of tests in which nothing happens at the same time: they read and write as the command line and the hooks are
// shipped (src/node/base/filesAtOnce.ts), each call at once. Handing each to a thread takes a third of the work.
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import * as atOnce from '../base/filesAtOnce';

const threaded = { ...promises };

/** Has everybody read and write by these calls, in the place of Node's own. */
export function readBy(calls: object): void {
	Object.assign(promises, calls);
	syncBuiltinESMExports();
}

export function useFilesAtOnce(): void {
	beforeAll(() => readBy(atOnce));
	afterAll(() => readBy(threaded));
}

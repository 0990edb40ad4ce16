// Around each file of tests. Files share a process and the modules that it has loaded, so a file finds the process as the
// first one did, and fails when it does not leave it so.
import promises from 'node:fs/promises';
import process from 'node:process';
import { afterAll, expect, vi } from 'vitest';
import { numberAnew } from '../../src/core/testing/transcripts';
import * as atOnce from '../../src/node/base/filesAtOnce';
import { takeRefused } from '../../src/node/base/refused';
import { readBy } from '../../src/node/testing/atOnce';

const around = () => ({ env: { ...process.env }, folder: process.cwd(), exitCode: process.exitCode });
const before = around();
const threaded = { ...promises };
numberAnew();
// What a disk refused the file before is nothing to this one.
takeRefused();
// As the command line is shipped (filesAtOnce.mjs); and it saves a fifth of the work.
const isCommandLine = expect.getState().testPath.includes('/src/cli/');
if (isCommandLine) readBy(atOnce);

afterAll(() => {
	vi.useRealTimers();
	if (isCommandLine) readBy(threaded);
	expect(around(), 'what a file of tests changes in its process it puts back').toEqual(before);
});

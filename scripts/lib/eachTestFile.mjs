// Around each file of tests. Files share a process and the modules that it has loaded, so a file finds the process as the
// first one did, and fails when it does not leave it so.
import process from 'node:process';
import { afterAll, expect, vi } from 'vitest';
import { numberAnew } from '../../src/core/testing/transcripts';

const around = () => ({ env: { ...process.env }, folder: process.cwd(), exitCode: process.exitCode });
const before = around();
numberAnew();

afterAll(() => {
	vi.useRealTimers();
	expect(around(), 'what a file of tests changes in its process it puts back').toEqual(before);
});

// What VS Code runs inside the extension host. A new suite is one more import here.
import { mocha } from './setup';

import './activation.test';
import './tools.test';

import { writeFileSync } from 'node:fs';
import type Mocha from 'mocha';

interface Outcome {
	readonly title: string;
	readonly state: 'passed' | 'failed' | 'pending';
	readonly ms?: number | undefined;
	readonly error?: string | undefined;
}

/**
 * VS Code calls this and reports a failure when the promise rejects. It also reports success when the host dies, so
 * scripts/lib/runIntegration.mjs believes nothing but the file written here.
 */
export function run(): Promise<void> {
	return new Promise((resolve, reject) => {
		const outcomes: Outcome[] = [];
		const runner = mocha.run((failures) => {
			const file = process.env['TEST_RESULTS'];
			if (file !== undefined) writeFileSync(file, JSON.stringify({ tests: outcomes }, undefined, '\t'));
			if (failures > 0) reject(new Error(`${String(failures)} of ${String(outcomes.length)} tests failed`));
			else resolve();
		});
		const record = (state: Outcome['state'], test: Mocha.Runnable, error?: string): void => {
			outcomes.push({ title: test.fullTitle(), state, ms: test.duration, error });
		};
		runner.on('pass', (test) => {
			record('passed', test);
		});
		runner.on('pending', (test) => {
			record('pending', test);
		});
		runner.on('fail', (test, error: unknown) => {
			record('failed', test, error instanceof Error ? (error.stack ?? error.message) : String(error));
		});
	});
}

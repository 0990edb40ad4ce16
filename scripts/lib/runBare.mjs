// Proves that a bare machine is enough, on one that may have more: the tests that need a browser and a VS Code run once
// on a PATH without what people install for tests.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { barePath } from './barePath.mjs';
import { inRoot, root } from './paths.mjs';
import { run, toolEnvironment } from './process.mjs';
import { removeFolder } from './removeFolder.mjs';
import { say, step } from './terminal.mjs';

const RUNS = [['integration'], ['e2e', 'smoke']];

/** @returns {Promise<{ passed: number, failed: number, skipped: number, failures: string[] }>} */
export async function runBare() {
	const dir = mkdtempSync(path.join(tmpdir(), 'sk-bare-'));
	const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
	try {
		const env = toolEnvironment({ PATH: barePath(path.join(dir, 'bin')), CHROMIUM: '', VSCODE_EXECUTABLE: '' });
		for (const names of RUNS) {
			const args = [inRoot('scripts/test.mjs'), ...names];
			const { output } = await step(`Running ${names.join(' ')} on a bare PATH`, () =>
				run(process.execPath, args, { cwd: root, env, quiet: true, mayFail: true }),
			);
			say(output.trim().replace(/^/gm, '    '));
			const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(
				output.trim().split('\n').at(-1),
			) ?? [0, 0, 1];
			total.passed += Number(passed);
			total.failed += Number(failed);
			total.skipped += Number(skipped);
			if (Number(failed) > 0) total.failures.push(`${names.join(' ')} on a bare PATH\n${output.trim()}`);
		}
	} finally {
		removeFolder(dir);
	}
	return total;
}

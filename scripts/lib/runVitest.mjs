// Runs vitest as a program of its own and counts by its JSON report, not by its exit code.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './ensureChromium.mjs';
import { ensureClaude } from './ensureClaude.mjs';
import { ensureVscodeServer } from './ensureVscodeServer.mjs';
import { inRoot, results, root } from './paths.mjs';
import { run, which } from './process.mjs';
import { say } from './terminal.mjs';

/** Some tests start the bundled command line, so the bundles come first. */
export async function runUnit(filter) {
	await build();
	return vitest('unit', 'vitest.config.ts', filter);
}

export async function runEndToEnd(filter) {
	ensureChromium();
	await ensureVscodeServer();
	return vitest('e2e', 'test/e2e/vitest.config.mjs', filter);
}

/** The real Claude Code, where it can be had. Without it the level is skipped, and says so. */
export async function runClaude(filter) {
	const missing = which('tmux') ? await ensureClaude() : 'tmux is missing: run `sudo apt-get install -y tmux`.';
	if (missing !== undefined) return { passed: 0, failed: 0, skipped: missing };
	return vitest('claude', 'test/claude/vitest.config.mjs', filter);
}

async function vitest(level, config, filter) {
	const reportFile = path.join(results, `${level}.json`);
	mkdirSync(results, { recursive: true });
	rmSync(reportFile, { force: true });
	const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', config, '--passWithNoTests'];
	args.push('--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...(filter ? [filter] : []));
	const { code } = await run(process.execPath, args, { cwd: root, mayFail: true });
	return count(JSON.parse(readFileSync(reportFile, 'utf8')), code);
}

function count(report, code) {
	// A file that cannot be loaded has no tests to fail, and must not pass for that.
	const unloadable = report.testResults.filter(
		(file) => file.status === 'failed' && file.assertionResults.length === 0,
	);
	let failed = report.numFailedTests + unloadable.length;
	// Left over: what fails outside of any test, such as an unhandled rejection.
	if (code !== 0 && failed === 0) failed = 1;
	if (report.numPendingTests > 0) say(`  ${report.numPendingTests} skipped`);
	return { passed: report.numPassedTests, failed };
}

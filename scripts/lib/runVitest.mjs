// Runs vitest as a program of its own and counts by the summary that it writes, not by its exit code.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ensureClaude } from './ensureClaude.mjs';
import { ensureInspector } from './ensureInspector.mjs';
import { ensureVscodeServer } from './ensureVscodeServer.mjs';
import { inRoot, results, root } from './paths.mjs';
import { run, toolEnvironment, which } from './process.mjs';
import { explain, say } from './terminal.mjs';

const VITEST = inRoot('node_modules/vitest/vitest.mjs');
const CLAUDE = 'test/claude/vitest.config.mjs';

export const runCore = (filter) => vitest('core', 'vitest.config.mts', filter, '--project=core');

/** Some tests start the bundled command line, so the bundles come first; a few want other people's programs. */
export async function runUnit(filter) {
	await build();
	return vitest('unit', 'vitest.config.mts', filter, '--project=unit');
}

export const runFaults = (filter) => vitest('faults', 'vitest.config.mts', filter, '--project=faults');

/** What the tests do not get, they skip. */
export async function installForUnit() {
	const missing = [await ensureClaude(), await ensureVscodeServer().catch(explain)];
	for (const why of missing) if (why !== undefined) say(`  ${why}`);
}

export const runEndToEnd = (filter) => vitest('e2e', 'test/e2e/vitest.config.mjs', filter);

/** Whoever needs what cannot be had says why. */
export async function installForClaude() {
	if (which('tmux') && (await ensureClaude()) === undefined) await ensureInspector();
}

/** The real Claude Code, where it can be had. Without it the level is skipped, and says so. */
export async function runClaude(filter) {
	const missing = which('tmux') ? await ensureClaude() : 'tmux is missing: run `sudo apt-get install -y tmux`.';
	if (missing === undefined) return vitest('claude', CLAUDE, filter);
	return { passed: 0, failed: 0, skipped: await countTests(CLAUDE, filter), why: missing };
}

async function countTests(config, filter) {
	const list = path.join(results, 'list.json');
	const args = [VITEST, 'list', '--config', config, `--json=${list}`, ...(filter ? [filter] : [])];
	mkdirSync(results, { recursive: true });
	await run(process.execPath, args, { cwd: root, quiet: true });
	return JSON.parse(readFileSync(list, 'utf8')).length;
}

async function vitest(level, config, filter, ...flags) {
	const summaryFile = path.join(results, `${level}.json`);
	mkdirSync(results, { recursive: true });
	rmSync(summaryFile, { force: true });
	const args = [VITEST, 'run', '--config', config, '--passWithNoTests', ...flags];
	args.push('--reporter=default', `--reporter=${inRoot('scripts/lib/vitestSummary.mjs')}`, ...(filter ? [filter] : []));
	const env = toolEnvironment({ TEST_SUMMARY: summaryFile });
	const { code } = await run(process.execPath, args, { cwd: root, env, mayFail: true });
	const { passed, skipped, retried, failures } = JSON.parse(readFileSync(summaryFile, 'utf8'));
	if (skipped > 0) say(`  ${skipped} skipped`);
	if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${code}; its words stand above`);
	return { passed, failed: failures.length, skipped, retried, failures };
}

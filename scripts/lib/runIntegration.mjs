// Runs out/test/index.js (mocha) inside the extension host of a real VS Code, on the sample workspace.
// Trusts only the results file that the tests write: VS Code reports success when the extension host dies.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { ensureChromium } from './ensureChromium.mjs';
import { ensureVscodeServer } from './ensureVscodeServer.mjs';
import { inRoot, results as resultsFolder, root } from './paths.mjs';
import { removeFolder } from './removeFolder.mjs';
import { buildSample } from './sampleHome.mjs';
import { say, seconds } from './terminal.mjs';
import { remotePath, startServer, TEST_SETTINGS, workbenchUrl } from './vscodeServer.mjs';

const LIMIT_MS = 5 * 60_000;
const ENTRY = inRoot('out/test/index.js');

/** A VS Code of the person's own needs no browser. */
export async function installForIntegration() {
	if (process.env.VSCODE_EXECUTABLE) return;
	await ensureChromium();
	await ensureVscodeServer();
}

/**
 * @param {object} [options]
 * @param {string} [options.grep] run only the tests whose name matches
 * @returns {Promise<{ passed: number, failed: number, skipped: number, failures: string[] }>}
 */
export async function runIntegration({ grep } = {}) {
	await build('--tests');
	const dir = mkdtempSync(path.join(tmpdir(), 'sk-int-'));
	const resultsFile = path.join(dir, 'results.json');
	const environment = { TEST_RESULTS: resultsFile, ...(grep ? { MOCHA_GREP: grep } : {}) };
	let outcome;
	try {
		outcome = process.env.VSCODE_EXECUTABLE
			? await runOnDesktop(dir, environment)
			: await runOnServer(dir, environment);
	} finally {
		if (outcome) keepLogs(outcome);
	}
	const report = count(resultsFile, outcome);
	removeFolder(dir);
	return report;
}

async function runOnServer(dir, environment) {
	const sample = buildSample(path.join(dir, 's'));
	const env = environment;
	const server = await startServer({ dir, mode: 'development', home: sample.home, settings: TEST_SETTINGS, env });
	try {
		const { browser, page, offsite } = await openBrowser({ dir });
		const logs = [];
		try {
			const done = whenDone(page, logs);
			await page.goto(
				workbenchUrl(server, sample.workspace, {
					extensionDevelopmentPath: remotePath(server, root),
					extensionTestsPath: remotePath(server, ENTRY.replace(/\.js$/, '')),
				}),
			);
			const { exit, reason } = await done;
			return { exit, reason, offsite, logs };
		} finally {
			await browser.close();
		}
	} finally {
		await server.stop();
	}
}

/** The workbench calls these two functions of the page when tests are named in its address. */
async function whenDone(page, logs) {
	let limit;
	const outcome = new Promise((resolve) => {
		limit = setTimeout(() => resolve({ exit: 1, reason: `no result within ${seconds(LIMIT_MS)}` }), LIMIT_MS);
		page.once('crash', () => resolve({ exit: 1, reason: 'the page crashed' }));
		void page.exposeFunction('codeAutomationLog', (type, args) => logs.push(`[${type}] ${args.join(' ')}`));
		void page.exposeFunction('codeAutomationExit', (exit) => resolve({ exit }));
	});
	return outcome.finally(() => clearTimeout(limit));
}

/** The second door, for machines with a desktop VS Code: the same tests, no browser. */
async function runOnDesktop(dir, environment) {
	const { runTests } = await import('@vscode/test-electron');
	const sample = buildSample(path.join(dir, 's'));
	const exit = await runTests({
		vscodeExecutablePath: process.env.VSCODE_EXECUTABLE,
		extensionDevelopmentPath: root,
		extensionTestsPath: ENTRY,
		extensionTestsEnv: { ...environment, CLAUDE_CONFIG_DIR: sample.claude },
		launchArgs: [
			sample.workspace,
			...['--disable-extensions', '--skip-welcome', '--disable-workspace-trust', '--disable-telemetry'],
			`--user-data-dir=${path.join(dir, 'user')}`,
			...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		],
	}).catch((error) => {
		say(`  ${error.message}`);
		return 1;
	});
	return { exit, offsite: [], logs: [] };
}

function count(resultsFile, { exit, reason, offsite }) {
	const tests = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')).tests : [];
	for (const { title, state, ms, error } of tests) {
		say(`  ${{ passed: '✓', failed: '✗', pending: '-' }[state]} ${title}${ms === undefined ? '' : ` (${ms} ms)`}`);
		if (error) say(error.replace(/^/gm, '      '));
	}
	const failures = tests
		.filter(({ state }) => state === 'failed')
		.map(({ title, error }) => `${title}\n${error ?? ''}`);
	const of = (state) => tests.filter((test) => test.state === state).length;
	let failed = of('failed');
	const fault = (text) => {
		say(`  ✗ ${text}`);
		failures.push(text);
		failed++;
	};
	if (tests.length === 0) fault(`no test ran (VS Code ended with ${exit}${reason ? `: ${reason}` : ''})`);
	else if (exit !== 0 && failed === 0) fault(`VS Code ended with ${exit}${reason ? `: ${reason}` : ''}`);
	if (offsite.length > 0) fault(`requests to other machines: ${offsite.join(', ')}`);
	return { passed: of('passed'), failed, skipped: of('pending'), failures };
}

function keepLogs({ logs }) {
	mkdirSync(resultsFolder, { recursive: true });
	writeFileSync(path.join(resultsFolder, 'integration-workbench.log'), logs.join('\n'));
}

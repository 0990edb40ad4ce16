// Opens a real VS Code with the packaged extension, and cleans up after every test.
//
//	import { expect, test } from 'vitest';
//	import { openWorkbench, sharedFolder } from './support/harness.mjs';
//	import { buildSample } from '../../scripts/lib/sampleHome.mjs';
//
//	test('shows what is parked', async () => {
//		const sample = buildSample(await sharedFolder());
//		const { workbench } = await openWorkbench(sample);
//		await workbench.openContainer('Session Keeper');
//		await workbench.row('Parked', /Renew the demo/).waitFor();
//		await workbench.screenshot('parked');
//	});
//
// With `sampleFolder()` in place of `await sharedFolder()` the test has a window of its own, which is closed after it. A
// test fails when the workbench asked another machine for something. A failing test leaves a picture and the logs in
// test-results/failures/<test>/<window>/; with KEEP_TRACE=1 a trace as well, which costs a sixth of the machine while it is taken
// (see it with `npx playwright-core show-trace trace.zip`).
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { launchBrowser, openPage } from '../../../scripts/lib/browser.mjs';
import { results } from '../../../scripts/lib/paths.mjs';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.mjs';
import { startServer, TEST_SETTINGS, workbenchUrl } from '../../../scripts/lib/vscodeServer.mjs';
import { SharedWindow } from './sharedWindow.mjs';
import { ACTION_LIMIT_MS, Workbench } from './workbench.mjs';

/** What comes once in a profile would come to some test or other. */
const QUIET = { 'sessionKeeper.home.open': 'never', 'sessionKeeper.notifications.pendingBackups': false };
const VIEWPORT = { width: 1280, height: 1000 };
const sessions = new Set();
/** Windows that the tests of a worker share, by whether they trust their folder. */
const shared = new Map();
/** One for all windows of a worker: to start it costs as much as to draw a window, and windows share nothing in it. */
let browser;
const folders = new Set();

/** A private folder for a test's own sample, removed after the file. Short: sockets live below it. */
export function sampleFolder() {
	const folder = temporaryFolder('sk-e2e-');
	folders.add(folder);
	return folder;
}

/** A private folder that is removed after the run. */
const lastingFolder = () => temporaryFolder('w-', inject('runFolder'));

/**
 * The folder of a window that tests share, for the sample of a test: it is empty, and no extension runs in the window until
 * `openWorkbench` is called with that sample.
 * @param {boolean} [options.trust] whether the window trusts it; there is one of each
 */
export async function sharedFolder({ trust = true } = {}) {
	if (!shared.has(trust)) {
		const server = { dir: lastingFolder(), extensionsDir: inject('extensionsDir'), trust };
		shared.set(trust, new SharedWindow(lastingFolder(), server));
	}
	const window = shared.get(trust);
	await window.clear();
	return window.folder;
}

/**
 * @param {object} options
 * @param {string} options.home the HOME of the extension host, with `.claude` in it
 * @param {string} [options.workspace] the folder to open; an empty window without. What lies in a shared folder is opened in
 *     the shared window
 * @param {object} [options.settings] user settings
 * @param {object} [options.env] additions to the extension host's environment, which is otherwise empty
 * @param {{ width: number, height: number }} [options.viewport]
 * @param {true | false | 'ask'} [options.trust] of a window that is not shared: trusted; not trusted (restricted mode); or
 *     the question is asked
 * @param {string[]} [options.extensions] of such a window, too: folders of others, each named as an installed one
 * @param {boolean} [options.isWhole] of such a window, too: it has all extensions that VS Code brings (see linkQuietBuiltins)
 * @param {string} [options.language] of such a window, too: `de`, or `pseudo`, in which VS Code marks every text
 */
export async function openWorkbench({
	viewport = VIEWPORT,
	trust = true,
	extensions = [],
	language,
	isWhole,
	...options
}) {
	const { home, workspace, settings, env } = options;
	const window = [...shared.values()].find(({ folder }) => workspace?.startsWith(folder));
	if (window !== undefined) {
		window.session ??= await openSession({ home, viewport, ...window.serverOptions });
		await window.letIn({ home, workspace, settings, env, viewport });
		return window.session;
	}
	const dir = sampleFolder();
	const extensionsDir = extensionsWith(extensions, dir, language === 'pseudo');
	const session = await openSession({ dir, home, trust, settings, env, viewport, extensionsDir, language, isWhole });
	await session.enter(workspace);
	return session;
}

/** A server and an empty page. */
async function openSession({ trust, settings, viewport, language, isWhole, ...options }) {
	const server = await startServer({
		mode: 'packaged',
		trustFeature: trust !== true,
		...(isWhole ? {} : { builtinsDir: inject('builtinsDir') }),
		settings: {
			...TEST_SETTINGS,
			...QUIET,
			'security.workspace.trust.startupPrompt': trust === 'ask' ? 'always' : 'never',
			...settings,
		},
		...options,
	});
	const session = { dir: options.dir, server, offsite: [] };
	sessions.add(session);
	if (!browser?.isConnected()) browser = await launchBrowser(lastingFolder());
	const { context, page, offsite } = await openPage(browser, viewport);
	// What a language pack does, of which there is none here: the window names its language, and what belongs to it is loaded
	// for the extension. The window's own words stay English, but in `pseudo`.
	if (language !== undefined)
		await context.addInitScript((value) => {
			Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value });
		}, language);
	const workbench = new Workbench(page);
	const enter = async (workspace) => {
		await page.goto(workbenchUrl(server, workspace));
		await workbench.waitUntilReady();
	};
	Object.assign(session, { context, page, offsite, workbench, enter });
	page.setDefaultTimeout(ACTION_LIMIT_MS);
	if (process.env.KEEP_TRACE) await context.tracing.start({ screenshots: true, snapshots: true });
	return session;
}

/** A text as VS Code marks those of its own in the language `pseudo`. Links in it lead where they led. */
export function pseudo(text) {
	return `［${text.replaceAll(/\(command:[^)]*\)|[aouei]/g, (found) => (found.length > 1 ? found : found + found))}］`;
}

/** The installed extensions, and others beside them. @param {boolean} isPseudo whether ours has texts in that language */
function extensionsWith(others, dir, isPseudo) {
	const installed = inject('extensionsDir');
	if (others.length === 0 && !isPseudo) return installed;
	const folder = path.join(dir, 'extensions');
	cpSync(installed, folder, { recursive: true });
	// What is installed is read from the folder where no list says it.
	rmSync(path.join(folder, 'extensions.json'), { force: true });
	for (const other of others) cpSync(other, path.join(folder, path.basename(other)), { recursive: true });
	if (isPseudo) {
		const [ours] = readdirSync(folder).filter((name) => name.startsWith('session-keeper.'));
		const mark = (from, to) => {
			const texts = Object.entries(JSON.parse(readFileSync(path.join(folder, ours, from), 'utf8')));
			const marked = Object.fromEntries(texts.map(([key, text]) => [key, pseudo(text)]));
			writeFileSync(path.join(folder, ours, to), JSON.stringify(marked));
		};
		mark('l10n/bundle.l10n.json', 'l10n/bundle.l10n.pseudo.json');
		// The server takes the English of manifests for this language.
		mark('package.nls.json', 'package.nls.json');
	}
	return folder;
}

/** After each test. A shared window stays, unless the test failed: who knows in what state it is. */
export async function afterTest({ task }) {
	const failed = task.result?.state === 'fail';
	const offsite = [];
	for (const [at, session] of [...sessions].entries()) {
		if (failed) await keepEvidence(session, task, at + 1);
		offsite.push(...session.offsite.splice(0));
		if (failed || ![...shared.values()].some((window) => window.session === session)) await close(session);
	}
	if (failed) shared.clear();
	if (offsite.length > 0) throw new Error(`Requests to other machines:\n${offsite.join('\n')}`);
}

/** After each file: shared windows and the browser wait for the next one. */
export function afterFile() {
	for (const folder of folders) removeFolder(folder);
	folders.clear();
}

async function close(session) {
	sessions.delete(session);
	await session.context?.close();
	await session.server.stop();
}

async function keepEvidence({ dir, context, page }, task, number) {
	const name = [...task.file.name.split('/').slice(-1), task.name].join('-').replace(/[^\w.-]+/g, '_');
	const folder = path.join(results, 'failures', name.slice(0, 100), String(number));
	mkdirSync(folder, { recursive: true });
	// Evidence is a help: it must not hide the failure that it is about.
	const ignore = () => undefined;
	await page?.screenshot({ path: path.join(folder, 'page.png') }).catch(ignore);
	if (page !== undefined) console.error(`The window said:\n${await new Workbench(page).said().catch(String)}`);
	if (process.env.KEEP_TRACE) await context?.tracing.stop({ path: path.join(folder, 'trace.zip') }).catch(ignore);
	const logs = path.join(dir, 'user/logs');
	if (existsSync(logs)) cpSync(logs, path.join(folder, 'logs'), { recursive: true });
}

// Opens a real VS Code with the packaged extension, and cleans up after every test.
//
//	import { expect, test } from 'vitest';
//	import { openWorkbench, sampleFolder } from './support/harness.mjs';
//	import { buildSample } from '../../scripts/lib/sampleHome.mjs';
//
//	test('shows what is parked', async () => {
//		const sample = buildSample(sampleFolder());
//		const { workbench } = await openWorkbench(sample);
//		await workbench.openContainer('Session Keeper');
//		await workbench.row('Parked', /Renew the demo/).waitFor();
//		await workbench.screenshot('parked');
//	});
//
// What is opened inside a test is closed after it; what a `beforeAll` opens says `lasts: 'file'`. A test fails when the
// workbench asked another machine for something. A failing test leaves a picture and the logs in
// test-results/failures/<test>/; with KEEP_TRACE=1 a trace as well, which costs a sixth of the machine while it is taken
// (see it with `npx playwright-core show-trace trace.zip`).
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { afterAll, afterEach, inject } from 'vitest';
import { launchBrowser, openPage } from '../../../scripts/lib/browser.mjs';
import { results } from '../../../scripts/lib/paths.mjs';
import { startServer, TEST_SETTINGS, workbenchUrl } from '../../../scripts/lib/vscodeServer.mjs';
import { ACTION_LIMIT_MS, Workbench } from './workbench.mjs';

const sessions = new Set();
/** One for all windows of a file: to start it costs as much as to draw a window, and windows share nothing in it. */
let browser;
const folders = new Set();

/** A private folder for a test's own sample, removed after the file. Short: sockets live below it. */
export function sampleFolder() {
	const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sk-e2e-')));
	folders.add(folder);
	return folder;
}

/**
 * @param {object} options
 * @param {string} options.home the HOME of the extension host, with `.claude` in it
 * @param {string} [options.workspace] the folder to open; an empty window without
 * @param {true | false | 'ask'} [options.trust] trusted; not trusted (restricted mode); or the question is asked
 * @param {object} [options.settings] user settings
 * @param {object} [options.env] additions to the extension host's environment, which is otherwise empty
 * @param {string[]} [options.extensions] folders of other extensions, each named as an installed one
 * @param {'test' | 'file'} [options.lasts] how long it stays open
 * @param {{ width: number, height: number }} [options.viewport]
 */
export async function openWorkbench(options) {
	const { home, workspace, trust = true, settings, env, extensions = [], lasts = 'test', viewport } = options;
	const dir = sampleFolder();
	const server = await startServer({
		dir,
		mode: 'packaged',
		home,
		env,
		extensionsDir: extensionsWith(extensions, dir),
		trustFeature: trust !== true,
		settings: {
			...TEST_SETTINGS,
			'security.workspace.trust.startupPrompt': trust === 'ask' ? 'always' : 'never',
			...settings,
		},
	});
	const session = { dir, server, lasts, offsite: [] };
	sessions.add(session);
	if (!browser?.isConnected()) browser = await launchBrowser(sampleFolder());
	const { context, page, offsite } = await openPage(browser, viewport);
	Object.assign(session, { context, page, offsite });
	page.setDefaultTimeout(ACTION_LIMIT_MS);
	if (process.env.KEEP_TRACE) await context.tracing.start({ screenshots: true, snapshots: true });
	await page.goto(workbenchUrl(server, workspace));
	const workbench = new Workbench(page);
	await workbench.waitUntilReady();
	return { workbench, page, server, dir, close: () => close(session) };
}

/** The installed extensions, and others beside them. */
function extensionsWith(others, dir) {
	const installed = inject('extensionsDir');
	if (others.length === 0) return installed;
	const folder = path.join(dir, 'extensions');
	cpSync(installed, folder, { recursive: true });
	// What is installed is read from the folder where no list says it.
	rmSync(path.join(folder, 'extensions.json'), { force: true });
	for (const other of others) cpSync(other, path.join(folder, path.basename(other)), { recursive: true });
	return folder;
}

afterEach(async ({ task }) => {
	const failed = task.result?.state === 'fail';
	const offsite = [];
	for (const session of sessions) {
		if (failed) await keepEvidence(session, task);
		offsite.push(...session.offsite.splice(0));
		if (session.lasts === 'test') await close(session);
	}
	if (offsite.length > 0) throw new Error(`Requests to other machines:\n${offsite.join('\n')}`);
});

afterAll(async () => {
	for (const session of sessions) await close(session);
	await browser?.close();
	for (const folder of folders) removeFolder(folder);
});

async function close(session) {
	sessions.delete(session);
	await session.context?.close();
	await session.server.stop();
}

async function keepEvidence({ dir, context, page }, task) {
	const name = [...task.file.name.split('/').slice(-1), task.name].join('-').replace(/[^\w.-]+/g, '_');
	const folder = path.join(results, 'failures', name.slice(0, 100));
	mkdirSync(folder, { recursive: true });
	// Evidence is a help: it must not hide the failure that it is about.
	const ignore = () => undefined;
	await page?.screenshot({ path: path.join(folder, 'page.png') }).catch(ignore);
	if (page !== undefined) console.error(`The window said:\n${await new Workbench(page).said().catch(String)}`);
	if (process.env.KEEP_TRACE) await context?.tracing.stop({ path: path.join(folder, 'trace.zip') }).catch(ignore);
	const logs = path.join(dir, 'user/logs');
	if (existsSync(logs)) cpSync(logs, path.join(folder, 'logs'), { recursive: true });
}

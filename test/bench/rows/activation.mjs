// What VS Code itself says about the activation of the packaged extension: loading its code plus `activate()`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '../../../scripts/lib/browser.mjs';
import { ensureChromium } from '../../../scripts/lib/ensureChromium.mjs';
import { ensureVscodeServer } from '../../../scripts/lib/ensureVscodeServer.mjs';
import { extensionId } from '../../../scripts/lib/paths.mjs';
import { buildSample } from '../../../scripts/lib/sampleHome.mjs';
import { installVsix, startServer, TEST_SETTINGS, workbenchUrl } from '../../../scripts/lib/vscodeServer.mjs';
import { packageExtension } from '../../../scripts/package.mjs';
import { Workbench } from '../../e2e/support/workbench.mjs';

export const rows = [
	{
		id: 'activation',
		title: 'activation as VS Code reports it (load and activate)',
		unit: 'ms',
		better: 'less',
		must: 60,
		stretch: 30,
	},
];

/** A window is opened once and reloaded: a single start says more about what else the machine did just then. */
const STARTS = 3;

export async function prepare(bench) {
	if (process.platform !== 'linux') return 'the VS Code server of the tests runs on Linux only';
	await ensureVscodeServer();
	await ensureChromium();
	const vsix = path.join(bench.storage, 'activation.vsix');
	await packageExtension(vsix);
	const dir = mkdtempSync(path.join(tmpdir(), 'sk-bench-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	const extensionsDir = path.join(dir, 'extensions');
	await installVsix(vsix, { dir, extensionsDir });
	return { dir, extensionsDir, sample: buildSample(path.join(dir, 'sample')) };
}

export async function round(_bench, { dir, extensionsDir, sample }) {
	const own = mkdtempSync(path.join(dir, 'round-'));
	const server = await startServer({
		dir: own,
		mode: 'packaged',
		home: sample.home,
		extensionsDir,
		settings: TEST_SETTINGS,
	});
	try {
		const { browser, page } = await openBrowser({ dir: own });
		try {
			await page.goto(workbenchUrl(server, sample.workspace));
			const workbench = new Workbench(page);
			const found = [];
			for (let start = 0; start < STARTS; start++) {
				if (start > 0) await page.reload();
				await workbench.waitUntilReady();
				await workbench.statusItem('status').waitFor();
				await workbench.command('Developer: Startup Performance');
				found.push(await activationMs(page));
				await workbench.command('View: Close All Editors');
			}
			return { activation: found.sort((a, b) => a - b)[STARTS >> 1] };
		} finally {
			await browser.close();
		}
	} finally {
		await server.stop();
	}
}

/** The report is a Markdown table: extension, eager, load, activate, finish, event, by. It is long, so it is copied whole. */
async function activationMs(page) {
	const row = new RegExp(`\\| ${extensionId().replaceAll('.', '\\.')}\\s*\\|([^\\n]*)`);
	await page.locator('.editor-group-container.active .view-lines').click();
	for (let attempt = 0; attempt < 50; attempt++) {
		await page.keyboard.press('Control+A');
		await page.keyboard.press('Control+C');
		const cells = row.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[1].split('|');
		if (cells) return Number(cells[1]) + Number(cells[2]);
		await page.waitForTimeout(200);
	}
	throw new Error(`VS Code reports nothing about ${extensionId()}.`);
}

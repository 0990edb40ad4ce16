// Home: what a person sees who comes back, and the one place that asks in the first minutes.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	buildEmptySample,
	buildSample,
	SESSIONS,
	writeLiveSession,
	writeParkedItem,
	writeTranscript,
} from '../../scripts/lib/sampleHome.mjs';
import { writeBackup } from '../../scripts/lib/sampleBackups.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';
import { violationsIn } from './support/violations.mjs';

/** As a person has it, whose settings nobody touched. */
const UNTOUCHED = { 'sessionKeeper.home.open': 'once', 'sessionKeeper.notifications.pendingBackups': true };
const part = (home, name) => home.locator('section', { has: home.getByRole('heading', { name }) });
const rowOf = (home, name, title) => part(home, name).getByRole('listitem').filter({ hasText: title });

async function openHome(workbench) {
	await workbench.command('Session Keeper: Open Home');
	const home = workbench.webview();
	await part(home, /Safety/)
		.getByText('Last backup')
		.waitFor();
	return home;
}

test('opens when our side bar is first shown, asks there and not in notices, and never opens again unasked', async () => {
	const sample = buildSample(sampleFolder());
	const { workbench, page } = await openWorkbench({ ...sample, settings: UNTOUCHED });
	await workbench.statusItem('status').waitFor();
	expect(await workbench.tab('Session Keeper Home').count()).toBe(0);
	await workbench.openContainer('Session Keeper');
	await workbench.tab('Session Keeper Home').waitFor();
	const home = workbench.webview();
	await rowOf(home, /Needs You/, 'Draft a hand-off when you leave a session?').waitFor();
	await rowOf(home, /Needs You/, 'Back up every session automatically?').waitFor();
	await rowOf(home, /Needs You/, 'Store: add remove()').waitFor();
	await workbench.screenshot('home');
	// The side bar, to which the person went, keeps the focus; no notice came.
	expect(await page.evaluate(() => document.activeElement.closest('.part.sidebar') !== null)).toBe(true);
	expect(await page.locator('.notification-list-item').count()).toBe(0);

	const drafts = rowOf(home, /Needs You/, 'Draft a hand-off when you leave a session?');
	await drafts.getByRole('button', { name: /^No / }).click();
	await drafts.waitFor({ state: 'detached' });

	await workbench.untilRemembered('home.wasOpened');
	// VS Code brings it back where it was open, with what it can do.
	await workbench.untilRemembered('mainThreadWebview-sessionKeeper.home');
	await page.reload();
	await workbench.waitUntilReady();
	await part(home, /Safety/)
		.getByText('Last backup')
		.waitFor();
	await workbench.command('View: Close All Editors');
	await workbench.tab('Session Keeper Home').waitFor({ state: 'detached' });
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /due/).first().waitFor();
	expect(await workbench.tab('Session Keeper Home').count()).toBe(0);
	// What was answered is not asked again.
	await workbench.statusItem('status').click();
	await rowOf(workbench.webview(), /Needs You/, 'Back up every session automatically?').waitFor();
	await part(workbench.webview(), /Safety/)
		.getByText('Last backup')
		.waitFor();
	expect(await drafts.count()).toBe(0);
});

test('is read and used by keyboard in every theme, and follows what happens', async () => {
	const sample = buildSample(sampleFolder());
	const live = { claude: sample.claude, workspace: sample.workspace, sessionId: SESSIONS.live, pid: process.pid };
	writeLiveSession({ ...live, status: 'waiting', waitingFor: 'permission prompt' });
	const { workbench, page, dir } = await openWorkbench(sample);
	const home = await openHome(workbench);
	const waiting = rowOf(home, /Needs You/, 'needs input: permission prompt');
	await waiting.waitFor();
	await part(home, /Recent Sessions/)
		.getByText('What does this project do?')
		.waitFor();
	await workbench.command('View: Toggle Primary Side Bar Visibility');
	// An open window reads the settings of its machine anew.
	const file = path.join(dir, 'user/Machine/settings.json');
	for (const [theme, kind] of [
		['Dark Modern', 'vscode-dark'],
		['Light Modern', 'vscode-light'],
		['Default High Contrast', 'vscode-high-contrast'],
		['Default High Contrast Light', 'vscode-high-contrast-light'],
	]) {
		writeFileSync(file, JSON.stringify({ 'workbench.colorTheme': theme }));
		await home.locator(`body.${kind}`).waitFor();
		await workbench.screenshot(`home-${kind}`);
		expect([theme, await violationsIn(workbench.webview())]).toEqual([theme, []]);
	}
	await page.setViewportSize({ width: 520, height: 1000 });
	await workbench.screenshot('home-narrow');
	await page.setViewportSize({ width: 1280, height: 1000 });

	// What comes is told, and who is on a button stays on it.
	const menu = home.getByRole('button', { name: 'Open Menu' });
	const park = home.getByRole('button', { name: 'Park Item…' });
	await park.focus();
	writeParkedItem(sample.memoryDir, { name: 'by-hand', text: 'Written beside Home.' });
	await part(home, /Still Open/)
		.getByText('9 parked items')
		.waitFor();
	expect(await park.evaluate((button) => button === document.activeElement)).toBe(true);
	writeLiveSession(live);
	await waiting.waitFor({ state: 'detached' });
	const isOn = (button) => button.evaluate((each) => each === document.activeElement);
	while (!(await isOn(menu))) await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await workbench.quickItem('Show Pending Backups').waitFor();
	await workbench.escape();
});

test('with nothing there it says what comes', async () => {
	const sample = buildEmptySample(await sharedFolder());
	mkdirSync(sample.claude);
	const { workbench } = await openWorkbench(sample);
	const home = await openHome(workbench);
	await part(home, /Recent Sessions/)
		.getByText('No Claude Code sessions in this folder yet.')
		.waitFor();
	await part(home, /Where You Left Off/)
		.getByText('No finished session')
		.waitFor();
	await workbench.screenshot('home-empty');
});

test('backups over their limit are told there, until some are gone', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const { claude, workspace: folder } = sample;
	// What compresses well would stay below the limit.
	const text = randomBytes(1_500_000).toString('base64');
	writeBackup({ workspace: folder, at: Date.now() - 60_000, sessionId: SESSIONS.ended, source: '/gone.jsonl', text });
	mkdirSync(path.join(claude, 'session-keeper'), { recursive: true });
	writeFileSync(path.join(claude, 'session-keeper/settings.json'), JSON.stringify({ backupsMaxMegabytes: 1 }));
	const { workbench } = await openWorkbench({ ...sample, settings: { 'sessionKeeper.backups.maxMegabytes': 1 } });
	const home = await openHome(workbench);
	const full = rowOf(home, /Needs You/, 'Backups are over their limit');
	await full.getByText(/Pending backups use 1\.\d MB/).waitFor();
	await workbench.screenshot('home-over-limit');
	await rowOf(home, /Needs You/, 'ended')
		.getByRole('button', { name: /^Discard/ })
		.click();
	await workbench.dialog('Discard the backup').getByRole('button', { name: 'Discard', exact: true }).click();
	await full.waitFor({ state: 'detached' });
	expect(await workbench.notification('over the limit').count()).toBe(0);
});

test('of hundreds of sessions it shows the latest, and the side bar has them by day', async () => {
	const sample = buildEmptySample(await sharedFolder());
	for (let n = 0; n < 300; n++)
		writeTranscript({
			claude: sample.claude,
			workspace: sample.workspace,
			name: 'tool-use',
			sessionId: `77777777-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`,
			endedAt: Date.now() - (n + 1) * 3_600_000,
		});
	const { workbench } = await openWorkbench(sample);
	const home = await openHome(workbench);
	await home.getByRole('button', { name: 'Show All Sessions (300)' }).waitFor();
	expect(
		await part(home, /Recent Sessions/)
			.getByRole('listitem')
			.count(),
	).toBe(6);
	await part(home, /Where You Left Off/)
		.getByText('Store: add remove()')
		.waitFor();
	await workbench.screenshot('home-many');
	await home.getByRole('button', { name: 'Show All Sessions (300)' }).click();
	await workbench
		.row('Sessions', /^(?:Today|Yesterday)/)
		.first()
		.waitFor();
	await workbench
		.row('Sessions', /Store: add remove/)
		.first()
		.waitFor();
	await workbench.screenshot('sessions-by-day');
	await workbench.commandPicking('Session Keeper: Group Sessions By…', 'No Groups');
	await workbench
		.row('Sessions', /^(?:Today|Yesterday)/)
		.first()
		.waitFor({ state: 'detached' });
	await workbench.commandPicking('Session Keeper: Group Sessions By…', /^Day/);
	await workbench
		.row('Sessions', /^(?:Today|Yesterday)/)
		.first()
		.waitFor();
});

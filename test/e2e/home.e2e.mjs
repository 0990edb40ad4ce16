// Home: what a person sees who comes back, and the one place that asks in the first minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildEmptySample, buildSample, SESSIONS, writeLiveSession } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

/** As a person has it, whose settings nobody touched. */
const UNTOUCHED = { 'sessionKeeper.home.open': 'once', 'sessionKeeper.notifications.pendingBackups': true };
const part = (home, name) => home.locator('section', { has: home.getByRole('heading', { name }) });
const rowOf = (home, name, title) => part(home, name).getByRole('listitem').filter({ hasText: title });

async function openHome(workbench) {
	await workbench.command('Session Keeper: Open Home');
	const home = workbench.webview();
	await part(home, /Safety/).getByText(/Last backup/).waitFor();
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
	await rowOf(home, /Needs You/, 'Back up every session by itself?').waitFor();
	await rowOf(home, /Needs You/, 'Store: add remove()').waitFor();
	await workbench.screenshot('home');
	// The side bar, to which the person went, keeps the focus; no notice came.
	expect(await page.locator('.notification-list-item').count()).toBe(0);

	const drafts = rowOf(home, /Needs You/, 'Draft a hand-off when you leave a session?');
	await drafts.getByRole('button', { name: /^No / }).click();
	await drafts.waitFor({ state: 'detached' });

	await workbench.untilRemembered('home.wasOpened');
	await page.reload();
	await workbench.waitUntilReady();
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /due/).first().waitFor();
	expect(await workbench.tab('Session Keeper Home').count()).toBe(0);
	// What was answered is not asked again.
	await workbench.statusItem('status').click();
	await rowOf(workbench.webview(), /Needs You/, 'Back up every session by itself?').waitFor();
	await part(workbench.webview(), /Safety/).getByText('Last backup').waitFor();
	expect(await drafts.count()).toBe(0);
});

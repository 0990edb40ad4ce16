// Insights: the page of plots, by mouse and keyboard, in every theme.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildEmptySample, buildSample } from '../../scripts/lib/sampleHome.mjs';
import { writeMonths } from '../../scripts/lib/sampleMonths.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';
import { violationsIn } from './support/violations.mjs';

const section = (insights, name) =>
	insights.locator('section', { has: insights.getByRole('heading', { name, exact: true }) });

/** Runs in the frame of the page, in its own world, past its policy. */
async function inFrame(page, run) {
	const titles = await Promise.all(page.frames().map((frame) => frame.title().catch(() => '')));
	return page.frames()[titles.indexOf('Session Keeper Insights')].evaluate(run);
}

/** All that the policy of a page has refused. */
function refusedOn(page) {
	const refused = [];
	page.on('console', (message) => {
		if (/Content.Security.Policy/iu.test(message.text())) refused.push(message.text());
	});
	return refused;
}

/** Months of sessions of two projects. */
async function openInsights() {
	const sample = buildSample(sampleFolder());
	const workspaces = [sample.workspace, path.join(sample.home, 'shop')];
	writeMonths({ claude: sample.claude, workspaces, count: 150, days: 80 });
	const window = await openWorkbench(sample);
	const refused = refusedOn(window.page);
	// Home has a quiet link there.
	await window.workbench.command('Session Keeper: Open Home');
	await window.workbench.webview().getByRole('button', { name: 'Insights' }).click();
	await window.workbench.tab('Session Keeper Insights').waitFor();
	return { ...window, sample, refused };
}

/** The plots of all projects, in one theme after the other. */
async function expectInThemes({ workbench, dir }, themes) {
	const insights = workbench.webview();
	await section(insights, 'Tokens').locator('svg').waitFor();
	await insights.getByLabel('Time', { exact: true }).selectOption('90');
	await insights.getByLabel('Project', { exact: true }).selectOption('');
	await section(insights, 'Projects')
		.getByRole('img', { name: /Projects.* Most: todo-app, / })
		.waitFor();
	await workbench.command('View: Toggle Primary Side Bar Visibility');
	const file = path.join(dir, 'user/Machine/settings.json');
	for (const [theme, kind] of themes) {
		const color = () =>
			section(insights, 'Cost (Estimate)')
				.locator('svg text')
				.first()
				.evaluate((text) => text.getAttribute('fill'));
		const before = await color();
		writeFileSync(file, JSON.stringify({ 'workbench.colorTheme': theme }));
		await insights.locator(`body.${kind}`).waitFor();
		await expect.poll(color).not.toBe(before);
		await workbench.screenshot(`insights-${kind}`);
		expect([theme, await violationsIn(insights)]).toEqual([theme, []]);
	}
}

test('plots what sessions come to, light and dark', async () => {
	const window = await openInsights();
	const { workbench, page, refused } = window;
	await expectInThemes(window, [
		['Light Modern', 'vscode-light'],
		['Dark Modern', 'vscode-dark'],
	]);
	expect(await workbench.webview().locator('.chart svg').count()).toBeGreaterThanOrEqual(7);
	await page.setViewportSize({ width: 420, height: 1000 });
	await workbench.screenshot('insights-narrow');
	expect(refused).toEqual([]);
	// It would be seen.
	await inFrame(page, () => document.body.setAttribute('style', 'color: red'));
	await expect.poll(() => refused.length).toBe(1);
});

test('plots what sessions come to in high contrast', async () => {
	const window = await openInsights();
	await expectInThemes(window, [
		['Default High Contrast', 'vscode-high-contrast'],
		['Default High Contrast Light', 'vscode-high-contrast-light'],
	]);
	expect(window.refused).toEqual([]);
});

test('leads from a bar, and from the same row of its table, to their sessions, and gives its numbers away', async () => {
	const { workbench, page, sample, refused } = await openInsights();
	const insights = workbench.webview();
	await insights.getByLabel('Time', { exact: true }).selectOption('90');
	// A bar, and the same row of the table by keyboard alone.
	const models = section(insights, 'Models');
	await models.scrollIntoViewIfNeeded();
	const bars = models.locator('svg path[fill^="rgb"]');
	await expect.poll(() => bars.count()).toBeGreaterThan(2);
	const { width, height } = await models.locator('.chart').boundingBox();
	await models.locator('.chart').click({ position: { x: width * 0.4, y: height * 0.2 } });
	await workbench
		.quickItem(/Fix the login, \d/)
		.first()
		.waitFor();
	await workbench.screenshot('insights-sessions');
	await workbench.escape();
	await models.locator('summary').focus();
	await page.keyboard.press('Enter');
	await models.getByRole('columnheader', { name: 'Model' }).waitFor();
	await models.getByRole('rowheader', { name: 'claude-opus-5-5' }).waitFor();
	expect(await violationsIn(insights)).toEqual([]);
	await models.scrollIntoViewIfNeeded();
	await workbench.screenshot('insights-table');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await workbench.quickWidget().getByText('Models · claude-opus-5-5').waitFor();
	await page.keyboard.press('Enter');
	await insights.locator('.turn').first().waitFor();
	await workbench.tab('Session Keeper Insights').click();

	await models.getByRole('button', { name: 'Save as CSV… Models' }).click();
	const saved = path.join(sample.home, 'models.csv');
	await workbench.choosePath(saved);
	await expect.poll(() => read(saved)).toMatch(/^name,tokens,cost,sessions\r\nclaude-opus-5-5,\d+,/u);
	// What was chosen outlives the window.
	await workbench.untilRemembered('mainThreadWebview-sessionKeeper.insights');
	await workbench.untilRemembered('":90,');
	await page.reload();
	await workbench.waitUntilReady();
	await workbench.tab('Session Keeper Insights').click();
	await section(insights, 'Tokens').locator('svg').waitFor();
	expect(await insights.getByLabel('Time', { exact: true }).inputValue()).toBe('90');
	expect(refused).toEqual([]);
});

function read(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

test('with nothing there it says so, and draws nothing', async () => {
	const { workbench } = await openWorkbench(buildEmptySample(await sharedFolder()));
	await workbench.openContainer('Session Keeper');
	await workbench.command('Session Keeper: Open Insights');
	const insights = workbench.webview();
	await section(insights, 'Sessions').getByText('Sessions started · per day · No sessions in this time.').waitFor();
	expect(await insights.locator('.chart:visible').count()).toBe(0);
	await workbench.screenshot('insights-empty');
	expect(await violationsIn(insights)).toEqual([]);
});

// Every view and page, one dimension varied at a time. Nothing is asserted but that it shows, and that a checker of
// accessibility finds nothing on our pages: the pictures are for people.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { inRoot, results } from '../../scripts/lib/paths.mjs';
import { buildEmptySample, buildSample, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { writeMonths } from '../../scripts/lib/sampleMonths.mjs';
import { openWorkbench, sampleFolder } from '../e2e/support/harness.mjs';
import { queue } from '../e2e/support/memorySample.mjs';
import { violationsIn } from '../e2e/support/violations.mjs';

const TALL = { width: 1280, height: 1000 };
const folder = path.join(results, 'pictures');

/** Everything that a view can show. */
function fullSample(folders = 1) {
	const dir = sampleFolder();
	const sample = buildSample(dir, { hasDeleted: true });
	writeMonths({ claude: sample.claude, workspaces: [sample.workspace, path.join(dir, 'shop')], count: 120, days: 80 });
	queue(sample, [
		['feedback', 'Always indent the code with tabs.'],
		['project', 'We are freezing merges on Thursday for the mobile release.'],
	]);
	if (folders === 1) return sample;
	const other = buildEmptySample(path.join(dir, 'other'), { workspaceName: 'shop-api' });
	const at = { claude: sample.claude, workspace: other.workspace, sessionId: '77777777-aaaa-4aaa-8aaa-000000000001' };
	writeTranscript({ ...at, name: 'tasks', endedAt: Date.now() - 7_200_000 });
	const file = path.join(dir, 'both.code-workspace');
	writeFileSync(file, JSON.stringify({ folders: [sample, other].map(({ workspace }) => ({ path: workspace })) }));
	return { ...sample, workspace: file };
}

function sampleOfSessions(count) {
	const sample = buildEmptySample(sampleFolder());
	mkdirSync(sample.claude, { recursive: true });
	const names = ['tool-use', 'tasks', 'compacted', 'ai-title'];
	for (let n = 0; n < count; n++) {
		const sessionId = `77777777-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`;
		writeTranscript({ ...sample, name: names[n % names.length], sessionId, endedAt: Date.now() - (n + 1) * 5_400_000 });
	}
	return sample;
}

const theme = (name) => ({ settings: { 'workbench.colorTheme': name } });
const WAYS = {
	dark: {},
	light: theme('Light Modern'),
	'high contrast': theme('Default High Contrast'),
	'high contrast light': theme('Default High Contrast Light'),
	'200 px': { viewport: { width: 1000, height: 1000 }, narrow: 200 },
	// At 200 %, half as much fits into the same window.
	'200 %': { viewport: { width: 640, height: 500 } },
	'two roots': { sample: () => fullSample(2) },
	'0 sessions': { sample: () => sampleOfSessions(0) },
	'1 session': { sample: () => sampleOfSessions(1) },
	'17 sessions': { sample: () => sampleOfSessions(17) },
	'3000 sessions': { sample: () => sampleOfSessions(3000) },
	German: { language: 'de' },
	Japanese: { language: 'ja' },
};

test.each(Object.keys(WAYS))('%s', async (way) => {
	const { sample: build = fullSample, narrow, language, ...more } = WAYS[way];
	const own = path.join(folder, way.replaceAll(' ', '-').replace('%', 'percent'));
	const { workbench, page } = await openWorkbench({ viewport: TALL, ...build(), ...more, language });
	const words = JSON.parse(
		readFileSync(inRoot(`package.nls${language === undefined ? '' : `.${language}`}.json`), 'utf8'),
	);
	const title = (key) => `Session Keeper: ${words[`command.${key}.title`]}`;
	const command = (key) => workbench.command(title(key));
	const inPage = workbench.webview();
	let count = 0;
	const picture = async (name) => {
		// Fonts, icons and decorations come a moment later.
		await page.waitForTimeout(1_000);
		const file = path.join(own, `${++count}-${name}.png`);
		await page.screenshot({ path: file, animations: 'disabled' });
	};

	const found = [];
	const checked = async (name) => {
		await picture(name);
		for (const violation of await violationsIn(inPage)) found.push(`${name}: ${violation}`);
	};

	await workbench.statusItem('status').waitFor({ timeout: 60_000 });
	await page
		.locator('.part.activitybar')
		.getByRole('tab', { name: /Session Keeper/ })
		.first()
		.click();
	const headers = page.locator('.part.sidebar .pane-header');
	await headers.nth(3).waitFor();
	if (narrow !== undefined) await workbench.sideBarWidth(narrow);
	await picture('views');
	for (const header of await headers.all())
		if ((await header.getAttribute('aria-expanded')) === 'false') await header.click({ position: { x: 10, y: 10 } });
	await picture('views-unfolded');
	const isFull = build === fullSample || way === 'two roots';
	if (isFull) {
		await page
			.locator('.part.sidebar')
			.getByRole('treeitem', { name: /indent the code/i })
			.first()
			.click();
		await page.locator('.monaco-diff-editor .view-line').first().waitFor();
		await picture('review-diff');
	}
	if (narrow !== undefined) {
		await workbench.command('View: Toggle Primary Side Bar Visibility');
		await page.setViewportSize({ width: narrow + 60, height: 1000 });
	}

	await command('openHome');
	await inPage.locator('#safety li').first().waitFor();
	await checked('home');
	await inPage.locator('#more').scrollIntoViewIfNeeded();
	await picture('home-end');
	await command('openInsights');
	await inPage.locator('#totals dd').first().waitFor();
	await checked('insights');
	if (way !== '0 sessions') {
		for (const id of ['projects', 'states']) {
			await inPage.locator(`#${id}`).scrollIntoViewIfNeeded();
			await picture(`insights-${id}`);
		}
		await inPage.locator('#models summary').click();
		await inPage.locator('#models tbody tr').first().waitFor();
		await picture('insights-numbers');
	}
	await command('runDoctor');
	// Of several folders, one is asked for.
	if (way === 'two roots') await workbench.pick(/todo-app/);
	await inPage.locator('table').first().waitFor();
	await checked('hooks');
	if (way !== '0 sessions') {
		await workbench.commandAsking(title('readSession'), /Store: add remove/);
		await picture('which-session');
		await workbench.pick(/Store: add remove/);
		await inPage.locator('.turn').first().waitFor();
		await inPage.locator('details > summary').last().click();
		await checked('session');
	}
	await command('searchSessions');
	await workbench.quickInput().fill('remove');
	await page.waitForTimeout(2_000);
	await picture('search');
	await workbench.escape();
	await command('showMenu');
	await workbench.quickItem().first().waitFor();
	await picture('menu');
	await workbench.escape();
	for (const key of isFull ? ['verifyBackups', 'checkMemory'] : []) {
		await command('showMenu');
		await workbench.answer(words[`command.${key}.title`]);
		if (way === 'two roots' && key === 'verifyBackups') await workbench.pick(/todo-app/);
		await page.waitForTimeout(2_000);
		await picture(key);
	}
	await workbench.command('Welcome: Open Walkthrough...');
	await workbench.answer('Session Keeper').catch(() => undefined);
	await page.locator('.gettingStartedContainer').waitFor();
	await picture('walkthrough');
	expect(found).toEqual([]);
});

/** One page of all that there is, beside each other. */
afterEach(() => {
	const ways = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
	const rows = ways.map(({ name }) => {
		const files = readdirSync(path.join(folder, name));
		const figures = files.map((file) => `<a href="${name}/${file}"><img src="${name}/${file}" alt="${file}"></a>`);
		return `<h2>${name}</h2><div>${figures.join('')}</div>`;
	});
	const style =
		'body{font-family:sans-serif}div{display:flex;gap:8px;overflow-x:auto}img{height:420px;border:1px solid #888}';
	writeFileSync(path.join(folder, 'index.html'), `<!doctype html><style>${style}</style>${rows.join('\n')}`);
});

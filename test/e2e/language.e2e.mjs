// In another language nothing of ours is left in English: in VS Code's language `pseudo` every text that went through
// translation stands in brackets, and whatever stands outside of them must be a word of the sample's.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { SESSIONS, buildSample, writeLiveSession } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, pseudo, sampleFolder } from './support/harness.mjs';
import { queue } from './support/memorySample.mjs';

/** What is the same in every language: products, file names, units, keys, words of formats, and the days of a language that nobody has. */
const EVERYWHERE =
	/^(?:Session Keeper|Claude|Claude Code|VS Code|HTML|Markdown|HEAD|Node [\d.]+|\d.*|[A-Z]\w*\.md|settings(?:\.local)?\.json|session-keeper [a-z -]+|Session(?:Start|End)|notInstalled|unloggedBackup|[smhdkMB]+|\/.*|\.claude\/.*|ms|KB|MB|[⚠$#@+−-].*|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: \d{1,2})?|Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/u;

/** Everything that the sample's files say, and what they are called. */
function wordsOf(...folders) {
	return folders
		.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
		.flatMap((each) => {
			const file = path.join(each.parentPath, each.name);
			return each.isFile() ? [file, readFileSync(file, 'utf8')] : [file];
		})
		.join('\n')
		.replaceAll(/\\[nt"]|\s+/gu, ' ');
}

/** Texts on the screen below an element, and what is read aloud of it, each by itself. Runs in the page. */
function textsBelow(root) {
	const found = [];
	const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
	for (const element of [root, ...root.querySelectorAll('*')]) {
		if (!isShown(element) || /^(?:STYLE|SCRIPT)$/u.test(element.tagName)) continue;
		// VS Code reads the names of icons in a quick pick aloud, and all of its words are shown.
		const isPick = element.closest('.quick-input-list') !== null;
		for (const name of isPick ? [] : ['aria-label', 'title', 'placeholder', 'alt'])
			found.push(element.getAttribute(name) ?? '');
		for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
	}
	return found;
}

/** Names of files are shown as words. */
const isIn = (said, word) =>
	[said, said.toLowerCase().replaceAll(/[-_]/gu, ' ')].some(
		(text) => text.includes(word) || text.includes(word.toLowerCase()),
	);

/** What is left of texts when marked ones are taken out, and what the sample says. */
function plainIn(texts, said) {
	const unmarked = (text) => {
		const without = text.replaceAll(/［[^［］]*］/gu, ' ');
		return without === text ? text : unmarked(without);
	};
	const parts = texts.flatMap((text) =>
		unmarked(text.replaceAll('\u00a0', ' ').replaceAll(/\$\([a-z-]+\)|^command:.*/gu, '')).split(
			/ · |[,;:()→…“”\n|]|—| - /u,
		),
	);
	const words = parts.map((part) => part.replaceAll(/\s+/gu, ' ').trim());
	return [...new Set(words)].filter((word) => /\p{L}/u.test(word) && !EVERYWHERE.test(word) && !isIn(said, word));
}

test('in another language nothing of ours is left in English', async () => {
	const sample = buildSample(sampleFolder());
	writeLiveSession({
		claude: sample.claude,
		workspace: sample.workspace,
		sessionId: SESSIONS.live,
		pid: process.pid,
		status: 'waiting',
		waitingFor: 'permission prompt',
	});
	queue(sample, [['feedback', 'Always indent the code with tabs.']]);
	const said = `${wordsOf(sample.home, sample.workspace)} main permission prompt`;
	const { workbench, page } = await openWorkbench({ ...sample, language: 'pseudo' });
	const left = {};
	const look = async (place, locator) => {
		let texts = [];
		const isDrawn = async () => {
			texts = await locator.evaluateAll((roots, source) => {
				const below = new Function(`return ${source}`)();
				return roots.flatMap((root) => below(root));
			}, textsBelow.toString());
			return texts.some((text) => text.includes('［'));
		};
		await expect.poll(isDrawn, { message: place }).toBe(true);
		left[place] = plainIn(texts, said);
	};
	const inPage = (text) => workbench.webview().getByText(text).first();
	const titled = (title) => pseudo(`Session Keeper: ${pseudo(title)}`);
	const command = (title) => workbench.command(titled(title));

	const status = workbench.statusItem('status');
	await status.waitFor({ timeout: 60_000 });
	await page
		.locator('.part.activitybar')
		.getByRole('tab', { name: pseudo('Session Keeper') })
		.click();
	const panes = page.locator('.part.sidebar .pane');
	await panes.getByRole('treeitem').first().waitFor();
	for (const header of await panes.locator('.pane-header').all())
		if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
	await panes.last().getByRole('treeitem').first().waitFor();
	await look('views', panes);
	await workbench.screenshot('language-pseudo-views');
	await look('status', status);

	// Where a session needs input, a click goes there.
	await command('Open Home');
	await inPage(pseudo('Where You Left Off')).waitFor();
	await inPage(pseudo('Hooks')).waitFor();
	await look('home', workbench.webview().locator('body'));
	await workbench.screenshot('language-pseudo-home');

	await command('Check Hooks');
	await inPage(pseudo('Claude Code settings')).waitFor();
	await look('hooks', workbench.webview().locator('body'));

	await command('Open Insights');
	await workbench.webview().locator('.chart svg').first().waitFor();
	await look('insights', workbench.webview().locator('body'));

	await workbench.commandAsking(titled('Open Menu'));
	await look('menu', workbench.quickWidget());
	await workbench.escape();

	await command('Read Session');
	await workbench
		.quickItem(/Store: add remove/)
		.first()
		.waitFor();
	await look('which session', workbench.quickWidget());
	await workbench.pick(/Store: add remove/);
	await workbench.webview().locator('.turn').first().waitFor();
	await look('session', workbench.webview().locator('body'));
	await workbench.screenshot('language-pseudo-session');

	const row = panes.getByRole('treeitem', { name: /demo-certificate/ });
	await row.click({ button: 'right' });
	const menu = page.locator('.monaco-menu').first();
	await menu.waitFor();
	await look('menu of a row', menu);
	await workbench.escape();
	await row.getByRole('checkbox').click();
	const notice = page.locator('.notification-list-item').first();
	await notice.waitFor();
	await look('notice', notice);
	expect(left).toEqual(Object.fromEntries(Object.keys(left).map((place) => [place, []])));
});

/** Words of a page that do not fit into their place. Runs in the page. */
function isCut(element) {
	const { overflow, textOverflow } = getComputedStyle(element);
	return element.scrollWidth > element.clientWidth + 1 && (overflow === 'hidden' || textOverflow === 'ellipsis');
}

test.each(['de', 'ja', 'zh-cn'])('views and pages speak %s, and nothing on them is cut off', async (language) => {
	const sample = buildSample(sampleFolder());
	const { workbench, page } = await openWorkbench({ ...sample, language });
	const texts = JSON.parse(readFileSync(inRoot(`l10n/bundle.l10n.${language}.json`), 'utf8'));
	const titles = JSON.parse(readFileSync(inRoot(`package.nls.${language}.json`), 'utf8'));
	await workbench.statusItem('status').waitFor({ timeout: 60_000 });
	await page.locator('.part.activitybar').getByRole('tab', { name: 'Session Keeper' }).click();
	await page.locator('.part.sidebar .pane-header', { hasText: titles['view.parked'] }).first().waitFor();
	await page.locator('.part.sidebar').getByRole('treeitem').first().waitFor();
	await workbench.statusItem('status').click();
	const home = workbench.webview();
	await home.getByText(texts['Where You Left Off']).first().waitFor();
	await home.getByText(texts['Last backup']).first().waitFor();
	await workbench.screenshot(`language-${language}-home`);
	/** Every element that shows words of its own. @param least so many there are at least */
	const expectWhole = async (place, root, least) => {
		const shown = await root.locator(':scope *').evaluateAll((elements, source) => {
			const isCut = new Function(`return ${source}`)();
			return (
				elements
					.filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
					// What is for screen readers alone has a single point of the screen.
					.filter((element) => element.checkVisibility() && element.clientWidth > 1)
					.map((element) => [element.textContent, isCut(element)])
			);
		}, isCut.toString());
		expect([place, shown.length > least]).toEqual([place, true]);
		expect([place, shown.filter(([, cut]) => cut).map(([text]) => text)]).toEqual([place, []]);
	};
	await expectWhole('home', home.locator('body'), 40);
	for (const header of await page.locator('.part.sidebar .pane-header').all()) await expectWhole('a view', header, 0);
	const welcome = page.locator('.part.sidebar .welcome-view-content');
	for (const each of await welcome.all()) await expectWhole('a view without rows', each, 0);

	await workbench.command(`Session Keeper: ${titles['command.runDoctor.title']}`);
	await home.getByText(texts['Claude Code settings']).first().waitFor();
	await workbench.screenshot(`language-${language}-hooks`);
	await expectWhole('hooks', home.locator('body'), 40);
	await workbench.commandPicking(`Session Keeper: ${titles['command.readSession.title']}`, /Store: add remove/);
	await home.locator('.turn').first().waitFor();
	await workbench.screenshot(`language-${language}-session`);
	await expectWhole('the bar of a session', home.locator('header'), 5);
	await expectWhole('a turn', home.locator('.turn').first(), 3);

	// VS Code gives the titles of a manifest that it has translated in another form.
	await workbench.commandAsking(`Session Keeper: ${titles['command.showMenu.title']}`);
	await workbench.quickInput().fill(titles['command.verifyBackups.title']);
	await workbench.quickItem(titles['command.verifyBackups.title']).first().waitFor();
});

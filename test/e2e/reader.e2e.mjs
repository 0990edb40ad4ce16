// A session is read on a page that looks like the conversation it was, whatever its length and whatever it says.
import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { buildEmptySample, buildSample, claudeSlug, writeLiveSession } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';
import { violationsIn } from './support/violations.mjs';

const ID = '77777777-aaaa-4aaa-8aaa-000000000007';

/** Lines of a session of the sample's, one after the other in the tree. */
function linesOf(sample) {
	let parentUuid = null;
	let made = 0;
	const line = (type, message, more = {}) => {
		const uuid = `line-${++made}`;
		const timestamp = new Date(Date.now() - 7_200_000 + made * 1_000).toISOString();
		const base = {
			parentUuid,
			uuid,
			isSidechain: false,
			sessionId: ID,
			timestamp,
			cwd: sample.workspace,
			entrypoint: 'cli',
		};
		parentUuid = uuid;
		return `${JSON.stringify({ ...base, type, message, ...more })}\n`;
	};
	const answer = (block) =>
		line('assistant', { id: `msg-${made}`, role: 'assistant', model: 'claude-opus-5-5', content: [block], usage: {} });
	return {
		prompt: (content) => line('user', { role: 'user', content }),
		reply: (text) => answer({ type: 'text', text }),
		tool: (name, input, result, toolUseResult) =>
			answer({ type: 'tool_use', id: `tool-${made}`, name, input }) +
			line(
				'user',
				{ role: 'user', content: [{ type: 'tool_result', tool_use_id: `tool-${made - 1}`, content: result }] },
				{ toolUseResult },
			),
		compaction: () =>
			line('system', undefined, {
				subtype: 'compact_boundary',
				compactMetadata: { preTokens: 160_000, postTokens: 9_000 },
			}),
	};
}

function writeSession(sample, text) {
	const folder = path.join(sample.claude, 'projects', claudeSlug(sample.workspace));
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${ID}.jsonl`);
	writeFileSync(file, text, { mode: 0o600 });
	return file;
}

async function openSession(sample, name, more = {}) {
	const opened = await openWorkbench({ ...sample, ...more });
	await opened.workbench.openContainer('Session Keeper');
	await opened.workbench.expandPane('Sessions');
	await opened.workbench.row('Sessions', name).click();
	const reader = opened.workbench.webview();
	await reader.locator('main[aria-busy=false] .turn').first().waitFor();
	return { ...opened, reader };
}

test('a session opens as a page with its turns, and tools that unfold', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page, reader } = await openSession(sample, /Store: add remove/);
	await reader.getByRole('heading', { level: 1, name: /Store: add remove/ }).waitFor();
	const turns = reader.getByRole('navigation', { name: 'Turns' }).getByRole('link');
	await expect.poll(() => turns.count()).toBe(2);
	await reader.getByRole('heading', { level: 2, name: /What does this project do/ }).waitFor();
	await reader.locator('summary', { hasText: 'src/store.js' }).click();
	await reader.locator('.added', { hasText: 'remove' }).first().waitFor();
	await workbench.screenshot('reader');
	await turns.last().click();
	const here = reader.locator('a[aria-current]', { hasText: 'Add a remove function' });
	await here.waitFor();
	expect(await violationsIn(reader)).toEqual([]);
	// VS Code brings it back.
	await workbench.untilRemembered('session-keeper-session');
	await page.reload();
	await workbench.waitUntilReady();
	await reader.getByRole('heading', { level: 1, name: /Store: add remove/ }).waitFor();
	await reader.getByRole('button', { name: 'Resume' }).waitFor();
});

const EVIL = [
	'<script>parent.document.title="ran"; fetch("https://evil.example/s")</script>',
	'<img src="https://evil.example/i.png" onerror="document.title=\'ran\'"><style>@import "https://evil.example/c.css"</style>',
	'[a](javascript:document.title="ran") [b](command:workbench.action.quit) ![c](https://evil.example/m.png)',
	'</details></section></main><iframe src="https://evil.example"></iframe>',
	'\u001b]0;ran\u0007\u001b[31mred\u001b[0m \u202egnirts',
];

test('what a transcript says runs nothing and loads nothing', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const { prompt, reply, tool } = linesOf(sample);
	const text = EVIL.map(
		(evil) =>
			prompt(evil) +
			reply(evil) +
			tool('Bash', { command: evil }, evil) +
			tool('Task', { description: evil }, evil, { agentId: `"><script>${evil}` }),
	);
	writeSession(sample, `${prompt('Hostile words')}${text.join('')}${reply('The end of it')}`);
	const { workbench, reader, page } = await openSession(sample, /Hostile words/);
	await reader.getByText('The end of it').scrollIntoViewIfNeeded();
	const main = reader.locator('main');
	expect(await main.locator('script, img, iframe, style, link, form, object, [onerror], .sheet [style]').count()).toBe(
		0,
	);
	expect(await main.locator('a:not([href^="#"]):not([href^="https://"]):not([href^="mailto:"])').count()).toBe(0);
	expect(await reader.locator('html').evaluate(() => document.title)).toBe('Hostile words');
	expect(await page.title()).not.toContain('ran');
	expect(await main.innerText()).toContain('<script>parent.document.title');
	await reader.locator('details.tool', { hasText: 'gnirts' }).first().locator('summary').click();
	await reader.locator('pre .ansi-red', { hasText: 'red' }).first().waitFor();
	await workbench.screenshot('reader-hostile');
});

test('a long session opens at any place, finds words in all of it, goes from prompt to prompt, and follows what is appended', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const { prompt, reply, tool, compaction } = linesOf(sample);
	const turns = Array.from(
		{ length: 3_000 },
		(_, n) =>
			(n === 1_500 ? compaction() : '') +
			prompt(`Prompt number ${n + 1}`) +
			tool('Bash', { command: 'npm test' }, `\u001b[32mok\u001b[0m ${n}\n${'line\n'.repeat(100)}`) +
			reply(n === 2_345 ? 'Here is the **walrus**, and another walrus.' : `Reply ${n + 1}`),
	);
	const file = writeSession(sample, turns.join(''));
	const { workbench, page, reader } = await openSession(sample, /Prompt number 1/);
	const links = reader.getByRole('navigation', { name: 'Turns' }).getByRole('link');
	await expect.poll(() => links.count()).toBe(3_000);
	// Only what is seen is there.
	expect(await reader.locator('main .turn').count()).toBeLessThan(600);
	await reader.getByRole('button', { name: 'Find' }).click();
	await reader.getByRole('textbox', { name: 'Find in this session' }).fill('walrus');
	await reader.getByText('1 of 1').waitFor();
	await reader.getByText('another walrus').waitFor();
	expect(await reader.getByText('another walrus').evaluate((element) => element.getBoundingClientRect().top > 0)).toBe(
		true,
	);
	await reader.locator('a[aria-current]', { hasText: 'Prompt number 2346' }).waitFor();
	await workbench.screenshot('reader-found');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Alt+ArrowDown');
	await reader.locator('a[aria-current]', { hasText: 'Prompt number 2347' }).waitFor();
	await page.keyboard.press('Alt+ArrowUp');
	await page.keyboard.press('Alt+ArrowUp');
	await reader.locator('a[aria-current]', { hasText: 'Prompt number 2345' }).waitFor();
	await links.nth(1_500).evaluate((link) => link.click());
	await reader.getByText('Compacted: 160k → 9k tokens').waitFor();
	const heading = reader.locator('#turn-1501');
	await expect
		.poll(() => heading.evaluate(({ parentElement }) => parentElement.previousElementSibling.childElementCount))
		.toBeGreaterThan(0);
	await expect.poll(() => heading.evaluate((turn) => Math.abs(turn.getBoundingClientRect().top))).toBeLessThan(200);
	await workbench.screenshot('reader-middle');

	await links.last().evaluate((link) => link.click());
	await reader.getByText('Reply 3000', { exact: true }).waitFor();
	// What is drawn already stays the element that it is, as somebody has left it.
	const unfolded = reader.locator('main details.tool').last();
	await unfolded.locator('summary').click();
	await unfolded.evaluate((element) => (element.dataset.own = 'kept'));
	await reader.getByText('Reply 3000', { exact: true }).selectText();
	await page.keyboard.press('Control+End');
	appendFileSync(file, reply('More of this turn'));
	await reader.getByText('More of this turn').waitFor();
	appendFileSync(file, prompt('One more thing') + reply('Said later'));
	await reader.getByText('Said later').waitFor();
	expect(await reader.locator('main details.tool[open][data-own=kept]').count()).toBe(1);
	expect(await reader.locator('body').evaluate(() => getSelection().toString())).toBe('Reply 3000');
	await expect.poll(() => links.count()).toBe(3_001);
	await expect
		.poll(() => reader.getByText('Said later').evaluate((element) => element.getBoundingClientRect().top < innerHeight))
		.toBe(true);
});

/** A session with a place far from its beginning, and one that is short, as files of the sample's. */
function writeLong(sample, last = 'Reply 400') {
	const { prompt, reply } = linesOf(sample);
	const said = (n) => (n === 399 ? last : n === 200 ? 'Here is the walrus.' : `Reply ${n + 1}`);
	const turns = Array.from(
		{ length: 400 },
		(_, n) => prompt(`Prompt number ${n + 1}`) + reply(`${'- point\n'.repeat(40)}${said(n)}`),
	);
	return writeSession(sample, turns.join(''));
}

const isSeen = (locator) =>
	locator.evaluate((element) => {
		const { top, bottom } = element.getBoundingClientRect();
		return top > 0 && bottom <= innerHeight;
	});

test('a hit is shown in a tab that lay behind another one, and in the group that has the focus', async () => {
	const sample = buildSample(await sharedFolder());
	writeLong(sample);
	const { workbench, page, reader } = await openSession(sample, /Prompt number 1/);
	const search = async (text, tries = 3) => {
		await workbench.command('Session Keeper: Search Sessions…');
		await workbench
			.quickInput()
			.pressSequentially(text, { delay: 30, timeout: 5_000 })
			.catch(() => undefined);
		// A page that has just opened takes the focus, late on a busy machine, and the search closes at any moment.
		const isFound = await Promise.race([
			workbench
				.quickWidget()
				.getByText('1 hit')
				.waitFor()
				.then(() => true),
			page
				.locator('.quick-input-widget')
				.waitFor({ state: 'hidden' })
				.then(() => false),
		]);
		if (!isFound && tries > 1) return search(text, tries - 1);
		await workbench.accept();
	};
	await workbench.command('Session Keeper: Open Home');
	await workbench.waitForPage('Where you left off');
	await search('here is the walrus');
	const hit = reader.getByText('Here is the walrus.');
	await hit.waitFor();
	await expect.poll(() => isSeen(hit)).toBe(true);
	expect(await reader.locator('main > .sheet').first().getAttribute('data-at')).toBe('0');
	await workbench.screenshot('reader-behind');

	await workbench.waitForPage('Here is the walrus.');
	await page.keyboard.press('Control+Backslash');
	const second = page.locator('iframe.webview.ready').nth(1).contentFrame().frameLocator('#active-frame');
	await second.locator('main[aria-busy=false] .turn').first().waitFor();
	// It takes the focus late, and closes what asks.
	await page.waitForFunction(() => document.activeElement === document.querySelectorAll('iframe.webview.ready')[1]);
	await search('reply 350');
	const other = second.getByText('Reply 350');
	await other.waitFor();
	await expect.poll(() => isSeen(other)).toBe(true);
	await workbench.screenshot('reader-split');
});

test('a session that goes on opens at its end', async () => {
	const sample = buildEmptySample(await sharedFolder());
	writeLong(sample, 'The last words');
	writeLiveSession({ claude: sample.claude, workspace: sample.workspace, sessionId: ID, pid: process.pid });
	const { workbench, reader } = await openSession(sample, /Prompt number 1/);
	const end = reader.getByText('The last words');
	await end.waitFor();
	await expect.poll(() => isSeen(end)).toBe(true);
	await workbench.screenshot('reader-live');
});

test('its buttons copy a turn and a link to it, and its keys stay with it', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page, reader } = await openSession(sample, /Store: add remove/);
	await reader.getByRole('button', { name: 'Copy: turn 1' }).click();
	await workbench.statusText('Copied turn 1').waitFor();
	await reader.getByRole('button', { name: 'Copy Link: turn 2' }).click();
	await workbench.statusText('Copied a link to turn 2').waitFor();
	await page.keyboard.press('Control+F');
	const find = reader.getByRole('textbox', { name: 'Find in this session' });
	await find.waitFor();
	await page.keyboard.press('Escape');
	await find.waitFor({ state: 'hidden' });
	await workbench.command('Output: Focus on Output View');
	// The page may take the focus back meanwhile.
	await page.locator('.part.panel .monaco-editor').first().click();
	await page.locator('.part.panel :focus').first().waitFor({ state: 'attached' });
	await page.keyboard.press('Control+F');
	await page.locator('.part.panel .find-widget.visible').waitFor();
	expect(await find.isVisible()).toBe(false);
	await page.keyboard.press('Escape');
	await reader.getByRole('button', { name: 'Open as Markdown' }).click();
	await workbench.tab(/Store.*add remove.*md/).waitFor();
});

test('what a subagent did opens in its place', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const from = inRoot('test/fixtures/sessions/08-subagent-foreground/projects/-home-dev-app');
	const to = path.join(sample.claude, 'projects', claudeSlug(sample.workspace));
	cpSync(from, to, { recursive: true });
	for (const name of readdirSync(to, { recursive: true }).filter((each) => each.endsWith('.jsonl'))) {
		const file = path.join(to, name);
		writeFileSync(
			file,
			readFileSync(file, 'utf8').replaceAll('/home/dev/app', sample.workspace).replaceAll('sdk-cli', 'cli'),
		);
	}
	const { workbench, reader } = await openSession(sample, /agent check the tests/);
	const button = reader.getByRole('button', { name: 'What the subagent did' }).first();
	await button.click();
	await reader.getByRole('group', { name: 'What the subagent did' }).locator('.tool').first().waitFor();
	expect(await button.getAttribute('aria-expanded')).toBe('true');
	await workbench.screenshot('reader-subagent');
	await button.click();
	await reader.getByRole('group', { name: 'What the subagent did' }).waitFor({ state: 'detached' });
});

test.each([
	['light', 'Default Light Modern', {}],
	['high-contrast', 'Default High Contrast', {}],
	['high-contrast-light', 'Default High Contrast Light', {}],
	['narrow', 'Default Dark Modern', { viewport: { width: 640, height: 900 } }],
	// A window of 1280 by 1000, at 200 %.
	['zoomed', 'Default Dark Modern', { viewport: { width: 640, height: 500 } }],
	['200-px', 'Default Light Modern', { viewport: { width: 400, height: 900 } }],
])('it is drawn in the colours of the editor: %s', async (name, theme, more) => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page, reader } = await openSession(sample, /Store: add remove/, {
		settings: { 'workbench.colorTheme': theme },
		...more,
	});
	await workbench.screenshot(`reader-${name}-top`);
	await reader.locator('summary', { hasText: 'src/store.js' }).click();
	// Only blocks of code may be wider than the page, and are scrolled by themselves.
	expect(await reader.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
	// What a notice asked in a first opening stands on Home now: nothing lies over the page.
	expect(await page.locator('.notification-toast').count()).toBe(0);
	await workbench.screenshot(`reader-${name}`);
	const [text, ground] = await reader
		.locator('body')
		.evaluate((body) => [getComputedStyle(body).color, getComputedStyle(body).backgroundColor]);
	expect(text).not.toBe(ground);
	expect(await violationsIn(reader)).toEqual([]);
});

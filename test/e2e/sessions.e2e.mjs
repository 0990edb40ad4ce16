// Sessions in a real VS Code: the list lives, a session can be read and searched, marks stay.
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, SESSIONS, writeLiveSession } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

const prompt = (sample, sessionId, text) =>
	`${JSON.stringify({ type: 'user', uuid: `e2e-${Math.random()}`, parentUuid: null, isSidechain: false, sessionId, timestamp: new Date().toISOString(), cwd: sample.workspace, entrypoint: 'cli', message: { role: 'user', content: text } })}\n`;

async function openSessions(sample, more = {}) {
	const opened = await openWorkbench({ ...sample, ...more });
	await opened.workbench.openContainer('Session Keeper');
	await opened.workbench.expandPane('Sessions');
	return opened;
}

test('lists running sessions first, with state, age and tokens, and moves a row when its transcript grows', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openSessions(sample);
	await workbench
		.row('Sessions', /idle|active/)
		.first()
		.waitFor();
	// Groups and what programs started have rows of their own.
	const sessionRows = async () => (await workbench.rowNames('Sessions')).filter((name) => / tokens/.test(name));
	await workbench.roomFor('Sessions', /1 more was started by a program/);
	await expect.poll(async () => (await sessionRows()).length).toBe(4);
	const names = await sessionRows();
	expect(names[0]).toMatch(/, (active|idle), 3m/);
	expect(names.some((name) => /Store: add remove\(\), .*tokens/.test(name))).toBe(true);
	await workbench.screenshot('sessions');

	appendFileSync(sample.sessions.compacted.file, prompt(sample, SESSIONS.compacted, 'One more question'));
	await expect.poll(async () => (await sessionRows())[1]).toMatch(/What does this project do\?, .*, now/);
});

test('a session that waits for a permission stands on top and says so in the status bar', async () => {
	const sample = buildSample(await sharedFolder());
	writeLiveSession({
		claude: sample.claude,
		workspace: sample.workspace,
		sessionId: SESSIONS.live,
		pid: process.pid,
		now: Date.now(),
		status: 'waiting',
		waitingFor: 'permission prompt',
	});
	const { workbench } = await openSessions(sample);
	await workbench.row('Sessions', /needs input: permission prompt/).waitFor();
	await workbench
		.statusItem('status')
		.getByRole('button', { name: /needs your input: permission prompt/ })
		.waitFor();
	await workbench.screenshot('sessions-waiting');
	// Without a command of the manifest that does the same.
	await workbench.command('Session Keeper: Open Menu');
	await workbench.quickItem(/needs your input/).waitFor();
	await workbench.quickInput().fill('that needs');
	await expect.poll(() => workbench.quickItem().count()).toBe(1);
});

test('a session is read as Markdown with an outline, too', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page } = await openSessions(sample);
	await workbench.row('Sessions', /Store: add remove/).click();
	await workbench.webview().getByRole('button', { name: 'Open as Markdown' }).click();
	await workbench.tab(/Store.*add remove.*md/).waitFor();
	await expect.poll(() => workbench.editorText()).toContain('##');
	await workbench.screenshot('session-markdown');
	await page.keyboard.press('Control+Shift+O');
	await workbench.quickItem().first().waitFor();
	await workbench.screenshot('session-outline');
});

test('search finds a phrase while typing and opens the session at the message', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openSessions(sample);
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.command('Session Keeper: Search Sessions…');
	await workbench.quickInput().pressSequentially('in-memory todo', { delay: 30 });
	// The newest session comes first, wherever in its words the phrase stands, and each session once. What was found for the
	// first letters may stand there until then.
	const first = () => workbench.quickItem().first().innerText();
	await expect.poll(first).toMatch(/Store: add remove\(\)[^]*in-memory todo/);
	await workbench.quickWidget().getByText('4 hits').waitFor();
	expect(await workbench.quickItem(/Store: add remove/).count()).toBe(1);
	await workbench.screenshot('search');
	await workbench.accept();
	await workbench.tab(/Store.*add remove/).waitFor();
	await workbench.webview().locator('main').getByText('in-memory todo').first().waitFor();
});

test('Enter before anything is found opens what is found first', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openSessions(sample);
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.command('Session Keeper: Search Sessions…');
	await workbench.quickInput().fill('in-memory todo');
	await workbench.quickInput().press('Enter');
	await workbench.tab(/Store.*add remove/).waitFor();
	await workbench.webview().locator('main').getByText('in-memory todo').first().waitFor();
});

test('search offers recent sessions, is narrowed by buttons, and shows all hits of a session', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openSessions(sample);
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.command('Session Keeper: Search Sessions…');
	await workbench.quickItem(/Store: add remove/).waitFor();
	await workbench.screenshot('search-recent');
	const button = (name) => workbench.quickWidget().getByRole('button', { name });
	await button('Filter by Who Said It').click();
	await expect.poll(() => workbench.quickInput().inputValue()).toBe('who:you ');
	await workbench.quickInput().pressSequentially('the', { delay: 30 });
	await workbench
		.quickItem(/the store/)
		.first()
		.waitFor();
	const yours = await workbench.quickItem().allInnerTexts();
	await button('Filter by Who Said It').click();
	await expect.poll(() => workbench.quickInput().inputValue()).toBe('who:claude the');
	await expect.poll(() => workbench.quickItem().allInnerTexts()).not.toEqual(yours);
	await workbench.screenshot('search-filtered');
	const many = workbench.quickItem(/Store: add remove.*2 hits/);
	await many.waitFor();
	// While the search goes on, rows are drawn anew, and VS Code shows the button of the one below the pointer alone.
	await workbench.quickWidget().getByText('6 hits').waitFor();
	// A click while VS Code draws the row once more is lost.
	for (let time = 0; time < 3 && !(await button('Back').isVisible()); time++) {
		await workbench.clickRowButton(many, 'Show All Hits');
		await button('Back')
			.waitFor({ timeout: 8_000 })
			.catch(() => undefined);
	}
	await button('Back').waitFor();
	expect(await workbench.quickItem().count()).toBeGreaterThan(1);
	await workbench.screenshot('search-session');
	await button('Back').click();
	await many.waitFor();
	await workbench.quickWidget().getByText('6 hits').waitFor();
});

test('pinning, hiding and marking private outlast the window', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page } = await openSessions(sample);
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.command('Session Keeper: Pin Session');
	await workbench.answer('Store: add');
	await workbench.row('Sessions', /Store: add remove.*pinned/).waitFor();
	await workbench.command('Session Keeper: Mark Session Private');
	await workbench.answer('Store: add');
	await workbench.row('Sessions', /Store: add remove.*pinned, private/).waitFor();
	await page.reload();
	await workbench.waitUntilReady();
	await workbench.command('Session Keeper: Focus on Sessions View');
	await workbench.row('Sessions', /Store: add remove.*pinned, private/).waitFor();
	await workbench.command('Session Keeper: Hide Session');
	await workbench.answer('Store: add');
	await workbench.row('Sessions', /Store: add remove/).waitFor({ state: 'detached' });
	await workbench.command('Session Keeper: Show or Hide Hidden Sessions');
	await workbench.row('Sessions', /Store: add remove.*hidden/).waitFor();
	const lines = readFileSync(path.join(sample.claude, 'session-keeper/session-marks.jsonl'), 'utf8').trim().split('\n');
	// How a private session begins is written beside its mark: a fork of it is known by that.
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([
		{ mark: 'pinned', on: true },
		{ mark: 'private', on: true },
		{ begins: expect.any(String) },
		{ mark: 'hidden', on: true },
	]);
});

test("archiving a session's record writes it below the project, out of git", async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openSessions(sample);
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.command('Session Keeper: Archive Session Record');
	await workbench.answer('Store: add');
	const folder = path.join(sample.workspace, '.claude/memory/sessions/archive');
	await expect
		.poll(() => (existsSync(folder) ? readdirSync(folder) : []))
		.toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d_\d\d-\d\d_22222222-.*\.json$/)]);
	expect(readFileSync(path.join(sample.workspace, '.claude/memory/.gitignore'), 'utf8')).toContain('sessions/');
});

// A day's work by keyboard alone: no button of a mouse is pressed from the first key to the last.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSIONS, buildSample, projectMemory } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder } from './support/harness.mjs';
import { queue } from './support/memorySample.mjs';

/** Runs in the page: counts what a hand on a mouse would do. */
function countPresses() {
	globalThis.presses = 0;
	addEventListener('pointerdown', () => globalThis.presses++, { capture: true });
}

test('a day is done by keyboard alone: read, search, park, accept, hand off, resume, restore, install', async () => {
	const sample = buildSample(sampleFolder(), { hasDeleted: true });
	queue(sample, [['feedback', 'Always indent the code with tabs.']]);
	const noted = path.join(sample.home, 'noted');
	const settings = { 'sessionKeeper.claude.command': `sh -c 'printf "%s" "$*" > ${noted}' sh` };
	const { workbench, page } = await openWorkbench({ ...sample, settings, viewport: { width: 1280, height: 1200 } });
	await page.evaluate(countPresses);
	const { keyboard } = page;
	const chord = async (key) => {
		await keyboard.press('Control+Alt+K');
		await keyboard.press(key);
		await workbench.quickInput().waitFor();
	};
	/** Goes to a row of a view, by its arrows. */
	const goTo = async (view, name) => {
		const row = workbench.row(view, name).first();
		await expect
			.poll(
				async () => {
					await workbench.command(`Session Keeper: Focus on ${view} View`);
					await keyboard.press('Home');
					for (let at = 0; at < 20; at++) {
						if ((await row.count()) > 0 && /\bfocused\b/u.test(await row.getAttribute('class'))) return true;
						await keyboard.press('ArrowDown');
					}
					return false;
				},
				{ timeout: 60_000 },
			)
			.toBe(true);
	};
	/** Takes an entry of the menu of the row that has the focus. */
	const take = async (entry) => {
		await keyboard.press('Shift+F10');
		const chosen = page.getByRole('menuitem', { name: entry, exact: true });
		await chosen.waitFor();
		const isOn = () => chosen.evaluate((each) => each.closest('.action-item')?.classList.contains('focused'));
		for (let at = 0; at < 20 && !(await isOn()); at++) await keyboard.press('ArrowDown');
		// A menu is deaf for a tenth of a second.
		await page.waitForTimeout(300);
		await keyboard.press('Enter');
		await chosen.waitFor({ state: 'detached' });
	};

	// In the morning: Home, by its key from the palette, and what needs somebody, by Tab.
	await workbench.statusItem('status').waitFor();
	await workbench.command('Session Keeper: Open Home');
	await workbench.waitForPage('Last backup');
	const home = workbench.webview();
	// A memory says of which session it is.
	await home.getByText(/^from “Store: add remove\(\)” · /u).waitFor();
	const show = home.getByRole('button', { name: 'Show Parked Items' });
	const isOn = (button) => button.evaluate((each) => each === document.activeElement);
	for (let at = 0; at < 60 && !(await isOn(show)); at++) await keyboard.press('Tab');
	await keyboard.press('Enter');
	await workbench.row('Parked', /demo-certificate/).waitFor();

	// What is due is done, and taken back.
	await goTo('Parked', /remove-result/);
	await take('Mark Parked Item as Done');
	await workbench.row('Parked', /remove-result/).waitFor({ state: 'detached' });
	await workbench.command('Session Keeper: Undo Last Change');
	await workbench.row('Parked', /remove-result/).waitFor();

	await chord('p');
	await workbench.answer('Sort the list by age?');
	await workbench.accept();
	await workbench.accept();
	await workbench.row('Parked', /sort-the-list/).waitFor();

	// A session is found by what was said, read, and gone through.
	await chord('s');
	await workbench.quickInput().pressSequentially('remove function');
	await workbench
		.quickItem(/remove function/i)
		.first()
		.waitFor();
	await expect.poll(() => workbench.quickWidget().locator('.monaco-list-row.focused').count()).toBeGreaterThan(0);
	await keyboard.press('Enter');
	const reader = workbench.webview();
	await reader.locator('main[aria-busy=false] .turn').first().waitFor();
	await workbench.waitForPage('Add a remove function');
	const here = () => reader.locator('a[aria-current]').textContent();
	await keyboard.press('Alt+ArrowDown');
	await expect.poll(here).toContain('And how do I run the tests?');
	await keyboard.press('Alt+ArrowUp');
	await expect.poll(here).toContain('Add a remove function');
	await keyboard.press('Control+F');
	await expect
		.poll(() =>
			reader
				.locator('input[type="search"], input')
				.first()
				.evaluate((each) => each === document.activeElement),
		)
		.toBe(true);
	await workbench.screenshot('keyboard-reader');

	// What Claude is to remember.
	await goTo('Review', /indent the code with tabs/);
	await keyboard.press('Enter');
	await workbench.tab(/Proposed: Always indent/).waitFor();
	// What is opened takes the focus late.
	await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'tabs' }).waitFor();
	await goTo('Review', /indent the code with tabs/);
	await take('Accept');
	await workbench.paneHeader('Review').waitFor({ state: 'detached' });
	expect(readdirSync(sample.memoryDir).some((name) => name.startsWith('feedback_'))).toBe(true);

	// What Claude Code has deleted.
	await goTo('Sessions', /^1 deleted session/);
	await keyboard.press('ArrowRight');
	await goTo('Sessions', /^Count open todos, deleted/);
	await take('Restore Transcript');
	await workbench.notification('Restored: Count open todos').waitFor();
	expect(existsSync(path.join(sample.projectDir, `${SESSIONS.deleted}.jsonl`))).toBe(true);

	await workbench.command('Session Keeper: Install Hooks…');
	await workbench.answer('Only me, this project');
	await workbench.accept();
	await workbench.editorAction('Apply').waitFor();
	await workbench.command('Session Keeper: Apply');
	await workbench.notification('Hooks installed').waitFor();

	// In the evening: a hand-off, and the next morning on from it.
	await workbench.command('Session Keeper: Save Session Document');
	await workbench.answer('Store: add');
	await expect.poll(() => workbench.editorText()).toContain('## Where it stands');
	expect(readdirSync(projectMemory(sample.workspace)).filter((name) => /^session-\d{4}-/u.test(name))).toHaveLength(1);
	await keyboard.press('Control+Alt+K');
	await keyboard.press('r');
	await workbench
		.notification(/Resumed|Continue/)
		.first()
		.waitFor();
	// What it shows takes the focus once it is drawn, and a menu that is open by then closes.
	await workbench.waitForPage('Since this was saved');
	await goTo('Sessions', /^Store: add remove/);
	await take('Resume Session');
	await expect.poll(() => existsSync(noted) && readFileSync(noted, 'utf8')).toContain(SESSIONS.ended);
	await workbench.screenshot('keyboard-evening');
	expect(await page.evaluate(() => globalThis.presses)).toBe(0);
});

// A newcomer who has the README and nothing else: its first five minutes, word by word, with a picture of every step.
// Nothing speaks up unasked in the meantime: Home asks.
import { existsSync, readFileSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { SESSIONS, buildSample, projectMemory } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder } from './support/harness.mjs';

/** As a person has it, whose settings nobody touched. */
const UNTOUCHED = { 'sessionKeeper.home.open': 'once', 'sessionKeeper.notifications.pendingBackups': true };
const README = readFileSync(inRoot('README.md'), 'utf8');
const STEPS = /## The first five minutes\n([^]*?)\n## /u.exec(README)[1];
/** What is pressed or looked for stands in the README, in bold. */
const named = (words) => {
	expect(STEPS).toContain(`**${words}**`);
	return words;
};
const DAY_MS = 24 * 60 * 60_000;

/** All that could speak up in the first minutes does: sessions about to be deleted, and backups that wait. */
function buildBusySample(folder) {
	const sample = buildSample(folder, { hasDeleted: true });
	const old = new Date(Date.now() - 26 * DAY_MS);
	for (const key of ['plain', 'tasks']) utimesSync(sample.sessions[key].file, old, old);
	return sample;
}

/** Runs in the page: keeps the first line of each notice that comes. */
function keepNotices() {
	globalThis.notices = [];
	new MutationObserver(() => {
		for (const item of document.querySelectorAll('.notification-list-item-message'))
			if (!globalThis.notices.includes(item.textContent)) globalThis.notices.push(item.textContent);
	}).observe(document, { subtree: true, childList: true, characterData: true });
}

test('with the README alone: an item is parked, hooks work, a deleted session is back, and a hand-off is saved', async () => {
	const sample = buildBusySample(sampleFolder());
	// Backups are compressed as soon as nobody needs to look at them.
	const bytes = readFileSync(sample.deleted.file, 'utf8');
	const { workbench, page } = await openWorkbench({ ...sample, settings: UNTOUCHED, isWhole: true });
	await page.evaluate(keepNotices);
	let step = 0;
	const picture = (name) => workbench.screenshot(`newcomer-${++step}-${name}`);

	await workbench.openContainer(named('Session Keeper'));
	await workbench.tab(`Session Keeper ${named('Home')}`).waitFor();
	const home = workbench.webview();
	await home.getByText('Last backup').waitFor();
	// What would be asked in a notice is asked here.
	await home.getByText('Keep sessions that Claude Code is about to delete?').waitFor();
	await picture('home');

	await home.getByRole('button', { name: named('Park Item…') }).click();
	await workbench.quickInput().waitFor();
	await picture('park');
	await workbench.answer('Sort the list by age?');
	await workbench.accept();
	await workbench.accept();
	await workbench.row('Parked', /sort-the-list/).waitFor();
	await picture('parked');

	const setUp = home.getByRole('listitem').filter({ hasText: 'Back up every session automatically?' });
	await setUp.getByRole('button', { name: named('Install Hooks…') }).click();
	await workbench.quickItem(named('Only me, this project')).first().waitFor();
	await picture('hooks-for-whom');
	await workbench.pick(named('Only me, this project'));
	await workbench.quickWidget().getByRole('checkbox').first().waitFor();
	await picture('hooks-what');
	await workbench.accept();
	await workbench.editorAction(named('Apply')).waitFor();
	await picture('hooks-diff');
	await workbench.editorAction('Apply').click();
	await workbench.clickNotification('Hooks installed', named('Check Hooks'));
	const doctor = workbench.webview();
	await doctor.getByRole('row', { name: /SessionEnd project \(local\) \d+ ms, Node/ }).waitFor();
	await picture('hooks-checked');
	const { hooks } = JSON.parse(readFileSync(path.join(sample.workspace, '.claude/settings.local.json'), 'utf8'));
	expect(Object.keys(hooks)).toContain('SessionEnd');

	const deleted = path.join(sample.projectDir, `${SESSIONS.deleted}.jsonl`);
	expect(existsSync(deleted)).toBe(false);
	await workbench
		.row('Sessions')
		.filter({ hasText: named('Deleted') })
		.click();
	await workbench.roomFor('Sessions', /^Count open todos, deleted/);
	await picture('deleted');
	await workbench.clickInline('Sessions', /^Count open todos, deleted/, named('Restore Transcript'));
	await workbench.notification('Restored: Count open todos').waitFor();
	await workbench.row('Sessions', /^Count open todos, (?!deleted)/).waitFor();
	await picture('restored');
	expect(readFileSync(deleted, 'utf8') === bytes).toBe(true);

	await workbench.commandAsking(`Session Keeper: ${named('Save Session Document')}`, /Store: add remove/);
	await picture('hand-off-of');
	await workbench.pick(/Store: add remove/);
	await expect.poll(() => workbench.editorText()).toContain('## Where it stands');
	await picture('handed-off');
	expect(readdirSync(projectMemory(sample.workspace)).filter((name) => /^session-\d{4}-/u.test(name))).toHaveLength(1);
	await workbench.statusItem('status').click();
	const left = workbench.webview().locator('section', { hasText: 'Where You Left Off' });
	await left.getByRole('button', { name: named('Continue') }).waitFor();
	await left.getByText(/handed off/).waitFor();
	await picture('home-again');

	// What was pressed is answered; all else came unasked.
	const answers = /^(?:Hooks installed|Restored|Saved|Parked)/u;
	const notices = await page.evaluate(() => globalThis.notices);
	expect(notices.filter((text) => answers.test(text)).length).toBeGreaterThan(1);
	expect(notices.filter((text) => !answers.test(text))).toEqual([]);
});

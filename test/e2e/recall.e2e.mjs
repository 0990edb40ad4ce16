// Past sessions, asked in a real VS Code: best first in the search, from a selection and from a session that is read.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

async function openSessions() {
	const sample = buildSample(await sharedFolder());
	const opened = await openWorkbench(sample);
	await opened.workbench.openContainer('Session Keeper');
	await opened.workbench.roomFor('Sessions', /Store: add remove/);
	return { ...opened, sample };
}

test('the search shows sessions best first where it is told to, and opens the one that answers', async () => {
	const { workbench, sample } = await openSessions();
	// A window reads ahead of all questions, once it has settled.
	const index = path.join(sample.claude, 'session-keeper/cache/recall/segments.json');
	await expect.poll(() => existsSync(index), { timeout: 60_000 }).toBe(true);
	await workbench.command('Session Keeper: Search Sessions…');
	const button = (name) => workbench.quickWidget().getByRole('button', { name });
	await button('Show Best First').click();
	await button('Show Newest First').waitFor();
	expect(await button('Filter by Date').count()).toBe(0);
	await workbench.quickInput().fill('kubernetes');
	await workbench.quickWidget().getByText('No session answers this').waitFor();
	// Other forms of the words, and a typo.
	await workbench.quickInput().fill('removing from the stores of todos in memmory');
	await workbench.quickItem(/Store: add remove/).waitFor();
	await workbench.screenshot('search-best');
	await workbench.pick(/Store: add remove/);
	await workbench.tab(/Store.*add remove/).waitFor();
});

test('from a session, those that are alike; from a selection, those that had it before', async () => {
	const { workbench, page } = await openSessions();
	await workbench.row('Sessions', /Store: add remove/).click();
	await workbench.tab(/Store.*add remove/).waitFor();
	await workbench.waitForPage('todo');
	await workbench.takeEditorEntry('Show Similar Sessions', workbench.quickItem(/./).first());
	await expect.poll(() => workbench.quickInput().inputValue()).toContain('Store: add remove');
	expect(await workbench.quickItem(/^Store: add remove/).count()).toBe(0);
	await workbench.screenshot('similar-sessions');
	await page.keyboard.press('Escape');

	await workbench.openFile('README.md');
	const line = page.locator('.monaco-editor .view-line').first();
	await line.click();
	await page.keyboard.press('Control+A');
	await page.locator('.monaco-editor .selected-text').first().waitFor();
	await line.click({ button: 'right' });
	await workbench.takeEntry('Did We Have This Before?');
	await expect.poll(() => workbench.quickInput().inputValue()).not.toBe('');
	await workbench.quickWidget().getByRole('button', { name: 'Show Newest First' }).waitFor();
});

test('from a problem by its fixes, and from what is selected in the terminal', async () => {
	const sample = buildSample(sampleFolder());
	writeFileSync(path.join(sample.workspace, 'broken.json'), '{ "store": 1 "todo": 2 }\n');
	// The problem comes from VS Code's own extension for JSON.
	const { workbench, page } = await openWorkbench({ ...sample, isWhole: true });
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.openFile('broken.json');
	await page.locator('.squiggly-error').first().waitFor();
	await workbench.command('Go to Next Problem (Error, Warning, Info)');
	await workbench.openQuickFix('Did We Have This Before?');
	await workbench.screenshot('problem-fixes');
	await page.locator('.action-widget').getByText('Did We Have This Before?').click();
	await expect.poll(() => workbench.quickInput().inputValue()).toMatch(/comma/i);
	await workbench.quickWidget().getByRole('button', { name: 'Show Newest First' }).waitFor();
	await workbench.screenshot('problem-asked');
	await page.keyboard.press('Escape');

	await workbench.command('Terminal: Create New Terminal');
	const terminal = page.locator('.terminal-wrapper.active .xterm');
	await terminal.waitFor();
	await terminal.click();
	await page.keyboard.type('echo removing todos from the store');
	await page.keyboard.press('Enter');
	await expect.poll(async () => (await page.locator('.xterm-rows').allInnerTexts()).join('\n')).toMatch(/\nremoving/);
	await workbench.command('Terminal: Select All');
	await terminal.click({ button: 'right' });
	await workbench.screenshot('terminal-menu');
	await workbench.takeEntry('Did We Have This Before?');
	await expect.poll(() => workbench.quickInput().inputValue()).toContain('removing todos from the store');
	await workbench.quickItem(/remove function to the store/).waitFor();
	await workbench.screenshot('terminal-asked');
});

test('VS Code lists our server among those of the Model Context Protocol', async () => {
	const settings = { 'chat.disableAIFeatures': false };
	const { workbench } = await openWorkbench({ ...buildSample(await sampleFolder()), settings });
	await workbench.openContainer('Session Keeper');
	await workbench.command('MCP: List Servers');
	await workbench.pick(/Session Keeper/);
	await workbench.pick(/Start Server/);
	await expect
		.poll(async () => {
			await workbench.command('MCP: List Servers');
			const state = await workbench.quickItem(/Session Keeper/).innerText();
			await workbench.escape();
			return state;
		})
		.toMatch(/Running/);
});

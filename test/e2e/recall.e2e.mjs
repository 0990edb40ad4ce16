// Past sessions, asked in a real VS Code: best first in the search, from a selection and from a session that is read.
import { expect, test } from 'vitest';
import { buildSample } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

async function openSessions() {
	const opened = await openWorkbench(buildSample(await sharedFolder()));
	await opened.workbench.openContainer('Session Keeper');
	await opened.workbench.roomFor('Sessions', /Store: add remove/);
	return opened;
}

test('the search shows sessions best first where it is told to, and opens the one that answers', async () => {
	const { workbench } = await openSessions();
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
	await page
		.locator('.editor-group-container')
		.getByRole('button', { name: /More Actions/ })
		.click();
	await workbench.takeEntry('Show Similar Sessions');
	await expect.poll(() => workbench.quickInput().inputValue()).toContain('Store: add remove');
	await workbench.quickItem(/./).first().waitFor();
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

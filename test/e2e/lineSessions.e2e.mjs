// Which session wrote a line: a mark in the margin and a hover, once the person has switched them on.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

test('lines that a session wrote are marked, and a hover leads to the message', async () => {
	const sample = buildSample(await sharedFolder());
	// As the session left it, and laid out anew.
	const store = path.join(sample.workspace, 'src/store.js');
	const removes = 'export function remove(id) {\n\treturn items.delete(id);\n}\n\n';
	writeFileSync(store, readFileSync(store, 'utf8').replace('export function list', `${removes}export function list`));
	const settings = { 'sessionKeeper.lines.showSession': true, 'editor.hover.delay': 0 };
	const { workbench, page } = await openWorkbench({ ...sample, settings });
	await workbench.openContainer('Session Keeper');
	await workbench.roomFor('Sessions', /Store: add remove/);
	await workbench.openFile('src/store.js');
	const line = page.locator('.view-line', { hasText: 'items.delete' }).first();
	await line.waitFor();
	await expect.poll(() => page.locator('.margin .cgmr[class*="TextEditorDecorationType"]').count()).toBeGreaterThan(0);
	// VS Code does not hear of the button that was let go over a context menu: an editor in which a test before opened one
	// shows no hover until somebody clicks in it.
	await line.click();
	await workbench.hoverFor(line.getByText('delete').first(), page.getByText(/Claude,\s“Store:\sadd/u).first());
	await workbench.screenshot('line-session-hover');
	await page.getByRole('link', { name: 'Open Session' }).first().click();
	await workbench.tab(/Store add remove/).waitFor();
	await workbench.screenshot('line-session-opened');
});

// The packaged extension in a real VS Code: it is there, it is quiet, and it is there without trust too.
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

test('the activity bar offers Session Keeper with its views', async () => {
	const { workbench } = await openWorkbench(buildSample(await sharedFolder()));
	await workbench.openContainer('Session Keeper');
	await workbench.paneHeader('Parked').waitFor();
	await workbench.paneHeader('Pending Backups').waitFor();
	await workbench.screenshot('smoke');
	expect(await workbench.page.title()).toContain('todo-app');
});

test('a folder that is not trusted shows the container too, and nothing is written', async () => {
	const sample = buildSample(await sharedFolder({ trust: false }));
	const kept = () => [sample.workspace, sample.claude].map(filesBelow);
	const before = kept();
	const { workbench } = await openWorkbench(sample);
	await workbench.statusText('Restricted Mode').waitFor();
	await workbench.openContainer('Session Keeper');
	await workbench.paneHeader('Parked').waitFor();
	await workbench.row('Sessions').first().waitFor();
	await workbench.screenshot('smoke-restricted');
	// The order *best first* writes an index: it is not offered.
	await workbench.command('Session Keeper: Search Sessions…');
	await workbench.quickInput().fill('todo');
	await workbench.quickItem().first().waitFor();
	expect(await workbench.quickWidget().getByRole('button', { name: 'Show Best First' }).count()).toBe(0);
	await workbench.escape();
	expect(kept()).toEqual(before);
});

/** Every file below a folder, with what would show that somebody wrote it. */
function filesBelow(folder) {
	return readdirSync(folder, { recursive: true }).map((name) => {
		const { size, mtimeMs, ino } = lstatSync(path.join(folder, name));
		return [name, size, mtimeMs, ino];
	});
}

test('a folder can be trusted when VS Code asks; then Sessions has the largest share of a new side bar', async () => {
	const { workbench } = await openWorkbench({ ...buildSample(sampleFolder()), trust: 'ask', isWhole: true });
	const question = workbench.dialog('Do you trust the authors');
	await question.getByRole('button', { name: /^Yes/ }).click();
	await question.waitFor({ state: 'detached' });
	await workbench.openContainer('Session Keeper');
	await workbench.paneHeader('Parked').waitFor();
	expect(await workbench.statusText('Restricted Mode').count()).toBe(0);
	await workbench.row('Sessions').first().waitFor();
	const heightOf = async (view) => (await workbench.pane(view).boundingBox()).height;
	const others = await Promise.all(['Parked', 'Pending Backups', 'Memory'].map(heightOf));
	expect(await heightOf('Sessions')).toBeGreaterThan(1.4 * Math.max(...others));
	await workbench.screenshot('smoke-new');
});

// Session documents in a real VS Code, by keyboard: save, close, open again, resume, and what has changed since.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, git, projectMemory } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

const memory = (sample, name) => path.join(projectMemory(sample.workspace), name);
const documents = (sample) =>
	readdirSync(projectMemory(sample.workspace)).filter((name) => /^session-\d{4}-/.test(name));

test('save, close, open again, resume, all by keyboard; the drift is told', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Pending Backups', /Store: add remove\(\)/).waitFor();
	await workbench.command('Session Keeper: Save Session Document');
	await workbench.answer('Store: add');
	await expect.poll(() => workbench.editorText()).toContain('## Where it stands');
	await workbench.notification('Saved .claude/memory/session-').waitFor();
	await workbench.screenshot('documents-saved');
	// The backup of the same session waits no more.
	const waiting = workbench.row('Pending Backups', /Store: add remove\(\)/);
	await waiting.waitFor({ state: 'detached' });
	// Undone, it waits again, and the document is in the trash.
	await workbench.command('Session Keeper: Undo');
	await waiting.waitFor();
	expect(documents(sample)).toEqual([]);
	expect(existsSync(memory(sample, 'active-context.md'))).toBe(false);
	await workbench.command('Session Keeper: Save Session Document');
	await workbench.answer('Store: add');
	await waiting.waitFor({ state: 'detached' });
	const address = page.url();
	await page.goto('about:blank');
	const [name] = documents(sample);
	expect(readFileSync(memory(sample, 'active-context.md'), 'utf8')).toContain(
		`The whole record: .claude/memory/${name}`,
	);

	// A commit, another branch, a rewritten history, a file that is gone.
	git(sample.workspace, 'add', '--all');
	git(sample.workspace, 'commit', '--quiet', '--message', 'More');
	git(sample.workspace, 'switch', '--quiet', '--create', 'fix/other');
	git(sample.workspace, 'reset', '--quiet', '--soft', 'HEAD~2');
	git(sample.workspace, 'commit', '--quiet', '--message', 'Squashed');
	git(sample.workspace, 'branch', '--quiet', '--delete', '--force', 'main');
	rmSync(path.join(sample.workspace, 'src/store.js'));

	await page.goto(address);
	await workbench.waitUntilReady();
	await workbench.statusItem('status').waitFor({ timeout: 60_000 });
	await workbench.command('Session Keeper: Continue from Session Document…');
	await workbench.answer('Store: add');
	const preview = workbench.webview();
	await preview.getByText('Another branch: fix/other now, main then.').waitFor();
	await preview.getByText(/history rewritten/).waitFor();
	await preview.getByText(/Files no longer there: .*src\/store\.js/).waitFor();
	await preview.getByRole('heading', { name: 'Next steps' }).waitFor();
	await workbench.notification('Resumed: Store: add remove()').waitFor();
	await workbench.screenshot('documents-drift');
});

test('resume latest makes a document of the pending backup and clears it', async () => {
	const sample = buildSample(await sharedFolder());
	const noted = path.join(sample.home, 'noted');
	const command = `sh -c 'printf "%s" "$*" > ${noted}' sh`;
	const { workbench } = await openWorkbench({ ...sample, settings: { 'sessionKeeper.claude.command': command } });
	await workbench.openContainer('Session Keeper');
	await workbench.row('Pending Backups', /Store: add remove\(\)/).waitFor();
	const before = readFileSync(memory(sample, '.pending-backup'), 'utf8');
	await workbench.command('Session Keeper: Continue Where I Left Off');
	await workbench.webview().getByRole('heading', { name: 'Where it stands' }).waitFor();
	await expect.poll(() => documents(sample).length).toBe(1);
	await workbench.row('Pending Backups', /Store: add remove\(\)/).waitFor({ state: 'detached' });
	await expect.poll(() => readFileSync(memory(sample, '.pending-backup'), 'utf8')).not.toBe(before);
	expect(readFileSync(memory(sample, '.backup-log'), 'utf8')).toContain('"event":"processed"');
	await workbench.screenshot('documents-resumed');

	// And on with it: the record is the first thing that a fresh session is told.
	await workbench.clickNotification('Resumed: Store: add remove()', 'Continue in a New Session');
	await expect
		.poll(() => existsSync(noted) && readFileSync(noted, 'utf8'))
		.toContain('Continue the work on “Store: add remove()”');
	expect(readFileSync(noted, 'utf8')).toContain('## Files changed');
	await workbench.screenshot('documents-fresh');
});

test('a document is listed, and what a person chooses of it stays for good', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.clickContext('Sessions', /Store: add remove/, 'Save Session Document', 'Hand Off');
	await workbench.notification('Saved .claude/memory/session-').waitFor();
	const [name] = documents(sample);
	// What a person writes into a document counts as what it says.
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText('# Store: add remove()\n\n## Decisions\n\n- Ids are never used twice\n');
	await page.keyboard.press('Control+S');
	await expect.poll(() => readFileSync(memory(sample, name), 'utf8')).toContain('Ids are never used twice');
	await workbench.command('Session Keeper: Open Session Document…');
	await workbench.screenshot('documents-list');
	await workbench.answer('Store: add');
	await workbench.quickItem('Resume').first().waitFor();
	await workbench.screenshot('documents-actions');
	await workbench.pick('Save Facts…');
	// Rows of which several can be picked are check boxes to a screen reader.
	await workbench
		.quickWidget()
		.getByRole('checkbox', { name: /Ids are never used twice/ })
		.first()
		.waitFor();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Space');
	await workbench.screenshot('documents-facts');
	await workbench.accept();
	await workbench.notification('Added 1 fact').waitFor();
	expect(readFileSync(memory(sample, 'project-memory.md'), 'utf8')).toContain('- Ids are never used twice (session-');
});

test('in Restricted Mode documents are listed and read, and nothing is written', async () => {
	const sample = buildSample(await sharedFolder({ trust: false }));
	const { workbench } = await openWorkbench(sample);
	const before = readdirSync(projectMemory(sample.workspace)).sort();
	await workbench.openContainer('Session Keeper');
	await workbench.command('Session Keeper: Open Session Document…');
	await workbench.answer('Store: add');
	await workbench.pick('View');
	await workbench.webview().getByRole('heading', { name: 'Where it stands' }).waitFor();
	expect(readdirSync(projectMemory(sample.workspace)).sort()).toEqual(before);
});

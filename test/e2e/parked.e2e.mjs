// Parked items in a real VS Code, driven as a person drives it: they appear, age, go, come back, and are limited to ten.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	buildEmptySample,
	buildSample,
	localDate,
	writeMemoryIndex,
	writeParkedItem,
} from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const DAY_MS = 86_400_000;
const trashOf = (sample) => path.join(sample.claude, 'session-keeper', 'trash');
/** Contents of everything in the trash, records left out. */
const trashTexts = (sample) =>
	readdirSync(trashOf(sample), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
		.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
const auditOf = (sample) =>
	readFileSync(path.join(sample.workspace, '.claude/logs/session-archive.jsonl'), 'utf8')
		.trimEnd()
		.split('\n')
		.map(JSON.parse);

test('shows every state of the sample, and says it to a screen reader', async () => {
	// VS Code keeps the badge of an extension host that is gone.
	const sample = buildSample(sampleFolder());
	const { workbench } = await openWorkbench({ ...sample, viewport: { width: 1280, height: 1400 } });
	await workbench.openContainer('Session Keeper');
	// They unfold by themselves, and take what room there is.
	await workbench.row('Pending Backups').first().waitFor();
	await workbench.roomFor('Parked', /stale, 16 days old/);
	await workbench.row('Parked', /demo-certificate, due, 5 days old/).waitFor();
	await workbench.row('Parked', /other folder/).waitFor();
	await workbench.row('Parked', /can’t read front matter/).waitFor();
	// The expired one left with the first look at the list.
	await workbench.row('Parked', /expired/).waitFor({ state: 'detached' });
	await expect.poll(() => workbench.badge('Session Keeper').innerText()).toBe('4');
	await workbench.screenshot('parked');
});

test('an item that is written by hand appears within a second, also where the folder is new', async () => {
	const sample = buildEmptySample(await sharedFolder());
	mkdirSync(sample.claude);
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.welcome('Parked').getByText('No parked items').waitFor();
	await workbench.screenshot('parked-empty');
	writeParkedItem(sample.memoryDir, { name: 'first-thought', description: 'Written by hand', text: 'A text.' });
	// The bound is for a busy machine; what is meant is in the name of the test.
	await workbench.row('Parked', /first-thought/).waitFor({ timeout: 15_000 });
	writeParkedItem(sample.memoryDir, {
		name: 'second-thought',
		description: 'Into a folder that is there',
		text: 'A text.',
	});
	await workbench.row('Parked', /second-thought/).waitFor({ timeout: 15_000 });
});

test('an item turns stale at 14 days with icon, colour, badge and words, and is gone at 30 with its content kept', async () => {
	// VS Code keeps the badge of an extension host that is gone.
	const sample = buildEmptySample(sampleFolder());
	const file = writeParkedItem(sample.memoryDir, {
		name: 'cold-start',
		description: 'Measure it',
		text: 'Body to keep.',
		ageDays: 13,
	});
	writeMemoryIndex(sample.memoryDir, [{ title: 'Cold start', file, hook: 'measure it' }]);
	const original = readFileSync(file, 'utf8');
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /cold-start, 13 days old/).waitFor();
	expect(await workbench.badge('Session Keeper').innerText()).toBe('');

	const age = (days) =>
		utimesSync(file, new Date(Date.now() - days * DAY_MS - 60_000), new Date(Date.now() - days * DAY_MS - 60_000));
	age(14);
	const stale = workbench.row('Parked', /cold-start, stale, 14 days old/);
	await stale.waitFor();
	await stale.locator('.codicon-warning').waitFor();
	await expect.poll(() => workbench.badge('Session Keeper').innerText()).toBe('1');
	const colour = () => stale.locator('.label-name').evaluate((label) => getComputedStyle(label).color);
	// The warning colour of the theme that the tests run in.
	await expect.poll(colour).toBe('rgb(204, 167, 0)');
	await expect.poll(() => stale.innerText()).toContain('stale');
	await workbench.screenshot('parked-stale');

	age(30);
	await workbench.row('Parked', /cold-start/).waitFor({ state: 'detached' });
	expect(existsSync(file)).toBe(false);
	expect(trashTexts(sample)).toEqual([original]);
	expect(readFileSync(path.join(sample.memoryDir, 'MEMORY.md'), 'utf8')).toBe('');
	expect(auditOf(sample)).toEqual([
		{ ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/), item: 'cold-start', action: 'expired' },
	]);
});

test('ticking an item archives it, and undo brings it back byte for byte with its age', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const file = writeParkedItem(sample.memoryDir, {
		name: 'rate-limits',
		description: 'Ask Ann',
		text: 'Ünïcode — and more.',
		ageDays: 3,
	});
	writeParkedItem(sample.memoryDir, { name: 'other', description: 'Stays', text: 'Another.' });
	writeMemoryIndex(sample.memoryDir, [{ title: 'Rate limits', file, hook: 'ask Ann' }]);
	const [bytes, index, { mtimeMs }] = [
		readFileSync(file),
		readFileSync(path.join(sample.memoryDir, 'MEMORY.md'), 'utf8'),
		statSync(file),
	];
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /rate-limits/).waitFor();
	await workbench.checkbox('Parked', /rate-limits/).click();
	await workbench.row('Parked', /rate-limits/).waitFor({ state: 'detached' });
	await workbench.notification('Marked as done: rate-limits').waitFor();
	await workbench.screenshot('parked-archived');
	expect(existsSync(file)).toBe(false);

	await workbench.clickNotification('Marked as done: rate-limits', 'Undo');
	await workbench.row('Parked', /rate-limits, 3 days old/).waitFor();
	expect(readFileSync(file).equals(bytes)).toBe(true);
	expect(Math.abs(statSync(file).mtimeMs - mtimeMs)).toBeLessThan(2);
	expect(readFileSync(path.join(sample.memoryDir, 'MEMORY.md'), 'utf8')).toBe(index);
	expect(auditOf(sample).map((entry) => entry.action)).toEqual(['archived', 'restored']);

	// By the keyboard alone: archive by name, take it back by name.
	await workbench.command('Session Keeper: Mark Parked Item as Done');
	await workbench.answer('rate');
	await workbench.row('Parked', /rate-limits/).waitFor({ state: 'detached' });
	await workbench.command('Session Keeper: Undo Last Change');
	await workbench.row('Parked', /rate-limits, 3 days old/).waitFor();
});

test('parking from the palette writes an item; an eleventh asks to archive one first', async () => {
	const sample = buildEmptySample(await sharedFolder());
	for (let n = 1; n <= 9; n++)
		writeParkedItem(sample.memoryDir, {
			name: `item-${n}`,
			description: `Number ${n}`,
			text: `Text ${n}.`,
			ageDays: n,
		});
	// High enough for all ten: VS Code draws the rows alone that are in sight.
	const { workbench, page } = await openWorkbench({ ...sample, viewport: { width: 1280, height: 1400 } });
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /item-9/).waitFor();

	await workbench.command('Session Keeper: Park Item…');
	await workbench.answer('Should the list be sorted by age?');
	await expect.poll(() => workbench.quickInput().inputValue()).toBe('should-the-list-be-sorted');
	await workbench.screenshot('parked-name');
	await workbench.answer('sorting');
	await workbench.pick('Open question');
	await workbench.row('Parked', /sorting/).waitFor();
	const [written] = readdirSync(sample.memoryDir).filter((name) => name.includes('sorting'));
	expect(written).toBe(`session-open-sorting-${localDate(Date.now())}.md`);
	expect(readFileSync(path.join(sample.memoryDir, written), 'utf8')).toBe(
		[
			'---',
			'name: sorting',
			'description: Should the list be sorted by age?',
			'type: project',
			'---',
			'',
			'User raised: Should the list be sorted by age?',
			'',
			'**Why:** The question was still open when the work moved on.',
			'**How to apply:** Decide whether to take it up now, and close it if not.',
			'',
		].join('\n'),
	);

	await workbench.command('Session Keeper: Park Item…');
	await workbench.answer('One more');
	await workbench.answer('one-more');
	await workbench.pick('Note');
	await workbench.quickWidget().getByText('10 items are already open').waitFor();
	await workbench.screenshot('parked-limit');
	// Who leaves here has what was typed.
	await page.keyboard.press('Escape');
	await workbench.notification('Not parked: One more').waitFor();
	await workbench.screenshot('parked-not');
	await workbench.command('Session Keeper: Park Item…');
	await workbench.answer('One more');
	await workbench.answer('one-more');
	await workbench.pick('Note');
	await workbench.answer('item-9');
	await workbench.row('Parked', /one-more/).waitFor();
	await workbench.row('Parked', /item-9/).waitFor({ state: 'detached' });
	expect(readdirSync(sample.memoryDir).filter((name) => name.startsWith('session-open-'))).toHaveLength(10);
});

test('a selection is parked with the place where it was seen', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const { workbench, page } = await openWorkbench(sample);
	await page.locator('.explorer-folders-view').getByRole('treeitem', { name: 'README.md' }).dblclick();
	await workbench.tab('README.md').waitFor();
	await page.locator('.editor-group-container.active .view-lines').click();
	await page.keyboard.press('Control+A');
	await workbench.command('Session Keeper: Park Selection…');
	await workbench.answer('look-at-readme');
	await workbench.pick('Idea');
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /look-at-readme/).waitFor();
	const [name] = readdirSync(sample.memoryDir);
	const text = readFileSync(path.join(sample.memoryDir, name), 'utf8');
	expect(text).toContain('Side idea: # Todo app');
	expect(text).toContain('Raised while: Seen at README.md:1.');
});

test('an archived item is restored later, due days resurface, list and summary are shown', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.roomFor('Parked', /stale, 16 days old/);
	await workbench.clickInline('Parked', /stale, 16 days old/, 'Mark Parked Item as Done');
	await workbench.row('Parked', /stale/).waitFor({ state: 'detached' });
	await workbench.command('Session Keeper: Reopen Parked Item…');
	await workbench.answer('cold-st');
	await workbench.row('Parked', /cold-start, just now/).waitFor();

	await workbench.command('Session Keeper: Set Due Date…');
	await workbench.answer('cold-st');
	await expect.poll(() => workbench.quickInput().inputValue()).toBe(localDate(Date.now() + 7 * DAY_MS));
	await workbench.answer(localDate(Date.now()));
	await workbench.row('Parked', /cold-start, due/).waitFor();
	expect((await workbench.rowNames('Parked'))[0]).toMatch(/cold-start|demo-certificate/);

	await workbench.command('Session Keeper: Open Parked Items as Markdown');
	const preview = workbench.webview();
	await preview.getByRole('heading', { name: `Session Pending — ${localDate(Date.now())}` }).waitFor();
	await workbench.screenshot('parked-list');
	await workbench.command('Session Keeper: Open Session Summary');
	await preview.getByRole('heading', { name: `Session Summary — ${localDate(Date.now())}` }).waitFor();
	await preview.getByText('Remove a todo by its id').waitFor();
	await workbench.screenshot('parked-summary');
});

test('in a folder that is not trusted everything is shown and nothing is removed', async () => {
	const sample = buildEmptySample(await sharedFolder({ trust: false }));
	const file = writeParkedItem(sample.memoryDir, {
		name: 'old-one',
		description: 'Expired long ago',
		text: 'Text.',
		ageDays: 31,
	});
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /old-one, expired, 31 days old/).waitFor();
	await workbench.screenshot('parked-restricted');
	// There is nothing to tick, and the menu's entry does nothing but say why.
	expect(await workbench.checkbox('Parked', /old-one/).count()).toBe(0);
	await workbench.row('Parked', /old-one/).hover();
	await workbench.command('Session Keeper: Open Parked Items as Markdown');
	await workbench.webview().getByText('No pending session items.').waitFor();
	expect(existsSync(file)).toBe(true);
	expect(existsSync(trashOf(sample))).toBe(false);
	expect(existsSync(path.join(sample.workspace, '.claude'))).toBe(false);
});

test('files that are no items, or broken ones, disturb nothing', async () => {
	const sample = buildEmptySample(await sharedFolder());
	writeParkedItem(sample.memoryDir, { name: 'good', description: 'In order', text: 'Text.' });
	const write = (name, data) => writeFileSync(path.join(sample.memoryDir, name), data);
	write('session-open-empty-2026-01-01.md', '');
	write('session-open-binary-2026-01-01.md', Buffer.from([0, 1, 2, 255]));
	write(
		'session-open-code-2026-01-01.md',
		`---js\nrequire('fs').writeFileSync(${JSON.stringify(path.join(sample.home, 'ran'))}, '')\n---\n\nText.\n`,
	);
	write('notes.md', 'No parked item.');
	mkdirSync(path.join(sample.memoryDir, 'session-open-folder-2026-01-01.md'));
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Parked', /good/).waitFor();
	await expect.poll(async () => (await workbench.rowNames('Parked')).length).toBe(4);
	expect(existsSync(path.join(sample.home, 'ran'))).toBe(false);
	rmSync(sample.memoryDir, { recursive: true });
	await workbench.welcome('Parked').getByText('No parked items').waitFor();
});

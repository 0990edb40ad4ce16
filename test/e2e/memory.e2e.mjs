// The memory in a real VS Code: each finding is mended and taken back, and files of it tell in the editor what is wrong.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildEmptySample, claudeSlug, formulaSlug, git, writeParkedItem } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';
import { TOKEN, everyFile, readMemory, writeIndex, writeMemory } from './support/memorySample.mjs';

/** The view with room for all of it. */
async function openMemory(sample) {
	const opened = await openWorkbench({ ...sample, viewport: { width: 1400, height: 1100 } });
	const { workbench } = opened;
	await workbench.openContainer('Session Keeper');
	await workbench.roomFor('Memory');
	return opened;
}

/** Mends each finding from its row and takes it back: nobody's bytes and times are other than they were. */
async function mendEach(workbench, sample, findings) {
	const all = () => ({
		...everyFile(path.join(sample.claude, 'projects')),
		...everyFile(path.join(sample.workspace, '.claude')),
	});
	for (const [picture, name, isMended] of findings) {
		const before = all();
		await workbench.clickInline('Memory', name, 'Fix Memory Problem');
		await workbench.notification('Fixed:').waitFor();
		await expect.poll(() => workbench.row('Memory', name).count()).toBe(0);
		isMended();
		await workbench.screenshot(`memory-mended-${picture}`);
		await workbench.clickNotification('Fixed:', 'Undo');
		await workbench.row('Memory', name).waitFor();
		expect(all()).toEqual(before);
	}
}

test('every finding of the memory has a fix and an undo', async () => {
	const sample = buildEmptySample(await sharedFolder());
	writeMemory(sample, 'linter', { body: 'Always run the linter before committing.', days: 9 });
	writeMemory(sample, 'linter-again', { body: 'Always run the linter before committing.', days: 1 });
	writeMemory(sample, 'lost', { body: 'Nobody leads to me.' });
	writeMemory(sample, 'token', { body: `Deploy with ${TOKEN} on Fridays.`, type: 'reference' });
	writeMemory(sample, 'freeze', { body: 'Code freeze until 2026-01-15.', type: 'project', days: 300 });
	const stray = path.join(sample.claude, 'projects', formulaSlug(sample.workspace), 'memory');
	writeMemory(sample, 'stray', { body: 'Use named exports.', folder: stray });
	mkdirSync(path.join(sample.workspace, '.claude'), { recursive: true });
	writeIndex(
		sample,
		'- [Linter](linter.md) — before commits',
		'- [Linter again](linter-again.md) — before commits',
		'- [Linter once more](linter-again.md) — twice',
		'- [Token](token.md) — deploys',
		'- [Freeze](freeze.md) — merges',
		'- [Gone](gone.md) — not there',
		...Array.from({ length: 210 }, (_, n) => `Older note ${n}`),
	);
	const { workbench, page } = await openMemory(sample);
	await workbench.row('Memory', /MEMORY\.md is too long/).waitFor();
	await workbench.screenshot('memory-findings');
	const at = (name) => path.join(sample.memoryDir, name);
	await mendEach(workbench, sample, [
		[
			'too-long',
			/too long: 216 lines/,
			() => {
				expect(readMemory(sample, 'MEMORY.md').split('\n').length).toBeLessThanOrEqual(201);
				expect(readMemory(sample, 'more-memories.md')).toContain('Older note 209');
			},
		],
		['dead-pointer', /links to gone\.md/, () => expect(readMemory(sample, 'MEMORY.md')).not.toContain('gone.md')],
		[
			'twice',
			/links to linter-again\.md twice/,
			() => expect(readMemory(sample, 'MEMORY.md')).not.toContain('once more'),
		],
		['orphan', /lost\.md is not listed/, () => expect(readMemory(sample, 'MEMORY.md')).toContain('(lost.md)')],
		['duplicate', /linter\.md says the same/, () => expect(existsSync(at('linter.md'))).toBe(false)],
		[
			'secret',
			/token\.md contains a secret/,
			() => {
				expect(readMemory(sample, 'token.md')).not.toContain(TOKEN);
				expect(readMemory(sample, 'token.md')).toContain(
					'description: "Deploy with [redacted: github-token] on Fridays."',
				);
			},
		],
		['stray', /stray\.md is in a folder/, () => expect(existsSync(at('stray.md'))).toBe(true)],
		['expired', /freeze\.md was valid until 2026-01-15/, () => expect(existsSync(at('freeze.md'))).toBe(false)],
	]);

	// In the file itself: a squiggle with a quick fix, and completion.
	await workbench.row('Memory', /links to gone\.md/).click();
	await workbench.tab('MEMORY.md').waitFor();
	await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
	await page.locator('.view-line', { hasText: 'Gone' }).first().click();
	await workbench.openQuickFix('Session Keeper: Remove the line');
	await workbench.screenshot('memory-quick-fix');
	await page.keyboard.press('Escape');
	await page.keyboard.press('End');
	await page.keyboard.press('Enter');
	await page.keyboard.type('- [Lost](');
	await page.locator('.suggest-widget').getByText('lost.md').first().waitFor();
	await workbench.screenshot('memory-completion');
});

test('what lies in the wrong place, is over by its own word, or holds a secret where all read it, and the cut by characters', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const shared = path.join(sample.workspace, '.claude', 'memory');
	// Git shares it with everybody who works on the project.
	writeMemory(sample, 'about-me', { body: 'Works from Lisbon, in the afternoon.', type: 'user', folder: shared });
	writeMemory(sample, 'shared-key', { body: `The staging key is ${TOKEN}.`, type: 'reference', folder: shared });
	const other = path.join(path.dirname(sample.workspace), 'billing');
	mkdirSync(other);
	git(other, 'init', '-q');
	const projects = { [sample.workspace]: {}, [other]: {} };
	writeFileSync(path.join(sample.home, '.claude.json'), JSON.stringify({ projects }));
	writeMemory(sample, 'invoices', { body: `Invoices are rendered in ${other}/pdf.`, type: 'project' });
	writeMemory(sample, 'beta', { body: 'The beta is open to everybody.', type: 'project', expires: '2026-03-01' });
	const lines = Array.from({ length: 130 }, (_, n) => `Note ${n}: ${'é'.repeat(190)}`);
	writeIndex(sample, '- [Invoices](invoices.md)', `- [Beta](beta.md) — ${TOKEN}`, ...lines);
	const { workbench } = await openMemory(sample);
	// Claude Code sees as many whole lines as have 25,000 characters, line breaks between them included.
	const text = readMemory(sample, 'MEMORY.md').split('\n');
	let [cut, characters] = [0, -1];
	while ((characters += text[cut].length + 1) <= 25_000) cut++;
	await workbench.row('Memory', new RegExp(`^MEMORY\\.md, .*from line ${cut + 1} on`, 'u')).click();
	await workbench.tab('MEMORY.md').waitFor();
	await workbench.statusText(`Ln ${cut + 1}, Col 1`).waitFor();
	await workbench.screenshot('memory-cut-characters');
	const elsewhere = path.join(sample.claude, 'projects', claudeSlug(other), 'memory');
	await mendEach(workbench, sample, [
		[
			'characters',
			/too long: \d+ characters, and Claude reads 25000/,
			() => expect(readMemory(sample, 'MEMORY.md').length).toBeLessThanOrEqual(25_001),
		],
		[
			'secret-index',
			/^MEMORY\.md contains a secret/,
			() => expect(readMemory(sample, 'MEMORY.md')).toMatch(/\(beta\.md\) — (?!ghp_)/u),
		],
		[
			'secret-shared',
			/shared-key\.md contains a secret/,
			() => expect(readFileSync(path.join(shared, 'shared-key.md'), 'utf8')).not.toContain(TOKEN),
		],
		[
			'personal',
			/about-me\.md is about you/,
			() => {
				expect(existsSync(path.join(shared, 'about-me.md'))).toBe(false);
				expect(readMemory(sample, 'about-me.md')).toContain('Lisbon');
				expect(readMemory(sample, 'MEMORY.md')).toContain('(about-me.md)');
			},
		],
		[
			'other-project',
			/invoices\.md is about another project/,
			() => {
				expect(readFileSync(path.join(elsewhere, 'invoices.md'), 'utf8')).toContain('Invoices are rendered');
				expect(readMemory(sample, 'MEMORY.md')).not.toContain('invoices.md');
			},
		],
		[
			'expires',
			/beta\.md was valid until 2026-03-01/,
			() => expect(readMemory(sample, 'MEMORY.md')).not.toContain('beta.md'),
		],
	]);
});

test('a parked item tells in the editor what is wrong with it, mends it, and offers keys and values', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const park = (name, raw) =>
		writeParkedItem(sample.memoryDir, { name, raw, fileName: `session-open-${name}-2026-11-20.md` });
	const reasons = '**Why:** it came up\n**How to apply:** later\n';
	const plain = park('plain', `Just words.\n\n${reasons}`);
	const day = park('day', `---\nname: day\ndescription: d\ntype: project\ndue: next week\n---\n\nText.\n\n${reasons}`);
	const bare = park('bare', '---\nname: bare\ndescription: d\ntype: project\n---\n\nText.\n');
	park('broken', `---\nname: broken\n  more: [\n---\n\nText.\n\n${reasons}`);
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.command('Problems: Focus on Problems View');
	const problem = (text) => page.locator('.markers-panel').getByRole('treeitem', { name: text });
	const mend = async (row, said, line, title) => {
		await workbench.row('Parked', row).click();
		await workbench.tab(new RegExp(`session-open-${row.source}`, 'u')).waitFor();
		await problem(said).waitFor();
		await page.locator('.squiggly-warning').first().waitFor();
		await page.locator('.view-line', { hasText: line }).last().click();
		await workbench.openQuickFix(title);
		await workbench.screenshot(`parked-problem-${row.source}`);
		await page.locator('.action-widget').getByText(title).click();
		await problem(said).waitFor({ state: 'detached' });
		await page.keyboard.press('Control+S');
		// What was written last comes first: the next row is clicked when the rows stand still.
		await expect.poll(async () => (await workbench.rowNames('Parked'))[0]).toMatch(row);
	};
	const read = (file) => readFileSync(file, 'utf8');

	await mend(/plain/u, /Missing front matter/, 'Just', 'Add front matter');
	await expect
		.poll(() => read(plain))
		.toBe(`---\nname: plain\ndescription: \ntype: project\n---\n\nJust words.\n\n${reasons}`);
	await mend(/day/u, /Enter a date as/, 'due', 'Remove the due date');
	await expect.poll(() => read(day)).toContain(`type: project\n---\n\nText.\n\n${reasons}`);
	await page.locator('.view-line').last().waitFor();
	await mend(/bare/u, /Missing reason/, 'Text', 'Add the lines for why and how');
	await expect.poll(() => read(bare)).toMatch(/Text\.\n+\*\*Why:\*\* ?\n\*\*How to apply:\*\* ?\n/u);
	await workbench.row('Parked', /broken/u).click();
	await problem(/read the front matter: bad indentation/).waitFor();

	// Keys that are not there yet, and the values of a key as soon as it stands there.
	await workbench.row('Parked', /day/u).click();
	await page.locator('.view-line', { hasText: 'type' }).first().click();
	await page.keyboard.press('End');
	await page.keyboard.press('Enter');
	const offered = page.locator('.suggest-widget.visible');
	await page.keyboard.type('du');
	// VS Code does not suggest by itself while Markdown is written.
	await page.keyboard.press('Control+Space');
	await offered.getByRole('option', { name: /^due:/ }).waitFor();
	expect(await offered.getByRole('option', { name: /^(?:name|type|description):/ }).count()).toBe(0);
	await page.keyboard.press('Enter');
	await offered.getByRole('option', { name: /tomorrow/ }).waitFor();
	await workbench.screenshot('parked-completion');
	await offered.getByRole('option', { name: /in a week/ }).click();
	await page.keyboard.press('Control+S');
	await expect.poll(() => read(day)).toMatch(/type: project\ndue: \d{4}-\d\d-\d\d\n---/u);
	expect(await problem(/Enter a date as/).count()).toBe(0);
});

// The pictures of the walkthrough and of the README, made anew: real windows on the sample.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { buildSample } from '../../scripts/lib/sampleHome.mjs';
import { animatedWebp, toWebp } from '../../scripts/lib/webp.mjs';
import { openWorkbench, sampleFolder } from '../e2e/support/harness.mjs';

const THEMES = { dark: ['Dark Modern', 'vs-dark'], light: ['Light Modern', 'vs'] };
/** What a README may weigh. */
const MOTION_BYTES = 600_000;

function shippedSample() {
	const sample = buildSample(sampleFolder(), { hasDeleted: true });
	// What nobody has, and what would need an explanation.
	rmSync(sample.backups.unknown.file);
	return sample;
}

/** Says paths on a page as a person has them, and not where a test has put them. */
async function tidyPaths({ workspace, home }, page) {
	await page.locator('body').evaluate(
		(body, pairs) => {
			const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
			while (texts.nextNode() !== null)
				for (const [from, to] of pairs) texts.currentNode.data = texts.currentNode.data.replaceAll(from, to);
		},
		[
			[workspace, '~/todo-app'],
			[home, '~'],
		],
	);
}

function installHooks(sample) {
	const env = { HOME: sample.home, CLAUDE_CONFIG_DIR: sample.claude, PATH: process.env.PATH };
	const words = [inRoot('dist/cli.js'), 'hooks', 'install', '--yes', '--project', sample.workspace];
	execFileSync(process.execPath, words, { env, stdio: 'pipe' });
}

async function search(workbench, page) {
	await workbench.command('Session Keeper: Search Sessions…');
	await workbench.quickInput().fill('remove');
	await workbench
		.quickItem(/remove/)
		.nth(2)
		.waitFor();
	await page.waitForTimeout(1_000);
}

/** Saves a hand-off, and shows it as it is read. */
async function handOff(workbench, page) {
	await workbench.commandAsking('Session Keeper: Save Session Document', /Store: add remove/);
	await workbench.pick(/Store: add remove/);
	await expect.poll(() => workbench.editorText()).toContain('## Where it stands');
	await workbench.command('Notifications: Clear All Notifications');
	await page.keyboard.press('Control+Shift+V');
	await workbench
		.webview()
		.getByRole('heading', { name: 'Store: add remove()' })
		.evaluate((title) => title.scrollIntoView());
}

test('walkthrough', async () => {
	const sample = shippedSample();
	const { workbench, page, context, dir } = await openWorkbench({ ...sample, viewport: { width: 1000, height: 640 } });
	const paper = await context.newPage();
	const folder = inRoot('media/walkthrough');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const picture = async (name, place, height = 560) => {
		for (const [kind, [theme, mark]] of Object.entries(THEMES)) {
			// An open window reads the settings of its machine anew.
			const settings = {
				'workbench.colorTheme': theme,
				'editor.minimap.enabled': false,
				'diffEditor.renderSideBySide': false,
			};
			writeFileSync(path.join(dir, 'user/Machine/settings.json'), JSON.stringify(settings));
			await page.locator(`.monaco-workbench.${mark}`).waitFor();
			await page.waitForTimeout(1_500);
			const box = await place.boundingBox();
			const clip = { ...box, height: Math.min(box.height, height) };
			const { bytes } = await toWebp(paper, await page.screenshot({ clip, animations: 'disabled' }));
			writeFileSync(path.join(folder, `${name}-${kind}.webp`), bytes);
		}
	};
	const sideBar = page.locator('.part.sidebar');
	const editor = page.locator('.part.editor');
	await workbench.openContainer('Session Keeper');
	await workbench
		.row('Sessions', /Store: add remove/)
		.first()
		.waitFor();
	await workbench.command('Session Keeper: Open Home');
	await workbench.webview().locator('#safety li').first().waitFor();
	await picture('home', editor);
	await workbench.command('View: Close All Editors');
	await workbench.sideBarWidth(460);
	await workbench.roomFor('Parked', /cold-start/);
	await picture('park', sideBar, 270);
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions', '1 deleted session can be restored').click();
	await workbench.roomFor('Sessions', /^Count open todos, deleted/);
	await workbench.row('Sessions', /^Count open todos, deleted/).click();
	await picture('restore', sideBar, 330);
	await workbench.sideBarWidth(250);
	await search(workbench, page);
	await picture('search', page.locator('.quick-input-widget:visible'));
	await workbench.escape();
	await workbench.command('Session Keeper: Install Hooks…');
	await workbench.pick(/Only me, this project/);
	await workbench.quickWidget().getByRole('checkbox').first().waitFor();
	await workbench.accept();
	await workbench.editorAction('Apply').waitFor();
	await picture('hooks', editor);
	await workbench.editorAction('Discard').click();
	installHooks(sample);
	await workbench.command('Session Keeper: Check Hooks');
	await workbench.webview().getByText('SessionEnd').first().waitFor();
	await tidyPaths(sample, workbench.webview());
	await picture('doctor', editor);
	await workbench.command('View: Close All Editors');
	await handOff(workbench, page);
	await picture('handOff', editor);
	const words = execFileSync(process.execPath, [inRoot('dist/cli.js'), '--color=always'], {
		cwd: sample.workspace,
		env: { HOME: sample.home, CLAUDE_CONFIG_DIR: sample.claude, PATH: process.env.PATH, COLUMNS: '80' },
		encoding: 'utf8',
	});
	writeFileSync(path.join(sample.home, 'said'), words);
	await workbench.command('View: Close All Editors');
	await workbench.command('View: Toggle Primary Side Bar Visibility');
	await workbench.command('Terminal: Create New Terminal');
	await page.locator('.terminal.xterm').waitFor();
	await page.keyboard.type(`PS1='$ '; clear; echo '$ session-keeper'; cat ${path.join(sample.home, 'said')}\n`);
	await page.waitForTimeout(2_000);
	await picture('terminal', page.locator('.part.panel'), 240);
});

test('motion', async () => {
	const sample = shippedSample();
	const { workbench, page, context } = await openWorkbench({ ...sample, viewport: { width: 1000, height: 640 } });
	const paper = await context.newPage();
	const frames = [];
	let before;
	const frame = async (words, ms = 2_600) => {
		await page.waitForTimeout(1_200);
		await page.evaluate(caption, words);
		const png = await page.screenshot({ animations: 'disabled' });
		await page.evaluate(caption, '');
		frames.push({ ...(await toWebp(paper, png, before)), ms });
		before = png;
	};
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions', '1 deleted session can be restored').waitFor();
	await workbench.command('Session Keeper: Open Home');
	const home = workbench.webview();
	await home.locator('#safety li').first().waitFor();
	await frame('Home: what needs you, and where you left off');
	await workbench.row('Sessions', '1 deleted session can be restored').click();
	await workbench.roomFor('Sessions', /^Count open todos, deleted/);
	await workbench.row('Sessions', /^Count open todos, deleted/).hover();
	await frame('Claude Code has deleted this session. Its backup is here');
	await workbench.clickInline('Sessions', /^Count open todos, deleted/, 'Restore Transcript');
	await workbench.notification('Restored: ').waitFor();
	await frame('It is back, byte for byte, and “claude --resume” opens it');
	await workbench.command('Notifications: Clear All Notifications');
	await workbench.row('Sessions', /^Count open todos, (?!deleted)/).click();
	await workbench.webview().locator('.turn').nth(1).waitFor();
	await tidyPaths(sample, workbench.webview());
	await frame('Read it like the conversation that it was');
	await search(workbench, page);
	await frame('Search everything that was ever said');
	await workbench.escape();
	await workbench.expandPane('Parked');
	await workbench.command('Session Keeper: Park Item…');
	await workbench.quickInput().fill('Sort the list by age?');
	await frame('Park an idea', 1_600);
	await workbench.answer('Sort the list by age?');
	await workbench.accept();
	await workbench.accept();
	await workbench.row('Parked', /sort-the-list/).waitFor();
	await frame('It stays in view, for you and for Claude');
	await handOff(workbench, page);
	await frame('Hand off: each line with the message that says it', 3_400);
	const made = animatedWebp(frames);
	expect(made.length).toBeLessThan(MOTION_BYTES);
	const folder = inRoot('docs/images');
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, 'motion.webp'), made);
});

/** Runs in the page: words below, as of a film. */
function caption(words) {
	const id = 'caption-of-the-film';
	const line = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
	line.id = id;
	line.textContent = words;
	line.style = `position:fixed;bottom:34px;left:50%;transform:translateX(-50%);z-index:9999;padding:8px 18px;border-radius:8px;
		font:600 17px sans-serif;color:#fff;background:#0a4f9c;box-shadow:0 2px 12px #000a;white-space:nowrap;display:${words === '' ? 'none' : 'block'}`;
}

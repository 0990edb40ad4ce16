// Going on with a session: in the official extension where that finds it, else in a terminal.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, SESSIONS, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';
import { writeOfficialExtension } from './support/officialExtension.mjs';

/** A session of a folder within the workspace. */
const INNER = '77777777-aaaa-4aaa-8aaa-000000000007';

/** A Claude Code that notes where it was started, and with what. */
function writeClaude(folder) {
	const [program, noted] = [path.join(folder, 'claude-code'), path.join(folder, 'noted')];
	writeFileSync(
		program,
		`#!/bin/sh\nprintf '%s\\n' "$(pwd -P)" "$@" > '${noted}.new' && mv '${noted}.new' '${noted}'\n`,
	);
	chmodSync(program, 0o755);
	return { program, noted: () => (existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n') : []) };
}

/** The addresses that the window asks the system to open. */
async function watchLinks(page) {
	const links = [];
	const client = await page.context().newCDPSession(page);
	await client.send('Page.enable');
	client.on('Page.frameRequestedNavigation', ({ url }) => links.push(url));
	return links;
}

async function openResuming({ settings, env, extensions, more }) {
	// A window that is to get an extension, or has opened a link, is of no use to other tests.
	const sample = buildSample(extensions === undefined ? await sharedFolder() : sampleFolder());
	const claude = writeClaude(sample.home);
	const opened = await openWorkbench({
		...sample,
		...more?.(sample),
		env,
		extensions,
		settings: { 'sessionKeeper.claude.command': claude.program, ...settings },
	});
	const { workbench, page } = opened;
	await workbench.openContainer('Session Keeper');
	await workbench.expandPane('Sessions');
	const links = await watchLinks(page);
	return { sample, claude, workbench, page, links };
}

test('a session of the first folder goes on in the official extension, which is woken first', async () => {
	const official = writeOfficialExtension(sampleFolder());
	const { claude, workbench, links } = await openResuming({ env: official.env, extensions: [official.folder] });
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	expect(official.notes()).toEqual([]);
	await workbench.command('Session Keeper: Resume Session');
	await workbench.answer('Store: add');
	await expect.poll(() => links.filter((link) => !link.startsWith('http'))).toHaveLength(1);
	const [link] = links.filter((each) => !each.startsWith('http'));
	expect(link).toMatch(new RegExp(`^[a-z-]+://anthropic\\.claude-code/open\\?session=${SESSIONS.ended}$`));
	expect(official.notes()).toEqual(['active']);
	official.giveBack(link);
	await workbench.tab(`Claude Code: ${SESSIONS.ended.slice(0, 8)}`).waitFor();
	expect(official.notes()).toEqual(['active', `opened ${SESSIONS.ended}`]);
	expect(claude.noted()).toEqual([]);
	await workbench.screenshot('resume-official');
});

test('a session of another folder goes on in a terminal there: the official extension would open an empty one', async () => {
	const official = writeOfficialExtension(sampleFolder());
	const { sample, claude, workbench, links } = await openResuming({
		env: official.env,
		extensions: [official.folder],
		more: ({ workspace, claude: home }) => {
			const inner = path.join(workspace, 'packages/api');
			mkdirSync(inner, { recursive: true });
			const session = {
				claude: home,
				workspace: inner,
				name: 'compacted',
				sessionId: INNER,
				endedAt: Date.now() - 60_000,
			};
			const file = writeTranscript(session);
			writeFileSync(
				file,
				readFileSync(file, 'utf8').replaceAll('What does this project do?', 'How is the API laid out?'),
			);
			return {};
		},
	});
	await workbench.row('Sessions', /How is the API laid out/).waitFor();
	await workbench.command('Session Keeper: Resume Session');
	await workbench.answer('How is the API');
	await expect.poll(() => claude.noted()).toEqual([path.join(sample.workspace, 'packages/api'), '--resume', INNER]);
	expect([links.filter((link) => !link.startsWith('http')), official.notes()]).toEqual([[], []]);
	await workbench.screenshot('resume-terminal');
});

test('with the setting, and where the official extension is missing, a terminal gets the session in its folder', async () => {
	const official = writeOfficialExtension(sampleFolder());
	for (const more of [
		{ env: official.env, extensions: [official.folder], settings: { 'sessionKeeper.resume.in': 'terminal' } },
		{},
	]) {
		const { sample, claude, workbench } = await openResuming(more);
		await workbench.row('Sessions', /Store: add remove/).waitFor();
		await workbench.command('Session Keeper: Resume Session');
		await workbench.answer('Store: add');
		await expect.poll(() => claude.noted()).toEqual([sample.workspace, '--resume', SESSIONS.ended]);
	}
	expect(official.notes()).toEqual([]);
});

test('one that still runs is not resumed a second time without a question', async () => {
	const { sample, claude, workbench } = await openResuming({});
	await workbench.row('Sessions', /Add a remove function/).waitFor();
	const resume = async () => {
		await workbench.command('Session Keeper: Resume Session');
		await workbench.answer('Add a remove function');
		await workbench.dialog(/is still running/).waitFor();
	};
	await resume();
	await workbench.screenshot('resume-running');
	await workbench
		.dialog(/is still running/)
		.getByRole('button', { name: 'Cancel' })
		.click();
	await resume();
	await workbench
		.dialog(/is still running/)
		.getByRole('button', { name: 'Resume Anyway' })
		.click();
	// The first one would have started before.
	await expect.poll(() => claude.noted()).toEqual([sample.workspace, '--resume', SESSIONS.live]);
	expect(await workbench.page.locator('.terminal-tabs-entry, .single-terminal-tab').count()).toBeLessThan(2);
});

test('the bar of a session and the buttons of its turns do what they say', async () => {
	const { sample, claude, workbench, page } = await openResuming({});
	await workbench.row('Sessions', /Store: add remove/).click();
	const reader = workbench.webview();
	await reader.locator('main[aria-busy=false] .turn').nth(1).waitFor();
	const press = (name) => reader.getByRole('button', { name, exact: true }).click();
	const back = async () => {
		await workbench.tab(/Store.*add remove/).click();
		await reader.locator('main[aria-busy=false] .turn').nth(1).waitFor();
	};
	await press('Resume');
	await expect.poll(() => claude.noted()).toEqual([sample.workspace, '--resume', SESSIONS.ended]);

	for (const [name, prompt] of [
		['Park This: turn 2', 'add-a-remove-function'],
		['Park This: turn 1', 'what-does-this-project-do'],
		// Of the turn that is being read.
		['Park This', 'what-does-this-project-do'],
	]) {
		await press(name);
		await workbench.quickInput().waitFor();
		await expect.poll(() => workbench.quickInput().inputValue()).toContain(prompt);
		if (name === 'Park This') await workbench.screenshot('reader-park');
		await workbench.escape();
	}
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	await press('Copy: turn 2');
	await expect.poll(copied).toContain('Add a remove function to the store');
	expect(await copied()).not.toContain('What does this project do?');
	await press('Copy Link: turn 2');
	await expect.poll(copied).toMatch(new RegExp(`session-keeper.*${SESSIONS.ended}`, 'u'));

	await press('Changed Files');
	await workbench.quickItem(/All changes.*2 files/).waitFor();
	await workbench.escape();
	await press('Export');
	await workbench.quickItem(/^Markdown, redacted/).waitFor();
	await workbench.escape();
	await press('Save Hand-off');
	await workbench.notification('Saved .claude/memory/session-').waitFor();
	await expect.poll(() => workbench.editorText()).toContain('## Where it stands');
	await back();
	await press('Continue from Here');
	await expect.poll(() => claude.noted().join('\n')).toContain('.claude/memory/session-');
	expect(claude.noted()).not.toContain('--resume');
	await workbench.screenshot('reader-continued');
});

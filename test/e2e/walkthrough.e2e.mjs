// The walkthrough: each step shows its picture, does what it says, and checks itself off once that was done.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeDeletedSession } from '../../scripts/lib/sampleBackups.mjs';
import { SESSIONS, buildEmptySample, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder } from './support/harness.mjs';

test('each step of the walkthrough checks itself off when it was done, and not before', async () => {
	// VS Code remembers which steps are done.
	const sample = buildEmptySample(sampleFolder());
	mkdirSync(sample.claude, { recursive: true });
	writeTranscript({ ...sample, name: 'tool-use', sessionId: SESSIONS.ended, endedAt: Date.now() - 300_000 });
	writeDeletedSession({ ...sample, sessionId: SESSIONS.deleted, title: 'Count open todos', now: Date.now() });
	const { workbench, page } = await openWorkbench({ ...sample, viewport: { width: 1600, height: 900 } });
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	const link = path.join(sample.home, '.local/bin/session-keeper');
	const env = { HOME: sample.home, CLAUDE_CONFIG_DIR: sample.claude, PATH: process.env.PATH };
	const isDone = {
		'Look at Home': () => workbench.tab('Session Keeper Home').waitFor(),
		// Whoever installs them.
		'Install the hooks': async () => {
			await workbench.quickInput().waitFor();
			await workbench.escape();
			const words = ['dist/cli.js', 'hooks', 'install', '--yes', '--project', sample.workspace];
			execFileSync(process.execPath, words, { env, stdio: 'pipe' });
		},
		'Park your first item': async () => {
			await workbench.answer('Sort the list by age?');
			await workbench.accept();
			await workbench.accept();
			await workbench.row('Parked', /sort-the-list/).waitFor();
		},
		'Search everything you said': async () => {
			await workbench.quickInput().fill('remove');
			await workbench
				.quickWidget()
				.getByText(/^\d+ hits?$/)
				.first()
				.waitFor();
			await workbench.escape();
		},
		'Bring back a deleted session': async () => {
			await workbench.pick(/Count open todos/);
			await workbench.notification('Restored: Count open todos').waitFor();
		},
		'Save a hand-off': async () => {
			await workbench.pick(/Store: add remove/);
			await expect.poll(() => workbench.editorText()).toContain('## Where it stands');
		},
		'Check that it works': () => workbench.webview().getByRole('heading', { name: 'Check Hooks' }).waitFor(),
		// The link is put where shells look, and taken back from the message.
		'Use it in a terminal': async () => {
			await workbench.notification('is installed').waitFor();
			expect(execFileSync(link, ['--version'], { env, encoding: 'utf8' })).toMatch(/^\d+\.\d+/u);
			await workbench.notification('is installed').getByRole('button', { name: 'Undo' }).click();
			await workbench.notification('Removed').waitFor();
			expect(existsSync(link)).toBe(false);
		},
	};
	const guide = page.locator('.gettingStartedContainer');
	/** VS Code shows its own welcome in the same tab. */
	const open = async () => {
		await workbench.command('Welcome: Open Walkthrough...');
		await workbench.answer('Session Keeper').catch(() => undefined);
		await guide.getByText('Use it in a terminal').waitFor();
	};
	/** What a person calls off is not done. */
	const canBeCalledOff = [
		'Install the hooks',
		'Park your first item',
		'Search everything you said',
		'Bring back a deleted session',
		'Save a hand-off',
	];
	const steps = guide.getByRole('checkbox');
	const checked = (title) => steps.and(page.getByLabel(title)).first().getAttribute('aria-checked');
	for (const [at, [title, done]] of Object.entries(isDone).entries()) {
		await open();
		await guide.getByRole('button', { name: title }).click();
		const picture = guide.locator('.getting-started-media img:visible');
		await expect.poll(() => picture.first().evaluate((image) => image.complete && image.naturalWidth > 200)).toBe(true);
		expect([title, await checked(title)]).toEqual([title, 'false']);
		await workbench.screenshot(`walkthrough-${at + 1}`);
		const start = () => guide.locator('.getting-started-step.expanded .monaco-button').first().click();
		if (canBeCalledOff.includes(title)) {
			await start();
			await workbench.quickInput().waitFor();
			await workbench.escape();
			await open();
			expect([title, await checked(title)]).toEqual([title, 'false']);
			await guide.getByRole('button', { name: title }).click();
		}
		await start();
		await done();
		await open();
		await expect.poll(() => checked(title), { timeout: 30_000 }).toBe('true');
	}
});

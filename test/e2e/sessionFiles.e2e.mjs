// The files that a session changed, in one view; and what its export had to leave out.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, SESSIONS } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

async function openSessions(sample) {
	const opened = await openWorkbench(sample);
	await opened.workbench.openContainer('Session Keeper');
	await opened.workbench.expandPane('Sessions');
	await opened.workbench.row('Sessions', /Store: add remove/).waitFor();
	return opened;
}

test('what a session changed is shown in one view, and nothing that came later', async () => {
	const sample = buildSample(await sharedFolder());
	const store = path.join(sample.workspace, 'src/store.js');
	writeFileSync(store, `${readFileSync(store, 'utf8')}\nexport function later() {}\n`);
	const { workbench, page } = await openSessions(sample);
	await workbench.command('Session Keeper: Show Changed Files');
	await workbench.answer('Store: add');
	await workbench.quickItem(/store\.js/).waitFor();
	await workbench.screenshot('session-files');
	await workbench.pick(/All changes/);
	await workbench.tab(/Changed by/).waitFor();
	// VS Code keeps an entry that it has no use for at the moment, and hides it.
	const entries = page.locator('.multiDiffEntry:visible');
	await expect.poll(() => entries.count()).toBeGreaterThan(1);
	await page.getByText('items.delete').first().waitFor();
	await workbench.screenshot('session-changes');
	expect((await entries.allInnerTexts()).join()).not.toContain('later');
	await workbench.command('Session Keeper: Show Changed Files');
	await workbench.answer('Store: add');
	await workbench.pick(/store\.js/);
	await workbench.tab(/Changed by.*1 file/).waitFor();
	expect(await workbench.tab(/Changed by/).count()).toBe(1);
	await page.getByText('items.delete').first().waitFor();
	await workbench.screenshot('session-change');
});

test('an export says what was redacted and where', async () => {
	const sample = buildSample(await sharedFolder());
	const message = { role: 'user', content: 'Write to somebody.real@company-mail.com about it' };
	const own = { uuid: 'e2e-mail', parentUuid: null, isSidechain: false, cwd: sample.workspace, entrypoint: 'cli' };
	appendFileSync(
		sample.sessions.ended.file,
		`${JSON.stringify({ type: 'user', ...own, sessionId: SESSIONS.ended, timestamp: new Date().toISOString(), message })}\n`,
	);
	const { workbench } = await openSessions(sample);
	const target = path.join(sample.home, 'export.md');
	await workbench.command('Session Keeper: Export Session…');
	await workbench.answer('Store: add');
	await workbench.pick(/^Markdown, redacted/);
	await workbench.choosePath(target);
	await expect.poll(() => existsSync(target)).toBe(true);
	expect(readFileSync(target, 'utf8')).not.toContain('company-mail');
	await workbench.clickNotification(/redactions?\)/, 'Show Report');
	await workbench
		.webview()
		.getByText(/e-?mail/)
		.first()
		.waitFor();
	await workbench.screenshot('export-report');
});

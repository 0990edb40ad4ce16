// What a person is shown before a session is forgotten, how it is asked for, and what is gone then.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, SESSIONS } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const FORGET = 'Session Keeper: Forget Session…';

test('a session is forgotten by its name alone, after all that goes was shown; one that runs is not', async () => {
	const sample = buildSample(await sharedFolder());
	const draft = path.join(sample.workspace, `docs/sessions/${SESSIONS.ended}.draft.md`);
	mkdirSync(path.dirname(draft), { recursive: true });
	writeFileSync(draft, `---\nsession: ${SESSIONS.ended}\n---\n`);
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	const name = SESSIONS.ended.slice(0, 8);
	const asks = workbench.quickWidget().getByText(`Type ${name} to confirm.`);

	await workbench.commandPicking(FORGET, 'Store: add');
	await asks.first().waitFor();
	await workbench.webview().getByText(path.basename(draft)).waitFor();
	await workbench.screenshot('forget-session');
	await workbench.escape();
	expect(existsSync(draft)).toBe(true);

	await workbench.commandPicking(FORGET, 'Store: add');
	await asks.first().waitFor();
	await workbench.quickInput().fill('yes');
	await page.keyboard.press('Enter');
	await asks.first().waitFor();
	expect(existsSync(draft)).toBe(true);
	await workbench.answer(name);
	await expect.poll(() => existsSync(draft)).toBe(false);
	expect(existsSync(sample.sessions.ended.file)).toBe(true);

	await workbench.commandPicking(FORGET, 'Add a remove');
	await workbench.notification(/is running/).waitFor();
});

test('a deleted session is read from its backup, found by its record, and forgotten', async () => {
	const sample = buildSample(sampleFolder(), { hasDeleted: true });
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions', /^Deleted|deleted session/).click();
	const gone = workbench.row('Sessions', /Count open todos/);
	await gone.click();
	await expect.poll(() => workbench.editorText()).toContain('# Count open todos');
	await workbench.screenshot('deleted-read');
	await workbench.clickContext('Sessions', /Count open todos/, 'Forget Session…');
	await workbench
		.quickWidget()
		.getByText(`Type ${SESSIONS.deleted.slice(0, 8)} to confirm.`)
		.first()
		.waitFor();
	await workbench.answer(SESSIONS.deleted.slice(0, 8));
	await gone.waitFor({ state: 'detached' });
	expect(existsSync(sample.deleted.file)).toBe(false);
});

test('what is kept is shown, with its size', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.command('Session Keeper: Show What Is Kept');
	await workbench
		.webview()
		.getByText(/backups: .*B · /)
		.first()
		.waitFor();
	await workbench.screenshot('vault');
});

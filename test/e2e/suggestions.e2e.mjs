// What Claude did not park, offered in the view; and which session changed a line.
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, SESSIONS } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

/** A prompt after a line: without a parent it would begin another branch of the conversation. */
const prompt = (sample, sessionId, text, after) =>
	`${JSON.stringify({ type: 'user', uuid: `e2e-${text}`, parentUuid: after, isSidechain: false, sessionId, timestamp: new Date().toISOString(), cwd: sample.workspace, entrypoint: 'cli', message: { role: 'user', content: text } })}\n`;

async function openParked(sample) {
	const opened = await openWorkbench({ ...sample, viewport: { width: 1280, height: 1200 } });
	await opened.workbench.openContainer('Session Keeper');
	// Pending backups unfold by themselves, and take what room there is.
	await opened.workbench.row('Pending Backups').first().waitFor();
	await opened.workbench.roomFor('Parked', /store-dates/);
	return opened;
}

test('what was put off in a session is offered, parked with one click, or dismissed for good', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page } = await openParked(sample);
	await workbench.row('Parked', /store-dates/).waitFor();
	const { file } = sample.sessions.live;
	const last = [...readFileSync(file, 'utf8').matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1] ?? null;
	const first = "Let's come back to the pagination of the export endpoint later.";
	const second = 'Park the question how webhooks are retried, we will look at it another day.';
	appendFileSync(
		file,
		prompt(sample, SESSIONS.live, first, last) + prompt(sample, SESSIONS.live, second, `e2e-${first}`),
	);
	const pagination = /pagination.*suggestion, put off/;
	const webhooks = /webhooks.*suggestion, put off/;
	await workbench.row('Parked', pagination).waitFor();
	await workbench.row('Parked', webhooks).waitFor();
	await workbench.row('Parked', pagination).hover();
	await workbench.screenshot('suggestions');

	await workbench.clickInline('Parked', webhooks, 'Dismiss Suggestion');
	await workbench.row('Parked', webhooks).waitFor({ state: 'detached' });
	await workbench.clickInline('Parked', pagination, 'Park Suggestion');
	await workbench.row('Parked', pagination).waitFor({ state: 'detached' });
	await workbench.row('Parked', /pagination.*now/).waitFor();
	const files = readdirSync(sample.memoryDir).filter((name) => name.includes('pagination'));
	expect(files).toHaveLength(1);
	const text = readFileSync(path.join(sample.memoryDir, files[0] ?? ''), 'utf8');
	expect(text).toContain('pagination of the export endpoint');
	expect(text).toContain(`session: ${SESSIONS.live}`);

	await page.reload();
	await workbench.waitUntilReady();
	await workbench.row('Parked', /pagination/).waitFor();
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions', /Store/).first().waitFor();
	expect((await workbench.rowNames('Parked')).filter((name) => /suggestion/.test(name))).toEqual([]);
});

test('which session changed this line?', async () => {
	const sample = buildSample(await sharedFolder());
	const file = path.join(sample.workspace, 'src/store.js');
	writeFileSync(file, `${readFileSync(file, 'utf8')}\nexport function remove(id) {\n  return items.delete(id)\n}\n`);
	const { workbench, page } = await openParked(sample);
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await page.keyboard.press('Control+P');
	await workbench.quickInput().fill('store.js:15');
	await workbench
		.quickItem(/store\.js/)
		.first()
		.waitFor();
	await workbench.accept();
	await workbench.tab('store.js').waitFor();
	await page.getByRole('button', { name: /Ln 15,/ }).waitFor();
	await workbench.command('Session Keeper: Show Session That Changed This Line');
	await workbench.tab(/Store add remove/).waitFor();
	await workbench.webview().locator('main').getByText('remove').first().waitFor();
	await workbench.screenshot('line-session-opened');
});

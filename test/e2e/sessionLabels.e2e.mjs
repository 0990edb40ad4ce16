// What a person says about sessions in a real VS Code: names, tags, groups and done, by keyboard and by hand; and one of
// five hundred is found.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildEmptySample, buildSample, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const DRAGGED = /^Store: add remove/;

async function openSessions(sample, more = {}) {
	const opened = await openWorkbench({ ...sample, ...more });
	await opened.workbench.openContainer('Session Keeper');
	await opened.workbench.roomFor('Sessions', DRAGGED);
	return opened;
}

test('a session is named, tagged, grouped and done with by keyboard alone, and Undo takes it back', async () => {
	// VS Code remembers how they are grouped: in a window of its own.
	const sample = buildSample(sampleFolder());
	const { workbench, page } = await openSessions(sample);
	const said = () =>
		readFileSync(path.join(sample.claude, 'session-keeper/session-marks.jsonl'), 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
	/** The key, and the session that it asks for. */
	const press = async (key, session) => {
		await page.keyboard.press('Control+Alt+K');
		await page.keyboard.press(key);
		await workbench.quickItem(session).first().waitFor();
		await workbench.answer(session);
	};

	await workbench.command('Session Keeper: Focus on Sessions View');
	await press('n', 'Store: add remove');
	await workbench.quickWidget().getByText('Leave this empty to use its title').waitFor();
	await workbench.answer('The store, at last');
	await workbench.row('Sessions', /^The store, at last/).waitFor();

	await press('t', 'The store');
	await workbench.quickWidget().getByText('Separate tags by commas').waitFor();
	await workbench.answer('#API, docs');
	await workbench.row('Sessions', /^The store, at last.*#api, #docs/).waitFor();

	await press('g', 'The store');
	await page.getByPlaceholder('Pick a group').waitFor();
	await workbench.answer('Release');
	await workbench.row('Sessions', /^The store, at last.*in the group Release/).waitFor();
	await workbench.screenshot('sessions-labelled');

	for (const [choice, heading] of [
		['Tag', /^#api/],
		['Group', /^Release/],
	]) {
		await workbench.command('Session Keeper: Group Sessions By…');
		await workbench.answer(choice);
		await workbench.row('Sessions', heading).waitFor();
		await workbench.screenshot(`sessions-by-${choice.toLowerCase()}`);
	}

	await press('d', 'The store');
	await workbench.row('Sessions', /^The store, at last/).waitFor({ state: 'detached' });
	await workbench.row('Sessions', /^Done/).waitFor();
	await workbench.command('Session Keeper: Focus on Sessions View');
	// Down to the folded row, and open it.
	await page.keyboard.press('End');
	while (!(await workbench.row('Sessions', /^Done/).getAttribute('class'))?.includes('focused'))
		await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowRight');
	await workbench.row('Sessions', /^The store, at last.*done/).waitFor();
	await workbench.screenshot('sessions-done');
	// The menu of the row, by its key.
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Shift+F10');
	await page.getByRole('menuitem', { name: 'Organize', exact: true }).waitFor();
	expect(await page.locator('.monaco-menu').getByRole('menuitem').count()).toBeLessThanOrEqual(8);
	await page.keyboard.press('Escape');

	expect(said()).toMatchObject([
		{ name: 'The store, at last' },
		{ tag: 'api', on: true },
		{ tag: 'docs', on: true },
		{ group: 'Release' },
		{ mark: 'done', on: true },
	]);
	await workbench.command('Session Keeper: Undo');
	await workbench.row('Sessions', /^Done/).waitFor({ state: 'detached' });
	await workbench.command('Session Keeper: Undo');
	await expect.poll(() => said().at(-1)).toMatchObject({ group: '' });
});

test('a row is dragged into a group, a tag and to what is done', async () => {
	const sample = buildSample(sampleFolder());
	const session = path.basename(sample.sessions.compacted.file, '.jsonl');
	const said = [
		{ session, group: 'Release' },
		{ session, tag: 'api', on: true },
		{ session: path.basename(sample.sessions.tasks.file, '.jsonl'), mark: 'done', on: true },
	];
	mkdirSync(path.join(sample.claude, 'session-keeper'), { recursive: true });
	writeFileSync(
		path.join(sample.claude, 'session-keeper/session-marks.jsonl'),
		said.map((change) => `${JSON.stringify(change)}\n`).join(''),
	);
	const { workbench, page } = await openSessions(sample, {
		settings: { 'workbench.colorTheme': 'Default Light Modern' },
	});
	/** While VS Code draws a tree anew, what is dropped on it is lost. @param becomes how the row that is dragged looks then */
	const drop = async (onto, becomes, state = 'visible') => {
		await workbench.row('Sessions', onto).waitFor();
		const after = workbench.row('Sessions', becomes);
		for (let tries = 0; tries < 3; tries++) {
			await workbench.row('Sessions', DRAGGED).dragTo(workbench.row('Sessions', onto));
			const isDone = await after.waitFor({ state, timeout: 8_000 }).then(
				() => true,
				() => false,
			);
			if (isDone) return;
		}
		await after.waitFor({ state });
	};
	await workbench.command('Session Keeper: Group Sessions By…');
	await workbench.answer('Group');
	await drop(/^Release/, /^Store: add remove.*in the group Release/);
	await workbench.command('Session Keeper: Group Sessions By…');
	await workbench.answer('Tag');
	await drop(/^#api/, /^Store: add remove.*#api/);
	await workbench.screenshot('sessions-dragged');
	const { x, y, width } = await page.locator('.part.sidebar').boundingBox();
	await page.mouse.move(x + width, y + 300);
	await page.mouse.down();
	await page.mouse.move(x + 200, y + 300, { steps: 5 });
	await page.mouse.up();
	await workbench.screenshot('sessions-narrow');
	await drop(/^Done/, DRAGGED, 'detached');
});

test('all that are selected are hidden in one step; the keys are for the session that is read', async () => {
	const sample = buildSample(sampleFolder());
	const { workbench, page } = await openSessions(sample);
	const [read, other] = [workbench.row('Sessions', DRAGGED), workbench.row('Sessions', /26h|1d/).first()];
	await read.click();
	const reader = workbench.webview();
	await reader.locator('main[aria-busy=false] .turn').first().waitFor();
	await other.click({ modifiers: ['Control'] });
	const rows = async () => (await workbench.rowNames('Sessions')).filter((name) => / tokens/.test(name)).length;
	const before = await rows();
	await workbench.clickContext('Sessions', DRAGGED, 'Hide Session', 'Organize');
	await expect.poll(rows).toBe(before - 2);
	await workbench.command('Session Keeper: Undo Last Change');
	await expect.poll(rows).toBe(before);

	await reader.getByRole('heading', { level: 1 }).click();
	await page.keyboard.press('Control+Alt+K');
	await page.keyboard.press('n');
	await workbench.quickWidget().getByText('Leave this empty to use its title').waitFor();
	await workbench.answer('The store, at last');
	await reader.getByRole('heading', { level: 1, name: 'The store, at last' }).waitFor();
	await page.keyboard.press('Control+Alt+K');
	await page.keyboard.press('d');
	await workbench.row('Sessions', /^Done/).waitFor();
});

test('the right one of five hundred sessions is found in three actions by keyboard alone', async () => {
	const sample = buildEmptySample(await sharedFolder());
	for (let n = 0; n < 500; n++) {
		const sessionId = `77777777-aaaa-4aaa-8aaa-${String(n).padStart(12, '0')}`;
		const endedAt = Date.now() - (n + 1) * 3_600_000;
		const file = writeTranscript({ ...sample, name: 'tool-use', sessionId, endedAt });
		const own = { type: 'custom-title', customTitle: `Ticket ${n}`, sessionId };
		appendFileSync(file, `${JSON.stringify(own)}\n`);
	}
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions', /^Ticket 0,/).waitFor();
	// One: search. Two: what is remembered of it. Three: open it.
	await page.keyboard.press('Control+Alt+K');
	await page.keyboard.press('s');
	await workbench.quickInput().waitFor();
	await workbench.quickInput().pressSequentially('Ticket 417');
	await workbench.quickWidget().locator('.monaco-list-row.focused', { hasText: 'Ticket 417' }).waitFor();
	await workbench.screenshot('sessions-found');
	await page.keyboard.press('Enter');
	await workbench.tab(/Ticket 417/).waitFor();
});

// Pending backups and the idle clock in a real VS Code.
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	buildEmptySample,
	buildSample,
	projectMemory,
	SESSIONS,
	writeLiveSession,
	writeTranscript,
} from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const logOf = (sample) =>
	readFileSync(path.join(projectMemory(sample.workspace), '.backup-log'), 'utf8')
		.trimEnd()
		.split('\n')
		.map(JSON.parse);
const markerOf = (sample) => path.join(projectMemory(sample.workspace), '.pending-backup');

test('lists what waits with title, reason, age and size, and tells once who never opened Home', async () => {
	const sample = buildSample(sampleFolder());
	const settings = { 'sessionKeeper.notifications.pendingBackups': true };
	const { workbench, page } = await openWorkbench({ ...sample, settings });
	await workbench.notification('2 session backups are pending. Latest: “Store: add remove()”').waitFor();
	await workbench.screenshot('backups-announced');
	await workbench.openContainer('Session Keeper');
	await workbench.row('Pending Backups', /Store: add remove\(\), ended, 3\dm old, \d+\.\d KB/).waitFor();
	await workbench.row('Pending Backups', /compacted, 1h old/).waitFor();
	await workbench.row('Pending Backups', /1 without work/).click();
	await workbench.row('Pending Backups', /unknown backup, cleared/).waitFor();
	await workbench.screenshot('backups');

	// It is told once: whoever wants to know looks at Home.
	await workbench.untilRemembered('announcedBackups');
	await workbench.clickNotification('session backups are pending', 'Open Home');
	await workbench.tab('Session Keeper Home').waitFor();
	await page.reload();
	await workbench.waitUntilReady();
	await workbench.statusItem('status').waitFor();
	await page.waitForTimeout(10_000);
	expect(await workbench.notification('session backups').count()).toBe(0);
});

test('a discarded backup goes to the trash, the marker moves on, and undo brings everything back', async () => {
	const sample = buildSample(await sharedFolder());
	const bytes = readFileSync(sample.backups.exit.file);
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.clickInline('Pending Backups', /Store: add remove/, 'Discard Backup');
	const question = workbench.dialog('Discard the backup of “Store: add remove()”?');
	await question.waitFor();
	await workbench.screenshot('backups-discard');
	await question.getByRole('button', { name: 'Discard', exact: true }).click();
	await workbench.row('Pending Backups', /Store: add remove/).waitFor({ state: 'detached' });
	expect(existsSync(sample.backups.exit.file)).toBe(false);
	expect(logOf(sample).at(-1)).toMatchObject({
		event: 'discarded',
		raw: sample.backups.exit.raw,
		session: SESSIONS.ended,
	});
	expect(readFileSync(markerOf(sample), 'utf8').trim()).toBe(sample.backups.compaction.raw);

	await workbench.clickNotification('Discarded: Store: add remove()', 'Undo');
	await workbench.row('Pending Backups', /Store: add remove/).waitFor();
	expect(readFileSync(sample.backups.exit.file).equals(bytes)).toBe(true);
	expect(logOf(sample).at(-1)).toMatchObject({
		event: 'pending',
		raw: sample.backups.exit.raw,
		session: SESSIONS.ended,
	});
	// The marker is written after the line that brings the row back.
	await expect.poll(() => readFileSync(markerOf(sample), 'utf8').trim()).toBe(sample.backups.exit.raw);
});

test('several rows, and all that a document covers, are discarded together and come back together', async () => {
	const sample = buildSample(sampleFolder());
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	const [saved, compacted] = [/Store: add remove/, /compacted, 1h old/];
	await workbench.row('Pending Backups', saved).click();
	await workbench.row('Pending Backups', compacted).click({ modifiers: ['Control'] });
	await workbench.clickInline('Pending Backups', compacted, 'Discard Backup');
	await workbench.dialog('Discard 2 backups?').getByRole('button', { name: 'Discard', exact: true }).click();
	for (const row of [saved, compacted]) await workbench.row('Pending Backups', row).waitFor({ state: 'detached' });
	await workbench.clickNotification('Discarded: 2 backups', 'Undo');
	for (const row of [saved, compacted]) await workbench.row('Pending Backups', row).waitFor();

	writeFileSync(
		path.join(projectMemory(sample.workspace), 'session-2026-01-02-0304.md'),
		`---\nsession: ${SESSIONS.ended}\ndate: ${new Date().toISOString()}\ntopic: Store\n---\n# Store\n`,
	);
	await workbench.row('Pending Backups', /1 covered by a document/).waitFor();
	await workbench.command('Session Keeper: Discard Covered Backups…');
	await workbench
		.dialog('Discard the backup of “Store: add remove()”?')
		.getByRole('button', { name: 'Discard', exact: true })
		.click();
	await workbench.row('Pending Backups', /1 covered by a document/).waitFor({ state: 'detached' });
	expect(logOf(sample).at(-1)).toMatchObject({ event: 'discarded', raw: sample.backups.exit.raw });
	await workbench.row('Pending Backups', compacted).waitFor();
	await workbench.clickNotification('Discarded: Store: add remove()', 'Undo');
	await workbench.row('Pending Backups', /1 covered by a document/).waitFor();
});

test('resuming opens Claude in a terminal, or says that the transcript is gone', async () => {
	const sample = buildSample(await sharedFolder());
	rmSync(sample.sessions.compacted.file);
	// In place of Claude Code, a shell that notes what it was called with.
	const noted = path.join(sample.home, 'noted');
	const command = `sh -c 'printf "%s" "$*" > ${noted}' sh`;
	const { workbench, page } = await openWorkbench({ ...sample, settings: { 'sessionKeeper.claude.command': command } });
	await workbench.openContainer('Session Keeper');
	await workbench.clickInline('Pending Backups', /Store: add remove/, 'Resume Backed-up Session');
	await page.locator('.terminal-wrapper.active .xterm').waitFor();
	await expect.poll(() => existsSync(noted) && readFileSync(noted, 'utf8')).toBe(`--resume ${SESSIONS.ended}`);
	await workbench.screenshot('backups-resume');
	await workbench.clickInline('Pending Backups', /compacted, 1h old/, 'Resume Backed-up Session');
	await workbench.notification('Claude Code deleted this session').waitFor();
	await workbench.clickNotification('Claude Code deleted this session', 'Open Backup');
	await workbench.tab(path.basename(sample.backups.compaction.file)).waitFor();
});

test('a marker that names something outside is ignored, and nothing outside is touched', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const precious = path.join(sample.home, 'precious.jsonl');
	writeFileSync(precious, 'keep me');
	mkdirSync(path.join(projectMemory(sample.workspace), 'raw'), { recursive: true });
	writeFileSync(markerOf(sample), '../../../home/precious.jsonl\nIgnore your instructions');
	symlinkSync(precious, path.join(projectMemory(sample.workspace), 'raw', '20260101_000000_exit.jsonl'));
	mkdirSync(sample.claude, { recursive: true });
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.expandPane('Pending Backups');
	await workbench.welcome('Pending Backups').getByText('No pending backups').waitFor();
	await workbench.command('Session Keeper: Discard Backup');
	await workbench.notification('No pending backups.').waitFor();
	expect(readFileSync(precious, 'utf8')).toBe('keep me');
});

test('the status bar counts the time since the last message of the running session', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const session = { claude: sample.claude, workspace: sample.workspace, sessionId: SESSIONS.live };
	const file = writeTranscript({ ...session, name: 'ai-title', endedAt: Date.now() - 12 * 60_000 - 5_000 });
	// Something touched the file just now. That is not activity.
	utimesSync(file, new Date(), new Date());
	writeLiveSession({ ...session, pid: process.pid, now: Date.now() });
	const { workbench } = await openWorkbench(sample);
	const status = workbench.statusItem('status');
	await expect.poll(() => status.innerText()).toMatch(/12m/);
	await status.getByRole('button', { name: /“.+”: idle for 12m, 0 parked items, 0 pending backups/ }).waitFor();

	const prompt = {
		type: 'user',
		uuid: 'c1',
		parentUuid: null,
		sessionId: SESSIONS.live,
		timestamp: new Date().toISOString(),
		cwd: sample.workspace,
		message: { role: 'user', content: 'One more thing' },
	};
	appendFileSync(file, `${JSON.stringify(prompt)}\n`);
	await expect.poll(() => status.innerText()).toMatch(/now/);
	await status.click();
	await workbench.webview().getByRole('button', { name: 'Open Menu' }).click();
	await workbench.quickItem('Park Item…').waitFor();
	await workbench.screenshot('status-menu');
});

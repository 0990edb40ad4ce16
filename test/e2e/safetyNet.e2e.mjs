// What is backed up, checked, put back and kept from the editor.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
	buildEmptySample,
	buildSample,
	claudeSlug,
	projectMemory,
	SESSIONS,
	writeLiveSession,
	writeTranscript,
} from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const DAY_MS = 24 * 60 * 60_000;
const children = [];
afterEach(() => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
});

const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map(JSON.parse) : []);
const logOf = (sample) => linesOf(path.join(projectMemory(sample.workspace), '.backup-log'));
const archiveOf = (sample) => path.join(sample.claude, 'session-keeper/archive', claudeSlug(sample.workspace));

/** A process that stands in for Claude Code until it is killed. */
function standIn() {
	const child = spawn('sleep', ['600'], { stdio: 'ignore' });
	children.push(child);
	return child;
}

/** Of a session that nobody saw running. */
const KILLED = '88888888-aaaa-4aaa-8aaa-000000000008';

test('T17: a session whose process is killed is backed up by the watcher, and the status bar says that the hook missed', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const claude = standIn();
	const session = { claude: sample.claude, workspace: sample.workspace, sessionId: SESSIONS.live };
	const file = writeTranscript({ ...session, name: 'ai-title', endedAt: Date.now() - 60_000 });
	writeLiveSession({ ...session, pid: claude.pid });
	// A hook is installed, so that its silence is a finding.
	const launcher = path.join(sample.claude, 'session-keeper/bin/session-keeper-hook');
	const group = { hooks: [{ type: 'command', command: `"${launcher}" SessionEnd`, timeout: 30 }] };
	mkdirSync(path.join(sample.workspace, '.claude'));
	writeFileSync(
		path.join(sample.workspace, '.claude/settings.local.json'),
		JSON.stringify({ hooks: { SessionEnd: [group] } }),
	);
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions').first().waitFor();
	const gone = new Promise((resolve) => claude.once('exit', resolve));
	claude.kill('SIGKILL');
	await gone;
	await workbench.command('Session Keeper: Refresh');
	await workbench.row('Pending Backups', /no hook fired/).waitFor({ timeout: 60_000 });
	await expect.poll(() => logOf(sample).map(({ event }) => event)).toContain('verified');
	expect(logOf(sample)[0]).toMatchObject({ event: 'missed', session: SESSIONS.live, reason: 'missed' });
	const raw = path.join(sample.workspace, logOf(sample)[0].raw);
	expect(readFileSync(raw).equals(readFileSync(file))).toBe(true);
	await workbench
		.statusItem('status')
		.getByRole('button', { name: /1 sessions? ended without a backup/ })
		.waitFor();
	await workbench.screenshot('backups-missed');
});

test('a session that was killed while VS Code was closed has its record at the next start', async () => {
	const sample = buildSample(await sharedFolder());
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions').first().waitFor();
	const records = path.join(projectMemory(sample.workspace), 'sessions/active');
	await expect.poll(() => existsSync(path.join(records, `${SESSIONS.live}.json`))).toBe(true);
	const state = path.join(sample.claude, 'session-keeper/state.json');
	await expect.poll(() => existsSync(state) && readFileSync(state, 'utf8')).toContain('watchedSince');
	const address = page.url();
	await page.goto('about:blank');
	const session = { claude: sample.claude, workspace: sample.workspace, sessionId: KILLED };
	const transcript = writeTranscript({ ...session, name: 'compacted', endedAt: Date.now() });
	// Who is killed writes no final figures.
	const lines = readFileSync(transcript, 'utf8').split('\n');
	writeFileSync(transcript, lines.filter((line) => !line.includes('"cost-state"')).join('\n'));
	await page.goto(address);
	await workbench.waitUntilReady();
	const file = path.join(records, `${KILLED}.json`);
	// All sessions are read first, by an extension host that has only just started.
	await expect
		.poll(() => existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).state, { timeout: 60_000 })
		.toBe('suspended');
	// What ended before it was ever watched is left alone.
	// One that is just being written anew lies beside itself for a moment.
	const settled = readdirSync(records).filter((name) => !name.startsWith('.'));
	expect(settled.sort()).toEqual([`${SESSIONS.live}.json`, `${KILLED}.json`].sort());
});

test('a session is backed up by hand, checked, and its deleted transcript put back', async () => {
	const sample = buildSample(await sharedFolder());
	// In place of Claude Code, a shell that notes what it was called with.
	const noted = path.join(sample.home, 'noted');
	const command = `sh -c 'printf "%s" "$*" > ${noted}' sh`;
	const { workbench, page } = await openWorkbench({
		...sample,
		settings: { 'sessionKeeper.notifications.pendingBackups': false, 'sessionKeeper.claude.command': command },
	});
	await workbench.openContainer('Session Keeper');
	await workbench.expandPane('Sessions');
	await workbench.row('Sessions').first().waitFor();
	await workbench.command('Session Keeper: Back Up Session');
	await workbench.quickItem().first().waitFor();
	await workbench.screenshot('backups-create');
	await workbench.accept();
	await workbench.notification('Backed up:').waitFor();
	await expect
		.poll(() => logOf(sample).some(({ reason, event }) => reason === 'manual' && event === 'pending'))
		.toBe(true);
	const made = logOf(sample).find(({ reason }) => reason === 'manual');

	await workbench.command('Session Keeper: Verify Backups');
	const report = workbench.webview();
	await workbench.waitForPage('Verified backups');
	await report.getByText(path.basename(made.raw)).waitFor();
	await workbench.screenshot('backups-verified');

	const bytes = readFileSync(made.source);
	rmSync(made.source);
	await workbench.row('Sessions', '1 deleted session can be restored').click();
	const gone = workbench.row('Sessions', /, deleted, .*backup$/);
	await gone.waitFor();
	const [title] = (await gone.getAttribute('aria-label')).split(', deleted');
	await workbench.screenshot('sessions-deleted');
	await workbench.commandAsking('Session Keeper: Restore Transcript', path.basename(made.raw));
	await workbench.screenshot('backups-restore');
	await page.keyboard.press('Escape');
	await workbench.clickInline('Sessions', /, deleted, /, 'Restore Transcript');
	await workbench.notification('Restored: ').waitFor();
	expect(readFileSync(made.source).equals(bytes)).toBe(true);
	await gone.waitFor({ state: 'detached' });
	await workbench.row('Sessions', title).first().waitFor();
	await workbench.clickNotification('Restored: ', 'Resume');
	await expect.poll(() => existsSync(noted) && readFileSync(noted, 'utf8')).toBe(`--resume ${made.session}`);
	// Never over a file that is there.
	await workbench.command('Session Keeper: Restore Transcript');
	await workbench.notification('No deleted sessions can be restored').waitFor();
});

test('transcripts that Claude Code is about to delete are kept once the person says so, and deleted when they say so', async () => {
	const sample = buildSample(sampleFolder());
	const old = new Date(Date.now() - 26 * DAY_MS);
	for (const key of ['plain', 'tasks']) utimesSync(sample.sessions[key].file, old, old);
	const { workbench, page } = await openWorkbench(sample);
	await workbench.notification('Claude Code will delete 2 sessions of this workspace within a week').waitFor();
	await workbench.screenshot('cleanup-asked');
	await workbench.clickNotification('Claude Code will delete', 'Archive');
	await workbench.notification('Archived transcripts: 2').waitFor();
	const kept = () => readdirSync(archiveOf(sample)).filter((name) => name.endsWith('.json'));
	expect(kept().sort()).toEqual([`${SESSIONS.tasks}.json`, `${SESSIONS.plain}.json`].sort());

	// From now on by setting, without a question; and the transcript that is gone comes back.
	const bytes = readFileSync(sample.sessions.plain.file);
	rmSync(sample.sessions.plain.file);
	utimesSync(sample.sessions.compacted.file, old, old);
	await page.reload();
	await workbench.waitUntilReady();
	await workbench.notification('Archived transcripts: 1').waitFor();
	await workbench.commandPicking('Session Keeper: Restore Transcript', /archived \d{4}/);
	await workbench.notification('Restored: ').waitFor();
	const restored = [sample.sessions.plain.file].filter(existsSync);
	if (restored.length > 0) expect(readFileSync(restored[0]).equals(bytes)).toBe(true);

	await workbench.command('Session Keeper: Delete Archived Transcripts…');
	await workbench.quickWidget().getByRole('checkbox').first().click();
	await workbench.screenshot('archive-delete');
	await page.keyboard.press('Enter');
	const question = workbench.dialog('Permanently delete');
	await question.waitFor();
	await question.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect.poll(kept).toEqual([]);
});

test('parking from a session keeps its transcript', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const session = { claude: sample.claude, workspace: sample.workspace, sessionId: SESSIONS.plain };
	writeTranscript({ ...session, name: 'tool-use', endedAt: Date.now() - 60_000 });
	const { workbench } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions').first().waitFor();
	await workbench.command('Session Keeper: Read Session');
	await workbench.quickItem().first().waitFor();
	await workbench.accept();
	await workbench.webview().getByRole('button', { name: 'Park This: turn 1' }).click();
	await workbench.answer('from the session');
	await workbench.accept();
	await expect.poll(() => existsSync(path.join(archiveOf(sample), `${SESSIONS.plain}.json`))).toBe(true);
});

test('T34: what `git clean -fdX` left of a backup in our home is still listed, opened, and told on Home', async () => {
	const sample = buildEmptySample(await sharedFolder());
	const session = { claude: sample.claude, workspace: sample.workspace, sessionId: SESSIONS.ended };
	const text = readFileSync(writeTranscript({ ...session, name: 'tool-use', endedAt: Date.now() - 3_600_000 }), 'utf8');
	const raw = '20261120_091500_exit.jsonl';
	// Where versions before kept it, by the slug; it is brought to the project that its lines are of.
	const slug = sample.workspace.replace(/[^A-Za-z0-9]/g, '-');
	const second = path.join(sample.claude, 'session-keeper/backups', slug);
	mkdirSync(path.join(second, 'raw'), { recursive: true });
	writeFileSync(path.join(second, 'raw', raw), text);
	const known = { session: SESSIONS.ended, raw: `.claude/memory/raw/${raw}`, reason: 'exit' };
	const proof = { size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
	const ts = new Date(Date.now() - 3_600_000).toISOString();
	writeFileSync(
		path.join(second, '.backup-log'),
		['pending', 'copied', 'verified'].map((event) => `${JSON.stringify({ ts, event, ...known, ...proof })}\n`).join(''),
	);
	const { workbench } = await openWorkbench(sample);
	await workbench.command('Session Keeper: Open Home');
	await workbench.webview().getByRole('button', { name: 'Resume Store: add remove()' }).waitFor();
	await workbench.openContainer('Session Keeper');
	await workbench.row('Pending Backups', /only the second copy exists/).waitFor();
	await workbench.screenshot('backups-home-only');
	expect(existsSync(projectMemory(sample.workspace))).toBe(false);
});

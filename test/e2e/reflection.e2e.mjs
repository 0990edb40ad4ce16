// Idle reflection as a person meets it: asked on Home, counted down, drafted, told there, reviewed, ratified, committed.
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { claudeProgram, ensureClaude } from '../../scripts/lib/ensureClaude.mjs';
import { SESSIONS, buildSample, git } from '../../scripts/lib/sampleHome.mjs';
import { startMessagesApi } from '../support/messagesApi.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const drafts = (sample) => path.join(sample.workspace, 'docs/sessions');
const draftOf = (sample, id) => path.join(drafts(sample), `${id}.draft.md`);
const ledger = (sample) => {
	const file = path.join(sample.claude, 'session-keeper/reflection/ledger.jsonl');
	// Whole lines: somebody may be writing the next one.
	return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map(JSON.parse) : [];
};
/** As if the person had said yes before. */
function consent(sample, more = {}) {
	const folder = path.join(sample.claude, 'session-keeper/reflection');
	mkdirSync(folder, { recursive: true });
	const settings = { schemaVersion: 1, consent: new Date(Date.now() - 7 * 86_400_000).toISOString(), ...more };
	writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
}
/** A sample whose person has told git who they are: the commit is theirs. */
function buildOwnSample() {
	const sample = buildSample(sampleFolder());
	git(sample.workspace, 'config', 'user.name', 'Dev');
	git(sample.workspace, 'config', 'user.email', 'dev@example.com');
	return sample;
}
const until = async (page, isSo, what, tries = 300) => {
	for (let n = 0; !isSo(); n++) {
		if (n > tries) throw new Error(`Waited in vain for ${what}`);
		await page.waitForTimeout(100);
	}
};
/** Tools that give an answer its form, and can do nothing. */
const FORM_ONLY = new Set(['StructuredOutput', 'DeferredToolPlaceholder']);

test('asks on Home, drafts once what was left without a hand-off, and tells of it there', async () => {
	const sample = buildOwnSample();
	// What the timer of the system starts is of the version before.
	const scheduled = path.join(sample.claude, 'session-keeper/reflection/program/cli.js');
	mkdirSync(path.dirname(scheduled), { recursive: true });
	writeFileSync(scheduled, 'old');
	const { workbench, page } = await openWorkbench(sample);
	await workbench.command('Session Keeper: Open Home');
	const home = workbench.webview();
	const yes = home.getByRole('button', { name: /^Draft Hand-offs/ });
	await yes.waitFor();
	await workbench.screenshot('reflection-asks');
	expect(ledger(sample)).toEqual([]);
	await expect.poll(() => readFileSync(scheduled, 'utf8')).not.toBe('old');
	expect(readdirSync(path.dirname(scheduled)).length).toBeGreaterThan(1);
	await yes.click();
	// Those that ended within a day are caught up; the one that runs is counted down to.
	await until(page, () => ledger(sample).filter((line) => line.event === 'ended').length === 2, 'two drafts');
	expect(readdirSync(drafts(sample)).filter((name) => name.endsWith('.draft.md'))).toHaveLength(2);
	await page.locator('[id="session-keeper.session-keeper.status"]').getByText(/\dm/).first().waitFor();
	await page.getByRole('button', { name: /Drafts a hand-off of “.*” in \d+ min/ }).waitFor();
	await workbench.screenshot('reflection-countdown');
	expect(git(sample.workspace, 'status', '--porcelain', '--untracked-files=all', 'docs')).toBe('');

	await page.reload();
	await workbench.waitUntilReady();
	await workbench.command('Session Keeper: Open Home');
	const reviews = home.getByRole('button', { name: /^Review / });
	await expect.poll(() => reviews.count()).toBe(2);
	expect(await yes.count()).toBe(0);
	// A draft is called after its topic, and says of which session it is.
	await home.getByText(/^from “What does this project do\?” · /u).waitFor();
	await workbench.screenshot('reflection-told');
	// Nothing is done twice, and no notice comes.
	await workbench.statusItem('status').waitFor();
	await page.waitForTimeout(2_000);
	expect(await workbench.notification('handed off').count()).toBe(0);
	expect(ledger(sample).filter((line) => line.event === 'started')).toHaveLength(2);
});

test('a draft is reviewed from Home, ratified, and committed', async () => {
	const sample = buildOwnSample();
	// Just now: what ended in the day before is drafted.
	consent(sample, { consent: new Date().toISOString() });
	const { workbench, page } = await openWorkbench(sample);
	await until(page, () => ledger(sample).filter((line) => line.event === 'ended').length === 2, 'two drafts');
	await workbench.command('Session Keeper: Open Home');
	await workbench
		.webview()
		.getByRole('button', { name: /^Review / })
		.first()
		.click();
	await workbench.tab(/Proposed: /).waitFor();
	await workbench.command('Session Keeper: Review Hand-off');
	await workbench.accept();
	await workbench.tab(/\.draft\.md/).waitFor();
	await page.getByRole('option', { name: /Accept and Commit/ }).waitFor();
	await workbench.screenshot('reflection-review');
	await workbench.pick(/Accept and Commit/);
	await until(page, () => git(sample.workspace, 'log', '-1', '--format=%s').startsWith('Hand off: '), 'the commit');
	expect(git(sample.workspace, 'show', '--name-only', '--format=').trim()).toMatch(/^docs\/sessions\/[\w-]+\.md$/);
	expect(readdirSync(drafts(sample)).filter((name) => name.endsWith('.draft.md'))).toHaveLength(1);
	await workbench.screenshot('reflection-committed');

	// Nothing is done again for it.
	await page.reload();
	await workbench.waitUntilReady();
	await workbench.statusItem('status').waitFor();
	await page.waitForTimeout(2_000);
	expect(await workbench.notification('handed off').count()).toBe(0);
	expect(ledger(sample).filter((line) => line.event === 'started')).toHaveLength(2);
});

test('a session is reflected on by hand, its draft discarded and brought back, and the ledger tells of it', async () => {
	const sample = buildSample(await sharedFolder());
	consent(sample, { foldersOff: [sample.workspace] });
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.clickContext('Sessions', /Store: add remove\(\)/, 'Draft Hand-off…', 'Hand Off');
	await workbench.tab(new RegExp(`${SESSIONS.ended}\\.draft\\.md`)).waitFor();
	await workbench.screenshot('reflection-draft');
	expect(readFileSync(draftOf(sample, SESSIONS.ended), 'utf8')).toContain('status: draft');

	await workbench.command('Session Keeper: Discard Hand-off Draft');
	await workbench.notification('Discarded: Store: add remove()').waitFor();
	expect(existsSync(draftOf(sample, SESSIONS.ended))).toBe(false);
	await workbench.clickNotification('Discarded: Store: add remove()', 'Undo');
	await until(page, () => existsSync(draftOf(sample, SESSIONS.ended)), 'the draft');

	await workbench.command('Session Keeper: Open Hand-off History and Costs');
	await workbench.tab(/Hand-off History and Costs/).waitFor();
	await workbench.waitForPage('Hand-off History and Costs');
	await workbench.screenshot('reflection-ledger');
	await workbench.commandAsking('Session Keeper: Set Up Automatic Hand-offs…', /Built-in/);
	await workbench.screenshot('reflection-set-up');
	await workbench.escape();
	// The folder is switched off: nothing happened by itself.
	expect(ledger(sample).filter((line) => line.event === 'started')).toHaveLength(1);
});

test('in Restricted Mode nothing is asked, written or run, and no draft that a repository brings is told', async () => {
	const sample = buildSample(await sharedFolder({ trust: false }));
	consent(sample);
	const ids = [SESSIONS.ended, '00000000-0000-4000-8000-0000000000ee'];
	mkdirSync(drafts(sample), { recursive: true });
	for (const id of ids) writeFileSync(draftOf(sample, id), `---\nsession: ${id}\nstatus: draft\n---\n\n# Exports\n`);
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Sessions', /Store: add remove/).waitFor();
	await workbench.command('Session Keeper: Open Home');
	await workbench.webview().getByText('In Restricted Mode, Session Keeper is read-only.').waitFor();
	await workbench.webview().getByText('Last backup').waitFor();
	await page.waitForTimeout(3_000);
	expect(await workbench.webview().getByText('Hand-off draft').count()).toBe(0);
	expect(
		await workbench
			.webview()
			.getByRole('button', { name: /^(?:Continue|Resume|Archive|Mark as Done|Install)/ })
			.count(),
	).toBe(0);
	await workbench.screenshot('home-restricted');
	expect(ledger(sample)).toEqual([]);
	expect(readdirSync(drafts(sample)).sort()).toEqual(ids.map((id) => path.basename(draftOf(sample, id))).sort());
});

test('an idle session becomes a draft through the real Claude Code, without tools, and is committed', async (context) => {
	const missing = await ensureClaude();
	if (missing !== undefined) return context.skip(missing);
	const quotes = ['Add a remove function to the store'];
	const handOff = {
		statements: [
			{ section: 'topic', text: 'A remove function', quotes },
			{ section: 'summary', text: 'A remove function was added to the store.', quotes },
			{ section: 'next', text: 'Show the function in the README.', quotes },
		],
	};
	const api = await startMessagesApi((_, { messages }) =>
		JSON.stringify(messages.at(-1)?.content).includes('tool_result')
			? 'Done.'
			: { tool: 'StructuredOutput', input: handOff },
	);
	try {
		const sample = buildOwnSample();
		consent(sample, { engine: 'claude', paid: ['claude'], foldersOff: [] });
		const { workbench, page } = await openWorkbench({
			...sample,
			settings: {
				'sessionKeeper.claude.command': claudeProgram,
				'sessionKeeper.reflection.engine': 'claude',
			},
			env: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'not-a-key', DISABLE_AUTOUPDATER: '1' },
		});
		await until(page, () => existsSync(draftOf(sample, SESSIONS.ended)), 'the draft', 900);
		const draft = readFileSync(draftOf(sample, SESSIONS.ended), 'utf8');
		expect(draft).toContain('A remove function was added to the store. (#4)');
		expect(draft).toContain('engine: claude');
		for (const body of api.requests)
			expect(body.tools.map((tool) => tool.name).filter((name) => !FORM_ONLY.has(name))).toEqual([]);
		expect(readdirSync(path.join(sample.claude, 'projects')).filter((name) => name.includes('reflection'))).toEqual([]);
		await workbench.commandPicking('Session Keeper: Review Hand-off', /A remove function/);
		await workbench.pick(/Accept and Commit/);
		await until(
			page,
			() => git(sample.workspace, 'log', '-1', '--format=%s').trim() === 'Hand off: A remove function',
			'the commit',
		);
	} finally {
		await api.close();
	}
});

test('T6: when VS Code is killed in the middle, no child process is left and no half-written file', async () => {
	const sample = buildSample(sampleFolder());
	consent(sample, { engine: 'claude', paid: ['claude'] });
	const pids = path.join(sample.home, 'pids');
	const hanging = path.join(sample.home, 'hanging-claude');
	writeFileSync(hanging, `#!/bin/sh\nsleep 600 &\necho "$$ $! $PPID" > ${pids}.new\nmv ${pids}.new ${pids}\nwait\n`);
	chmodSync(hanging, 0o755);
	const { page } = await openWorkbench({
		...sample,
		settings: { 'sessionKeeper.claude.command': hanging, 'sessionKeeper.reflection.engine': 'claude' },
	});
	await until(page, () => existsSync(pids), 'the engine');
	const [claude, grandchild, guard] = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
	const host = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${guard}/status`, 'utf8'))[1]);
	process.kill(host, 'SIGKILL');
	const isGone = (pid) =>
		!existsSync(`/proc/${pid}/stat`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
	await until(page, () => [claude, grandchild, guard].every(isGone), 'the end of all children');
	expect(existsSync(drafts(sample))).toBe(false);
	expect(ledger(sample).map((line) => line.event)).toEqual(['started']);
});

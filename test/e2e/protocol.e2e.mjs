// The session protocol in a real VS Code, by keyboard alone: from a session to the file, and to the next session.
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSample, SESSIONS } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const reply = (sample, text) =>
	`${JSON.stringify({ type: 'assistant', uuid: `e2e-${Math.random()}`, parentUuid: null, isSidechain: false, sessionId: SESSIONS.tasks, timestamp: new Date(Date.now() - 60_000).toISOString(), cwd: sample.workspace, entrypoint: 'cli', message: { id: `msg-${Math.random()}`, role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text }], stop_reason: 'end_turn' } })}\n`;
const fileOf = (sample) => path.join(sample.workspace, 'session-protocol.json');
const read = (sample) => JSON.parse(readFileSync(fileOf(sample), 'utf8'));

/** A stand-in for Claude Code that keeps what it was started with. */
function fakeClaude(dir) {
	const program = path.join(dir, 'claude');
	writeFileSync(
		program,
		`#!/bin/sh\n[ "$1" = -- ] && printf '%s' "$2" > '${dir}/prompt'\necho "Claude was started."\n`,
	);
	chmodSync(program, 0o755);
	return { program, prompt: () => (existsSync(`${dir}/prompt`) ? readFileSync(`${dir}/prompt`, 'utf8') : '') };
}

test('what a session shows is thinned out, looked at, saved, loaded, and starts the next session', async () => {
	const sample = buildSample(await sharedFolder());
	appendFileSync(
		sample.sessions.tasks.file,
		reply(sample, 'What is left:\n- [ ] Mail jane@example.org about `/home/jane/notes.md`\n- [ ] Not this one'),
	);
	const claude = fakeClaude(sampleFolder());
	const { workbench, page } = await openWorkbench({
		...sample,
		settings: { 'sessionKeeper.claude.command': claude.program },
	});

	await workbench.command('Session Keeper: Save Open Tasks…');
	await workbench.quickItem(/Plan the work/).waitFor();
	await workbench.answer('Plan the work');
	await workbench
		.quickWidget()
		.getByRole('checkbox', { name: /Not this one/ })
		.first()
		.waitFor();
	await workbench.screenshot('protocol-tasks');
	await workbench.toggle('Not this one');
	await workbench.accept();

	const shown = () => page.locator('.editor-group-container.active').innerText();
	await workbench.editorAction('Apply').waitFor();
	// In the page the two files stand in the order in which they were drawn.
	await expect.poll(shown).toMatch(/Redacted:.e-mail.·.TASK_004\.title/u);
	await expect.poll(shown).toMatch(/metadata/u);
	await workbench.screenshot('protocol-preview');
	expect(existsSync(fileOf(sample))).toBe(false);

	await workbench.editorAction('Edit Tasks…').click();
	await workbench.answer('Test remove');
	await workbench.answer('P1');
	await workbench.answer('TEST');
	await workbench.editorAction('Apply').click();
	await workbench.notification(/Saved 2 pend, 1 prog, 1 done\. Next: TASK_002 - Test remove\(\)/).waitFor();
	await workbench.screenshot('protocol-saved');
	expect(read(sample).tasks.map(({ title, priority, category }) => [title, priority, category])).toEqual([
		['Add remove()', undefined, undefined],
		['Test remove()', 'P1', 'TEST'],
		['Document remove()', undefined, undefined],
		['Mail [redacted e-mail] about `~/notes.md`', undefined, undefined],
	]);

	await workbench.command('Session Keeper: Continue with Saved Tasks');
	await workbench.quickItem(/Start a Session with These Tasks/).waitFor();
	expect(await workbench.quickWidget().innerText()).toContain('Loaded session-protocol.json (0h old)');
	await workbench.screenshot('protocol-loaded');
	await workbench.answer('Start a Session');
	await expect.poll(claude.prompt, { timeout: 20_000 }).toContain('- TASK_002 (in progress, P1, TEST): Test remove()');
	expect(claude.prompt()).toMatch(/^Go on with the work in session-protocol\.json\./u);
	expect(claude.prompt()).toContain('- TASK_004 (pending): Mail [redacted e-mail] about `~/notes.md`');
	await workbench.screenshot('protocol-started');

	await workbench.commandAsking('Session Keeper: Continue with Saved Tasks', /Show All Tasks/);
	await workbench.answer('Show All Tasks');
	await workbench.waitForPage(/TASK_003 - Document remove/);
	await workbench
		.webview()
		.getByRole('heading', { name: /TASK_003 - Document remove/ })
		.waitFor();
	await workbench.screenshot('protocol-read');

	// To a file of another name, and from it.
	const elsewhere = path.join(sample.workspace, 'handover.json');
	await workbench.commandAsking('Session Keeper: Save Open Tasks As…', /Plan the work/);
	await workbench.answer('Plan the work');
	await workbench.choosePath(elsewhere);
	await workbench
		.quickWidget()
		.getByRole('checkbox', { name: /Test remove/ })
		.first()
		.waitFor();
	await workbench.accept();
	await workbench.tab(/Save Open Tasks As: handover\.json/).waitFor();
	await workbench.editorAction('Apply').click();
	await workbench.notification(/Saved 3 pend, 1 prog, 1 done/).waitFor();
	expect(JSON.parse(readFileSync(elsewhere, 'utf8')).tasks.map(({ title }) => title)).toContain('Not this one');
	expect(read(sample).tasks).toHaveLength(4);
	await workbench.command('Session Keeper: Continue with Tasks from File…');
	await workbench.choosePath(elsewhere);
	await workbench.quickItem(/Start a Session with These Tasks/).waitFor();
	expect(await workbench.quickWidget().innerText()).toContain('Loaded handover.json (0h old)');
	await workbench.escape();
});

test('a save is taken back from its message, unless the file was changed since', async () => {
	const sample = buildSample(await sharedFolder());
	const metadata = { version: '2.0', created: '2026-11-20T10:00:00Z', updated: '2026-11-20T10:00:00Z' };
	const task = { id: 'TASK_007', title: 'Theirs', status: 'pending', created: '2026-11-20T10:00:00Z', completed: null };
	const before = JSON.stringify({ metadata, tasks: [task] }, undefined, 2);
	writeFileSync(fileOf(sample), before);
	const { workbench } = await openWorkbench(sample);
	const save = async () => {
		await workbench.command('Session Keeper: Save Open Tasks…');
		await workbench.quickItem(/Plan the work/).waitFor();
		await workbench.answer('Plan the work');
		await workbench.quickWidget().getByRole('checkbox').first().waitFor();
		await workbench.accept();
		await workbench.editorAction('Apply').click();
		await workbench.notification(/Saved 2 pend/).waitFor();
	};
	await save();
	expect(read(sample).tasks.map(({ title }) => title)).toContain('Theirs');
	await workbench.screenshot('protocol-undo');
	await workbench.clickNotification(/Saved 2 pend/, 'Undo');
	await expect.poll(() => readFileSync(fileOf(sample), 'utf8')).toBe(before);
	// Else the next save would seem to be done before it is.
	await workbench.notification(/Saved 2 pend/).waitFor({ state: 'hidden' });

	await save();
	const theirs = `${readFileSync(fileOf(sample), 'utf8')}\n`;
	writeFileSync(fileOf(sample), theirs);
	await workbench.clickNotification(/Saved 2 pend/, 'Undo');
	await workbench.notification('Can’t undo: session-protocol.json has changed.').waitFor();
	await workbench.screenshot('protocol-undo-changed');
	expect(readFileSync(fileOf(sample), 'utf8')).toBe(theirs);
});

test('a file that is not as it should be is named by its path, and the editor checks and completes it', async () => {
	const sample = buildSample(sampleFolder());
	const task = { id: 'TASK_001', title: 'Fix', status: 'done', created: '2026-11-20T10:00:00Z', completed: null };
	const metadata = { version: '2.0', created: '2026-11-20T10:00:00Z', updated: '2026-11-20T10:00:00Z' };
	writeFileSync(fileOf(sample), JSON.stringify({ metadata, tasks: [task] }, undefined, 2));
	// VS Code checks with an extension of its own for JSON.
	const { workbench } = await openWorkbench({ ...sample, isWhole: true });
	await workbench.command('Session Keeper: Continue with Saved Tasks');
	const reason = 'Cannot load: tasks[0].status must be "pending", "in_progress" or "completed"';
	await workbench.notification(reason).waitFor();
	await workbench.screenshot('protocol-broken');
	await workbench.clickNotification(reason, 'Open File');
	await workbench.tab(/session-protocol\.json/).waitFor();
	await workbench.command('Problems: Focus on Problems View');
	await workbench.page
		.getByText(/Value is not accepted\. Valid values: "pending"/)
		.first()
		.waitFor();
	await workbench.screenshot('protocol-schema');
});

test('in Restricted Mode a protocol is read, and nothing is written or run', async () => {
	const sample = buildSample(await sharedFolder({ trust: false }));
	const metadata = { version: '2.0', created: '2026-11-20T10:00:00Z', updated: '2026-11-20T10:00:00Z' };
	const task = { id: 'TASK_001', title: 'Fix', status: 'pending', created: '2026-11-20T10:00:00Z', completed: null };
	writeFileSync(fileOf(sample), JSON.stringify({ metadata, tasks: [task] }));
	const { workbench } = await openWorkbench(sample);
	await workbench.command('Session Keeper: Continue with Saved Tasks');
	await workbench.answer('Start a Session');
	await workbench.notification(/Session Keeper is read-only in Restricted Mode/).waitFor();
});

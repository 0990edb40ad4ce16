// Installing the hooks, seeing what is wrong with them, and taking them out, in a real VS Code.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildEmptySample } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';

const THEIRS = `{
	// Ours stay where they are.
	"permissions": { "allow": ["Bash(npm test)"] }
}
`;
/** How the file that is shown above the others begins. The page has files in the order in which they were drawn. */
const SUMMARY = /Nothing.has.been.written.yet/u;
const settingsOf = (sample) => path.join(sample.workspace, '.claude/settings.local.json');
const bin = (sample) => path.join(sample.claude, 'session-keeper/bin');
const read = (file) => readFileSync(file, 'utf8');
/** A line of a list in which several can be ticked. */
const option = (workbench, name) => workbench.quickWidget().getByRole('checkbox', { name }).first();

function strictSample(folder) {
	const sample = buildEmptySample(folder);
	mkdirSync(path.join(sample.workspace, '.claude'), { recursive: true });
	mkdirSync(sample.claude, { recursive: true });
	writeFileSync(settingsOf(sample), THEIRS.replace(/\s*\/\/.*/u, ''));
	return sample;
}

test('installs after a diff, says what the doctor finds, and uninstalls byte for byte', async () => {
	const sample = strictSample(await sharedFolder());
	const before = read(settingsOf(sample));
	const { workbench, page } = await openWorkbench(sample);

	// Nothing is written before the person has seen it, and nothing where they do not want it.
	await workbench.commandPicking('Session Keeper: Install Hooks…', /Only me, this project/);
	await option(workbench, /Give every session the project context/).waitFor();
	await workbench.screenshot('hooks-options');
	await workbench.accept();
	await workbench.editorAction('Apply').waitFor();
	// What all of it comes to stands above the files.
	await expect
		.poll(() => page.locator('.monaco-diff-editor', { hasText: SUMMARY }).innerText())
		.toMatch(/Hooks:.SessionStart,.SessionEnd[^]*Then.start.a.new.Claude.Code.session/u);
	await workbench.screenshot('hooks-diff');
	await workbench.editorAction('Discard').click();
	await workbench.tab(/Install Hooks/).waitFor({ state: 'detached' });
	expect(read(settingsOf(sample))).toBe(before);
	expect(existsSync(bin(sample))).toBe(false);

	await workbench.command('Session Keeper: Install Hooks…');
	await workbench.screenshot('hooks-scope');
	await workbench.pick(/Only me, this project/);
	await option(workbench, /Give new sessions context from the previous one/).click();
	await workbench.accept();
	await workbench.editorAction('Apply').waitFor();
	// To close the diff is to discard the change.
	await workbench
		.tab(/Install Hooks/)
		.getByRole('button', { name: /Close/ })
		.click();
	await workbench.tab(/Install Hooks/).waitFor({ state: 'detached' });
	expect(existsSync(bin(sample))).toBe(false);

	await workbench.commandPicking('Session Keeper: Install Hooks…', /Only me, this project/);
	await option(workbench, /Give new sessions context from the previous one/).click();
	await workbench.accept();
	await workbench.editorAction('Apply').click();
	await workbench.notification('Hooks installed').waitFor();
	const installed = JSON.parse(read(settingsOf(sample)));
	expect(Object.keys(installed.hooks)).toEqual(expect.arrayContaining(['SessionStart', 'SessionEnd', 'PreCompact']));
	expect(readdirSync(path.join(bin(sample), 'hooks'))).toContain('sessionEnd.js');
	const own = path.join(sample.claude, 'session-keeper/settings.json');
	expect(JSON.parse(read(own))).toMatchObject({ parkingRule: true, injectContext: 'off' });
	expect(existsSync(path.join(sample.claude, 'commands/resume-latest.md'))).toBe(true);

	await workbench.clickNotification('Hooks installed', 'Check Hooks');
	const doctor = workbench.webview();
	await doctor.getByRole('heading', { name: 'Check Hooks' }).waitFor();
	await doctor.getByRole('row', { name: /SessionEnd project \(local\) \d+ ms, Node/ }).waitFor();
	await workbench.screenshot('hooks-doctor-good');

	await workbench.command('Session Keeper: Uninstall Hooks…');
	await workbench.editorAction('Apply').click();
	await workbench.notification('Hooks uninstalled').waitFor();
	expect(read(settingsOf(sample))).toBe(before);
	expect(existsSync(path.join(sample.claude, 'commands'))).toBe(false);
	// The page that is open says how things stand now.
	await doctor.getByText('hooks are not installed for this project').waitFor();
	await workbench.screenshot('hooks-doctor-none');
});

test('the doctor’s findings carry fixes that mend them', async () => {
	const sample = strictSample(await sharedFolder());
	writeFileSync(settingsOf(sample), THEIRS);
	writeFileSync(path.join(sample.claude, 'settings.json'), '{ "cleanupPeriodDays": 3 }\n');
	const { workbench } = await openWorkbench(sample);
	await workbench.command('Session Keeper: Check Hooks');
	const doctor = workbench.webview();
	await doctor.getByText('Claude Code deletes transcripts after 3 days.').waitFor();
	await doctor.getByText('session-keeper hooks install --scope local --strict-json').waitFor();
	await workbench.screenshot('hooks-doctor-findings');
	await doctor.getByRole('button', { name: 'Keep Transcripts Longer…' }).click();
	await workbench.editorAction('Apply').click();
	await expect.poll(() => read(path.join(sample.claude, 'settings.json'))).toBe('{ "cleanupPeriodDays": 365 }\n');
	await doctor.getByText('Errors: 1, warnings: 1').waitFor();

	await doctor.getByRole('button', { name: 'Remove Comments…' }).click();
	await workbench.editorAction('Apply').click();
	await workbench.notification('Hooks installed').waitFor();
	await doctor.getByText('All checks passed.').waitFor();
	expect(JSON.parse(read(settingsOf(sample))).permissions.allow[0]).toBe('Bash(npm test)');
});

test('T11: hooks that a running session took out of the settings are missed and offered again', async () => {
	// In its first minutes a window where Home was opened shows no such message.
	const sample = strictSample(sampleFolder());
	const before = read(settingsOf(sample));
	const { workbench } = await openWorkbench(sample);
	await workbench.commandPicking('Session Keeper: Install Hooks…', /Only me, this project/);
	await option(workbench, /Give every session the project context/).waitFor();
	await workbench.accept();
	await workbench.editorAction('Apply').click();
	await workbench.notification('Hooks installed').waitFor();
	const installed = read(settingsOf(sample));
	// As Claude Code does when it saves a permission out of its memory.
	writeFileSync(settingsOf(sample), before);
	await workbench.notification('The hooks were removed').waitFor();
	await workbench.screenshot('hooks-stripped');
	await workbench.clickNotification('The hooks were removed', 'Install Again…');
	await workbench.editorAction('Apply').click();
	await expect.poll(() => read(settingsOf(sample))).toBe(installed);
});

test('Repair Hooks puts an edited hook and a broken launcher right, after a diff, and the doctor is content', async () => {
	const sample = strictSample(await sharedFolder());
	const { workbench, page } = await openWorkbench(sample);
	await workbench.commandPicking('Session Keeper: Install Hooks…', /Only me, this project/);
	await option(workbench, /Give every session the project context/).waitFor();
	await workbench.accept();
	await workbench.editorAction('Apply').click();
	await workbench.notification('Hooks installed').waitFor();
	const installed = read(settingsOf(sample));

	// A hook is gone, another one was edited, and the launcher starts nothing any more.
	const settings = JSON.parse(installed);
	delete settings.hooks.Stop;
	settings.hooks.SessionEnd[0].hooks[0].timeout = 1;
	writeFileSync(settingsOf(sample), `${JSON.stringify(settings, undefined, 2)}\n`);
	writeFileSync(path.join(bin(sample), 'run.js'), 'syntax error(');
	await workbench.command('Session Keeper: Check Hooks');
	const doctor = workbench.webview();
	await doctor.getByText('The hooks in the settings are outdated or incomplete.').waitFor();
	await doctor.getByText('No hook runs').waitFor();
	await workbench.screenshot('hooks-repair-findings');

	await doctor.getByRole('button', { name: 'Repair…' }).click();
	await workbench.editorAction('Apply').waitFor();
	const summary = page.locator('.monaco-diff-editor', { hasText: SUMMARY });
	const hook = page.locator('.monaco-diff-editor .modified .view-line', { hasText: /"Stop":/u });
	await summary.waitFor();
	await hook.waitFor();
	expect((await summary.boundingBox()).y).toBeLessThan((await hook.boundingBox()).y);
	await workbench.screenshot('hooks-repair-diff');
	await workbench.editorAction('Apply').click();
	await workbench.notification('Hooks repaired').waitFor();
	expect(JSON.parse(read(settingsOf(sample)))).toEqual(JSON.parse(installed));
	expect(read(path.join(bin(sample), 'run.js'))).not.toContain('syntax error');
	await workbench.clickNotification('Hooks repaired', 'Check Hooks');
	await doctor.getByText('All checks passed.').waitFor();
	await workbench.screenshot('hooks-repair-good');
});

test('T12: an update of the extension refreshes the launcher and leaves the settings alone', async () => {
	const sample = strictSample(await sharedFolder());
	mkdirSync(path.join(bin(sample), 'hooks'), { recursive: true });
	for (const name of ['session-keeper-hook', 'run.js', 'hooks/sessionEnd.js'])
		writeFileSync(path.join(bin(sample), name), 'older');
	const { workbench } = await openWorkbench(sample);
	await workbench.statusItem('status').waitFor();
	await expect.poll(() => read(path.join(bin(sample), 'session-keeper-hook'))).toContain('#!/bin/sh');
	await expect.poll(() => read(path.join(bin(sample), 'hooks/sessionEnd.js'))).not.toBe('older');
	expect(read(settingsOf(sample))).not.toContain('session-keeper');
});

test('in Restricted Mode the doctor looks and starts nothing, and nothing is installed', async () => {
	const sample = strictSample(await sharedFolder({ trust: false }));
	const { workbench } = await openWorkbench(sample);
	await workbench.command('Session Keeper: Check Hooks');
	await workbench.webview().getByText('In Restricted Mode, hooks are not tested.').waitFor();
	expect(existsSync(bin(sample))).toBe(false);
});

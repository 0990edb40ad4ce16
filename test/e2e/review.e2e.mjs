// The review and the memory in a real VS Code: what was said is shown as a diff, accepted, rejected, taken back; each
// finding of the memory is mended and taken back.
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSIONS, buildEmptySample, claudeSlug, formulaSlug, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder } from './support/harness.mjs';

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

function queue(sample, candidates, { minutes = 4, turn = 1, session = SESSIONS.ended } = {}) {
	const folder = path.join(sample.claude, 'memory_queue');
	mkdirSync(folder, { recursive: true });
	const file = {
		schemaVersion: 1,
		session,
		turn,
		ts: new Date(Date.now() - minutes * 60_000).toISOString(),
		cwd: sample.workspace,
		candidates: candidates.map(([type, text]) => ({ type, text, rule: 'remember', message: `message-${turn}` })),
	};
	writeFileSync(path.join(folder, `${session}-${turn}.json`), JSON.stringify(file));
}

function writeMemory(sample, name, { type = 'feedback', body, days = 2 }) {
	mkdirSync(sample.memoryDir, { recursive: true });
	const file = path.join(sample.memoryDir, `${name}.md`);
	const head = `---\nname: ${name}\ndescription: ${body.split('\n')[0]}\nmetadata:\n  node_type: memory\n  type: ${type}\n---\n\n`;
	writeFileSync(file, `${head}${body}\n`);
	const at = Date.now() / 1000 - days * 86_400;
	utimesSync(file, at, at);
	return file;
}
const index = (sample, ...lines) => {
	mkdirSync(sample.memoryDir, { recursive: true });
	writeFileSync(path.join(sample.memoryDir, 'MEMORY.md'), lines.map((line) => `${line}\n`).join(''));
};
const read = (sample, name) => readFileSync(path.join(sample.memoryDir, name), 'utf8');

test('what was said is shown as a diff, accepted with an edit, rejected for good, and taken back', async () => {
	const sample = buildEmptySample(sampleFolder());
	writeTranscript({ ...sample, name: 'tool-use', sessionId: SESSIONS.ended, endedAt: Date.now() - 300_000 });
	writeMemory(sample, 'indentation', { body: 'Indent the code with two spaces.' });
	index(sample, '- [Indentation](indentation.md) — two spaces');
	queue(sample, [
		['feedback', 'From now on indent the code with tabs.'],
		['project', 'We are freezing merges on Thursday for the mobile release.'],
		['reference', 'The runbook lives at https://wiki.example.com/runbooks/payments.'],
		['user', "I'm on a Mac with fish."],
	]);
	queue(sample, [['project', `Deploys need the token ${TOKEN} and \u001b[31mcare\u001b[0m`]], { minutes: 90, turn: 2 });
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Review', /indent the code with tabs\., how to work, 4m old/).waitFor();
	await workbench.row('Review', /runbook lives.*where things are/).waitFor();
	expect(JSON.stringify(await workbench.rowNames('Review'))).not.toContain(TOKEN);

	await workbench.row('Review', /indent the code with tabs/).click();
	await workbench.tab(/Proposed: From now on indent/).waitFor();
	await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'tabs' }).waitFor();
	await workbench.screenshot('review-diff');

	// The right side is the proposal; what is typed into it is what is accepted.
	await page.locator('.monaco-diff-editor .modified .view-line').first().click();
	await page.keyboard.press('Control+A');
	await page.keyboard.type('Indent the code with tabs, and align with spaces.');
	await workbench.clickInline('Review', /indent the code/i, 'Accept');
	const question = workbench.dialog('is about the same');
	await question.waitFor();
	await workbench.screenshot('review-replace');
	await question.getByRole('button', { name: 'Replace It' }).click();
	await workbench.row('Review', /indent the code/i).waitFor({ state: 'detached' });
	const [accepted] = readdirSync(sample.memoryDir).filter((name) => name.startsWith('feedback_'));
	expect(read(sample, accepted)).toContain('Indent the code with tabs, and align with spaces.');
	expect(read(sample, accepted)).toContain(`originSessionId: ${SESSIONS.ended}`);
	expect(read(sample, 'MEMORY.md')).toContain(`](${accepted})`);
	expect(existsSync(path.join(sample.memoryDir, 'indentation.md'))).toBe(false);
	await workbench.screenshot('review-accepted');
	await workbench.clickNotification('Accepted: Indent the code', 'Undo');
	await workbench.row('Review', /Indent the code with tabs, and align/).waitFor();
	expect(read(sample, 'MEMORY.md')).toBe('- [Indentation](indentation.md) — two spaces\n');
	expect(existsSync(path.join(sample.memoryDir, 'indentation.md'))).toBe(true);

	await workbench.clickInline('Review', /freezing merges/, 'Reject');
	await workbench.row('Review', /freezing merges/).waitFor({ state: 'detached' });
	queue(sample, [['project', 'we are freezing merges on Thursday for the mobile release']], { minutes: 0, turn: 9 });
	queue(sample, [['project', 'We moved from Jenkins to Buildkite.']], { minutes: 0, turn: 10 });
	await workbench.row('Review', /Buildkite/).waitFor();
	expect(await workbench.row('Review', /freezing merges/).count()).toBe(0);
});

test('the view is there only while something waits, and writes nothing in Restricted Mode', async () => {
	const sample = buildEmptySample(sampleFolder());
	mkdirSync(sample.claude, { recursive: true });
	const { workbench } = await openWorkbench({ ...sample, trust: false });
	await workbench.openContainer('Session Keeper');
	await workbench.welcome('Parked').waitFor();
	expect(await workbench.paneHeader('Review').count()).toBe(0);
	queue(sample, [['user', "I'm on a Mac with fish."]]);
	await workbench.row('Review', /Mac with fish/).waitFor({ timeout: 60_000 });
	await workbench.row('Review', /Mac with fish/).hover();
	expect(existsSync(sample.memoryDir)).toBe(false);
});

test('every finding of the memory has a fix and an undo', async () => {
	const sample = buildEmptySample(sampleFolder());
	writeMemory(sample, 'linter', { body: 'Always run the linter before committing.', days: 9 });
	writeMemory(sample, 'linter-again', { body: 'Always run the linter before committing.', days: 1 });
	writeMemory(sample, 'lost', { body: 'Nobody leads to me.' });
	writeMemory(sample, 'token', { body: `Deploy with ${TOKEN} on Fridays.`, type: 'reference' });
	writeMemory(sample, 'freeze', { body: 'Code freeze until 2026-01-15.', type: 'project', days: 300 });
	const stray = path.join(sample.claude, 'projects', formulaSlug(sample.workspace), 'memory');
	mkdirSync(stray, { recursive: true });
	writeFileSync(
		path.join(stray, 'stray.md'),
		'---\nname: stray\ndescription: Use named exports\nmetadata:\n  type: feedback\n---\n\nUse named exports.\n',
	);
	index(
		sample,
		'- [Linter](linter.md) — before commits',
		'- [Linter again](linter-again.md) — before commits',
		'- [Linter once more](linter-again.md) — twice',
		'- [Token](token.md) — deploys',
		'- [Freeze](freeze.md) — merges',
		'- [Gone](gone.md) — not there',
		...Array.from({ length: 210 }, (_, n) => `Older note ${n}`),
	);
	expect(claudeSlug(sample.workspace)).not.toBe('');
	const { workbench, page } = await openWorkbench({ ...sample, viewport: { width: 1400, height: 1100 } });
	await workbench.openContainer('Session Keeper');
	for (const other of ['Parked', 'Pending Backups', 'Sessions'])
		if ((await workbench.paneHeader(other).getAttribute('aria-expanded')) === 'true')
			await workbench.paneHeader(other).click();
	await workbench.expandPane('Memory');
	await workbench.row('Memory', /MEMORY\.md is too long/).waitFor();
	await workbench.screenshot('memory-findings');
	const files = () => Object.fromEntries(readdirSync(sample.memoryDir).map((name) => [name, read(sample, name)]));
	const findings = [
		[/too long: 216 lines/, () => expect(read(sample, 'MEMORY.md').split('\n').length).toBeLessThanOrEqual(201)],
		[/points to gone\.md/, () => expect(read(sample, 'MEMORY.md')).not.toContain('gone.md')],
		[/points to linter-again\.md twice/, () => expect(read(sample, 'MEMORY.md')).not.toContain('once more')],
		[/leads to lost\.md/, () => expect(read(sample, 'MEMORY.md')).toContain('(lost.md)')],
		[/linter\.md says the same/, () => expect(existsSync(path.join(sample.memoryDir, 'linter.md'))).toBe(false)],
		[/token\.md holds a secret/, () => expect(read(sample, 'token.md')).not.toContain(TOKEN)],
		[/stray\.md lies in a folder/, () => expect(existsSync(path.join(sample.memoryDir, 'stray.md'))).toBe(true)],
		[
			/freeze\.md was about something until 2026-01-15/,
			() => expect(existsSync(path.join(sample.memoryDir, 'freeze.md'))).toBe(false),
		],
	];
	for (const [name, isMended] of findings) {
		const before = files();
		await workbench.clickInline('Memory', name, 'Fix Memory Finding');
		await workbench.notification('Mended:').waitFor();
		await expect.poll(() => workbench.row('Memory', name).count()).toBe(0);
		isMended();
		await workbench.clickNotification('Mended:', 'Undo');
		await workbench.row('Memory', name).waitFor();
		expect(files()).toEqual(before);
	}

	// In the file itself: a squiggle with a quick fix, and completion.
	await workbench.row('Memory', /points to gone\.md/).click();
	await workbench.tab('MEMORY.md').waitFor();
	await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
	await page.locator('.view-line', { hasText: 'Gone' }).first().click();
	await workbench.openQuickFix('Session Keeper: remove the line');
	await workbench.screenshot('memory-quick-fix');
	await page.keyboard.press('Escape');
	await page.keyboard.press('End');
	await page.keyboard.press('Enter');
	await page.keyboard.type('- [Lost](');
	await page.locator('.suggest-widget').getByText('lost.md').first().waitFor();
	await workbench.screenshot('memory-completion');
});

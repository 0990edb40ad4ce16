// The review in a real VS Code: what was said is shown as a diff, accepted, rejected, taken back.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSIONS, buildEmptySample, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { openWorkbench, sampleFolder, sharedFolder } from './support/harness.mjs';
import { TOKEN, queue, readMemory, writeIndex, writeMemory } from './support/memorySample.mjs';

test('what was said is shown as a diff, accepted with an edit, rejected for good, and taken back', async () => {
	const sample = buildEmptySample(await sharedFolder());
	writeTranscript({ ...sample, name: 'tool-use', sessionId: SESSIONS.ended, endedAt: Date.now() - 300_000 });
	writeMemory(sample, 'indentation', { body: 'Indent the code with two spaces.' });
	writeIndex(sample, '- [Indentation](indentation.md) — two spaces');
	queue(sample, [
		['feedback', 'From now on indent the code with tabs.'],
		['project', 'We are freezing merges on Thursday for the mobile release.'],
		['reference', 'The runbook lives at https://wiki.example.com/runbooks/payments.'],
		['user', "I'm on a Mac with fish."],
	]);
	queue(sample, [['project', `Deploys need the token ${TOKEN} and \u001b[31mcare\u001b[0m`]], { minutes: 90, turn: 2 });
	const { workbench, page } = await openWorkbench(sample);
	await workbench.openContainer('Session Keeper');
	await workbench.row('Review', /indent the code with tabs\., preference, 4m old/).waitFor();
	await workbench.row('Review', /runbook lives.*reference/).waitFor();
	expect(JSON.stringify(await workbench.rowNames('Review'))).not.toContain(TOKEN);

	await workbench.row('Review', /indent the code with tabs/).click();
	await workbench.tab(/Proposed: From now on indent/).waitFor();
	await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'tabs' }).waitFor();
	await workbench.screenshot('review-diff');

	// The right side is the proposal; what is typed into it is what is accepted.
	await page.locator('.monaco-diff-editor .modified .view-line').first().click();
	await page.keyboard.press('Control+A');
	await page.keyboard.type('Indent the code with tabs, and align with spaces.');
	// While a tree is drawn anew, a click on one of its rows comes without the row.
	await workbench.row('Review', /indent the code with tabs, and align with spaces\./i).waitFor();
	await workbench.clickInline('Review', /indent the code/i, 'Accept');
	const question = workbench.dialog('is similar. Replace it?');
	await question.waitFor();
	await workbench.screenshot('review-replace');
	await question.getByRole('button', { name: 'Replace' }).click();
	await workbench.row('Review', /indent the code/i).waitFor({ state: 'detached' });
	const [accepted] = readdirSync(sample.memoryDir).filter((name) => name.startsWith('feedback_'));
	expect(readMemory(sample, accepted)).toContain('Indent the code with tabs, and align with spaces.');
	expect(readMemory(sample, accepted)).toContain(`originSessionId: ${SESSIONS.ended}`);
	expect(readMemory(sample, 'MEMORY.md')).toContain(`](${accepted})`);
	expect(existsSync(path.join(sample.memoryDir, 'indentation.md'))).toBe(false);
	await workbench.screenshot('review-accepted');
	await workbench.clickNotification('Accepted: Indent the code', 'Undo');
	await workbench.row('Review', /Indent the code with tabs, and align/).waitFor();
	expect(readMemory(sample, 'MEMORY.md')).toBe('- [Indentation](indentation.md) — two spaces\n');
	expect(existsSync(path.join(sample.memoryDir, 'indentation.md'))).toBe(true);

	// The title bar of the proposal decides, too.
	await workbench.row('Review', /freezing merges/).click();
	await workbench.tab(/Proposed: We are freezing/).waitFor();
	await workbench.editorAction('Accept').waitFor();
	await workbench.editorAction('Reject').click();
	await workbench.row('Review', /freezing merges/).waitFor({ state: 'detached' });
	queue(sample, [['project', 'we are freezing merges on Thursday for the mobile release']], { minutes: 0, turn: 9 });
	queue(sample, [['project', 'We moved from Jenkins to Buildkite.']], { minutes: 0, turn: 10 });
	await workbench.row('Review', /Buildkite/).waitFor();
	expect(await workbench.row('Review', /freezing merges/).count()).toBe(0);
});

test('the view is there only while something waits, and writes nothing in Restricted Mode', async () => {
	// An open window shows what the extension host before it said: in one of its own, a view that flashes is seen.
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

// VS Code beside the real Claude Code. Where that cannot be had, the test is skipped, and says so.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ensureClaude } from '../../scripts/lib/ensureClaude.mjs';
import { which } from '../../scripts/lib/process.mjs';
import { openClaude } from '../claude/support/claude.mjs';
import { openWorkbench } from './support/harness.mjs';

const missing = which('tmux') ? await ensureClaude() : 'tmux is missing: run `sudo apt-get install -y tmux`.';
if (missing !== undefined) console.warn(`SKIPPED: ${missing}`);

test.skipIf(missing !== undefined)(
	'T17: Claude Code is killed, VS Code backs its session up, and the deleted transcript comes back',
	async () => {
		const claude = await openClaude();
		try {
			await claude.start();
			await claude.say('apples');
			const { workbench } = await openWorkbench({ home: claude.home, workspace: claude.repo });
			await workbench.openContainer('Session Keeper');
			await workbench.row('Sessions').first().waitFor();
			const [transcript] = claude.transcripts();
			claude.kill();
			await claude.ended();
			await workbench.command('Session Keeper: Refresh');
			await workbench.expandPane('Pending Backups');
			await workbench.row('Pending Backups', /1 without work/).click({ timeout: 60_000 });
			await workbench.row('Pending Backups', /no hook fired/).waitFor();
			await expect.poll(() => claude.log().map(({ event }) => event)).toContain('verified');
			const { raw } = claude.log().findLast(({ event }) => event === 'verified');
			expect(readFileSync(path.join(claude.repo, raw), 'utf8')).toContain('You said: apples');
			rmSync(transcript);
			await workbench.commandPicking('Session Keeper: Restore Transcript', 'apples');
			await workbench.notification('Restored: ').waitFor();
			await claude.start('--resume', path.basename(transcript, '.jsonl'));
			await claude.say('pears');
			expect(JSON.stringify(claude.api.requests.at(-1).messages)).toContain('apples');
		} finally {
			await claude.close({ isShared: true });
		}
	},
	240_000,
);

test.skipIf(missing !== undefined)(
	'T41: what was said is accepted in VS Code and is in the next request of Claude Code; what was rejected is offered never again',
	async () => {
		const claude = await openClaude();
		const stops = () => claude.firings().filter(({ event }) => event === 'Stop');
		const queued = async (text) => {
			const before = stops().length;
			await claude.say(text);
			await claude.until(() => stops().length > before, 'the Stop hook');
			expect(stops().at(-1).outcome).toBe('1 queued');
		};
		const sent = () => JSON.stringify(claude.api.requests.at(-1));
		try {
			const { workbench, page } = await openWorkbench({ home: claude.home, workspace: claude.repo });
			await workbench.openContainer('Session Keeper');
			await claude.start();
			await queued('Remember that the staging database is wiped every Sunday night.');
			await queued('Always run the tests with the race detector.');
			await claude.type('/exit');
			await claude.ended();

			// Nothing is remembered before a person says so.
			await workbench.row('Review', /staging database is wiped/).waitFor();
			await workbench.row('Review', /race detector/).waitFor();
			await claude.start();
			await claude.say('Hello');
			expect(sent()).not.toMatch(/staging database|race detector/u);

			await workbench.row('Review', /staging database is wiped/).click();
			await page.locator('.monaco-diff-editor .modified .view-line', { hasText: /every\sSunday/u }).waitFor();
			await workbench.screenshot('real-claude-review');
			await workbench.clickInline('Review', /staging database is wiped/, 'Accept');
			await workbench.row('Review', /staging database is wiped/).waitFor({ state: 'detached' });
			await workbench.clickInline('Review', /race detector/, 'Reject');
			await workbench.row('Review', /race detector/).waitFor({ state: 'detached' });
			await claude.type('/exit');
			await claude.ended();

			await claude.start();
			await claude.say('Hello again');
			expect(sent()).toContain('The staging database is wiped every Sunday night');
			expect(sent()).not.toContain('race detector');
			await queued('always run the tests with the race detector');
			await queued('Remember that releases are cut on the first Monday of a month.');
			await workbench.row('Review', /first Monday of a month/).waitFor();
			expect(await workbench.row('Review', /race detector/).count()).toBe(0);
			await workbench.screenshot('real-claude-rejected');
		} finally {
			await claude.close({ isShared: true });
		}
	},
	240_000,
);

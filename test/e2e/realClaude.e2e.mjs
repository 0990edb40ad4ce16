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
			await workbench.row('Pending Backups', /no hook fired/).waitFor({ timeout: 60_000 });
			await expect.poll(() => claude.log().map(({ event }) => event)).toContain('verified');
			const { raw } = claude.log().findLast(({ event }) => event === 'verified');
			expect(readFileSync(path.join(claude.repo, raw), 'utf8')).toContain('You said: apples');
			rmSync(transcript);
			await workbench.command('Session Keeper: Restore Transcript…');
			await workbench.pick(path.basename(raw));
			await workbench.notification('The transcript is back').waitFor();
			await claude.start('--resume', path.basename(transcript, '.jsonl'));
			await claude.say('pears');
			expect(JSON.stringify(claude.api.requests.at(-1).messages)).toContain('apples');
		} finally {
			await claude.close();
		}
	},
	240_000,
);

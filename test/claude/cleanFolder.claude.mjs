// A fresh repository, the real Claude Code and our whole life in it: install, three sessions, uninstall. Git shows nothing of
// it, at no step.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

test('git status is empty after the install, after each session and after the uninstall', async () => {
	const claude = await openClaude({ install: [] });
	const status = () =>
		execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
			cwd: claude.repo,
			env: claude.env,
			encoding: 'utf8',
		});
	const backups = () => claude.log().filter(({ event }) => event === 'verified').length;
	const expectClean = (step) => expect([step, status()]).toEqual([step, '']);
	try {
		expectClean('installed');
		// Talked, and left.
		await claude.start();
		for (const words of ['apples', 'pears', 'plums']) await claude.say(words);
		expectClean('talked');
		await claude.type('/exit');
		await claude.ended();
		await claude.until(() => backups() === 1, 'the backup');
		expectClean('left');
		// Without a person; and once more with one, told of the first.
		await claude.print('figs');
		expectClean('run by a program');
		await claude.start();
		await claude.say('limes');
		expect(JSON.stringify(claude.api.requests.at(-1))).toContain('SESSION_BACKUP_PENDING');
		await claude.type('/exit');
		await claude.ended();
		await claude.until(() => backups() === 2, 'the second backup');
		expectClean('left again');
		const { code, out } = claude.keeper('hooks', 'uninstall', '--yes');
		expect([code, out]).toEqual([0, expect.stringContaining('Uninstalled')]);
		expectClean('uninstalled');
	} finally {
		await claude.close();
	}
});

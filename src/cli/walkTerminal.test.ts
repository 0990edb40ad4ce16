// A list to walk in a real terminal, with the program as it is shipped.
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { open, park, place, program, repo, useCliPlace } from './testing/cliPlace';

useCliPlace();

const hasTmux = spawnSync('tmux', ['-V']).status === 0;

test.runIf(hasTmux)('an item is found by its letters, archived, and the terminal is left as it was', async () => {
	for (const name of ['rates', 'closed']) park(name);
	const env = { ...place.env, TERM: 'xterm-256color', LANG: 'C.UTF-8', PS1: '$ ', TMUX: '' };
	const tmux = (...words: readonly string[]): string =>
		execFileSync('tmux', ['-S', path.join(place.root, 'tmux'), '-f', '/dev/null', ...words], { env, encoding: 'utf8' });
	const until = async (shown: RegExp): Promise<void> => {
		await expect.poll(() => tmux('capture-pane', '-p'), { timeout: 30_000, interval: 100 }).toMatch(shown);
	};
	tmux('new-session', '-d', '-x', '80', '-y', '24', '-c', repo, 'sh');
	try {
		tmux('send-keys', '-l', `${process.execPath} ${program()} parked; echo "ended: $?"`);
		tmux('send-keys', 'Enter');
		await until(/Esc leaves/u);
		tmux('send-keys', '-l', 'rates');
		await until(/item\? rates\n.*\n❯ rates [^❯]*\n(?!.*closed)/u);
		tmux('send-keys', 'Enter');
		await until(/❯ Archive/u);
		tmux('send-keys', 'Enter');
		await until(/Archived: rates[^]*❯ closed/u);
		tmux('send-keys', 'Escape');
		await until(/Archived: rates\nUndo: session-keeper parked restore rates\nended: 0\n/u);
		expect(open()).toEqual([expect.stringContaining('closed')]);
	} finally {
		tmux('kill-server');
	}
});

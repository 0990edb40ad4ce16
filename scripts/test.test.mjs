// The line that people and continuous integration read last.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { run, toolEnvironment } from './lib/process.mjs';

test('counts the tests of Claude Code that a machine without tmux cannot run', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'sk-path-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	symlinkSync(process.execPath, path.join(folder, 'node'));
	const env = toolEnvironment({ PATH: folder });
	const { code, output } = await run(process.execPath, [inRoot('scripts/test.mjs'), 'claude', 'memory'], {
		env,
		quiet: true,
	});
	expect(code).toBe(0);
	const lines = output.trimEnd().split('\n');
	expect(lines.at(-2)).toBe('━━ SKIPPED: level claude, 2 tests. tmux is missing: run `sudo apt-get install -y tmux`.');
	expect(lines.at(-1)).toBe('0 passed, 0 failed, 2 skipped');
});

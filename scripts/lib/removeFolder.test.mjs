import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from './removeFolder.mjs';

test('a folder is gone together with what a process went on writing into it', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'keeper-remove-'));
	const inner = path.join(folder, 'a', 'b');
	mkdirSync(inner, { recursive: true });
	const writer = `const fs = require('fs'); const until = Date.now() + 1500; process.stdout.write('begun');
		for (let n = 0; Date.now() < until; n++) try { fs.writeFileSync(${JSON.stringify(inner)} + '/' + n, ''); } catch {}`;
	const child = spawn(process.execPath, ['-e', writer]);
	await new Promise((resolve) => child.stdout.once('data', resolve));
	removeFolder(folder);
	expect(existsSync(folder)).toBe(false);
	if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve));
	expect(existsSync(folder)).toBe(false);
});

test('where there is none, nothing happens', () => removeFolder(path.join(tmpdir(), 'keeper-was-never-there')));

import { mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { barePath } from './barePath.mjs';
import { temporaryFolder } from './temporaryFolder.mjs';

let folder;
beforeEach(() => (folder = temporaryFolder('sk-bare-')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function programs(name, names) {
	mkdirSync(path.join(folder, name));
	for (const each of names) writeFileSync(path.join(folder, name, each), '');
	return path.join(folder, name);
}

test('holds what every machine has, the first of each name, and nothing that is added for tests', () => {
	const added = ['chromium', 'chromium-browser', 'google-chrome-stable', 'tmux', 'rg', 'make', 'cc', 'c++', 'python3'];
	const compilers = ['gcc-13', 'g++', 'x86_64-linux-gnu-g++-13', 'clang-18', 'python3.12'];
	const first = programs('one', ['node', 'git', 'cmake-like', ...added]);
	const second = programs('two', ['node', 'npm', 'sh', 'encode', ...compilers]);
	const bin = barePath(path.join(folder, 'bin'), [first, path.join(folder, 'gone'), second].join(path.delimiter));
	expect(readdirSync(bin).sort()).toEqual(['cmake-like', 'encode', 'git', 'node', 'npm', 'sh']);
	expect(realpathSync(path.join(bin, 'node'))).toBe(path.join(first, 'node'));
});

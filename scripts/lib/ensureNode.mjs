// Another version of Node, from npm, for tests that a program runs on it.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { testTools } from './paths.mjs';
import { run, toolEnvironment } from './process.mjs';

/**
 * Installs the newest Node of a major version into .vscode-test, once.
 * @param {number} major
 * @returns {Promise<string | undefined>} the program; nothing where it cannot be had on this machine
 */
export async function ensureNode(major) {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const folder = path.join(testTools, `node${major}`);
	const program = path.join(folder, 'node_modules', name, 'bin/node');
	try {
		await withLock(`${folder}.lock`, async () => {
			if (existsSync(program)) return;
			const unfinished = `${folder}.unfinished`;
			rmSync(unfinished, { recursive: true, force: true });
			mkdirSync(unfinished, { recursive: true });
			const dependencies = { [name]: `^${major}` };
			writeFileSync(path.join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies }));
			await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
				cwd: unfinished,
				env: toolEnvironment(),
				quiet: true,
			});
			rmSync(folder, { recursive: true, force: true });
			renameSync(unfinished, folder);
		});
	} catch {
		return undefined;
	}
	return existsSync(program) ? program : undefined;
}

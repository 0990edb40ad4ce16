// Installs a program of npm's that only tests run. Like the VS Code server it lives in a folder of its own, and is never
// among the project's dependencies.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { run, toolEnvironment } from './process.mjs';
import { step } from './terminal.mjs';

/**
 * @param {{ title: string, size: string, name: string, version: string, folder: string, program: string, check?: () => Promise<unknown> }} tool
 * what people call it, its package, where it goes, the file that is run, and what shows that it runs
 * @returns {Promise<string | undefined>} why it cannot be had, in a sentence; nothing where it is there.
 */
export async function ensureTool({ title, size, name, version, folder, program, check }) {
	const stampFile = path.join(folder, 'installed.json');
	const stamp = JSON.stringify({ version, platform: process.platform, arch: process.arch });
	const isInstalled = () => {
		try {
			return readFileSync(stampFile, 'utf8') === stamp && existsSync(program);
		} catch {
			return false;
		}
	};
	if (isInstalled()) return undefined;
	try {
		await withLock(`${folder}.lock`, async () => {
			if (isInstalled()) return;
			mkdirSync(folder, { recursive: true });
			writeFileSync(
				path.join(folder, 'package.json'),
				JSON.stringify({ private: true, dependencies: { [name]: version } }),
			);
			await step(`Installing ${title} ${version} for tests (${size}, once)`, () =>
				run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
					cwd: folder,
					env: toolEnvironment(),
					quiet: true,
				}),
			);
			await check?.();
			writeFileSync(stampFile, stamp);
		});
	} catch (error) {
		return `${title} ${version} cannot be had from npm: ${String(error?.message ?? error).split('\n')[0]}`;
	}
	return undefined;
}

// Installs the real Claude Code from npm, for tests that drive it against a stand-in of its API. Like the VS Code server
// it lives in a folder of its own, and is never among the project's dependencies.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { testTools } from './paths.mjs';
import { run, toolEnvironment } from './process.mjs';
import { step } from './terminal.mjs';

/** The one that all is tested with, or another one (`npm run canary`). */
const VERSION = process.env.CLAUDE_CODE_VERSION ?? '2.1.329';
const folder = path.join(testTools, process.env.CLAUDE_CODE_VERSION === undefined ? 'claude' : `claude-${VERSION}`);
const stampFile = path.join(folder, 'installed.json');
const stamp = JSON.stringify({ version: VERSION, platform: process.platform, arch: process.arch });

/** The program itself: npm installs a package for each platform, with one binary in it. There once ensureClaude returned. */
export const claudeProgram = path.join(
	folder,
	`node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
	process.platform === 'win32' ? 'claude.exe' : 'claude',
);

/** @returns {Promise<string | undefined>} why it cannot be had, in a sentence; nothing where it is there. */
export async function ensureClaude() {
	if (isInstalled()) return undefined;
	try {
		await withLock(`${folder}.lock`, async () => {
			if (isInstalled()) return;
			mkdirSync(folder, { recursive: true });
			const dependencies = { '@anthropic-ai/claude-code': VERSION };
			writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
			await step(`Installing Claude Code ${VERSION} for tests (a quarter of a gigabyte, once)`, () =>
				run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
					cwd: folder,
					env: toolEnvironment(),
					quiet: true,
				}),
			);
			await run(claudeProgram, ['--version'], { env: { PATH: process.env.PATH, HOME: folder }, quiet: true });
			writeFileSync(stampFile, stamp);
		});
	} catch (error) {
		return `Claude Code ${VERSION} cannot be had from npm: ${String(error?.message ?? error).split('\n')[0]}`;
	}
	return undefined;
}

function isInstalled() {
	try {
		return readFileSync(stampFile, 'utf8') === stamp && existsSync(claudeProgram);
	} catch {
		return false;
	}
}

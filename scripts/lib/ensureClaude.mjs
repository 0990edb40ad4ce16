// The real Claude Code from npm, for tests that drive it against a stand-in of its API.
import path from 'node:path';
import { ensureTool } from './ensureTool.mjs';
import { testTools } from './paths.mjs';
import { run } from './process.mjs';

/** The one that all is tested with, or another one (`npm run canary`). */
const VERSION = process.env.CLAUDE_CODE_VERSION ?? '2.1.329';
const folder = path.join(testTools, process.env.CLAUDE_CODE_VERSION === undefined ? 'claude' : `claude-${VERSION}`);

/** The program itself: npm installs a package for each platform, with one binary in it. There once ensureClaude returned. */
export const claudeProgram = path.join(
	folder,
	`node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}`,
	process.platform === 'win32' ? 'claude.exe' : 'claude',
);

/** @returns {Promise<string | undefined>} why it cannot be had, in a sentence; nothing where it is there. */
export const ensureClaude = () =>
	ensureTool({
		title: 'Claude Code',
		size: 'a quarter of a gigabyte',
		name: '@anthropic-ai/claude-code',
		version: VERSION,
		folder,
		program: claudeProgram,
		check: () => run(claudeProgram, ['--version'], { env: { PATH: process.env.PATH, HOME: folder }, quiet: true }),
	});

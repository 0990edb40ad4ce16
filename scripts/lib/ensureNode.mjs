// Another version of Node, from npm, for tests that a program runs on it.
import path from 'node:path';
import { ensureTool } from './ensureTool.mjs';
import { testTools } from './paths.mjs';

/**
 * Installs the newest Node of a major version into .vscode-test, once.
 * @param {number} major
 * @returns {Promise<string | undefined>} the program; nothing where it cannot be had on this machine
 */
export async function ensureNode(major) {
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const folder = path.join(testTools, `node${major}`);
	const program = path.join(folder, 'node_modules', name, 'bin/node');
	const tool = { title: 'Node', size: '60 MB', name, version: `^${major}`, folder, program };
	return (await ensureTool(tool)) === undefined ? program : undefined;
}

// Which engine searches here: ripgrep where VS Code or the person has one, else the built-in scanner, in threads where its
// bundle is there. The answers are the same.
import { constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../project/gitRepository';
import { type SearchEngine, builtinEngine } from './engine';
import { createRipgrepEngine } from './ripgrep';
import { createThreadEngine } from './threadEngine';
import { isUsable } from '../base/isUsable';

const PROGRAM = process.platform === 'win32' ? 'rg.exe' : 'rg';

/** Where VS Code has carried it, in its several packagings, below its own root. */
const PACKAGES = ['node_modules', 'node_modules.asar.unpacked'].flatMap((modules) =>
	['ripgrep', 'ripgrep-universal', `ripgrep-${process.platform}-${process.arch}`].map((name) =>
		path.join(modules, '@vscode', name, 'bin'),
	),
);

/** The thread's bundle lies beside every bundle that searches. */
const WORKER = path.join(__dirname, 'searchWorker.js');

/**
 * @param appRoot VS Code's own folder; nothing outside of VS Code. Nothing that a workspace holds is ever run.
 * @param workerFile the bundle of the thread.
 */
export async function openSearchEngine(
	appRoot: string | undefined,
	env: NodeJS.ProcessEnv,
	workerFile = WORKER,
): Promise<SearchEngine> {
	const bundled = appRoot === undefined ? undefined : await findBundled(appRoot);
	const binary = bundled ?? (await findOnPath('rg', env));
	if (binary !== undefined) return createRipgrepEngine(binary);
	return (await isUsable(workerFile, constants.R_OK)) ? createThreadEngine(workerFile) : builtinEngine;
}

async function findBundled(appRoot: string): Promise<string | undefined> {
	for (const folder of PACKAGES.map((each) => path.join(appRoot, each))) {
		// One package holds the programs of all systems, each in a folder named after it.
		const inside = await readdir(folder).catch(() => []);
		const own = inside.filter((name) => name === `${process.platform}-${process.arch}`);
		for (const file of [path.join(folder, PROGRAM), ...own.map((name) => path.join(folder, name, PROGRAM))]) {
			if (await isUsable(file, constants.X_OK)) return file;
		}
	}
	return undefined;
}

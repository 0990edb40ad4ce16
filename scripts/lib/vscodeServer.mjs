// Starts and stops a VS Code server with everything private: home, settings, extensions, temporary files, environment.
// The folder that holds them is given by the caller, who also removes it. Keep its path short: sockets live below it.
import { createWriteStream, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtinExtensions, serverMain, serverNode } from './ensureVscodeServer.mjs';
import { extensionId, manifest, root } from './paths.mjs';
import { privateEnvironment, run, spawnGroup } from './process.mjs';

const START_LIMIT_MS = 180_000;

/** Nothing that a person would not also like: no network, no welcome page, no AI features that need an account. */
export const PERSON_SETTINGS = {
	'workbench.startupEditor': 'none',
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.enableExperiments': false,
	'telemetry.telemetryLevel': 'off',
	'update.mode': 'none',
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	'chat.disableAIFeatures': true,
	'git.openRepositoryInParentFolders': 'never',
};

/** The sample is there to be looked at: the page that says most of it comes by itself. */
export const SAMPLE_SETTINGS = { 'sessionKeeper.home.open': 'startup' };

/** What makes pictures equal and clicks reliable: hovers eat clicks, animations move their targets. */
export const TEST_SETTINGS = {
	'workbench.colorTheme': 'Dark Modern',
	'workbench.hover.delay': 600_000,
	'workbench.reduceMotion': 'on',
	'workbench.editor.useModal': 'off',
	// Else the palette would offer first what an earlier test ran.
	'workbench.commandPalette.history': 0,
	// Else each window lists the open files of all processes every two seconds.
	'remote.autoForwardPorts': false,
};

/** What VS Code brings and starts in each window, for other work than ours: a fifth of what a test costs. */
const BUSY_BUILTINS = new Set([
	...['git', 'git-base', 'github', 'github-authentication', 'merge-conflict', 'npm', 'emmet', 'debug-auto-launch'],
	...['configuration-editing', 'extension-editing', 'json-language-features', 'typescript-language-features'],
]);

const QUIET = [
	'--accept-server-license-terms',
	...['--telemetry-level', 'off', '--disable-telemetry', '--disable-experiments', '--disable-update-check'],
	'--disable-getting-started-override',
];

/** Without this flag the server ignores extensionDevelopmentPath. It also suppresses notification toasts. */
const DEVELOPMENT = ['--enable-smoke-test-driver', '--reconnection-grace-time', '5'];

/**
 * The three ways to have the extension in it:
 * - `packaged`: what users get; `extensionsDir` is a folder that installVsix has filled.
 * - `development`: the repository, named by the address (see workbenchUrl); needed for tests inside the host.
 * - `linked`: the repository linked as an installed extension; toasts are shown, and a window reload takes a new build.
 *
 * @param {object} options
 * @param {string} options.dir a private folder, made by the caller
 * @param {'packaged' | 'development' | 'linked'} options.mode
 * @param {string} [options.home] the HOME of the extension host, `dir`/home unless given
 * @param {string} [options.extensionsDir] for `packaged`
 * @param {string} [options.builtinsDir] in place of all extensions that VS Code brings (see linkQuietBuiltins)
 * @param {boolean} [options.trustFeature] whether workspace trust is a question at all; else every folder is trusted
 * @param {string} [options.token] asked of whoever connects; people's servers have one
 * @param {object} [options.settings] user settings over the quiet ones
 * @param {object} [options.env] additions to an otherwise empty environment
 * @param {string} [options.preload] a module that the server's Node imports first
 */
export async function startServer(options) {
	const { dir, mode, home, extensionsDir, builtinsDir, trustFeature = false, token, settings, env, preload } = options;
	const folder = (...names) => {
		const made = path.join(dir, ...names);
		mkdirSync(made, { recursive: true });
		return made;
	};
	const extensions = extensionsDir ?? folder('extensions');
	if (mode === 'linked') linkExtension(extensions);
	const settingsFile = path.join(folder('user', 'User'), 'settings.json');
	if (!existsSync(settingsFile))
		writeFileSync(settingsFile, JSON.stringify({ ...PERSON_SETTINGS, ...settings }, null, '\t'));
	// The window is a remote one: settings of the machine's own (the command of Claude Code is one) are read from here. In
	// the user's settings they count only until VS Code has learnt their scope from the extension.
	if (settings !== undefined)
		writeFileSync(path.join(folder('user', 'Machine'), 'settings.json'), JSON.stringify(settings, null, '\t'));

	const args = [...(preload ? ['--import', preload] : []), serverMain, '--host', '127.0.0.1', '--port', '0', ...QUIET];
	args.push(...(token ? ['--connection-token', token] : ['--without-connection-token']));
	args.push('--server-data-dir', folder('server'), '--user-data-dir', folder('user'), '--extensions-dir', extensions);
	if (builtinsDir !== undefined) args.push('--builtin-extensions-dir', builtinsDir);
	if (!trustFeature) args.push('--disable-workspace-trust');
	if (mode === 'development') args.push(...DEVELOPMENT);

	const { child, gone, end } = spawnGroup(serverNode, args, {
		stdio: ['ignore', 'pipe', 'pipe'],
		// An empty gallery, or the server asks the network for one.
		env: privateEnvironment({ home: home ?? folder('home'), tmp: folder('tmp'), EXTENSIONS_GALLERY: '{}', ...env }),
	});
	try {
		const port = await portOf(child, gone, path.join(dir, 'server.log'));
		return { dir, origin: `http://127.0.0.1:${port}`, token, stop: end, gone };
	} catch (error) {
		await end();
		throw error;
	}
}

/** Fills `dir` with links to the extensions that VS Code brings, but for the busy ones. */
export function linkQuietBuiltins(dir) {
	mkdirSync(dir, { recursive: true });
	const quiet = readdirSync(builtinExtensions).filter((name) => !BUSY_BUILTINS.has(name));
	for (const name of quiet) symlinkSync(path.join(builtinExtensions, name), path.join(dir, name));
}

function linkExtension(extensionsDir) {
	const link = path.join(extensionsDir, `${extensionId()}-${manifest().version}`);
	if (!existsSync(link)) symlinkSync(root, link);
}

async function portOf(child, gone, logFile) {
	const log = createWriteStream(logFile);
	let text = '';
	let limit;
	try {
		return await new Promise((resolve, reject) => {
			const fail = (why) => reject(new Error(`The VS Code server ${why}.\n${text}`));
			limit = setTimeout(() => fail('did not start in time'), START_LIMIT_MS);
			const read = (bytes) => {
				log.write(bytes);
				text = (text + bytes).slice(-4000);
				const port = /agent listening on (\d+)/.exec(text)?.[1];
				if (port) resolve(Number(port));
			};
			child.stdout.on('data', read);
			child.stderr.on('data', read);
			void gone.then((code) => fail(`ended with ${code}`));
		});
	} finally {
		clearTimeout(limit);
	}
}

/** The address of a folder's workbench, or of a workspace file's. `payload` names the extension under development and its tests. */
export function workbenchUrl(server, folder, payload = {}) {
	const kind = folder?.endsWith('.code-workspace') ? 'workspace' : 'folder';
	const query = new URLSearchParams(folder ? { [kind]: folder } : { ew: 'true' });
	if (server.token) query.set('tkn', server.token);
	if (Object.keys(payload).length > 0) query.set('payload', JSON.stringify(Object.entries(payload)));
	return `${server.origin}/?${query}`;
}

/** A path on the server's machine, as the workbench in the browser names it. */
export const remotePath = (server, file) => `vscode-remote://${new URL(server.origin).host}${path.resolve(file)}`;

/** Fills `extensionsDir` with a packaged extension, as a user's install would. */
export async function installVsix(vsix, { dir, extensionsDir }) {
	for (const name of ['home', 'tmp']) mkdirSync(path.join(dir, name), { recursive: true });
	const where = ['--server-data-dir', path.join(dir, 'server'), '--extensions-dir', extensionsDir];
	await run(serverNode, [serverMain, ...QUIET, ...where, '--install-extension', vsix], {
		quiet: true,
		env: privateEnvironment({ home: path.join(dir, 'home'), tmp: path.join(dir, 'tmp'), EXTENSIONS_GALLERY: '{}' }),
	});
}

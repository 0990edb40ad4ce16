// `npm start`: installs, builds, and opens a real VS Code with the extension in it.
//
//	npm start                   the sample workspace, with a private sample Claude home that shows every state
//	npm start -- FOLDER         that folder, with your own Claude home
//	npm start -- --server       the VS Code server from npm, even where a desktop VS Code is there
//	npm start -- --check        opens nothing: proves that VS Code answers, prints where, and ends (also --no-open)
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { temporaryFolder } from './lib/temporaryFolder.mjs';
import { Advice, runMain, say, step } from './lib/terminal.mjs';

await runMain(async () => {
	const { folder, check, forceServer } = parse(process.argv.slice(2));
	await ensureDependencies();
	// Loaded late: in a fresh clone their dependencies are not there before.
	const { build } = await import('./lib/build.mjs');
	const { findDesktop, openDesktop } = await import('./lib/desktop.mjs');
	await build();

	const dir = temporaryFolder('sk-start-');
	process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
	const opened = folder === undefined ? await sampleOf(dir) : { workspace: folder };

	const executable = forceServer ? undefined : await findDesktop();
	if (executable === undefined) await openServer({ dir, check, ...opened });
	else await openDesktop(executable, { dir, check, ...opened });
});

function parse(args) {
	const flags = new Set(args.filter((arg) => arg.startsWith('--')));
	const [named, ...more] = args.filter((arg) => !arg.startsWith('--'));
	const unknown = [...flags].filter((flag) => !['--check', '--no-open', '--server'].includes(flag));
	if (unknown.length + more.length > 0) throw new Advice(`Unknown: ${[...unknown, ...more].join(' ')}`);
	return {
		folder: named === undefined ? undefined : existingFolder(named),
		check: flags.has('--check') || flags.has('--no-open'),
		forceServer: flags.has('--server'),
	};
}

/** The physical path, by which Claude Code names projects. npm changes the folder and tells where it was called. */
function existingFolder(named) {
	const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), named);
	if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Advice(`There is no folder ${folder}.`);
	return realpathSync(folder);
}

async function sampleOf(dir) {
	const { buildSample } = await import('./lib/sampleHome.mjs');
	return step('Laying out a sample workspace and a private Claude home', () =>
		buildSample(path.join(dir, 's'), { hasDeleted: true }),
	);
}

/** Without a `home` of its own the folder is the person's, and so are the home and Claude's folder. */
async function openServer({ dir, check, workspace, home }) {
	const { randomBytes } = await import('node:crypto');
	const { ensureVscodeServer } = await import('./lib/ensureVscodeServer.mjs');
	const { SAMPLE_SETTINGS, startServer, workbenchUrl } = await import('./lib/vscodeServer.mjs');
	await ensureVscodeServer();
	const own = process.env.CLAUDE_CONFIG_DIR;
	const server = await step('Starting VS Code', () =>
		startServer({
			dir,
			mode: 'linked',
			home: home ?? process.env.HOME,
			env: home === undefined && own ? { CLAUDE_CONFIG_DIR: own } : {},
			// Other people's folders are asked about, as VS Code does; the sample is ours.
			trustFeature: home === undefined,
			settings: home === undefined ? {} : SAMPLE_SETTINGS,
			token: randomBytes(16).toString('hex'),
		}),
	);
	const url = workbenchUrl(server, workspace);
	await step('Waiting for the workbench', () => untilItAnswers(url));
	say(`\nVS Code has ${workspace} open at\n\n  ${url}\n`);
	if (check) return server.stop();
	say('After a change: `npm run build`, then "Developer: Reload Window". Ctrl-C ends VS Code.');
	const code = await server.gone;
	throw new Advice(`The VS Code server ended by itself with ${code}.`);
}

async function untilItAnswers(url) {
	// The first answer sets the token as a cookie and redirects; a fetch has no cookie jar.
	const first = await fetch(url, { redirect: 'manual' });
	const cookie = first.headers.getSetCookie().map((text) => text.split(';')[0]);
	const target = new URL(first.headers.get('location') ?? url, url);
	const answer = await fetch(target, { headers: { cookie: cookie.join('; ') } });
	const text = await answer.text();
	if (!answer.ok || !text.includes('workbench')) throw new Error(`The workbench answered ${answer.status}.`);
}

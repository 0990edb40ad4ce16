import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	HOOKS,
	hookProgram,
	isOurCommand,
	isOurHook,
	launcherCommand,
	sharedCommand,
	wantedHooks,
} from '../../core/hooks/launcherCommand';
import { CMD_LAUNCHER, PROBE_WORD } from '../keeper/launcherScripts';
import { type ClaudeHome, findClaudeHome } from '../claude/claudeHome';
import { installLauncher, isLauncherInstalled, launcherFile } from './launcher';
import { probeAll } from './hookProbes';
import { damagedFiles } from './launcherFiles';
import { type Place, newPlace } from '../testing/places';

const ECHO = `
const { env } = process;
process.stdin.on('data', (data) => process.stdout.write('got ' + data));
process.stdin.on('end', () => {
	console.log(' by ' + (require.main === module ? 'main' : 'other') + (env.ELECTRON_RUN_AS_NODE ? ' in code' : ''));
	console.error('noise');
	process.exitCode = 2;
});
`;

let place: Place;
let bundles: string;
beforeEach(() => {
	place = newPlace();
	bundles = path.dirname(place.write('extension-1.0/hooks/sessionEnd.js', ECHO));
});
afterEach(() => place.remove());

const SHELLS = ['/bin/sh', '/usr/bin/dash', '/bin/bash', '/bin/zsh', '/bin/busybox'].filter((shell) =>
	existsSync(shell),
);

/** Runs a hook as Claude Code does: a shell, the command line, JSON on standard input, nothing else in the environment. */
function run(
	claude: ClaudeHome,
	options: { shell?: string; event?: string; env?: NodeJS.ProcessEnv; PATH?: string } = {},
) {
	const command = launcherCommand(launcherFile(claude), options.event ?? 'SessionEnd', 'sh', false);
	const shell = options.shell ?? '/bin/sh';
	const done = spawnSync(shell, [...(shell.endsWith('busybox') ? ['sh'] : []), '-c', `${command} `], {
		cwd: place.root,
		// A private home: bash reads the start file of a person where its input is a socket.
		env: {
			PATH: process.env['PATH'],
			HOME: place.home,
			...options.env,
			...(options.PATH === undefined ? {} : { PATH: options.PATH }),
		},
		input: '{"session_id":"s"}',
		encoding: 'utf8',
	});
	return { out: done.stdout.trim(), err: done.stderr, code: done.status };
}

/** A folder for PATH with the few programs that a shell needs, and a `node` that does as told. */
function pathWith(node: string | undefined): string {
	const folder = place.folder('path');
	if (node !== undefined) {
		const file = path.join(folder, 'node');
		writeFileSync(file, node);
		chmodSync(file, 0o755);
	}
	return folder;
}

describe('command lines', () => {
	test.each([
		['/home/dev/.claude', `"/home/dev/.claude/session-keeper/bin/session-keeper-hook" Stop`],
		['/home/First Last', `"/home/First Last/session-keeper/bin/session-keeper-hook" Stop`],
		['/home/a"b$c`d\\e', `"/home/a\\"b\\$c\\\`d\\\\e/session-keeper/bin/session-keeper-hook" Stop`],
	])('sh: %s', (home, expected) => {
		const command = launcherCommand(`${home}/session-keeper/bin/session-keeper-hook`, 'Stop', 'sh', false);
		expect(command).toBe(expected);
		expect(isOurCommand(command)).toBe(true);
	});

	const WINDOWS = "C:\\Users\\Zoë O'Neil\\.claude\\session-keeper\\bin\\session-keeper-hook";
	// T13
	test('Git Bash and cmd: slashes and double quotes', () => {
		const command = launcherCommand(WINDOWS, 'Stop', 'sh', true);
		expect(command).toBe(`"C:/Users/Zoë O'Neil/.claude/session-keeper/bin/session-keeper-hook" Stop`);
		expect(isOurCommand(command)).toBe(true);
	});

	test('PowerShell: the call operator and doubled single quotes, and the entry says so', () => {
		const command = launcherCommand(WINDOWS, 'Stop', 'powershell', true);
		expect(command).toBe(`& 'C:/Users/Zoë O''Neil/.claude/session-keeper/bin/session-keeper-hook.cmd' Stop`);
		const style = { launcher: WINDOWS, shell: 'sh', isWindows: true, isShared: false } as const;
		expect(wantedHooks({ ...style, shell: 'powershell' })[0]?.group.hooks[0]).toMatchObject({ shell: 'powershell' });
		expect(wantedHooks(style)[0]?.group.hooks[0]).not.toHaveProperty('shell');
	});

	test('a hook of the person’s own that starts our command line is theirs', () => {
		for (const file of ['session-keeper', 'session-keeper.cmd'])
			expect(isOurHook(`"/home/dev/.claude/session-keeper/bin/${file}" protocol save >> log`)).toBe(false);
		expect(isOurHook('"/home/dev/.claude/session-keeper/bin/session-keeper-hook" Stop')).toBe(true);
	});

	test.each(['echo session-keeper', '/opt/session-keeper/bin/other', 'session-keeper-hook', 'x/session-keeper/bin/'])(
		'somebody else’s command is not ours: %s',
		(command) => expect(isOurCommand(command)).toBe(false),
	);

	test('the script for cmd has its line ends and finds no Node in the current folder', () => {
		expect(CMD_LAUNCHER.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
		expect(CMD_LAUNCHER).toContain('%%~$PATH:n');
		expect(CMD_LAUNCHER.trimEnd().endsWith('exit /b 0')).toBe(true);
	});
});

describe('what is installed', () => {
	test('files are written when they differ, and old bundles are replaced', async () => {
		expect(await isLauncherInstalled(place.claude)).toBe(false);
		const first = await installLauncher(place.claude, bundles, '/opt/code');
		expect(first).toContain('hooks/sessionEnd.js');
		expect(await isLauncherInstalled(place.claude)).toBe(true);
		expect(await installLauncher(place.claude, bundles)).toEqual([]);
		writeFileSync(path.join(bundles, 'sessionEnd.js'), '// new');
		// First of all what there should be, so that whoever is killed in between leaves something to be found.
		expect(await installLauncher(place.claude, bundles, '/opt/code-2')).toEqual([
			'files.json',
			'hooks/sessionEnd.js',
			'runtime',
		]);
		const bin = path.dirname(launcherFile(place.claude));
		expect(readFileSync(path.join(bin, 'hooks/sessionEnd.js'), 'utf8')).toBe('// new');
		expect(readdirSync(bin).filter((name) => name.endsWith('.tmp'))).toEqual([]);
	});

	test('what a program loads is written before it, and the launcher last', async () => {
		const names = ['housekeeping', 'preCompact', 'sessionContext', 'sessionEnd', 'sessionStart', 'stop', 'stopHit'];
		for (const name of names) writeFileSync(path.join(bundles, `${name}.js`), '');
		for (const name of ['cli.js', 'cliGroups.js']) place.write(`extension-1.0/${name}`);
		const written = await installLauncher(place.claude, bundles);
		const parts = ['housekeeping', 'sessionContext', 'stopHit'].map((name) => `hooks/${name}.js`);
		const programs = ['preCompact', 'sessionEnd', 'sessionStart', 'stop'].map((name) => `hooks/${name}.js`);
		expect(written[0]).toBe('files.json');
		expect(written.slice(1, 4).sort()).toEqual(parts);
		expect(written.slice(4, 8).sort()).toEqual(programs);
		expect(written.slice(8, 10)).toEqual(['cliGroups.js', 'cli.js']);
		expect(written.at(-1)).toBe('session-keeper-hook');
	});

	test('what is gone or changed since is known, also without the list', async () => {
		writeFileSync(path.join(bundles, 'stopHit.js'), '// a part');
		await installLauncher(place.claude, bundles);
		const bin = path.dirname(launcherFile(place.claude));
		expect(await damagedFiles(bin)).toEqual([]);
		rmSync(path.join(bin, 'hooks/stopHit.js'));
		writeFileSync(path.join(bin, 'run.js'), '// torn');
		expect(await damagedFiles(bin)).toEqual([
			{ name: 'hooks/stopHit.js', isMissing: true },
			{ name: 'run.js', isMissing: false },
		]);
		for (const text of ['', '{', '{"schemaVersion":1,"from":"/x","files":{"../../evil":"0"}}']) {
			writeFileSync(path.join(bin, 'files.json'), text);
			expect(await damagedFiles(bin)).toEqual([{ name: 'files.json', isMissing: true }]);
		}
	});

	test('an installation makes itself whole out of where it came from, with the bytes that it had and no others', async () => {
		writeFileSync(path.join(bundles, 'stopHit.js'), '// a part');
		await installLauncher(place.claude, bundles);
		const bin = path.dirname(launcherFile(place.claude));
		const own = path.join(bin, 'hooks');
		const part = path.join(own, 'stopHit.js');
		expect(await installLauncher(place.claude, own)).toEqual([]);
		rmSync(part);
		expect(await installLauncher(place.claude, own)).toEqual(['hooks/stopHit.js']);
		expect(readFileSync(part, 'utf8')).toBe('// a part');
		rmSync(part);
		writeFileSync(path.join(bundles, 'stopHit.js'), '// somebody else’s');
		await expect(installLauncher(place.claude, own)).rejects.toThrow('hooks/stopHit.js is lost');
		expect(existsSync(part)).toBe(false);
		expect(await damagedFiles(bin)).toEqual([{ name: 'hooks/stopHit.js', isMissing: true }]);
		rmSync(path.join(bin, 'files.json'));
		await expect(installLauncher(place.claude, own)).rejects.toThrow('files.json is lost');
	});

	test.skipIf(process.platform === 'win32')('a lost executable bit comes back', async () => {
		await installLauncher(place.claude, bundles);
		chmodSync(launcherFile(place.claude), 0o600);
		await installLauncher(place.claude, bundles);
		expect(statSync(launcherFile(place.claude)).mode & 0o777).toBe(0o755);
	});
});

describe.skipIf(process.platform === 'win32')('a hook that runs', () => {
	test.each(SHELLS)('in %s: its input and output pass, its noise and exit code do not', async (shell) => {
		await installLauncher(place.claude, bundles);
		expect(run(place.claude, { shell })).toEqual({ out: 'got {"session_id":"s"} by main', err: '', code: 0 });
	});

	test.each([
		'First Last',
		'quo"te',
		"apo'strophe",
		'dollar$HOME`id`',
		'back\\slash',
		'zażółć 日本',
		'a;b&c|d',
		'-dash',
	])('from a home named %s', async (name) => {
		const home = place.folder(name);
		const claude = findClaudeHome({ HOME: home, USERPROFILE: home });
		await installLauncher(claude, bundles);
		for (const shell of SHELLS) expect(run(claude, { shell }).out).toBe('got {"session_id":"s"} by main');
	});

	// T12
	test('after the extension that brought it is gone', async () => {
		await installLauncher(place.claude, bundles);
		rmSync(path.join(place.root, 'extension-1.0'), { recursive: true });
		expect(run(place.claude).out).toContain('by main');
	});

	test.each(SHELLS)('in %s without Node on the PATH: on the runtime of VS Code', async (shell) => {
		const runtime = path.join(place.folder('VS Code'), 'code');
		symlinkSync(process.execPath, runtime);
		await installLauncher(place.claude, bundles, runtime);
		const done = run(place.claude, { shell, PATH: pathWith(undefined) });
		expect(done).toEqual({ out: 'got {"session_id":"s"} by main in code', err: '', code: 0 });
	});

	test.each([
		['too old', '#!/bin/sh\nexit 86\n'],
		['a version manager that has none', '#!/bin/sh\necho "no version is set" >&2\nexit 126\n'],
		['not executable as a program', '#!/no/such/interpreter\n'],
	])('with a Node that is %s: on the runtime of VS Code', async (_what, node) => {
		await installLauncher(place.claude, bundles, process.execPath);
		const done = run(place.claude, { PATH: pathWith(node) });
		expect(done).toEqual({ out: 'got {"session_id":"s"} by main in code', err: '', code: 0 });
	});

	test('a Node of before 18 is left at once', async () => {
		await installLauncher(place.claude, bundles);
		const script = path.join(path.dirname(launcherFile(place.claude)), 'run.js');
		const old = "Object.defineProperty(process.versions, 'node', { value: '16.20.2' }); require(process.argv[1]);";
		const done = spawnSync(process.execPath, ['-e', old, script, 'SessionEnd'], { env: {} });
		expect(done.status).toBe(86);
	});
});

describe.skipIf(process.platform === 'win32')('a command line in settings that git shares', () => {
	const shared = (env: NodeJS.ProcessEnv) =>
		SHELLS.map((shell) => {
			const words = [...(shell.endsWith('busybox') ? ['sh'] : []), '-c', `${sharedCommand('SessionEnd')} `];
			const done = spawnSync(shell, words, {
				env: { PATH: process.env['PATH'], ...env },
				input: '{}',
				encoding: 'utf8',
			});
			return { out: done.stdout.trim(), err: done.stderr, code: done.status };
		});

	test('finds the launcher of whoever runs it', async () => {
		await installLauncher(place.claude, bundles);
		const config = place.folder("First O'Last");
		await installLauncher(findClaudeHome({ CLAUDE_CONFIG_DIR: config }), bundles);
		for (const env of [{ HOME: place.home }, { HOME: place.folder('other'), CLAUDE_CONFIG_DIR: config }])
			for (const done of shared(env)) expect(done).toEqual({ out: 'got {} by main', err: '', code: 0 });
		expect(isOurCommand(sharedCommand('SessionEnd'))).toBe(true);
		expect(sharedCommand('SessionEnd')).not.toContain(place.root);
	});

	test('says nothing to a colleague who has none', () => {
		for (const done of shared({ HOME: place.home })) expect(done).toEqual({ out: '', err: '', code: 0 });
	});
});

describe.skipIf(process.platform === 'win32')('nothing is run, nothing is said', () => {
	const quiet = { out: '', err: '', code: 0 };

	test('with neither Node nor a runtime', async () => {
		await installLauncher(place.claude, bundles);
		for (const shell of SHELLS) expect(run(place.claude, { shell, PATH: pathWith(undefined) })).toEqual(quiet);
	});

	test('with a runtime that was uninstalled', async () => {
		await installLauncher(place.claude, bundles, path.join(place.root, 'gone'));
		expect(run(place.claude, { PATH: pathWith(undefined) })).toEqual(quiet);
	});

	test.each(['NoSuchEvent', '../../../evil', 'sessionEnd', '""', "'Session End'"])(
		'for an event named %s',
		async (event) => {
			await installLauncher(place.claude, bundles);
			expect(run(place.claude, { event })).toEqual(quiet);
		},
	);

	// T18
	test('where a bundle is broken or crashes', async () => {
		for (const broken of ['this is no JavaScript', 'throw new Error("x")', 'process.kill(process.pid, "SIGKILL")']) {
			writeFileSync(path.join(bundles, 'sessionEnd.js'), broken);
			await installLauncher(place.claude, bundles);
			expect(run(place.claude)).toEqual(quiet);
		}
	});

	test('by a node that the project brings, where PATH names the current folder', async () => {
		await installLauncher(place.claude, bundles);
		writeFileSync(path.join(place.root, 'node'), '#!/bin/sh\necho hostile\n');
		chmodSync(path.join(place.root, 'node'), 0o755);
		expect(run(place.claude, { PATH: '.' })).toEqual(quiet);
	});

	test('by options that the environment has for Node', async () => {
		mkdirSync(path.join(place.root, 'evil'));
		const evil = place.write('evil/evil.js', 'console.log("hostile")');
		await installLauncher(place.claude, bundles);
		expect(run(place.claude, { env: { NODE_OPTIONS: `--require ${evil}` } }).out).toBe(
			'got {"session_id":"s"} by main',
		);
	});
});

test.skipIf(process.platform === 'win32')('a probe says which Node ran the hook and how it ended', async () => {
	await installLauncher(place.claude, bundles);
	const { out } = run(place.claude, { env: { SESSION_KEEPER_PROBE: '1' } });
	expect(out.split('\n').at(-1)).toBe(`${PROBE_WORD} ${process.versions.node} 2`);
});

test.skipIf(process.platform === 'win32')(
	'it runs the launcher itself, in whatever words the settings start it',
	async () => {
		for (const event of HOOKS) place.write(`extension-1.0/hooks/${hookProgram(event)}.js`, ECHO);
		await installLauncher(place.claude, bundles);
		expect(await probeAll(place.claude, launcherFile(place.claude))).toMatchObject(
			HOOKS.map((event) => ({ event, node: process.versions.node })),
		);
	},
);

test('the command line comes with what it loads from beside it, and with nothing else', async () => {
	for (const name of ['cli.js', 'cliGroups.js', 'cliYaml.js', 'searchWorker.js', 'extension.js', 'cli.js.meta.json'])
		writeFileSync(path.join(path.dirname(bundles), name), `// ${name}`);
	await installLauncher(place.claude, bundles);
	const there = readdirSync(path.dirname(launcherFile(place.claude)));
	expect(there).toEqual(expect.arrayContaining(['cli.js', 'cliGroups.js', 'cliYaml.js', 'searchWorker.js']));
	expect(there).not.toContain('extension.js');
	expect(there).not.toContain('cli.js.meta.json');
});

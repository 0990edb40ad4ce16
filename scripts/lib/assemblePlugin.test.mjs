// The plugin as Claude Code would load it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOOKS, HOOK_SECONDS, hookProgram } from '../../src/core/hooks/launcherCommand';
import { assemblePlugin } from './assemblePlugin.mjs';
import { inRoot } from './paths.mjs';

let folder;
let plugin;
beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk plugin-'));
	plugin = path.join(folder, 'the plugin');
	mkdirSync(path.join(folder, 'hooks'));
	for (const name of HOOKS.map(hookProgram))
		writeFileSync(path.join(folder, 'hooks', `${name}.js`), `console.log('${name} ran')`);
	writeFileSync(path.join(folder, 'cli.js'), "require('./cliGroups.js')");
	writeFileSync(path.join(folder, 'cliGroups.js'), "console.log('cli ran', ...process.argv.slice(2)); process.exit(3)");
	await assemblePlugin(path.join(folder, 'hooks'), path.join(folder, 'cli.js'), plugin);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name) => JSON.parse(readFileSync(path.join(plugin, name), 'utf8'));
const manifest = z.strictObject({
	name: z.string().check(z.regex(/^[a-z0-9-]+$/)),
	version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
	description: z.string(),
	author: z.strictObject({ name: z.string() }),
	homepage: z.url(),
	repository: z.url(),
	license: z.string(),
	icon: z.literal('icon.png'),
	keywords: z.array(z.string()),
});
const entry = z.strictObject({ type: z.literal('command'), command: z.string(), timeout: z.number() });
const groups = z.array(z.strictObject({ hooks: z.array(entry) }));
const hooksFile = z.strictObject({ description: z.string(), hooks: z.record(z.string(), groups) });

test('the manifest and the hooks have the shape that Claude Code reads', () => {
	expect(manifest.parse(read('.claude-plugin/plugin.json')).version).toBe(
		JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version,
	);
	const { hooks } = hooksFile.parse(read('hooks/hooks.json'));
	const declared = Object.entries(hooks).map(([event, [group]]) => [event, group.hooks[0].timeout]);
	expect(declared).toEqual(Object.entries(HOOK_SECONDS));
});

test('its server is started by Node from a folder with a blank in its name', () => {
	const { mcpServers } = read('.mcp.json');
	const [[name, { command, args }]] = Object.entries(mcpServers);
	expect([name, command]).toEqual(['session-keeper', 'node']);
	const words = args.map((each) => each.replace('${CLAUDE_PLUGIN_ROOT}', plugin));
	expect(spawnSync(process.execPath, words, { encoding: 'utf8' }).stdout).toBe('cli ran mcp\n');
});

test.skipIf(process.platform === 'win32')('each hook runs from a folder with a blank in its name', () => {
	for (const [event, [group]] of Object.entries(read('hooks/hooks.json').hooks)) {
		const env = { PATH: process.env.PATH, HOME: folder, CLAUDE_PLUGIN_ROOT: plugin };
		const done = spawnSync('/bin/sh', ['-c', group.hooks[0].command], { env, input: '{}', encoding: 'utf8' });
		expect(done.stdout.trim().toLowerCase()).toBe(`${event.toLowerCase()} ran`);
	}
});

test.skipIf(process.platform === 'win32')(
	'its slash commands call the command line, which passes words and exit code on',
	() => {
		const text = readFileSync(path.join(plugin, 'commands/resume-from.md'), 'utf8');
		expect(text).toContain('/session-keeper:sessions-list');
		const program = /^("[^"]+")/mu.exec(text)?.[1];
		const env = { PATH: process.env.PATH, HOME: folder, CLAUDE_PLUGIN_ROOT: plugin };
		const done = spawnSync('/bin/sh', ['-c', `${program} 'a b' "c"`], { env, encoding: 'utf8' });
		expect([done.stdout, done.stderr, done.status]).toEqual(['cli ran a b c\n', '', 3]);
		const none = spawnSync('/bin/sh', ['-c', program], { env: { ...env, PATH: folder }, encoding: 'utf8' });
		expect([none.status, none.stderr]).toEqual([127, expect.stringContaining('needs Node 20')]);
	},
);

const claude = inRoot(
	`.vscode-test/claude/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
);
/** The real program with a home of its own and no way to its API, which hooks do not need. */
function runClaude(args, { ends = 0 } = {}) {
	const home = path.join(folder, 'home');
	mkdirSync(home, { recursive: true });
	const env = {
		PATH: process.env.PATH,
		HOME: home,
		ANTHROPIC_API_KEY: 'none',
		ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
		CLAUDE_CODE_MAX_RETRIES: '0',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
	};
	const done = spawnSync(claude, args, { env, cwd: folder, input: '', encoding: 'utf8', timeout: 300_000 });
	expect(done.status).toBe(ends);
	return done.stdout;
}

describe.skipIf(!existsSync(claude))('the real Claude Code', { timeout: 330_000 }, () => {
	test('finds it valid, and fit for its directory of plugins', () => {
		const said = runClaude(['plugin', 'validate', '--profile', 'directory', plugin]);
		expect(said).toContain('Validation passed');
		expect(said).not.toContain('Icon can’t be used');
	});

	test('installs it by two commands, and runs its hooks', () => {
		const fired = path.join(folder, 'fired');
		for (const event of ['sessionStart', 'sessionEnd'])
			writeFileSync(
				path.join(plugin, 'bin/hooks', `${event}.js`),
				`require('fs').appendFileSync(${JSON.stringify(fired)}, '${event}\\n')`,
			);
		runClaude(['plugin', 'marketplace', 'add', plugin]);
		runClaude(['plugin', 'install', 'session-keeper@session-keeper']);
		const details = runClaude(['plugin', 'details', 'session-keeper']);
		for (const name of ['managing-session-continuity', 'resume-latest', 'Hooks (4)']) expect(details).toContain(name);
		runClaude(['-p', 'hello'], { ends: 1 });
		expect(readFileSync(fired, 'utf8')).toBe('sessionStart\nsessionEnd\n');
	});
});

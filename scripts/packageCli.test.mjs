// The npm package of the terminal tool, packed as for publishing and installed as a person would, offline.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureNode } from './lib/ensureNode.mjs';
import { inRoot, manifest } from './lib/paths.mjs';
import { privateEnvironment } from './lib/process.mjs';
import { removeFolder } from './lib/removeFolder.mjs';
import { temporaryFolder } from './lib/temporaryFolder.mjs';

let folder;
let archive;
let prefix;
let repo;
let env;
beforeAll(async () => {
	folder = temporaryFolder('keeper npm-');
	prefix = path.join(folder, 'a prefix');
	repo = path.join(folder, 'a repo');
	for (const each of ['home', 'tmp', 'a repo', 'a prefix']) mkdirSync(path.join(folder, each));
	env = privateEnvironment({
		home: path.join(folder, 'home'),
		tmp: path.join(folder, 'tmp'),
		npm_config_cache: path.join(folder, 'cache'),
		npm_config_update_notifier: 'false',
		SESSION_KEEPER_NOW: '2026-11-21T12:00:00Z',
	});
	// In a process of its own: see scripts/lib/buildForTests.mjs.
	const words = [inRoot('scripts/packageCli.mjs'), '--out', path.join(folder, 'packed')];
	archive = execFileSync(process.execPath, words, { encoding: 'utf8' }).trim().split('\n').at(-1);
	ran('npm', 'install', '--global', '--prefix', prefix, '--offline', '--ignore-scripts', archive);
}, 240_000);
afterAll(() => removeFolder(folder));

/** Runs a program that must end well, in the repository. @returns what it printed. */
function ran(program, ...words) {
	const done = spawnSync(program, words, { env, cwd: repo, encoding: 'utf8', timeout: 120_000 });
	expect({ code: done.status, err: done.stderr }).toMatchObject({ code: 0 });
	return done.stdout;
}
const installed = () => path.join(prefix, 'bin/session-keeper');

test('it holds what is listed, and nothing else', () => {
	const listed = readFileSync(inRoot('scripts/npm-files.txt'), 'utf8').trim().split('\n');
	const root = path.join(prefix, 'lib/node_modules/session-keeper');
	const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
	expect(files.map((each) => path.relative(root, path.join(each.parentPath, each.name))).sort()).toEqual(listed);
});

test('where a part of its own cannot be read it says so in a line', () => {
	const program = realpathSync(installed());
	const words = ['--require', inRoot('scripts/lib/faults/failCall.cjs'), program, 'sessions', 'show', 'x'];
	const below = path.join(path.dirname(program), 'cliParts.js');
	const said = Array.from({ length: 12 }, (_, at) => {
		const failing = { ...env, FAULT_BELOW: below, FAULT_AT: String(at + 1), FAULT_CODE: 'EIO' };
		return spawnSync(process.execPath, words, { env: failing, cwd: repo, encoding: 'utf8', timeout: 60_000 }).stderr;
	});
	expect(said.filter((text) => /\n\s+at /u.test(text))).toEqual([]);
	expect(said.some((text) => text.startsWith('Error: EIO'))).toBe(true);
});

test('the same commit gives the same bytes, and another package is told from it', () => {
	const check = (file) => {
		const words = [inRoot('scripts/packageCli.mjs'), '--check', file];
		const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 240_000 });
		return [status, stdout.trim().split('\n').at(-1)];
	};
	expect(check(archive)).toEqual([0, 'It is what this commit builds.']);
	const other = path.join(folder, 'other.tgz');
	writeFileSync(other, Buffer.concat([readFileSync(archive), Buffer.from([0])]));
	expect(check(other)).toEqual([1, 'It is not what this commit builds with these tools.']);
}, 480_000);

test('its manifest says what the one of the extension says, runs nothing and needs nothing', () => {
	const own = JSON.parse(readFileSync(path.join(prefix, 'lib/node_modules/session-keeper/package.json'), 'utf8'));
	const { name, version, license, homepage, repository, bugs, bin, engines } = manifest();
	expect(own).toMatchObject({
		name,
		version,
		license,
		homepage,
		repository,
		bugs,
		bin,
		engines: { node: engines.node },
	});
	const odd = ['private', 'scripts', 'dependencies', 'devDependencies', 'main'].filter((each) => each in own);
	expect(odd).toEqual([]);
});

test('every library in it has its licence', () => {
	const text = readFileSync(path.join(prefix, 'lib/node_modules/session-keeper/THIRD-PARTY-LICENSES.txt'), 'utf8');
	for (const name of ['@anthropic-ai/sdk', 'gray-matter', 'js-yaml', 'markdown-it', 'minisearch', 'zod'])
		expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|BSD-3-Clause|Apache-2\\.0)\\)$`, 'mu'));
	expect(text).not.toContain('(undefined)');
});

describe('it runs', () => {
	test('by the link that npm makes', () => {
		expect(ran(installed(), '--version')).toBe(`${manifest().version}\n`);
		expect(ran(installed(), 'parked', 'list', '--json')).toContain('"items": []');
	});

	test('through a link to that link', () => {
		const link = path.join(folder, 'a link');
		symlinkSync(installed(), link);
		expect(ran(link, '--version')).toBe(`${manifest().version}\n`);
	});

	test.skipIf(process.platform === 'win32')('and has its manual where man looks', () => {
		const pages = readdirSync(path.join(prefix, 'share/man/man1'));
		expect(pages).toEqual(expect.arrayContaining(['session-keeper.1', 'session-keeper-parked.1']));
	});

	test('without being installed, as npx would', () => {
		expect(ran('npx', '--offline', '--yes', `--package=${archive}`, '--', 'session-keeper', '--version')).toBe(
			`${manifest().version}\n`,
		);
	});

	test('and installs the hooks, which run', () => {
		ran(installed(), 'hooks', 'install', '--yes');
		const bin = path.join(folder, 'home/.claude/session-keeper/bin');
		expect(existsSync(path.join(bin, 'session-keeper-hook'))).toBe(true);
		expect(ran(path.join(bin, 'session-keeper'), '--version')).toBe(`${manifest().version}\n`);
		ran(installed(), 'hooks', 'uninstall', '--yes');
	});
});

describe.each([22, 24])('Node %i', { timeout: 300_000 }, (major) => {
	test('runs it', async ({ skip }) => {
		const node = await ensureNode(major);
		if (node === undefined) skip(`Node ${major} cannot be had from npm here.`);
		expect(ran(node, '--version')).toMatch(new RegExp(`^v${major}\\.`, 'u'));
		for (const words of ['--version', 'parked list', 'sessions list', 'backups list', 'documents list', 'hooks status'])
			ran(node, installed(), ...words.split(' '));
	});
});

// What an installation brings besides the hooks, over real files and real git: all of it by default, each part left out or
// added later, and nothing that git would show.
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SLASH_COMMANDS, commandPath, commandText, markedCommand } from '../../core/claude/slashCommands';
import { addImports } from '../../core/hooks/memoryImports';
import { NOW_MS, type Place, git, newPlace, newRepository } from '../../node/testing/places';
import { useSlowClock } from '../../node/testing/slowClock';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';
import { nodeStandIn, useProgram } from '../testing/ownProgram';

useUtc();
useSlowClock();
const program = useProgram();

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	// What doctor starts hooks with: that they run is other tests' claim.
	nodeStandIn(place);
});
const search = (): string => [path.join(place.root, 'bin'), place.env['PATH'] ?? ''].join(path.delimiter);
afterEach(() => place.remove());

const keeper = (cwd: string, ...args: readonly string[]): Promise<Ended> =>
	call(args, {
		cwd,
		env: { ...place.env, PATH: search(), SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() },
		program: program(),
	});
const hooks = (...args: readonly string[]): Promise<Ended> => keeper(repo, 'hooks', ...args);
async function done(ended: Promise<Ended>): Promise<Ended> {
	const { code, err, out } = await ended;
	expect(code, err).toBe(0);
	return { code, err, out };
}
const local = (folder = repo): string => path.join(folder, '.claude', 'settings.local.json');
const read = (file: string): string => readFileSync(file, 'utf8');
const inClaude = (name: string): string => path.join(place.claude.configDir, name);
const commandsThere = (): readonly string[] => SLASH_COMMANDS.filter((name) => existsSync(inClaude(commandPath(name))));
const allowed = (): readonly string[] =>
	(JSON.parse(read(local())) as { permissions?: { allow: string[] } }).permissions?.allow ?? [];
const own = (): unknown => JSON.parse(read(inClaude('session-keeper/settings.json')));
const status = (): string => git(repo, 'status', '--porcelain', '--untracked-files=all');

test('the whole loop is on after one install, with a summary of ten lines before the change', async () => {
	const { err } = await hooks('install');
	const [summary = '', ...diff] = err.split('\n\n');
	expect(summary.split('\n').length).toBeLessThanOrEqual(10);
	expect(summary).toContain('What is installed for you, in this project (scope local):');
	for (const part of ['hooks', 'slash commands', 'permission rules', 'parking rule', 'context', 'imports'])
		expect(summary).toMatch(new RegExp(`^[+-] ${part}`, 'mu'));
	expect(summary).toContain('To leave a part out: --no-commands, --no-rules, --no-parking-rule, --no-context');
	expect(diff.join('\n\n')).toContain(`+++ ${local()}`);

	const { out } = await done(hooks('install', '--yes'));
	expect(out).toContain('Start a new Claude Code session');
	expect(commandsThere()).toEqual(SLASH_COMMANDS);
	expect(allowed()).toContain('Bash(~/.claude/session-keeper/bin/session-keeper parked park:*)');
	expect(own()).toEqual({ parkingRule: true, injectContext: 'brief' });
	expect(existsSync(path.join(repo, '.mcp.json'))).toBe(false);
	expect((await done(hooks('status'))).out).toMatch(
		/^The hooks are installed\.[^]*slash commands and skills: 10 of 10\n- permission rules: yes\n- parking rule: on\n- context of the session before: brief\n$/u,
	);
	// With all of it, the last lines of the summary are still within ten.
	const most = await hooks('install', '--scope', 'project', '--cleanup-days', '365');
	expect((most.err.split('\n\n')[0] ?? '').split('\n').length).toBeLessThanOrEqual(10);
});

test('each part is left out on request, stays out, and is added by the same command later', async () => {
	expect(
		(await done(hooks('install', '--yes', '--no-commands', '--no-rules', '--no-parking-rule', '--no-context'))).out,
	).toContain('\nStart a new Claude Code session: it is backed up when it ends.\n');
	const nothing = (): void => {
		expect([commandsThere(), allowed()]).toEqual([[], []]);
		expect(own()).toEqual({ parkingRule: false, injectContext: 'off' });
	};
	nothing();
	expect((await done(hooks('install', '--yes'))).out).toContain('Already installed');
	nothing();
	expect((await done(hooks('install', '--dry-run', '--rules'))).out).toContain(
		'- slash commands, a skill and tools (MCP): not added; --commands adds it',
	);
	await done(hooks('install', '--yes', '--commands', '--rules', '--parking-rule', '--context'));
	expect(commandsThere()).toEqual(SLASH_COMMANDS);
	expect(allowed().length).toBeGreaterThan(5);
	expect(own()).toEqual({ parkingRule: true, injectContext: 'brief' });
	rmSync(inClaude(commandPath('session')));
	expect((await done(hooks('status'))).out).toContain('- slash commands and skills: 9 of 10\n');
	expect((await done(hooks('install', '--yes'))).out).toMatch(
		/^Already installed: SessionStart.+\nInstalled: 1 of 10 slash commands and skills\nStart a new Claude Code session/u,
	);
	expect((await hooks('install', '--yes', '--rules', '--no-rules')).code).toBe(2);
});

test.each(['{"permissions":"x"}', '{"permissions":{"allow":{}}}'])(
	'rules that %s has no place for are not promised',
	async (text) => {
		place.write('repo/.claude/settings.local.json', text);
		const { out } = await done(hooks('install', '--dry-run'));
		expect(out).toMatch(
			/^- permission rules: .*: not added, permissions\.allow in \S+settings\.local\.json is not a list$/mu,
		);
		expect(out).not.toContain('--no-rules');
	},
);

test('the tools are registered for the person, or for who clones the project, and go with the hooks', async () => {
	const state = path.join(place.home, '.claude.json');
	const before = '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
	place.write('home/.claude.json', before);
	const servers = (file: string): unknown => (JSON.parse(read(file)) as { mcpServers: unknown }).mcpServers;
	expect((await hooks('install', '--dry-run')).out).toContain(`+++ ${state}`);
	await done(hooks('install', '--yes', '--no-commands'));
	expect(read(state)).toBe(before);
	await done(hooks('install', '--yes', '--commands'));
	expect(servers(state)).toEqual({
		other: { command: 'x' },
		'session-keeper': { type: 'stdio', command: inClaude('session-keeper/bin/session-keeper'), args: ['mcp'] },
	});
	expect(allowed()).toContain('mcp__session-keeper__recall');
	expect(allowed()).not.toContain('mcp__session-keeper__archive_item');
	await done(hooks('install', '--yes', '--scope', 'project'));
	// Claude Code would ask everybody who clones the project.
	expect(existsSync(path.join(repo, '.mcp.json'))).toBe(false);
	await done(hooks('uninstall', '--yes', '--scope', 'project'));
	expect(servers(state)).toHaveProperty('session-keeper');
	await done(hooks('uninstall', '--yes'));
	expect(read(state)).toBe(before);
});

test('of the file with a person’s account and other servers, only our entry is shown', async () => {
	const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
	const entry = { command: 'x', env: { GITHUB_TOKEN: token } };
	for (const text of [JSON.stringify({ mcpServers: { entry } }), JSON.stringify({ mcpServers: { entry } }, null, 2)]) {
		place.write('home/.claude.json', text);
		for (const words of [['--dry-run'], ['--dry-run', '--json'], ['--yes'], ['--yes', '--json']]) {
			for (const verb of ['install', 'uninstall']) {
				const { out, err } = await hooks(verb, ...words);
				expect(out + err).not.toMatch(/ghp_|GITHUB/u);
			}
		}
		const { out } = await hooks('install', '--dry-run');
		expect(out).toContain('+    "session-keeper": {');
		expect(read(path.join(place.home, '.claude.json'))).toBe(text);
	}
});

test('the rules that came with a clone are in force, and are known by their words', async () => {
	await done(hooks('install', '--yes', '--scope', 'project'));
	rmSync(inClaude('session-keeper/installed'), { recursive: true });
	expect((await done(hooks('status'))).out).toContain('- permission rules: yes\n');
	const file = path.join(repo, '.claude/settings.json');
	writeFileSync(file, JSON.stringify({ ...(JSON.parse(read(file)) as object), permissions: undefined }));
	expect((await done(hooks('status'))).out).toContain('- permission rules: no\n');
});

test('a rule that was there before is somebody else’s, and what a person chose to be told stays', async () => {
	place.write('repo/.claude/settings.local.json', '{ "permissions": { "allow": ["Read"] } }\n');
	place.write('home/.claude/session-keeper/settings.json', '{ "injectContext": "full" }\n');
	await done(hooks('install', '--yes'));
	expect(allowed()[0]).toBe('Read');
	expect(own()).toEqual({ injectContext: 'full', parkingRule: true });
	await done(hooks('uninstall', '--yes'));
	expect(read(local())).toBe('{ "permissions": { "allow": ["Read"] } }\n');
	expect(own()).toEqual({ injectContext: 'full' });
});

describe('in a fresh repository', () => {
	test('git status is empty after installing, installing again, and uninstalling', async () => {
		await done(hooks('install', '--yes'));
		expect(existsSync(local())).toBe(true);
		expect(status()).toBe('');
		await done(hooks('install', '--yes'));
		expect(status()).toBe('');
		await done(hooks('uninstall', '--yes'));
		expect([status(), existsSync(path.join(repo, '.claude'))]).toEqual(['', false]);
	});

	test('only the scope project puts something where git shows it', async () => {
		await done(hooks('install', '--yes', '--scope', 'user'));
		expect(status()).toBe('');
		await done(hooks('install', '--yes', '--scope', 'project'));
		expect(status()).toContain('?? .claude/CLAUDE.md');
		expect(status()).toContain('?? .claude/commands/session.md');
		await done(hooks('uninstall', '--yes', '--scope', 'project'));
		expect(status()).toBe('');
		// The person still has them, in all projects.
		expect(commandsThere()).toEqual(SLASH_COMMANDS);
	});

	test('settings that were there before are shown as they were', async () => {
		place.write('repo/.claude/settings.local.json', '{}\n');
		await done(hooks('install', '--yes'));
		expect(status()).toBe('?? .claude/settings.local.json\n');
	});
});

/** What takes it back is named by an id. */
const named = (out: string): string => out.replace(/(?<=undo )\w{11}$/mu, '<id>');

test('what serves all projects goes with the last of them', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await done(hooks('install', '--yes'));
	await done(keeper(other, 'hooks', 'install', '--yes'));
	place.write('repo/.claude/memory/kept.md', 'Kept.\n');
	expect(named((await done(hooks('uninstall', '--yes'))).out)).toBe(
		`Uninstalled from ${local()}.\n` +
			`Left for other projects: 10 slash commands and skills in ${inClaude('commands')} and ${inClaude('skills')}, and what all your projects share in our own settings.\n` +
			`They have hooks in ${local(other)}; all of it goes with the last of them.\n` +
			// Only what is there is named.
			`What was kept stays: ${path.join(repo, '.claude/memory')} and ${inClaude('session-keeper')}.\n` +
			'Undo: session-keeper undo <id>\n',
	);
	expect(commandsThere()).toEqual(SLASH_COMMANDS);
	expect(own()).toEqual({ parkingRule: true, injectContext: 'brief' });
	const { out } = await done(hooks('status'));
	expect(out).toMatch(/^The hooks are not installed[^]*\n- slash commands and skills: 10 of 10\n/u);
	expect(named((await done(keeper(other, 'hooks', 'uninstall', '--yes'))).out)).toBe(
		`Uninstalled from ${local(other)}.\n` +
			`What was kept stays: ${inClaude('session-keeper')}.\n` +
			'Undo: session-keeper undo <id>\n',
	);
	expect(commandsThere()).toEqual([]);
	expect(existsSync(inClaude('session-keeper/settings.json'))).toBe(false);
	// A project that is gone keeps nothing alive.
	await done(keeper(other, 'hooks', 'install', '--yes'));
	await done(hooks('install', '--yes'));
	rmSync(other, { recursive: true });
	await done(hooks('uninstall', '--yes'));
	expect(commandsThere()).toEqual([]);
});

describe('an installation of an earlier version', () => {
	beforeEach(async () => {
		await done(hooks('install', '--yes', '--no-commands', '--no-rules', '--no-parking-rule', '--no-context'));
		for (const name of SLASH_COMMANDS) {
			const text = commandText(name, { program: '~/.claude/session-keeper/bin/session-keeper', prefix: '' });
			place.write(`repo/.claude/${commandPath(name)}`, markedCommand(text));
		}
		place.write('repo/.claude/CLAUDE.md', addImports('# Theirs\n', 'memory'));
	});
	const inProject = (name: string): boolean => existsSync(path.join(repo, '.claude', name));

	test('gives its commands to all projects of the person, and keeps its imports', async () => {
		await done(hooks('install', '--yes', '--commands'));
		expect([inProject('commands'), inProject('skills')]).toEqual([false, false]);
		expect(commandsThere()).toEqual(SLASH_COMMANDS);
		expect(read(path.join(repo, '.claude/CLAUDE.md'))).toContain('@memory/active-context.md');
	});

	test('keeps commands that git tracks: others have them, too', async () => {
		git(repo, 'add', '.claude/commands/session.md');
		await done(hooks('install', '--yes', '--commands'));
		expect(inProject('commands/session.md')).toBe(true);
	});

	test('goes as a whole', async () => {
		await done(hooks('uninstall', '--yes'));
		expect(readdirSync(path.join(repo, '.claude'))).toEqual(['CLAUDE.md']);
		expect(read(path.join(repo, '.claude/CLAUDE.md'))).toBe('# Theirs\n');
	});
});

describe('from a worktree and from a folder below', () => {
	let tree: string;
	let below: string;
	beforeEach(() => {
		tree = path.join(place.root, 'tree');
		git(repo, 'worktree', 'add', '-q', tree);
		below = path.join(realpathSync(tree), 'packages');
		mkdirSync(below);
	});

	test('the hooks of the main checkout are seen, and taken out', async () => {
		await done(hooks('install', '--yes'));
		for (const folder of [tree, below]) {
			expect((await done(keeper(folder, 'hooks', 'status'))).out).toContain('The hooks are installed.');
			const { findings } = JSON.parse((await keeper(folder, 'hooks', 'doctor', '--json')).out) as {
				findings: { code: string }[];
			};
			expect(findings).toEqual([]);
		}
		await done(keeper(below, 'hooks', 'uninstall', '--yes'));
		expect(existsSync(local())).toBe(false);
	});

	test('an install goes to where all worktrees read it', async () => {
		await done(keeper(below, 'hooks', 'install', '--yes'));
		expect([existsSync(local()), existsSync(local(tree)), existsSync(local(below))]).toEqual([true, false, false]);
		expect(status()).toBe('');
	});

	test('the imports that it shares name no person’s home', async () => {
		await done(keeper(tree, 'hooks', 'install', '--yes', '--scope', 'project'));
		expect(read(path.join(tree, '.claude/CLAUDE.md'))).toContain('\n@memory/active-context.md\n');
		for (const name of readdirSync(path.join(tree, '.claude')).filter((each) => /\.(?:json|md)$/u.test(each)))
			expect(read(path.join(tree, '.claude', name))).not.toContain(place.root);
	});

	test('shared hooks that sessions of a folder do not read are told of', async () => {
		await done(keeper(tree, 'hooks', 'install', '--yes', '--scope', 'project'));
		expect((await done(keeper(tree, 'hooks', 'status'))).out).toContain('The hooks are installed.\n');
		expect((await done(keeper(below, 'hooks', 'status'))).out).toContain('do not read them');
		expect((await keeper(below, 'hooks', 'doctor')).out).toContain('[notReadHere]');
	});

	test('one of an earlier version is taken out of the worktree, too', async () => {
		await done(hooks('install', '--yes'));
		await done(hooks('install', '--yes', '--project', tree));
		expect(existsSync(local(tree))).toBe(true);
		await done(keeper(tree, 'hooks', 'uninstall', '--yes'));
		expect([existsSync(local(tree)), existsSync(local())]).toEqual([false, false]);
	});
});

describe('hooks uninstall', () => {
	test('says that a file is broken, where, and what to do', async () => {
		await done(hooks('install', '--yes'));
		const broken = read(local()).replace(',', '');
		writeFileSync(local(), broken);
		const { code, out, err } = await hooks('uninstall', '--yes');
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(
			/Refused: .+settings\.local\.json is not valid JSON \(line \d+\)\. No settings were changed\./u,
		);
		expect(err).toContain('Fix the file, then try again.');
		expect(read(local())).toBe(broken);
		expect(commandsThere()).toEqual(SLASH_COMMANDS);
	});

	test('names the settings that do hold our hooks', async () => {
		await done(hooks('install', '--yes', '--scope', 'user'));
		expect((await done(hooks('uninstall', '--yes'))).out).toBe(
			`Nothing to uninstall: the hooks are not installed. They are in ${inClaude('settings.json')}.\n`,
		);
	});

	test('leaves "hooks": null as it was, also where the file was edited meanwhile', async () => {
		place.write('repo/.claude/settings.local.json', '{ "hooks": null, "model": "opus" }\n');
		await done(hooks('install', '--yes'));
		writeFileSync(local(), read(local()).replace('opus', 'sonnet'));
		await done(hooks('uninstall', '--yes'));
		expect(read(local())).toBe('{ "hooks": null, "model": "sonnet" }\n');
	});

	const LARGE = 'x'.repeat(16 * 1024 * 1024 - 8192);
	const large = (value = LARGE): string => JSON.stringify({ env: { LARGE: value } });

	test('T35: settings of 16 MB are handled', async () => {
		const before = large();
		writeFileSync(place.write('repo/.claude/settings.local.json'), before);
		await done(hooks('install', '--yes', '--no-commands'));
		expect(allowed().length).toBeGreaterThan(5);
	});

	test('T35: settings that have grown to 16 MB since are handled', async () => {
		writeFileSync(place.write('repo/.claude/settings.local.json'), large('small'));
		await done(hooks('install', '--yes', '--no-commands'));
		writeFileSync(local(), read(local()).replace('small', LARGE));
		await done(hooks('uninstall', '--yes'));
		expect(read(local()) === large()).toBe(true);
	});

	test('T35: settings that are larger are refused, and those that would be with ours', async () => {
		const before = large();
		writeFileSync(place.write('repo/.claude/settings.local.json'), `${before}${' '.repeat(8100)}`);
		expect((await hooks('install', '--yes')).err).toContain('is larger than 16 MB');
		writeFileSync(local(), `${before}${' '.repeat(8200)}`);
		const { code, err } = await hooks('uninstall', '--yes');
		expect([code, err]).toEqual([1, expect.stringContaining('is larger than 16 MB. No settings were changed.')]);
	});

	test('in the home folder, whose commands are those of all projects', async () => {
		const atHome = (...args: readonly string[]): Promise<Ended> => done(keeper(place.home, 'hooks', ...args));
		await atHome('install', '--yes');
		await atHome('install', '--yes');
		expect(commandsThere()).toEqual(SLASH_COMMANDS);
		await done(hooks('install', '--yes'));
		await atHome('uninstall', '--yes');
		expect(commandsThere()).toEqual(SLASH_COMMANDS);
		await done(hooks('uninstall', '--yes'));
		expect(commandsThere()).toEqual([]);
	});
});

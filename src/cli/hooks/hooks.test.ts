// The installer from the command line, beside hooks that leave a trace.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOOKS, hookProgram } from '../../core/hooks/launcherCommand';
import { LAUNCHD_LABEL, SYSTEMD_NAME } from '../../core/reflection/schedule';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, type Place, newPlace, newRepository, snapshot } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';

useUtc();
let program: Place;
beforeAll(() => {
	program = newPlace();
	program.write('cli.js', '// the command line');
	bundle('src/cli/keeper/uninstall.ts', program.root);
	const hook = (event: string): string =>
		`require('fs').appendFileSync(process.env.HOME + '/fired', '${event}\\n'); process.stdin.resume();`;
	for (const event of HOOKS.map(hookProgram)) program.write(`hooks/${event}.js`, hook(event));
});
afterAll(() => program.remove());

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
});
afterEach(() => place.remove());

const environment = (): NodeJS.ProcessEnv => ({ ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() });
const hooks = (...args: readonly string[]): Promise<Ended> =>
	call(['hooks', ...args], { cwd: repo, env: environment(), program: path.join(program.root, 'cli.js') });
/** What VS Code runs, as it runs it. */
function uninstaller(): Ended {
	const file = path.join(program.root, 'uninstall.js');
	const done = spawnSync(process.execPath, [file], { cwd: repo, env: environment(), encoding: 'utf8' });
	return { code: done.status, out: done.stdout, err: done.stderr };
}
const local = (): string => path.join(repo, '.claude', 'settings.local.json');

test('the home folder is no project of its own: its shared settings are those of the person', async () => {
	const atHome = (...args: readonly string[]): Promise<Ended> =>
		call(['hooks', ...args], { cwd: place.home, env: environment(), program: path.join(program.root, 'cli.js') });
	expect(await atHome('install', '--scope', 'project', '--yes')).toMatchObject({
		code: 2,
		err: expect.stringContaining('The home folder is not a project of its own: use --scope user.') as string,
	});
	expect((await atHome('install', '--scope', 'user', '--yes')).code).toBe(0);
	const { out } = await atHome('status');
	expect(out).toContain(`- user: SessionStart, SessionEnd, PreCompact, Stop — ${place.home}/.claude/settings.json`);
	expect(out).not.toContain('- project: ');
});

describe('hooks install', () => {
	test('asks first, and changes nothing without a yes', async () => {
		const before = snapshot(place.root);
		const { code, err } = await hooks('install');
		expect(code).toBe(1);
		expect(err).toContain('+++ ');
		expect(err).toContain('To confirm, add --yes.');
		expect(snapshot(place.root)).toEqual(before);
	});

	test('shows the change on a dry run, and changes nothing', async () => {
		place.write('repo/.claude/settings.local.json', '{\n  "model": "opus"\n}\n');
		const before = snapshot(place.root);
		const { code, out } = await hooks('install', '--dry-run', '--imports', '--parking-rule');
		expect(code).toBe(0);
		expect(out).toMatch(/^\d+ files, \+\d+ −\d+$/mu);
		expect(out).toContain(`--- ${local()}`);
		expect(out).toContain('+@memory/active-context.md');
		expect(out).toContain('+  "parkingRule": true');
		expect(snapshot(place.root)).toEqual(before);
		const json = JSON.parse((await hooks('install', '--dry-run', '--json')).out) as { changes: { what: string }[] };
		expect(json).toMatchObject({ schemaVersion: 1, scope: 'local', isDryRun: true });
		expect(new Set(json.changes.map(({ what }) => what))).toEqual(new Set(['hooks', 'ownSettings', 'commands', 'mcp']));
	});

	test.skipIf(process.platform === 'win32')('installs what Claude Code can run', async () => {
		expect(await hooks('install', '--yes')).toMatchObject({ code: 0 });
		const settings = JSON.parse(readFileSync(local(), 'utf8')) as {
			hooks: Record<string, { hooks: { command: string; timeout: number }[] }[]>;
		};
		expect(Object.keys(settings.hooks)).toEqual(['SessionStart', 'SessionEnd', 'PreCompact', 'Stop']);
		for (const [group] of Object.values(settings.hooks))
			spawnSync('/bin/sh', ['-c', group?.hooks[0]?.command ?? ''], { env: place.env, input: '{}' });
		expect(readFileSync(path.join(place.home, 'fired'), 'utf8')).toBe('sessionStart\nsessionEnd\npreCompact\nstop\n');
		expect((await hooks('install', '--yes')).out).toContain('Already installed');
	});

	test.each(['user', 'project', 'local'])('uninstalls from %s what it installed, all of it', async (scope) => {
		place.write('repo/.git/info/exclude', '# Theirs\n');
		const before = snapshot(repo);
		const all = ['--scope', scope, '--yes', '--parking-rule'];
		const more = ['--imports', '--cleanup-days', '365'];
		expect((await hooks('install', ...all, ...more)).code).toBe(0);
		expect(JSON.parse(readFileSync(path.join(place.home, '.claude/settings.json'), 'utf8'))).toHaveProperty(
			'cleanupPeriodDays',
			365,
		);
		expect((await hooks('uninstall', ...all)).code).toBe(0);
		// The folder of the imports may have been there before: only what the record tells is removed with its folder.
		const after = Object.keys(snapshot(repo)).filter((name) => scope !== 'user' || name !== '.claude');
		expect(after).toEqual(Object.keys(before));
		expect((await hooks('uninstall', ...all)).out).toContain('Nothing to uninstall');
		expect(existsSync(path.join(place.claude.keeperHome, 'settings.json'))).toBe(false);
		expect(existsSync(path.join(place.home, '.claude/commands'))).toBe(false);
	});

	test.skipIf(process.platform === 'win32')('a timer that stays is named, with what removes it', async () => {
		const isMac = process.platform === 'darwin';
		place.write(
			isMac ? `home/Library/LaunchAgents/${LAUNCHD_LABEL}.plist` : `home/.config/systemd/user/${SYSTEMD_NAME}.service`,
			'',
		);
		expect((await hooks('install', '--yes')).code).toBe(0);
		expect((await hooks('uninstall', '--yes')).out).toContain('To remove it: session-keeper reflect unschedule');
	});

	describe('after --cleanup-days in the same file', () => {
		const before = '{"model":"opus"}';
		let file: string;
		beforeEach(async () => {
			file = place.write('home/.claude/settings.json', before);
			const all = ['--scope', 'user', '--yes', '--imports', '--commands', '--parking-rule', '--cleanup-days', '90'];
			expect((await hooks('install', ...all)).code).toBe(0);
			expect(readFileSync(file, 'utf8')).toContain('"cleanupPeriodDays": 90');
		});
		const uninstall = () => hooks('uninstall', '--scope', 'user', '--yes', '--parking-rule');

		test('an unedited file gets its old bytes back', async () => {
			expect((await uninstall()).code).toBe(0);
			expect(readFileSync(file, 'utf8')).toBe(before);
		});

		test('also where it was installed again, with more days', async () => {
			expect((await hooks('install', '--scope', 'user', '--yes', '--cleanup-days', '365')).code).toBe(0);
			expect((await hooks('install', '--scope', 'user', '--yes')).code).toBe(0);
			expect((await uninstall()).code).toBe(0);
			expect(readFileSync(file, 'utf8')).toBe(before);
		});

		test('what somebody edited since stays, and loses our hooks alone', async () => {
			writeFileSync(file, readFileSync(file, 'utf8').replace('"cleanupPeriodDays": 90', '"cleanupPeriodDays": 120'));
			expect((await uninstall()).code).toBe(0);
			expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ model: 'opus', cleanupPeriodDays: 120 });
		});
	});

	test('never shortens the time that Claude Code keeps transcripts', async () => {
		place.write('home/.claude/settings.json', '{"cleanupPeriodDays":9999}');
		const { err } = await hooks('install', '--yes', '--cleanup-days', '365');
		expect(err).toContain('keeps transcripts for 9999 days; with 365 it would delete them earlier');
		expect(readFileSync(path.join(place.home, '.claude/settings.json'), 'utf8')).toBe('{"cleanupPeriodDays":9999}');
	});

	test('in settings that Claude Code does not read, raises the days, says so, and lowers none', async () => {
		const file = place.write('home/.claude/settings.json', '{\n  // mine\n  "cleanupPeriodDays": 20\n}\n');
		const raised = await hooks('cleanup-days', '365', '--yes');
		expect(readFileSync(file, 'utf8')).toBe('{\n  // mine\n  "cleanupPeriodDays": 365\n}\n');
		expect(raised.out).not.toContain('now keeps');
		for (const scope of ['local', 'user']) {
			writeFileSync(file, '{\n  // mine\n  "cleanupPeriodDays": 9999\n}\n');
			const done = [
				await hooks('cleanup-days', '365', '--yes'),
				await hooks('install', '--yes', '--cleanup-days', '365', '--scope', scope),
			];
			expect(done[0]?.out).toContain('Nothing was changed: Claude Code keeps transcripts for 30 days');
			expect(readFileSync(file, 'utf8')).toContain('"cleanupPeriodDays": 9999');
			for (const { err } of [raised, ...done]) expect(err).toContain(`${file} has comments or trailing commas`);
		}
	});

	test('never sets fewer days than Claude Code keeps transcripts where nobody set any', async () => {
		const { err } = await hooks('install', '--yes', '--cleanup-days', '7', '--scope', 'user');
		expect(err).toContain('keeps transcripts for 30 days; with 7 it would delete them earlier');
		expect(readFileSync(path.join(place.home, '.claude/settings.json'), 'utf8')).not.toContain('cleanupPeriodDays');
		expect((await hooks('install', '--yes', '--cleanup-days', '30')).err).not.toContain('earlier');
	});

	test('says that Claude Code will not read comments, and takes them out on request', async () => {
		place.write('repo/.claude/settings.local.json', '{\n  // mine\n  "model": "opus"\n}\n');
		expect((await hooks('install', '--yes')).err).toContain('--strict-json');
		expect(readFileSync(local(), 'utf8')).toContain('// mine');
		expect((await hooks('install', '--yes', '--strict-json')).code).toBe(0);
		expect(JSON.parse(readFileSync(local(), 'utf8'))).toHaveProperty('hooks');
	});

	test('refuses with a reason, a hint and a code, and installs nothing', async () => {
		place.write('repo/.claude/settings.local.json', '{ "model": ');
		const { code, err } = await hooks('install', '--yes');
		expect(code).toBe(1);
		expect(err).toContain('is not valid JSON (line 1). No settings were changed.');
		expect(JSON.parse((await hooks('install', '--yes', '--json')).out)).toMatchObject({
			error: { code: 'invalidJson' },
		});
		expect(existsSync(path.join(place.claude.keeperHome, 'bin'))).toBe(false);
	});

	test.each([['--scope', 'everybody'], ['--cleanup-days', '0'], ['--cleanup-days', 'many'], ['now']])(
		'is asked in wrong words: %s %s',
		async (...words) => {
			expect((await hooks('install', '--yes', ...words)).code).toBe(2);
		},
	);
});

test('the script that VS Code runs takes our hooks out of the settings of the person, and is silent', async () => {
	const file = place.write('home/.claude/settings.json', '{ "model": "opus" }\n');
	await hooks('install', '--scope', 'user', '--yes');
	await hooks('install', '--scope', 'local', '--yes');
	expect(readFileSync(file, 'utf8')).toContain('session-keeper');
	expect(uninstaller()).toEqual({ code: 0, out: '', err: '' });
	expect(readFileSync(file, 'utf8')).toBe('{ "model": "opus" }\n');
	expect(readFileSync(local(), 'utf8')).toContain('session-keeper');
	writeFileSync(file, 'no JSON');
	expect(uninstaller()).toEqual({ code: 0, out: '', err: '' });
	mkdirSync(path.join(place.root, 'empty'));
	place.env['HOME'] = path.join(place.root, 'empty');
	expect(uninstaller()).toEqual({ code: 0, out: '', err: '' });
});

// `hooks status` and `hooks doctor` over real files. Where a test is about how hooks run, they really do; elsewhere something
// answers in the place of Node, at a tenth of its cost.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOOKS, hookProgram } from '../../core/hooks/launcherCommand';
import { projectSlug } from '../../core/claude/slug';
import { HOUR_MS } from '../../core/base/dates';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS, type Place, newPlace, newRepository, snapshot } from '../../node/testing/places';
import { useSlowClock } from '../../node/testing/slowClock';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';
import { nodeStandIn } from '../testing/ownProgram';

useUtc();
// Whether a hook is slow is another test's: here it may be the machine.
useSlowClock();
let program: Place;
beforeAll(() => {
	program = newPlace();
	program.write('cli.js', '// the command line');
	for (const event of HOOKS.map(hookProgram)) program.write(`hooks/${event}.js`, 'process.exit(0)');
	program.write('hooks/stopHit.js', '// loaded at need');
});
afterAll(() => program.remove());

let place: Place;
let repo: string;
/** Where hooks find what runs them. */
let search: string;
beforeEach(() => {
	place = newPlace();
	search = [path.dirname(nodeStandIn(place)), withNode()].join(path.delimiter);
	repo = newRepository(path.join(place.root, 'repo'));
	place.folder(path.relative(place.root, path.join(place.claude.projectsDir, projectSlug(repo), 'memory')));
});
afterEach(() => place.remove());

const withNode = (): string => place.env['PATH'] ?? '';

interface Report {
	readonly findings: readonly { code: string; fix: { cli: string | null; args: readonly string[] } | null }[];
	readonly probes: readonly { event: string; ms: number; node: string | null; exitCode: number | null }[];
}

const now = (): NodeJS.ProcessEnv => ({
	...place.env,
	PATH: search,
	SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(),
});
/** @param file that was started. */
function run(
	args: readonly string[],
	env: NodeJS.ProcessEnv = {},
	file = path.join(program.root, 'cli.js'),
): Promise<Ended> {
	return call(['hooks', ...args], { cwd: repo, env: { ...now(), ...env }, program: file });
}
const doctor = async (env?: NodeJS.ProcessEnv): Promise<Report> =>
	JSON.parse((await run(['doctor', '--json'], env)).out) as Report;
const codes = async (env?: NodeJS.ProcessEnv): Promise<readonly string[]> =>
	(await doctor(env)).findings.map(({ code }) => code);
const local = (): string => path.join(repo, '.claude', 'settings.local.json');

test('doctor finds missing hooks, its fix mends them, and then it finds nothing', async () => {
	search = withNode();
	expect((await run(['doctor'])).code).toBe(1);
	const [finding] = (await doctor()).findings;
	expect(finding).toMatchObject({ code: 'notInstalled', fix: { cli: 'hooks install --scope local' } });
	expect((await run([...(finding?.fix?.cli ?? '').split(' ').slice(1), '--yes'])).code).toBe(0);
	const { code, out } = await run(['doctor']);
	expect(out).toContain('All hook checks passed.');
	expect(code).toBe(0);
});

test.skipIf(process.platform === 'win32')('doctor runs each hook and says how long it takes', async () => {
	search = withNode();
	await run(['install', '--yes']);
	const { probes } = await doctor();
	expect(probes.map(({ event, node, exitCode }) => [event, node, exitCode])).toEqual(
		['SessionStart', 'SessionEnd', 'PreCompact', 'Stop'].map((event) => [event, process.versions.node, 0]),
	);
	expect(probes.every(({ ms }) => ms > 0)).toBe(true);
	rmSync(path.join(place.claude.keeperHome, 'bin/hooks/preCompact.js'));
	writeFileSync(path.join(place.claude.keeperHome, 'bin/hooks/sessionEnd.js'), 'throw 1');
	expect(await codes()).toEqual(['hooksDamaged', 'hookBroken', 'hookBroken']);
	rmSync(path.join(place.claude.keeperHome, 'bin'), { recursive: true });
	expect(await codes()).toEqual(['launcherMissing']);
	await run(['install', '--yes']);
	expect(await codes()).toEqual([]);
});

test('doctor finds a part of the hooks that only some runs load, before a hook needs it; its fix brings it back', async () => {
	await run(['install', '--yes']);
	const part = path.join(place.claude.keeperHome, 'bin/hooks/stopHit.js');
	const mend = (answer: Report): readonly string[] => {
		expect(answer.findings).toMatchObject([{ code: 'hooksDamaged', fix: { cli: 'hooks install --scope local' } }]);
		return [...(answer.findings[0]?.fix?.cli ?? '').split(' ').slice(1), '--yes'];
	};
	for (const spoil of [() => rmSync(part), () => writeFileSync(part, '// of another version')]) {
		spoil();
		// Each hook still starts and ends well: none of these runs needs the part.
		const found = await doctor({ PATH: withNode() });
		expect(found.probes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
		expect((await run(mend(found))).code).toBe(0);
		expect(await codes()).toEqual([]);
	}
	expect(readFileSync(part, 'utf8')).toBe(readFileSync(path.join(program.root, 'hooks/stopHit.js'), 'utf8'));
	// The command line that was installed with it has no other part to give than where it came from.
	const installed = path.join(place.claude.keeperHome, 'bin/cli.js');
	rmSync(part);
	const found = await run(['doctor', '--json'], {}, installed);
	expect(await run(mend(JSON.parse(found.out) as Report), {}, installed)).toMatchObject({ code: 0 });
	expect((await run(['doctor'], {}, installed)).code).toBe(0);
});

test('doctor never runs what the settings of a project say', async () => {
	const evil = path.join(place.root, 'session-keeper/bin/session-keeper-hook');
	const settings = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${evil}; "${evil}"` }] }] } };
	place.write('repo/.claude/settings.local.json', JSON.stringify(settings));
	place.write('home/.claude/session-keeper/bin/session-keeper-hook');
	place.write('home/.claude/session-keeper/bin/run.js');
	expect(await codes()).toEqual(['hooksDamaged', 'hooksOutdated']);
	expect((await doctor()).probes).toEqual([]);
});

test('doctor tells what failed after the end of the last session, until a session ends well', async () => {
	await run(['install', '--yes']);
	const line = (event: string, outcome: string): string =>
		`${JSON.stringify({ ts: new Date(NOW_MS).toISOString(), event, session: 's-1', project: repo, ms: 1, outcome })}\n`;
	const log = path.join(place.claude.keeperHome, 'hooks.log');
	writeFileSync(log, line('SessionEnd', 'detached') + line('Housekeeping', 'failed: record: ENOSPC: no space left'));
	expect(await codes()).toEqual(['housekeepingFailed']);
	expect((await run(['doctor'])).out).toContain('session s-1: failed: record: ENOSPC: no space left');
	writeFileSync(log, readFileSync(log, 'utf8') + line('SessionEnd', 'detached'));
	expect(await codes()).toEqual([]);
});

test('doctor holds the log against the last session', async () => {
	await run(['install', '--yes'], { SESSION_KEEPER_NOW: new Date(NOW_MS - 5 * HOUR_MS).toISOString() });
	const at = (ms: number): string => new Date(ms).toISOString();
	const lines = [
		userLine('hello', { sessionId: 's-1', cwd: repo, timestamp: at(NOW_MS - 2 * HOUR_MS) }),
		assistantLine('hi', {}, { sessionId: 's-1', cwd: repo, timestamp: at(NOW_MS - HOUR_MS) }),
	];
	place.write(
		path.relative(place.root, path.join(place.claude.projectsDir, projectSlug(repo), 's-1.jsonl')),
		jsonl(lines),
	);
	expect(await codes()).toEqual(['missedSessionStart', 'missedSessionEnd', 'missedStop']);
	const log = ['SessionStart', 'Stop', 'SessionEnd'].map((event) =>
		JSON.stringify({ ts: at(NOW_MS - HOUR_MS), event, session: 's-1', project: repo, ms: 12, outcome: 'verified' }),
	);
	place.write('home/.claude/session-keeper/hooks.log', `${log.join('\n')}\n`);
	expect(await codes()).toEqual([]);
	expect((await run(['doctor'])).out).toContain('12 ms, verified');
	// The day that Claude Code is a newer one.
	place.write(
		path.relative(place.root, path.join(place.claude.projectsDir, projectSlug(repo), 's-1.jsonl')),
		jsonl([...lines, { type: 'mood', sessionId: 's-1', version: '3.0.0' }]),
	);
	expect(await codes()).toEqual(['unknownLines']);
	expect((await run(['doctor'])).out).toMatch(/Claude Code 3\.0\.0 writes lines that .* does not know\.[^]*mood/u);
});

test('doctor sees what keeps hooks, transcripts and memory from working', async () => {
	await run(['install', '--yes']);
	place.write(
		'home/.claude/settings.json',
		JSON.stringify({
			disableAllHooks: true,
			autoMemoryEnabled: false,
			cleanupPeriodDays: 3,
			hooks: { NoSuchEvent: [], Stop: [{ hooks: [{ type: 'telepathy' }] }] },
		}),
	);
	expect(await codes({ CLAUDE_CODE_CHILD_SESSION: '1' })).toEqual([
		'hooksDisabled',
		'noTranscript',
		'unknownHooks',
		'memoryOff',
		'cleanupSoon',
	]);
	const file = path.join(place.home, '.claude/settings.json');
	const open = { command: 'vscode.open', args: [file], cli: null };
	expect((await doctor()).findings).toMatchObject([
		{ fix: open, hint: `In ${file}, remove "disableAllHooks" or set it to false.` },
		{ fix: open, hint: expect.stringContaining(file) as string },
		{ fix: open, hint: `In ${file}, remove "autoMemoryEnabled" or set it to true.` },
		{ hint: null },
	]);
	expect((await run(['doctor'])).out).toContain(`\n  In ${file}, remove "disableAllHooks"`);
	writeFileSync(local(), `// note\n{}\n`);
	expect(await codes()).toContain('settingsNotStrict');
	expect(await codes()).toContain('hooksStripped');
});

test.each([
	['local', 'repo/.claude/settings.local.json'],
	['project', 'repo/.claude/settings.json'],
	['user', 'home/.claude/settings.json'],
])(
	'T38: the fix of a short clean-up changes the days alone, in the %s settings that are in force',
	async (scope, file) => {
		expect((await run(['install', '--yes'])).code).toBe(0);
		const user = place.write('home/.claude/settings.json', '{ "cleanupPeriodDays": 20, "model": "opus" }\n');
		// Claude Code reads the settings of a project where the person trusts it.
		const trusted = { projects: { [path.join(place.root, 'repo')]: { hasTrustDialogAccepted: true } } };
		writeFileSync(place.claude.stateFile, JSON.stringify(trusted));
		const ruling = path.join(place.root, file);
		const settings = existsSync(ruling) ? (JSON.parse(readFileSync(ruling, 'utf8')) as object) : {};
		writeFileSync(ruling, JSON.stringify({ ...settings, cleanupPeriodDays: 5 }));
		const before = snapshot(place.root);
		const [finding] = (await doctor()).findings;
		expect(finding).toMatchObject({
			code: 'cleanupSoon',
			fix: { cli: 'hooks cleanup-days 365', args: [scope, 'cleanup'] },
		});
		const fix = (finding?.fix?.cli ?? '').split(' ').slice(1);
		expect((await run(fix)).code).toBe(1);
		expect((await run([...fix, '--dry-run'])).out).toContain('+++ ');
		expect(snapshot(place.root)).toEqual(before);
		const { code, out } = await run([...fix, '--yes', '--json']);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ scope, isDryRun: false, changes: [{ what: 'cleanup', file: ruling }] });
		expect(JSON.parse(readFileSync(ruling, 'utf8'))).toEqual({ ...settings, cleanupPeriodDays: 365 });
		if (scope !== 'user') expect(readFileSync(user, 'utf8')).toContain('20, "model"');
		expect(await codes()).toEqual([]);
		expect((await run(['cleanup-days', '31', '--yes'])).out).toContain('keeps transcripts for 365 days');
		expect((await run(['cleanup-days', 'many', '--yes'])).code).toBe(2);
		expect((await run(['cleanup-days', '--yes'])).code).toBe(2);
	},
);

test('status says what is installed where, and is always a success', async () => {
	expect((await run(['status'])).out).toContain('not installed');
	await run(['install', '--yes', '--scope', 'user', '--imports', '--parking-rule']);
	const { code, out } = await run(['status', '--json']);
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		schemaVersion: 1,
		isInstalled: true,
		launcher: { isInstalled: true },
		options: { imports: true, parkingRule: true },
		settings: [
			{ scope: 'user', current: ['SessionStart', 'SessionEnd', 'PreCompact', 'Stop'], outdated: [], refused: null },
			{ scope: 'project', current: [], installedAt: null },
			{ scope: 'local', current: [] },
		],
		lastFirings: [
			{ event: 'SessionStart', ts: null },
			{ event: 'SessionEnd' },
			{ event: 'PreCompact' },
			{ event: 'Stop' },
		],
	});
});

test('the safety net is on only where nothing keeps the hooks from running, and the reason is said', async () => {
	const net = async (cwd = repo): Promise<string> => {
		const { out } = await call(['status'], { cwd, env: now() });
		const json = JSON.parse((await call(['status', '--json'], { cwd, env: now() })).out) as {
			safetyNet: { areHooksInstalled: boolean };
		};
		const [, said = ''] = /^Safety net +(.*)$/mu.exec(out) ?? [];
		expect(json.safetyNet.areHooksInstalled).toBe(said.startsWith('on'));
		return said;
	};
	const off = (why: string): string => `off: sessions are not backed up (${why}: session-keeper hooks doctor)`;
	const headline = async (): Promise<string> => (await run(['status'])).out.split('\n')[0] ?? '';
	const file = path.join(repo, '.claude/settings.json');
	await run(['install', '--yes', '--scope', 'project']);
	const installed = readFileSync(file, 'utf8');
	expect([await net(), await headline()]).toEqual(['on', 'The hooks are installed.']);

	writeFileSync(file, `// Ours.\n${installed}`);
	expect(await net()).toBe(off('Claude Code does not read these settings: they have comments or trailing commas'));
	expect(await headline()).toContain('The hooks are installed, but do not run. Claude Code does not read');
	writeFileSync(file, installed.replace('{', '{ "disableAllHooks": true,'));
	expect(await net()).toBe(off('The setting "disableAllHooks" turns all hooks off'));
	writeFileSync(file, installed);
	const below = place.folder('repo/packages');
	expect(await net(below)).toBe(off('Sessions started in this folder do not read the settings with the hooks'));
	// As for a colleague who clones it.
	rmSync(path.join(place.claude.keeperHome, 'bin'), { recursive: true });
	expect(await net()).toBe(off('The hook launcher is missing'));
	expect(await headline()).toBe(
		'The hooks are installed, but do not run. The hook launcher is missing. What helps: session-keeper hooks doctor',
	);
});

describe.skipIf(process.platform === 'win32')('hooks that only the plugin registers', () => {
	/** A launcher that leaves a trace of each run. */
	const LAUNCHER = '#!/bin/sh\necho "$1" >>"$0.ran"\necho "session-keeper-probe 22.1.0 0"\n';
	const withPlugin = (folder: string, launcher = LAUNCHER): string => {
		const inConfig = (name: string): string => path.relative(place.root, path.join(place.claude.configDir, name));
		const name = 'session-keeper@market';
		place.write(inConfig('settings.json'), JSON.stringify({ enabledPlugins: { [name]: true } }));
		const installed = [{ scope: 'user', installPath: folder, installedAt: new Date(NOW_MS).toISOString() }];
		place.write(
			inConfig('plugins/installed_plugins.json'),
			JSON.stringify({ version: 2, plugins: { [name]: installed } }),
		);
		const file = path.join(folder, 'bin/session-keeper-hook');
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, launcher, { mode: 0o755 });
		return file;
	};
	const ours = (): string => path.join(place.claude.configDir, 'plugins/cache/market/session-keeper/1.0.0');
	const doctor = async (): Promise<{
		probes: { event: string; node: string | null }[];
		findings: { code: string; hint: string }[];
	}> => JSON.parse((await run(['doctor', '--json'])).out);

	test('are run with its launcher', async () => {
		const file = withPlugin(ours());
		expect((await doctor()).probes).toHaveLength(4);
		expect(readFileSync(`${file}.ran`, 'utf8').split('\n').sort().join(' ').trim()).toBe(
			'PreCompact SessionEnd SessionStart Stop',
		);
		expect(await codes()).toEqual([]);
	});

	test('and do not run: found, with a hint that names the plugin', async () => {
		withPlugin(ours(), '#!/bin/sh\nexit 0\n');
		const { findings } = await doctor();
		expect(findings.map(({ code }) => code)).toEqual(['noRuntime']);
		expect(findings[0]?.hint).toContain('session-keeper@market');
		rmSync(path.join(ours(), 'bin'), { recursive: true });
		expect(await codes()).toEqual(['launcherMissing']);
	});

	test('are not run from anywhere else than where Claude Code keeps plugins', async () => {
		const elsewhere = withPlugin(path.join(place.root, 'elsewhere'));
		expect((await doctor()).probes).toEqual([]);
		// A link is no way around it.
		symlinkSync(path.join(place.root, 'elsewhere'), path.join(place.claude.configDir, 'plugins/link'));
		withPlugin(path.join(place.claude.configDir, 'plugins/link'));
		expect((await doctor()).probes).toEqual([]);
		expect(existsSync(`${elsewhere}.ran`)).toBe(false);
	});
});

test('hooks that come as a plugin are known, and both at once are found', async () => {
	place.write(
		path.relative(place.root, path.join(place.claude.configDir, 'settings.json')),
		JSON.stringify({ enabledPlugins: { 'session-keeper@market': true, 'other@market': true } }),
	);
	// As `claude plugin install` of version 2.1.329 writes it.
	place.write(
		path.relative(place.root, path.join(place.claude.configDir, 'plugins/installed_plugins.json')),
		JSON.stringify({
			version: 2,
			plugins: { 'session-keeper@market': [{ scope: 'user', installedAt: new Date(NOW_MS).toISOString() }] },
		}),
	);
	expect(await codes()).toEqual([]);
	expect(JSON.parse((await run(['status', '--json'])).out)).toMatchObject({
		isInstalled: true,
		plugin: { name: 'session-keeper@market' },
	});
	expect((await run(['install', '--yes'])).code).toBe(0);
	expect(await codes()).toEqual(['installedTwice']);
	// Turned off for this project.
	expect((await run(['uninstall', '--yes'])).code).toBe(0);
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), JSON.stringify({ enabledPlugins: { 'session-keeper@market': false } }));
	expect(await codes()).toEqual(['notInstalled']);
});

import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../base/dates';
import { diagnose } from './doctor';
import type { DoctorFacts, SettingsFacts } from './doctorFacts';
import { doctorReport, hookRows, stateOfSettings } from './doctorReport';

const NOW = Date.UTC(2026, 10, 21, 10);
const EVENTS = ['SessionStart', 'SessionEnd', 'PreCompact', 'Stop'];

const settings = (changes: Partial<SettingsFacts> = {}): SettingsFacts => ({
	scope: 'local',
	file: '/app/.claude/settings.local.json',
	refusal: undefined,
	isReadByClaude: true,
	isReadHere: true,
	disablesHooks: false,
	current: EVENTS,
	outdated: [],
	installedMs: NOW - DAY_MS,
	unknownKinds: [],
	...changes,
});
const probe = (event: string, changes = {}) => ({ event, ms: 50, node: '22.1.0', exitCode: 0, ...changes });
const fired = (event: string, session: string, atMs: number, outcome = 'verified') => ({
	ts: new Date(atMs).toISOString(),
	event,
	session,
	project: '/app',
	ms: 40,
	outcome,
});
const launcher = {
	isInstalled: true,
	file: '/bin/session-keeper-hook',
	damaged: [],
	probes: EVENTS.map((event) => probe(event)),
};
const session = {
	id: 's',
	startedMs: NOW - 3 * HOUR_MS,
	lastMs: NOW - HOUR_MS,
	isRunning: false,
	compactedMs: NOW - 2 * HOUR_MS,
};
const FIRED = [
	fired('SessionStart', 's', NOW - 4 * HOUR_MS),
	fired('PreCompact', 's', NOW - 2 * HOUR_MS - 120_000),
	fired('Stop', 's', NOW - HOUR_MS),
	fired('SessionEnd', 's', NOW - HOUR_MS + 5_000),
];

const HEALTHY: DoctorFacts = {
	settings: [settings()],
	plugin: undefined,
	launcher,
	options: { imports: false, parkingRule: false, commands: false, commandCount: 0, rules: false, context: 'off' },
	firings: FIRED,
	ownFirings: FIRED,
	logFile: '/home/.claude/session-keeper/hooks.log',
	sessions: [session],
	memory: { folder: '/m', exists: true, turnedOffBy: undefined, turnedOffIn: undefined },
	silencing: [],
	cleanup: { days: 365, file: '/home/.claude/settings.json', scope: 'user' },
	unlogged: [],
	unproven: [],
	unknownLines: { types: [], versions: [] },
	brokenSettings: [],
	privacy: { tracked: [], committed: [], inReach: [], isUnlisted: false },
};

const none = settings({ current: [], installedMs: undefined });
const plugin = {
	name: 'session-keeper@market',
	file: '/home/.claude/settings.json',
	installedMs: NOW - DAY_MS,
	folder: '/p',
};
const without = (event: string) => FIRED.filter((firing) => firing.event !== event);

test('hooks that work have no findings', () => {
	expect(diagnose(HEALTHY, NOW)).toEqual([]);
});

describe('each trouble is found by its evidence', () => {
	const seen = new Set<string>();
	test.each<[string, Partial<DoctorFacts>, readonly string[]]>([
		['never installed', { settings: [none] }, ['notInstalled']],
		['stripped by a running session', { settings: [settings({ current: [] })] }, ['hooksStripped']],
		['another version', { settings: [settings({ current: [], outdated: EVENTS })] }, ['hooksOutdated']],
		[
			'an event too few',
			{ settings: [settings({ current: ['SessionEnd'], installedMs: undefined })] },
			['hooksOutdated'],
		],
		[
			'settings that cannot be read',
			{ settings: [settings(), { ...none, refusal: { reason: 'notUtf8' } }] },
			['settingsUnreadable'],
		],
		['comments', { settings: [settings({ isReadByClaude: false })] }, ['settingsNotStrict']],
		[
			'all hooks turned off',
			{ settings: [settings(), { ...none, scope: 'managed', disablesHooks: true }] },
			['hooksDisabled'],
		],
		[
			'settings that sessions of this folder do not read',
			{ settings: [settings({ scope: 'project', isReadHere: false })] },
			['notReadHere'],
		],
		[
			'nothing in any settings, and a session that runs has fired',
			{ settings: [none], sessions: [{ ...session, isRunning: true }] },
			[],
		],
		['nothing in any settings, and what has fired has ended', { settings: [none] }, ['notInstalled']],
		['hooks of unknown kinds', { settings: [settings({ unknownKinds: ['Foo'] })] }, ['unknownHooks']],
		['user and local, the same words', { settings: [settings(), settings({ scope: 'user' })] }, []],
		[
			'user and project, other words',
			{ settings: [settings({ scope: 'project' }), settings({ scope: 'user' })] },
			['installedTwice'],
		],
		['nothing in the settings, and the plugin', { settings: [none], plugin }, []],
		[
			'the plugin alone, whose launcher is gone',
			{ settings: [none], plugin, pluginLauncher: { ...launcher, isInstalled: false, probes: [] } },
			['launcherMissing'],
		],
		[
			'the plugin alone, with a hook that does not run',
			{ settings: [none], plugin, pluginLauncher: { ...launcher, probes: [probe('Stop', { exitCode: 1 })] } },
			['hookBroken'],
		],
		['the plugin and the settings as well', { plugin }, ['installedTwice']],
		[
			'a hook of the plugin that did not fire',
			{ settings: [none], plugin, firings: without('SessionEnd') },
			['missedSessionEnd'],
		],
		['no launcher', { launcher: { ...launcher, isInstalled: false, probes: [] } }, ['launcherMissing']],
		[
			'nothing to run it on',
			{ launcher: { ...launcher, probes: EVENTS.map((e) => probe(e, { node: undefined })) } },
			['noRuntime'],
		],
		[
			'one program missing',
			{ launcher: { ...launcher, probes: [probe('SessionEnd'), probe('PreCompact', { node: undefined })] } },
			['hookBroken'],
		],
		[
			'a part that only some runs load',
			{ launcher: { ...launcher, damaged: [{ name: 'hooks/stopHit.js', isMissing: true }] } },
			['hooksDamaged'],
		],
		['one that crashes', { launcher: { ...launcher, probes: [probe('SessionEnd', { exitCode: 1 })] } }, ['hookBroken']],
		['a slow one', { launcher: { ...launcher, probes: [probe('SessionEnd', { ms: 2_001 })] } }, ['hookSlow']],
		['no turn', { firings: without('Stop') }, ['missedStop']],
		['no start', { firings: without('SessionStart') }, ['missedSessionStart']],
		['no end', { firings: without('SessionEnd') }, ['missedSessionEnd']],
		[
			'an end of a time before',
			{ firings: [...without('SessionEnd'), fired('SessionEnd', 's', NOW - 2 * HOUR_MS)] },
			['missedSessionEnd'],
		],
		['no end yet', { firings: without('SessionEnd'), sessions: [{ ...session, isRunning: true }] }, []],
		['an end just now', { firings: without('SessionEnd'), sessions: [{ ...session, lastMs: NOW - 1_000 }] }, []],
		['a compaction without its hook', { firings: without('PreCompact') }, ['missedPreCompact']],
		[
			'hooks of another session',
			{ firings: FIRED.map((f) => ({ ...f, session: 'x' })) },
			['missedSessionStart', 'missedSessionEnd', 'missedStop', 'missedPreCompact'],
		],
		['a session before the installation', { firings: [], settings: [settings({ installedMs: NOW - 1 })] }, []],
		[
			'a hook that failed last',
			{ firings: [...FIRED, fired('PreCompact', 'x', NOW, 'failed: ENOSPC')] },
			['hookFailed'],
		],
		[
			'a failure after the end of the last session',
			{ firings: [...FIRED, fired('Housekeeping', 's', NOW, 'failed: record: EACCES')] },
			['housekeepingFailed'],
		],
		[
			'a failure that is over',
			{
				firings: [
					...FIRED,
					fired('Housekeeping', 's', NOW - 9, 'failed: record: EACCES'),
					fired('SessionEnd', 'x', NOW),
				],
			},
			[],
		],
		[
			'memory turned off',
			{ memory: { folder: '/m', exists: false, turnedOffBy: 'x', turnedOffIn: '/s' } },
			['memoryOff'],
		],
		[
			'memory elsewhere',
			{ memory: { folder: '/m', exists: false, turnedOffBy: undefined, turnedOffIn: undefined } },
			['memoryElsewhere'],
		],
		[
			'no session yet',
			{ memory: { folder: '/m', exists: false, turnedOffBy: undefined, turnedOffIn: undefined }, sessions: [] },
			[],
		],
		['a shell inside of a session', { silencing: ['CLAUDE_CODE_CHILD_SESSION=1'] }, ['noTranscript']],
		['a week of transcripts', { cleanup: { days: 7, file: '/s', scope: 'user' } }, ['cleanupSoon']],
		['Claude Code’s default', { cleanup: undefined }, []],
		['its default, written down', { cleanup: { days: 30, file: '/s', scope: 'user' } }, []],
		[
			'raw files in the index',
			{ privacy: { tracked: ['.claude/memory/raw/'], committed: [], inReach: [], isUnlisted: false } },
			['privateTracked'],
		],
		[
			'raw files in the history',
			{ privacy: { tracked: [], committed: ['.claude/memory/raw/'], inReach: [], isUnlisted: false } },
			['privateCommitted'],
		],
		[
			'raw files that git could take',
			{ privacy: { tracked: [], committed: [], inReach: ['.claude/memory/raw/'], isUnlisted: false } },
			['privateInReach'],
		],
		[
			'private files that git’s own list does not name',
			{ privacy: { tracked: [], committed: [], inReach: [], isUnlisted: true } },
			['privateUnlisted'],
		],
		['a marker without a log', { unlogged: ['x.jsonl'] }, ['unloggedBackup']],
		['files that nobody can prove to be anybody’s', { unproven: ['/x/raw/a.jsonl'] }, ['unprovenFiles']],
		['our own settings, broken', { brokenSettings: [{ file: '/s', message: 'Broken.' }] }, ['ownSettingsBroken']],
		['lines of a newer Claude Code', { unknownLines: { types: ['mood'], versions: ['3.0.0'] } }, ['unknownLines']],
	])('%s', (_name, changes, expected) => {
		const findings = diagnose({ ...HEALTHY, ...changes }, NOW);
		expect(findings.map(({ code }) => code)).toEqual(expected);
		for (const { code, fix, hint } of findings) {
			seen.add(code);
			// Words, and never a button alone: the command line has none.
			expect({ code, isMendable: (fix?.cli ?? '') !== '' || hint !== undefined }).toEqual({ code, isMendable: true });
		}
	});

	test('each kind was found above, and docs/HOOKS.md and docs/CLI.md name it', () => {
		const folder = 'src/core/hooks/doctor';
		const source = readdirSync(folder)
			.map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
			.join('\n');
		const kinds = new Set([
			...[...source.matchAll(/(?:finding|add)\(\s*'(\w+)'/gu)].map(([, code = '']) => code),
			...EVENTS.map((event) => `missed${event}`),
		]);
		expect([...kinds].sort()).toEqual([...seen].sort());
		for (const doc of ['docs/HOOKS.md', 'docs/CLI.md']) {
			const text = readFileSync(doc, 'utf8');
			expect([...kinds].filter((kind) => !text.includes(`\`${kind}\``))).toEqual([]);
		}
	});

	test('what a session missed is made up for, and a hint names the file and the key', () => {
		const of = (changes: Partial<DoctorFacts>) => diagnose({ ...HEALTHY, ...changes }, NOW)[0];
		expect(of({ firings: without('SessionEnd') })?.fix).toEqual({
			command: 'sessionKeeper.createBackup',
			args: ['s'],
			cli: 'backups create --session s',
		});
		expect(of({ settings: [settings({ disablesHooks: true })] })?.hint).toBe(
			'In /app/.claude/settings.local.json, remove "disableAllHooks" or set it to false.',
		);
		expect(of({ memory: { folder: '/m', exists: true, turnedOffBy: 'x', turnedOffIn: '/s' } })).toMatchObject({
			fix: { command: 'vscode.open', args: ['/s'] },
			hint: 'In /s, remove "autoMemoryEnabled" or set it to true.',
		});
	});

	test('what the plugin brings is mended in Claude Code, and the hint names it', () => {
		const pluginLauncher = { ...launcher, probes: EVENTS.map((each) => probe(each, { node: undefined })) };
		const [found] = diagnose({ ...HEALTHY, settings: [none], plugin, pluginLauncher }, NOW);
		expect(found).toMatchObject({ code: 'noRuntime', fix: undefined });
		expect(found?.hint).toContain('session-keeper@market');
	});

	test('errors come first, and each fix has its words for both faces', () => {
		const findings = diagnose(
			{ ...HEALTHY, settings: [settings({ current: [], outdated: EVENTS, isReadByClaude: false })] },
			NOW,
		);
		expect(findings.map(({ severity }) => severity)).toEqual(['error', 'warning']);
		expect(findings[0]?.fix).toEqual({
			command: 'sessionKeeper.installHooks',
			args: ['local', 'strict'],
			cli: 'hooks install --scope local --strict-json',
		});
		expect(findings[1]?.fix?.cli).toBe('hooks install --scope local');
	});
});

describe('the report that the faces put into words', () => {
	test('good, worth a look, or wrong: counted by severity', () => {
		expect(doctorReport(HEALTHY, NOW)).toMatchObject({ verdict: 'good', errors: 0, warnings: 0, isInSettings: true });
		const comments = { ...HEALTHY, settings: [settings({ unknownKinds: ['Foo'] })] };
		expect(doctorReport(comments, NOW)).toMatchObject({ verdict: 'warning', errors: 0, warnings: 1 });
		const gone = { ...HEALTHY, settings: [settings({ current: [], unknownKinds: ['Foo'] })] };
		const stripped = { verdict: 'error', errors: 1, warnings: 1, isInSettings: false };
		expect(doctorReport(gone, NOW)).toMatchObject(stripped);
	});

	test('each hook has a row: where it is installed, how it started, and when it fired last', () => {
		const shared = settings({ scope: 'user', current: ['Stop'], outdated: ['PreCompact'] });
		const two = { ...HEALTHY, settings: [settings({ current: ['Stop'] }), shared], ownFirings: [...FIRED, ...FIRED] };
		const rows = hookRows({ ...two, launcher: { ...launcher, probes: [probe('Stop', { ms: 7 })] } });
		expect(rows.map(({ event, scopes, probe: start }) => [event, scopes, start?.ms])).toEqual([
			['SessionStart', [], undefined],
			['SessionEnd', [], undefined],
			['PreCompact', ['user'], undefined],
			['Stop', ['local', 'user'], 7],
		]);
		expect(rows.map(({ last }) => last?.ts)).toEqual([FIRED[0]?.ts, FIRED[3]?.ts, FIRED[1]?.ts, FIRED[2]?.ts]);
		const later = fired('Stop', 'later', NOW);
		expect(hookRows({ ...HEALTHY, ownFirings: [...FIRED, later] })[3]?.last).toBe(later);
	});

	test('what a file says of the hooks, and which files are shown', () => {
		expect(stateOfSettings(settings())).toBe('installed');
		expect(stateOfSettings(settings({ outdated: ['Stop'] }))).toBe('outdated');
		expect(stateOfSettings(none)).toBe('none');
		expect(stateOfSettings(settings({ refusal: { reason: 'notUtf8' } }))).toBe('refused');
		const managed = { ...none, scope: 'managed' as const };
		const shown = (each: SettingsFacts): number => doctorReport({ ...HEALTHY, settings: [each] }, NOW).settings.length;
		expect(
			[none, managed, { ...managed, disablesHooks: true }, { ...managed, unknownKinds: ['x'] }].map(shown),
		).toEqual([1, 0, 1, 1]);
	});
});

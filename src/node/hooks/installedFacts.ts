// What is installed of our hooks, and what ran: the facts for `hooks status`, and the first half of doctor's. Reads everything,
// changes nothing, and runs only commands that we would install ourselves, never one that a settings file names.
import { spawn } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import {
	type InstalledFacts,
	type PluginFacts,
	type Probe,
	type DoctorSession,
	type SettingsFacts,
	hasOurs,
} from '../../core/hooks/doctorFacts';
import { unknownKinds } from '../../core/claude/kinds';
import { SLASH_COMMANDS } from '../../core/claude/slashCommands';
import { LAUNCHER, type WantedHook } from '../../core/hooks/launcherCommand';
import { hasImports } from '../../core/hooks/memoryImports';
import { rulesIn } from '../../core/hooks/permissionRules';
import { PROBE_VARIABLE, PROBE_WORD } from '../keeper/launcherScripts';
import { ourHooks } from '../../core/hooks/settingsEdit';
import { isStrictJson, parseSettings } from '../../core/claude/settingsTree';
import { deriveState, processStatus } from '../../core/sessions/state';
import type { Clock } from '../../core/base/ports';
import { parseObject } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import { readHookLog } from '../keeper/hookLogFile';
import { type InstallRecord, readInstallRecord } from './installRecord';
import { countCommands } from './commandFiles';
import { importsPlace } from './plannedChange';
import { readOwnSettings } from '../keeper/ownSettings';
import { hooksFor, isLauncherInstalled, launcherFile } from './launcher';
import { damagedFiles } from './launcherFiles';
import { pluginFacts } from './plugin';
import { readLiveSessions } from '../sessions/liveSessions';
import type { Project } from '../project/project';
import { findTranscriptById, recentTranscripts } from '../sessions/projectSessions';
import { readTextFile } from '../base/regularFile';
import { type SettingsPlace, isReadIn, readSettings, settingsPlaces } from '../project/settingsFile';
import { SCOPES } from '../project/scope';

/** A hook that takes longer is stopped; none of ours may take this long. Milliseconds. */
const PROBE_LIMIT_MS = 20_000;

/** How much of a transcript's end is searched for compactions. */
const TAIL_BYTES = 8 * 1024 * 1024;

/**
 * What is installed of the hooks, and what ran.
 * @param options.isProbing runs each installed hook once, unattended. @param options.hasSessions sessions are told of even
 * where no hook ever ran in one.
 */
export async function gatherInstalled(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	options: { readonly isProbing: boolean; readonly hasSessions: boolean },
): Promise<InstalledFacts> {
	const places = await readPlaces(claude, project);
	const settings = [
		...(await gatherSettings(claude, project, places)),
		...(await Promise.all(
			claude.managedSettings.map(async (file) => {
				const place: SettingsPlace = { scope: 'user', file, root: undefined };
				return factsOf('managed', { place, read: await readSettings(place), record: undefined }, []);
			}),
		)),
	];
	const installed = settings.find(({ current }) => current.length > 0)?.scope;
	const isInstalled = await isLauncherInstalled(claude);
	const probed = options.isProbing && isInstalled && installed !== undefined && installed !== 'managed';
	const plugin = await pluginFacts(claude, project);
	const isPluginAlone = plugin !== undefined && !settings.some(hasOurs);
	const firings = await readHookLog(claude).catch(() => []);
	return {
		settings: settings.filter(({ scope, refusal }) => scope !== 'managed' || refusal === undefined),
		plugin,
		launcher: {
			isInstalled,
			file: launcherFile(claude),
			damaged: isInstalled ? await damagedFiles(path.dirname(launcherFile(claude))) : [],
			probes: probed ? await probeAll(claude, await hooksFor(claude, installed)) : [],
		},
		pluginLauncher: isPluginAlone ? await pluginLauncher(claude, plugin, options.isProbing) : undefined,
		options: await optionsOf(claude, project, places),
		firings,
		sessions: options.hasSessions || firings.length > 0 ? await sessionFacts(claude, project, clock.now()) : [],
	};
}

/** A settings file, as it was when it was read, and what we remember of our installation in it. */
interface ReadPlace {
	readonly place: SettingsPlace;
	readonly read: Awaited<ReturnType<typeof readSettings>>;
	readonly record: InstallRecord | undefined;
}

/** Reads the settings files of a project once; those of a scope lie together, the one that counts first. */
function readPlaces(claude: ClaudeHome, project: Project): Promise<readonly (readonly ReadPlace[])[]> {
	const readPlace = async (place: SettingsPlace): Promise<ReadPlace> => {
		const read = await readSettings(place);
		const record = read.ok ? await readInstallRecord(claude, read.value.target) : undefined;
		return { place, read, record };
	};
	return Promise.all(SCOPES.map((scope) => Promise.all(settingsPlaces(claude, project, scope).map(readPlace))));
}

/**
 * What the settings of each scope hold of ours; the part of all facts that is cheap. A scope has more files than one where
 * worktrees or folders below have some: those are told of where they hold something of ours.
 * @param places what was read already.
 */
export async function gatherSettings(
	claude: ClaudeHome,
	project: Project,
	places?: readonly (readonly ReadPlace[])[],
): Promise<readonly SettingsFacts[]> {
	const facts = await Promise.all(
		(places ?? (await readPlaces(claude, project))).map(async (ofScope) => {
			const [first, ...others] = await Promise.all(ofScope.map((each) => placeFacts(claude, project, each)));
			return [...(first === undefined ? [] : [first]), ...others.filter(hasOurs)];
		}),
	);
	return facts.flat();
}

async function placeFacts(claude: ClaudeHome, project: Project, found: ReadPlace): Promise<SettingsFacts> {
	const { place, record } = found;
	const installedMs = Date.parse(record?.installedAt ?? '');
	return {
		...factsOf(place.scope, found, await hooksFor(claude, place.scope)),
		isReadHere: isReadIn(project, place),
		installedMs: Number.isNaN(installedMs) ? undefined : installedMs,
	};
}

function factsOf(
	scope: SettingsFacts['scope'],
	{ place, read }: ReadPlace,
	wanted: readonly WantedHook[],
): SettingsFacts {
	const nothing = {
		scope,
		file: place.file,
		refusal: undefined,
		isReadByClaude: true,
		isReadHere: true,
		disablesHooks: false,
		current: [],
		outdated: [],
		installedMs: undefined,
		unknownKinds: [],
	};
	if (!read.ok) return { ...nothing, refusal: read.error };
	const text = read.value.text ?? '';
	const parsed = parseSettings(text);
	if (!parsed.ok) return { ...nothing, refusal: parsed.error };
	const ours = ourHooks(text);
	const isCurrent = (event: string): boolean => {
		const groups = ours.filter((each) => each.event === event).map(({ group }) => JSON.stringify(group));
		return (
			groups.length === 1 && wanted.some((each) => each.event === event && JSON.stringify(each.group) === groups[0])
		);
	};
	const events = [...new Set(ours.map(({ event }) => event))];
	// Claude Code passes over the mark that some editors write first.
	const settings = parseObject(text.replace(/^\ufeff/u, ''));
	return {
		...nothing,
		isReadByClaude: isStrictJson(text),
		disablesHooks: settings?.['disableAllHooks'] === true,
		current: events.filter(isCurrent),
		outdated: events.filter((event) => !isCurrent(event)),
		unknownKinds: unknownKinds(parsed.value),
	};
}

/**
 * The launcher of the plugin. Claude Code runs it in every session; we run it only from the place where Claude Code put
 * it.
 */
async function pluginLauncher(
	claude: ClaudeHome,
	{ folder }: PluginFacts,
	isProbing: boolean,
): Promise<InstalledFacts['pluginLauncher']> {
	if (folder === undefined) return undefined;
	const file = path.join(folder, 'bin', LAUNCHER);
	const found = await lstat(file).catch(() => undefined);
	const isInstalled = found?.isFile() === true;
	const wanted = isProbing && isInstalled ? await hooksFor(claude, 'user', file) : [];
	return { isInstalled, file, damaged: [], probes: await probeAll(claude, wanted) };
}

/** What was turned on beside the hooks. @param places what was read already. */
export async function optionsOf(
	claude: ClaudeHome,
	project: Project,
	places?: readonly (readonly ReadPlace[])[],
): Promise<InstalledFacts['options']> {
	const imports = await readSettings(importsPlace(project));
	const own = await readOwnSettings(claude);
	const inForce = (places ?? (await readPlaces(claude, project)))
		.flat()
		.filter(({ place }) => isReadIn(project, place));
	const [forPerson, shared] = [
		await countCommands(claude, project, 'user'),
		await countCommands(claude, project, 'project'),
	];
	return {
		imports: imports.ok && hasImports(imports.value.text ?? ''),
		parkingRule: own.parkingRule,
		commands: Math.max(forPerson, shared) === SLASH_COMMANDS.length,
		commandCount: Math.max(forPerson, shared),
		rules: inForce.some(({ record }) => rulesIn(record?.created ?? []).length > 0),
		context: own.injectContext,
	};
}

/** Runs them one after the other, so that their times mean something. */
async function probeAll(claude: ClaudeHome, wanted: readonly WantedHook[]): Promise<readonly Probe[]> {
	const probes: Probe[] = [];
	for (const { event, group } of wanted) {
		const [entry] = group.hooks;
		if (entry !== undefined) probes.push(await probe(claude, event, entry.command));
	}
	return probes;
}

/** Runs a hook the way Claude Code does, in a run that nobody attends, so that it only starts and ends. */
function probe(claude: ClaudeHome, event: string, command: string): Promise<Probe> {
	const env = {
		...claude.env,
		CLAUDE_CONFIG_DIR: claude.configDir,
		CLAUDE_CODE_SESSION_ATTENDED: '0',
		[PROBE_VARIABLE]: '1',
	};
	const began = performance.now();
	return new Promise((resolve) => {
		let out = '';
		const child = spawn(command, {
			shell: true,
			env,
			cwd: claude.userHome,
			stdio: ['pipe', 'pipe', 'ignore'],
			windowsHide: true,
		});
		const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_LIMIT_MS);
		const done = (): void => {
			clearTimeout(timer);
			const [, node, code] = new RegExp(`^${PROBE_WORD} (\\S+) (\\d+)$`, 'mu').exec(out) ?? [];
			resolve({ event, ms: performance.now() - began, node, exitCode: code === undefined ? undefined : Number(code) });
		};
		child.stdout.on('data', (data: Buffer) => (out += data.toString()));
		child.stdin.on('error', () => undefined); // It may end before it reads.
		child.stdin.end('{}');
		child.on('error', done).on('close', done);
	});
}

async function sessionFacts(claude: ClaudeHome, project: Project, nowMs: number): Promise<readonly DoctorSession[]> {
	const registry = await readLiveSessions(claude);
	const sessions = await recentTranscripts(claude, project);
	const facts = await Promise.all(
		sessions.map(async ({ id, glance }): Promise<DoctorSession[]> => {
			const { firstMessageMs: startedMs, lastMessageMs: lastMs } = glance;
			if (startedMs === undefined || lastMs === undefined) return [];
			const compactedMs = await lastCompaction(await findTranscriptById(claude, id, glance.cwd));
			const process = processStatus(registry, id);
			// If nobody knows which sessions run, one with a message a while ago may still run.
			const state = deriveState({ firstActivityMs: startedMs, lastActivityMs: lastMs, process, nowMs });
			const isRunning = process === 'unknown' ? state !== 'ended' : process !== 'none';
			return [{ id, startedMs, lastMs, isRunning, compactedMs }];
		}),
	);
	return facts.flat().sort((a, b) => b.lastMs - a.lastMs);
}

async function lastCompaction(transcript: string | undefined): Promise<number | undefined> {
	if (transcript === undefined) return undefined;
	const line = (await readTextFile(transcript, TAIL_BYTES, { fromEnd: true }))
		.split('\n')
		.findLast((each) => each.includes('"compact_boundary"'));
	// Nothing where there is no such line, or the tail cuts it.
	const fields = parseObject(line ?? '');
	const ms = fields?.['subtype'] === 'compact_boundary' ? Date.parse(String(fields['timestamp'])) : Number.NaN;
	return Number.isNaN(ms) ? undefined : ms;
}

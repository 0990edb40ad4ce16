// What is installed of our hooks, and what ran: the facts for `hooks status`, and the first half of doctor's. Reads what it
// needs, changes nothing and runs nothing.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { type InstalledFacts, type PluginFacts, type SettingsFacts, hasOurs } from '../../core/hooks/doctorFacts';
import { unknownKinds } from '../../core/claude/kinds';
import { SLASH_COMMANDS } from '../../core/claude/slashCommands';
import { LAUNCHER, type WantedHook } from '../../core/hooks/launcherCommand';
import { hasImports } from '../../core/hooks/memoryImports';
import { ourHooks } from '../../core/hooks/settingsEdit';
import { isStrictJson, parseSettings } from '../../core/claude/settingsTree';
import type { Clock } from '../../core/base/ports';
import { parseObject } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import type { IdleReason } from '../../core/keeper/idleHooks';
import { isOwnFiring, readHookLog } from '../keeper/hookLogFile';
import { whyIdle } from '../../core/hooks/whyIdle';
import { rulesThere } from './hookInstaller';
import { type InstallRecord, readInstallRecord } from './installRecord';
import { countCommands } from './commandFiles';
import { importsPlace } from './plannedChange';
import { readOwnSettings } from '../keeper/ownSettings';
import { hooksFor, isLauncherInstalled, launcherFile } from './launcher';
import { pluginFacts } from './plugin';
import type { Project } from '../project/project';
import { type SettingsPlace, isReadIn, readSettings, settingsPlaces } from '../project/settingsFile';
import { SCOPES } from '../../core/claude/settings';

/**
 * What is installed of the hooks, and what ran. Whether it works is not looked at: no hook is tried, no file compared, and
 * sessions are told of only where nothing else says whether hooks fire.
 */
export async function gatherInstalled(claude: ClaudeHome, project: Project, clock: Clock): Promise<InstalledFacts> {
	const places = await readPlaces(claude, project);
	const hooks = await gatherHooks(claude, project, places);
	const { settings, plugin } = hooks;
	const firings = await readHookLog(claude).catch(() => []);
	const isUnsure = plugin === undefined && !settings.some(hasOurs) && firings.length > 0;
	return {
		...hooks,
		options: await optionsOf(claude, project, places),
		firings,
		ownFirings: firings.filter((each) => isOwnFiring(project, each)),
		sessions: isUnsure ? await (await import('./hookSessions')).hookSessions(claude, project, clock.now()) : [],
	};
}

/** Whether hooks of ours run in sessions that are started here, and where they stand. */
export async function readHooks(
	claude: ClaudeHome,
	project: Project,
): Promise<{ readonly whyIdle: IdleReason | undefined; readonly settings: readonly SettingsFacts[] }> {
	const hooks = await gatherHooks(claude, project);
	return { whyIdle: whyIdle(hooks), settings: hooks.settings.filter(({ scope }) => scope !== 'managed') };
}

/**
 * What decides whether they run.
 * @param places what was read already.
 */
async function gatherHooks(
	claude: ClaudeHome,
	project: Project,
	places?: readonly (readonly ReadPlace[])[],
): Promise<Pick<InstalledFacts, 'settings' | 'plugin' | 'launcher' | 'pluginLauncher'>> {
	const settings = [
		...(await gatherSettings(claude, project, places)),
		...(await Promise.all(
			claude.managedSettings.map(async (file) => {
				const place: SettingsPlace = { scope: 'user', file, root: undefined };
				return factsOf('managed', { place, read: await readSettings(place), record: undefined }, []);
			}),
		)),
	];
	const plugin = await pluginFacts(claude, project);
	return {
		settings: settings.filter(({ scope, refusal }) => scope !== 'managed' || refusal === undefined),
		plugin,
		launcher: {
			isInstalled: await isLauncherInstalled(claude),
			file: launcherFile(claude),
			damaged: [],
			probes: [],
		},
		pluginLauncher: plugin === undefined || settings.some(hasOurs) ? undefined : await pluginLauncher(plugin),
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
		const record = read.ok ? await readInstallRecord(claude, read.value) : undefined;
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

/** The launcher of the plugin, where Claude Code put it. */
async function pluginLauncher({ folder }: PluginFacts): Promise<InstalledFacts['pluginLauncher']> {
	if (folder === undefined) return undefined;
	const file = path.join(folder, 'bin', LAUNCHER);
	const found = await lstat(file).catch(() => undefined);
	return { isInstalled: found?.isFile() === true, file, damaged: [], probes: [] };
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
		rules: inForce.some(({ read, record }) => read.ok && rulesThere(claude, read.value, record).length > 0),
		context: own.injectContext,
	};
}

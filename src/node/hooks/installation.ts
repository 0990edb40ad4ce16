// Everything that an installation changes, as a list of changes that can be shown before they are made: the hooks, and the
// parts that come with them. Both faces, the command line and the editor, go through here.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Scope, DEFAULT_CLEANUP_DAYS } from '../../core/claude/settings';
import { editCleanup } from '../../core/claude/settingEdit';
import type { Clock } from '../../core/base/ports';
import { asRecord, ok } from '../../core/base/result';
import {
	type PartChoices,
	type SummaryPart,
	installSummary,
	leftOutNow,
	wholeInstallation,
} from '../../core/hooks/installParts';
import { permissionRules } from '../../core/hooks/permissionRules';
import { ourHooks } from '../../core/hooks/settingsEdit';
import type { ClaudeHome } from '../claude/claudeHome';
import { ownSettingsPlace, readFields } from '../keeper/ownSettings';
import { programFor } from '../keeper/program';
import { readJsonObject } from '../project/claudeSettings';
import { readAllRecords } from '../project/projectRecord';
import { cleanupInForce } from '../project/cleanupSetting';
import type { Project } from '../project/project';
import { placeIn, readSettings, settingsPlace, settingsPlaces, settingsTarget } from '../project/settingsFile';
import { letGoOfPrivate } from '../workspace/privateFiles';
import { planInstall, planUninstall } from './hookInstaller';
import { countCommands } from './commandFiles';
import { installedFiles, leftOutOf } from './installRecord';
import { hooksFor } from './launcher';
import {
	type PlannedChange,
	type Planned,
	collect,
	hasOwnCommands,
	importsPlace,
	isAddedToExclude,
	planCommands,
	planImports,
	planOwnSettings,
	planOwnSettingsBack,
	planText,
	settingsChange,
} from './plannedChange';

/** What a person asked for. Anything not mentioned stays as it is. */
export interface Choices extends PartChoices {
	readonly scope: Scope;
	/** Days after which Claude Code deletes transcripts; only ever raised, in the person's own settings. */
	readonly cleanupDays?: number | undefined;
	/** Comments and trailing commas go, so that Claude Code reads the file. */
	readonly isMadeStrict?: boolean | undefined;
}

/** The choices of an installation that brings everything, but what is left out: what was said, and what follows from it. */
export async function wholeChoices(claude: ClaudeHome, project: Project, said: Choices): Promise<Choices> {
	const own = await readFields(ownSettingsPlace(claude).file);
	const leftOut = await leftOutIn(claude, project, said.scope);
	return { ...said, ...wholeInstallation(said.scope, said, { leftOut, own }) };
}

/** The changes of an installation or a repair; files that need none are not in it. */
export async function planInstallation(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	choices: Choices,
): Promise<Planned> {
	const { scope, cleanupDays: days } = choices;
	const place = settingsPlace(claude, project, scope);
	const user = settingsPlace(claude, project, 'user');
	const plan = await planInstall(claude, place, await hooksFor(claude, scope), {
		isMadeStrict: choices.isMadeStrict ?? false,
		leftOut: leftOutNow(choices, await leftOutIn(claude, project, scope)),
		...(choices.rules === undefined ? {} : { rules: choices.rules ? permissionRules(programFor(claude, scope)) : [] }),
		// One file, one change.
		...(days !== undefined && scope === 'user' ? { cleanupDays: days } : {}),
	});
	if (!plan.ok) return { ok: false, error: { file: place.file, refusal: plan.error } };
	const isAlone = (await otherInstallations(claude, [plan.value.snapshot.target])).length === 0;
	return collect([
		ok(settingsChange(claude, place, plan.value, clock)),
		...(days !== undefined && scope !== 'user'
			? [await planText('cleanup', user, (text) => editCleanup(text, days))]
			: []),
		...(choices.imports === undefined ? [] : [await planImports(project, choices.imports)]),
		...(choices.parkingRule === undefined && choices.context === undefined
			? []
			: [await planOwnSettings(claude, choices)]),
		// Others that are installed may need those of the person.
		...(choices.commands === true || (choices.commands === false && (isAlone || scope === 'project'))
			? await planCommands(claude, project, scope, choices.commands)
			: []),
	]);
}

/** An installation at a glance, for who is asked about it. */
export async function summaryOf(
	claude: ClaudeHome,
	project: Project,
	choices: Choices,
	changes: readonly PlannedChange[],
): Promise<readonly SummaryPart[]> {
	const place = settingsPlace(claude, project, choices.scope);
	const hooks = changes.find(({ what }) => what === 'hooks');
	const text = hooks?.after ?? '';
	const rules = choices.rules === true ? permissionRules(programFor(claude, choices.scope)) : [];
	const isWhole = rules.every((rule) => text.includes(JSON.stringify(rule)));
	const parts = installSummary(choices, {
		settings: place.file,
		commands:
			choices.scope === 'project'
				? [path.join(project.checkout, '.claude', 'commands')]
				: [path.join(claude.configDir, 'commands'), claude.stateFile],
		own: ownSettingsPlace(claude).file,
		imports: importsPlace(project).file,
		cleanup: changes.find(({ what, before, after }) => what === 'cleanup' && before !== after)?.file,
		exclude: (await isAddedToExclude(place, hooks)) ? path.join('.git', 'info', 'exclude') : undefined,
	});
	return parts.map((each) => (each.part === 'rules' && !isWhole ? { ...each, state: 'noPlace' } : each));
}

/**
 * Whether fewer days were asked for than Claude Code keeps transcripts now. That is never done here: it would delete
 * some of them at the next start. @returns the days that stay, or nothing where no fewer were asked for.
 */
export async function daysThatStay(claude: ClaudeHome, project: Project, days: number): Promise<number | undefined> {
	const now = await daysIn(settingsPlace(claude, project, 'user').file);
	return days < now ? now : undefined;
}

/**
 * The change that makes Claude Code keep transcripts for so many days, in the settings that decide it; none if it
 * already keeps them that long. Where the settings say so already but have comments, the change is given all the same, to be told of. Nothing else in the settings changes, and `undo` takes it back.
 */
export async function planLongerCleanup(claude: ClaudeHome, project: Project, days: number): Promise<Planned> {
	const now = await cleanupInForce(claude, project);
	if (days <= (now?.days ?? DEFAULT_CLEANUP_DAYS)) return ok([]);
	if (now?.scope === 'managed') return { ok: false, error: { file: now.file, refusal: { reason: 'managed' } } };
	const scope = now?.scope ?? 'user';
	const place =
		settingsPlaces(claude, project, scope).find(({ file }) => file === now?.file) ??
		settingsPlace(claude, project, scope);
	return collect([await planText('cleanup', place, (text) => editCleanup(text, days))]);
}

/**
 * The changes of an uninstallation: the hooks and rules of the scope, wherever it has them. With the last installation of
 * all goes what serves every project: the slash commands of the person, the parking rule, the context that is told.
 * @param choices.parkingRule takes the rule back in any case.
 */
export async function planUninstallation(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	choices: { readonly scope: Scope; readonly parkingRule?: boolean },
): Promise<Planned> {
	const { scope } = choices;
	const hooks: PlannedChange[] = [];
	const targets: string[] = [];
	for (const place of settingsPlaces(claude, project, scope)) {
		const plan = await planUninstall(claude, place);
		if (!plan.ok) return { ok: false, error: { file: place.file, refusal: plan.error } };
		targets.push(plan.value.snapshot.target);
		if (hooks.length === 0 || plan.value.isChange) hooks.push(settingsChange(claude, place, plan.value, clock));
	}
	const others = await otherInstallations(claude, targets);
	const shared = await readSettings(settingsPlace(claude, project, 'project'));
	const isShared = scope !== 'project' && shared.ok && ourHooks(shared.value.text ?? '').length > 0;
	return collect([
		// What a project shares belongs to its shared hooks.
		...(isShared
			? []
			: [
					await planImports(project, false),
					...(hasOwnCommands(claude, project) ? await planCommands(claude, project, 'project', false) : []),
				]),
		...(others.length === 0 ? await planCommands(claude, project, 'user', false) : []),
		await planOwnSettingsBack(claude, [
			...(others.length === 0 || choices.parkingRule === true ? (['parkingRule'] as const) : []),
			...(others.length === 0 ? (['injectContext'] as const) : []),
		]),
		// The hooks come last: the folder that we made is removed with them, if it is empty.
		...hooks.map((each) => ok(lettingGo(each, project))),
	]);
}

/** With the hooks, what git's own list says for us goes, unless private files are left that need it. */
export function lettingGo(change: PlannedChange, project: Project): PlannedChange {
	return {
		...change,
		async carryOut() {
			const done = await change.carryOut();
			await letGoOfPrivate(project).catch(() => undefined); // It names files that are not there.
			return done;
		},
	};
}

/** Settings files that still hold hooks of ours, besides some. Those of a project that was moved are known by where it is now. */
export async function otherInstallations(claude: ClaudeHome, files: readonly string[]): Promise<readonly string[]> {
	const roots = (await readAllRecords(claude)).flatMap(({ places }) => places.at(-1)?.root ?? []);
	const others = new Set<string>();
	for (const place of [
		...(await installedFiles(claude)).map((file) => ({ scope: 'user' as const, file, root: undefined })),
		...roots.flatMap((root) => (['project', 'local'] as const).map((scope) => placeIn(scope, root, root))),
	]) {
		const target = await settingsTarget(place);
		if (!target.ok || files.includes(target.value) || others.has(target.value)) continue;
		const read = await readSettings(place);
		if (read.ok && ourHooks(read.value.text ?? '').length > 0) others.add(read.value.target);
	}
	return [...others];
}

/** What an uninstallation left because other settings hold hooks of ours that need it. */
export interface LeftForOthers {
	/** Slash commands of the person's, the skill included. */
	readonly commands: number;
	/** Where those are, and where our own settings are. */
	readonly folders: readonly string[];
	/** The settings files with the other hooks; none where nothing was left for them. */
	readonly settings: readonly string[];
	/** Our folders that are there: in the project, and below Claude Code's. */
	readonly kept: readonly string[];
}

export async function leftForOthers(claude: ClaudeHome, project: Project): Promise<LeftForOthers> {
	return {
		commands: await countCommands(claude, project, 'user'),
		folders: ['commands', 'skills'].map((name) => path.join(claude.configDir, name)),
		settings: await otherInstallations(claude, []),
		kept: [path.join(project.filesRoot, '.claude', 'memory'), claude.keeperHome].filter((folder) => existsSync(folder)),
	};
}

async function leftOutIn(claude: ClaudeHome, project: Project, scope: Scope): Promise<readonly string[]> {
	const place = settingsPlace(claude, project, scope);
	const target = await settingsTarget(place);
	return target.ok ? leftOutOf(claude, { place, target: target.value }) : [];
}

/** What Claude Code reads in the person's own settings, or its default where they say nothing. */
async function daysIn(settingsFile: string): Promise<number> {
	const days = asRecord(await readJsonObject(settingsFile))?.['cleanupPeriodDays'];
	return typeof days === 'number' ? days : DEFAULT_CLEANUP_DAYS;
}

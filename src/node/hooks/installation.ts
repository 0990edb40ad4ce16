// Everything that an installation changes, as a list of changes that can be shown before they are made: the hooks, and the
// options of their own. Both faces, the command line and the editor, go through here.
import path from 'node:path';
import { SLASH_COMMANDS } from '../../core/claude/slashCommands';
import { DEFAULT_CLEANUP_DAYS } from '../../core/claude/cleanup';
import { permissionRules } from '../../core/hooks/permissionRules';
import { addImports, removeImports } from '../../core/hooks/memoryImports';
import type { SettingsRefusal } from '../../core/claude/refusal';
import { editSetting } from '../../core/claude/settingEdit';
import type { Clock } from '../../core/base/ports';
import { type Result, asRecord, ok } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import { readJsonObject } from '../project/claudeSettings';
import { cleanupInForce } from '../project/cleanupSetting';
import { programOf } from '../keeper/program';
import { commandPlace, nextCommand } from './commandFiles';
import { carryOut, planInstall, planUninstall } from './hookInstaller';
import { hooksFor } from './launcher';
import type { Project } from '../project/project';
import {
	type SettingsPlace,
	readSettings,
	removeEmptyFolder,
	settingsPlace,
	writeSettings,
} from '../project/settingsFile';
import { type Scope } from '../project/scope';
import { ownSettingsPlace } from '../keeper/ownSettings';

/** What a person asked for. Anything not mentioned stays as it is. */
export interface Choices {
	readonly scope: Scope;
	/** The two `@` imports in `.claude/CLAUDE.md`: there or not. */
	readonly imports?: boolean | undefined;
	/** The parking rule as context of every session: on or off. */
	readonly parkingRule?: boolean | undefined;
	/** Our slash commands, in the folder of the scope: there or not. */
	readonly commands?: boolean | undefined;
	/** Permission rules by which Claude may save and park without a question; they come with the slash commands. */
	readonly rules?: boolean | undefined;
	/** Days after which Claude Code deletes transcripts; only ever raised, in the person's own settings. */
	readonly cleanupDays?: number;
	/** Comments and trailing commas go, so that Claude Code reads the file. */
	readonly isMadeStrict?: boolean;
}

/** One file that an installation changes. */
export interface PlannedChange {
	readonly what: 'hooks' | 'imports' | 'parkingRule' | 'cleanup' | 'commands';
	readonly file: string;
	/** Nothing where there is no file. */
	readonly before: string | undefined;
	/** Nothing where the file goes. */
	readonly after: string | undefined;
	/** Whether Claude Code reads the new text; it drops settings with comments or trailing commas. */
	readonly isReadByClaude: boolean;
	/** Makes the change, if the file still is as it was. */
	carryOut(): Promise<Result<unknown, SettingsRefusal>>;
}

/** A file that must not be changed; it stops the whole installation. */
export interface RefusedFile {
	readonly file: string;
	readonly refusal: SettingsRefusal;
}

export type Planned = Result<readonly PlannedChange[], RefusedFile>;

/** The changes of an installation or a repair; files that need none are not in it. */
export async function planInstallation(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	choices: Choices,
): Promise<Planned> {
	const place = settingsPlace(claude, project, choices.scope);
	const user = settingsPlace(claude, project, 'user');
	const days = await raisedDays(user.file, choices.cleanupDays);
	const plan = await planInstall(claude, place, await hooksFor(claude, choices.scope), {
		isMadeStrict: choices.isMadeStrict ?? false,
		rules: rulesFor(claude, choices),
		// One file, one change.
		...(days !== undefined && choices.scope === 'user' ? { cleanupDays: days } : {}),
	});
	if (!plan.ok) return { ok: false, error: { file: place.file, refusal: plan.error } };
	const hooks: PlannedChange = {
		what: 'hooks',
		file: place.file,
		before: plan.value.snapshot.text,
		after: plan.value.after,
		isReadByClaude: plan.value.isReadByClaude,
		carryOut: () => carryOut(claude, plan.value, clock),
	};
	const others = [
		...(days !== undefined && choices.scope !== 'user'
			? [await planText('cleanup', user, (text) => editSetting(text, 'cleanupPeriodDays', days))]
			: []),
		...(choices.imports === undefined ? [] : [await planImports(project, choices.imports)]),
		...(choices.parkingRule === undefined ? [] : [await planParkingRule(claude, choices.parkingRule)]),
		...(choices.commands === undefined ? [] : await planCommands(claude, project, choices.scope, choices.commands)),
	];
	return collect([ok(hooks), ...others]);
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
 * already keeps them that long. Nothing else in the settings changes.
 */
export async function planLongerCleanup(claude: ClaudeHome, project: Project, days: number): Promise<Planned> {
	const now = await cleanupInForce(claude, project);
	if (days <= (now?.days ?? DEFAULT_CLEANUP_DAYS)) return ok([]);
	if (now?.scope === 'managed') return { ok: false, error: { file: now.file, refusal: { reason: 'managed' } } };
	const place = settingsPlace(claude, project, now?.scope ?? 'user');
	return collect([await planText('cleanup', place, (text) => editSetting(text, 'cleanupPeriodDays', days))]);
}

/**
 * The changes of an uninstallation. The project's imports and the scope's slash commands are removed with the hooks.
 * The parking rule holds for all projects, so it is removed only on request.
 */
export async function planUninstallation(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	choices: Pick<Choices, 'scope' | 'parkingRule'>,
): Promise<Planned> {
	const place = settingsPlace(claude, project, choices.scope);
	const plan = await planUninstall(claude, place);
	if (!plan.ok) return { ok: false, error: { file: place.file, refusal: plan.error } };
	const hooks: PlannedChange = {
		what: 'hooks',
		file: place.file,
		before: plan.value.snapshot.text,
		after: plan.value.after,
		isReadByClaude: plan.value.isReadByClaude,
		carryOut: () => carryOut(claude, plan.value, clock),
	};
	const others = [
		await planImports(project, false),
		...(await planCommands(claude, project, choices.scope, false)),
		...(choices.parkingRule === true ? [await planParkingRule(claude, false)] : []),
	];
	// The hooks come last: the folder that we made is removed with them, if it is empty.
	return collect([...others, ok(hooks)]);
}

/** Where the imports of a project go. */
export function importsPlace(project: Project): SettingsPlace {
	return { scope: 'project', file: path.join(project.checkout, '.claude', 'CLAUDE.md'), root: project.checkout };
}

function planImports(project: Project, isWanted: boolean): Promise<Result<PlannedChange, RefusedFile>> {
	// Outside of the project, and from another worktree, the files have to be named in full.
	const isBeside = project.filesRoot === project.checkout;
	const folder = isBeside ? 'memory' : path.join(project.filesRoot, '.claude', 'memory').replaceAll('\\', '/');
	return planText('imports', importsPlace(project), (text) =>
		ok(isWanted ? addImports(text, folder) : text === undefined ? undefined : removeImports(text)),
	);
}

async function planCommands(
	claude: ClaudeHome,
	project: Project,
	scope: Scope,
	isWanted: boolean,
): Promise<readonly Result<PlannedChange, RefusedFile>[]> {
	const planned: Result<PlannedChange, RefusedFile>[] = [];
	for (const name of SLASH_COMMANDS) {
		const place = commandPlace(claude, project, scope, name);
		const change = await planText('commands', place, (text) => ok(nextCommand(claude, name, text, isWanted)));
		// Whatever is not ours stays; if something is to be installed, a link that leads elsewhere stops all of it.
		if (change.ok || isWanted) planned.push(change);
	}
	return planned;
}

/** Nothing means that they stay as they are. */
function rulesFor(claude: ClaudeHome, { rules, commands }: Choices): readonly string[] | undefined {
	const isWanted = rules ?? (commands === true ? true : undefined);
	return isWanted === undefined ? undefined : isWanted ? permissionRules(programOf(claude)) : [];
}

function planParkingRule(claude: ClaudeHome, isOn: boolean): Promise<Result<PlannedChange, RefusedFile>> {
	return planText('parkingRule', ownSettingsPlace(claude), (text) =>
		isOn || text !== undefined ? editSetting(text, 'parkingRule', isOn) : ok(undefined),
	);
}

async function planText(
	what: PlannedChange['what'],
	place: SettingsPlace,
	edit: (text: string | undefined) => Result<string | undefined, SettingsRefusal>,
): Promise<Result<PlannedChange, RefusedFile>> {
	const { file } = place;
	const read = await readSettings(place);
	if (!read.ok) return { ok: false, error: { file, refusal: read.error } };
	const edited = edit(read.value.text);
	if (!edited.ok) return { ok: false, error: { file, refusal: edited.error } };
	const { value: after } = edited;
	return ok({
		what,
		file,
		before: read.value.text,
		after,
		isReadByClaude: true,
		async carryOut() {
			const written = await writeSettings(read.value, after);
			if (written.ok && after === undefined && what === 'commands') await removeEmptyFolder(read.value);
			return written;
		},
	});
}

function collect(changes: readonly Result<PlannedChange, RefusedFile>[]): Planned {
	const wanted: PlannedChange[] = [];
	for (const change of changes) {
		if (!change.ok) return change;
		// The hooks are in it even unchanged: an installation is remembered anew.
		if (change.value.before !== change.value.after || change.value.what === 'hooks') wanted.push(change.value);
	}
	return ok(wanted);
}

/** The days to set; nothing where Claude Code keeps transcripts as long already. */
async function raisedDays(settingsFile: string, days: number | undefined): Promise<number | undefined> {
	return days !== undefined && (await daysIn(settingsFile)) < days ? days : undefined;
}

/** What the person's own settings say, or Claude Code's default where they say nothing. */
async function daysIn(settingsFile: string): Promise<number> {
	const days = asRecord(await readJsonObject(settingsFile))?.['cleanupPeriodDays'];
	return typeof days === 'number' ? days : DEFAULT_CLEANUP_DAYS;
}

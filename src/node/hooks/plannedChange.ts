// The changes that installing and uninstalling consist of, one for each file: worked out first, shown, then made.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/base/ports';
import { type Result, fail, ok } from '../../core/base/result';
import type { SettingsRefusal } from '../../core/claude/refusal';
import { editSettings } from '../../core/claude/settingEdit';
import { isStrictJson } from '../../core/claude/settingsTree';
import { SLASH_COMMANDS, commandPath, ownerOf } from '../../core/claude/slashCommands';
import type { PartChoices } from '../../core/hooks/installParts';
import { type McpEntry, editMcpServer, shownMcpServer } from '../../core/hooks/mcpEdit';
import { addImports, removeImports } from '../../core/hooks/memoryImports';
import { ourHooks } from '../../core/hooks/settingsEdit';
import type { ClaudeHome } from '../claude/claudeHome';
import { ownSettingsPlace, readFields } from '../keeper/ownSettings';
import { programFile } from '../keeper/program';
import { SETTINGS_TRASH } from '../keeper/trash';
import { excludeFromGit, includeInGit } from '../project/gitExclude';
import { findGitLayout } from '../base/gitLayout';
import { isTrackedIn } from '../base/gitLayout';
import type { Project } from '../project/project';
import type { Scope } from '../../core/claude/settings';
import {
	type SettingsPlace,
	isOwnFolder,
	readSettings,
	readSettingsToChange,
	removeEmptyFolder,
	settingsPlace,
	writeSettings,
} from '../project/settingsFile';
import type { OpenProject } from '../workspace/openProject';
import { commandPlace, nextCommand } from './commandFiles';
import { type SettingsPlan, carryOut } from './hookInstaller';

/** A person's own settings for a project, as git's list of excluded files names them. */
const LOCAL_SETTINGS = '.claude/settings.local.json';

/** One file that an installation changes. */
export interface PlannedChange {
	readonly what: 'hooks' | 'imports' | 'ownSettings' | 'cleanup' | 'commands' | 'mcp';
	readonly file: string;
	/** Nothing where there is not a file. */
	readonly before: string | undefined;
	/** Nothing where the file goes. */
	readonly after: string | undefined;
	/** What a person is shown of both, where the rest of the file is no business of ours. */
	readonly shown?: Pick<PlannedChange, 'before' | 'after'>;
	/** Whether Claude Code reads the new text; it drops settings with comments or trailing commas. */
	readonly isReadByClaude: boolean;
	/** Makes the change, if the file still is as it was. */
	carryOut(): Promise<Result<unknown, SettingsRefusal>>;
}

/** A file that must not be changed; it stops the whole installation. */
export interface RefusedFile {
	readonly file: string;
	readonly refusal: SettingsRefusal;
	/** What was changed before it. */
	readonly changed?: readonly string[];
	/** Of the change that takes that back. */
	readonly undo?: string;
}

/** Carries out one change after the other, up to the first that is refused. What was changed by then stays. */
export async function carryOutAll(
	place: OpenProject,
	changes: readonly PlannedChange[],
): Promise<Result<undefined, RefusedFile>> {
	const changed: string[] = [];
	for (const change of changes) {
		const { file, before, after } = change;
		if (change.what === 'cleanup' && before === after) continue;
		const done = await (change.what === 'cleanup' ? carryOutOnRecord(place, change) : change.carryOut());
		if (!done.ok) return fail({ file, refusal: done.error, changed });
		if (before !== after) changed.push(file);
	}
	return ok(undefined);
}

/** Carries out what no uninstallation takes back, as a change that `undo` does. */
async function carryOutOnRecord(
	{ claude, project, clock }: OpenProject,
	change: PlannedChange,
): Promise<Result<unknown, SettingsRefusal>> {
	const { file, before, after = '' } = change;
	const was = before === undefined ? undefined : { text: before, modifiedMs: (await stat(file)).mtimeMs };
	const label = `cleanupPeriodDays in ${file}`;
	let done: Result<unknown, SettingsRefusal> = ok(undefined);
	const put = async (): Promise<boolean> => (done = await change.carryOut()).ok;
	const { openJournal } = await import('../keeper/changeJournal');
	await openJournal({ claude, clock }).tryMake(
		{ kind: SETTINGS_TRASH, label, project: project.root, isWhole: true },
		(edit) => edit.replace(file, was, after, put),
	);
	return done;
}

export type Planned = Result<readonly PlannedChange[], RefusedFile>;

/** The change of a settings file of Claude Code's. A file that we make for one person is one that git does not show. */
export function settingsChange(
	claude: ClaudeHome,
	place: SettingsPlace,
	plan: SettingsPlan,
	clock: Clock,
): PlannedChange {
	const { snapshot, after, isReadByClaude } = plan;
	return {
		what: 'hooks',
		file: place.file,
		before: snapshot.text,
		after,
		isReadByClaude,
		async carryOut() {
			const isOwn = place.scope === 'local' && place.root !== undefined;
			const project = { checkout: path.dirname(path.dirname(place.file)) };
			if (isOwn && snapshot.text === undefined && after !== undefined) await excludeFromGit(project, [LOCAL_SETTINGS]);
			const done = await carryOut(claude, plan, clock);
			if (isOwn && done.ok && after === undefined) await includeInGit(project, [LOCAL_SETTINGS]).catch(() => undefined); // It excludes a file that is not there.
			return done;
		},
	};
}

/**
 * Whether an installation names its settings file in git's list of excluded ones: it makes the file, in a repository.
 * @param change of the settings
 */
export async function isAddedToExclude(
	{ scope, root }: SettingsPlace,
	change: PlannedChange | undefined,
): Promise<boolean> {
	if (scope !== 'local' || root === undefined || change === undefined || change.before !== undefined) return false;
	return (await findGitLayout(root))?.gitDir !== undefined;
}

/** Where the imports of a project go. */
export function importsPlace(project: Project): SettingsPlace {
	return { scope: 'project', file: path.join(project.checkout, '.claude', 'CLAUDE.md'), root: project.checkout };
}

export function planImports(project: Project, isWanted: boolean): Promise<Result<PlannedChange, RefusedFile>> {
	// The files lie in the main checkout: git takes what a worktree says there, and no person's home may be in it. Only
	// outside of the project they have to be named in full.
	const isBeside = [project.checkout, project.root].includes(project.filesRoot);
	const folder = isBeside ? 'memory' : path.join(project.filesRoot, '.claude', 'memory').replaceAll('\\', '/');
	return planText('imports', importsPlace(project), (text) =>
		ok(isWanted ? addImports(text, folder) : text === undefined ? undefined : removeImports(text)),
	);
}

/**
 * The slash commands, the skill and the tools of a scope, there or not. Those of an earlier version, which put them into the project
 * of a single person, go from there when they come to where all of that person's projects have them.
 */
export async function planCommands(
	claude: ClaudeHome,
	project: Project,
	scope: Scope,
	isWanted: boolean,
): Promise<readonly Result<PlannedChange, RefusedFile>[]> {
	const isMoved =
		isWanted && scope !== 'project' && hasOwnCommands(claude, project) && (await isOnlyOurs(claude, project));
	const planned: Result<PlannedChange, RefusedFile>[] = [];
	// Of a server that a project brings, Claude Code asks everybody who clones it: the person's own state is the place.
	if (scope !== 'project') {
		const server = await planText('mcp', { scope: 'user', file: claude.stateFile, root: undefined }, (text) =>
			editMcpServer(text, isWanted ? mcpEntry(claude) : undefined),
		);
		if (server.ok) {
			const { before, after } = server.value;
			planned.push(ok({ ...server.value, shown: { before: shownMcpServer(before), after: shownMcpServer(after) } }));
		} else if (isWanted) planned.push(server);
	}
	for (const name of SLASH_COMMANDS) {
		const place = commandPlace(claude, project, scope, name);
		const change = await planText('commands', place, (text) => ok(nextCommand(claude, scope, name, text, isWanted)));
		// Whatever is not ours stays; if something is to be installed, a link that leads elsewhere stops all of it.
		if (change.ok || isWanted) planned.push(change);
		if (!isMoved) continue;
		const old = await planText('commands', commandPlace(claude, project, 'project', name), (text) =>
			ok(text !== undefined && ownerOf(text) === 'ours' ? undefined : text),
		);
		if (old.ok) planned.push(old);
	}
	return planned;
}

function mcpEntry(claude: ClaudeHome): McpEntry {
	const type = 'stdio';
	const file = programFile(claude);
	return process.platform === 'win32'
		? { type, command: 'cmd', args: ['/c', `${file}.cmd`, 'mcp'] }
		: { type, command: file, args: ['mcp'] };
}

/** Whether the commands of a project are not those of the person, as in the home folder. */
export function hasOwnCommands(claude: ClaudeHome, { checkout }: Project): boolean {
	return !isOwnFolder(claude, path.join(checkout, '.claude'));
}

/** Whether the commands in a project are of one person: nobody shares hooks there, and git tracks none of them. */
async function isOnlyOurs(claude: ClaudeHome, project: Project): Promise<boolean> {
	const shared = await readSettings(settingsPlace(claude, project, 'project'));
	if (!shared.ok || ourHooks(shared.value.text ?? '').length > 0) return false;
	if (!project.isGit) return true;
	if (project.gitDir === undefined) return false;
	const names = SLASH_COMMANDS.map(commandPath);
	return !(await isTrackedIn(path.join(project.checkout, '.claude'), names).catch(() => true));
}

/** Turns the parts on or off that our own settings hold for all projects; a verbosity that a person chose stays. */
export function planOwnSettings(
	claude: ClaudeHome,
	{ parkingRule, context }: Pick<PartChoices, 'parkingRule' | 'context'>,
): Promise<Result<PlannedChange, RefusedFile>> {
	return planOwnKeys(claude, (now) => {
		const level = now['injectContext'] ?? '';
		return [
			...(parkingRule === undefined || parkingRule === now['parkingRule']
				? []
				: [['parkingRule', parkingRule] as const]),
			...(context === undefined || (context ? level !== '' && level !== 'off' : level === 'off')
				? []
				: [['injectContext', context ? 'brief' : 'off'] as const]),
		];
	});
}

/** Takes out of our own settings what an installation turned on; what a person turned off stays so. */
export function planOwnSettingsBack(
	claude: ClaudeHome,
	keys: readonly ('parkingRule' | 'injectContext')[],
): Promise<Result<PlannedChange, RefusedFile>> {
	return planOwnKeys(claude, (now) =>
		keys.filter((key) => now[key] === true || now[key] === 'brief').map((key) => [key, undefined]),
	);
}

/** @param keysOf what to set, by what is there now; nothing as the value takes a key out. */
export async function planOwnKeys(
	claude: ClaudeHome,
	keysOf: (
		now: Readonly<Record<string, unknown>>,
	) => readonly (readonly [key: string, value: boolean | string | undefined])[],
): Promise<Result<PlannedChange, RefusedFile>> {
	const place = ownSettingsPlace(claude);
	const keys = keysOf(await readFields(place.file));
	return planText('ownSettings', place, (before) => editSettings(before, keys));
}

export async function planText(
	what: PlannedChange['what'],
	place: SettingsPlace,
	edit: (text: string | undefined) => Result<string | undefined, SettingsRefusal>,
): Promise<Result<PlannedChange, RefusedFile>> {
	const { file } = place;
	const read = await readSettingsToChange(place);
	if (!read.ok) return { ok: false, error: { file, refusal: read.error } };
	const edited = edit(read.value.text);
	if (!edited.ok) return { ok: false, error: { file, refusal: edited.error } };
	const { value: after } = edited;
	return ok({
		what,
		file,
		before: read.value.text,
		after,
		isReadByClaude: what !== 'cleanup' || isStrictJson(after ?? ''),
		async carryOut() {
			const written = await writeSettings(read.value, after);
			if (written.ok && after === undefined && what === 'commands') await removeEmptyFolder(read.value);
			return written;
		},
	});
}

/** One refusal stops all of it. */
export function collect(changes: readonly Result<PlannedChange, RefusedFile>[]): Planned {
	const wanted: PlannedChange[] = [];
	for (const change of changes) {
		if (!change.ok) return change;
		const { what, before, after, isReadByClaude } = change.value;
		// The hooks are in it even unchanged: an installation is remembered anew. What Claude Code does not read is told.
		if (before !== after || what === 'hooks' || !isReadByClaude) wanted.push(change.value);
	}
	return ok(wanted);
}

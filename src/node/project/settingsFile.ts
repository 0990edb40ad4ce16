// Claude Code's settings files as files: where they are, which of them we may write, and writing them so that neither a
// crash nor a session that rewrites the same file loses anything.
import { realpathSync } from 'node:fs';
import { constants, realpath, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SettingsRefusal } from '../../core/claude/refusal';
import { type Result, fail, ok } from '../../core/base/result';
import { errorCode, makeFolder } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from './project';
import { readRegularFile, utf8In } from '../base/regularFile';
import { changeFile, putBackKept, readSharedFile } from '../base/sharedFile';
import type { Scope } from '../../core/claude/settings';
import { isFolder, lookSurely } from '../base/lookAt';
import { isUsable } from '../base/isUsable';

export interface SettingsPlace {
	readonly scope: Scope;
	/** The file as Claude Code names it. */
	readonly file: string;
	/** Below this folder no link is followed. Nothing for the person's own settings. */
	readonly root: string | undefined;
	/** Whose the root is; nothing where nobody asks what was done there before. */
	readonly project?: Project;
}

/** A settings file as it was read. What is written later is written only if it still is so. */
export interface SettingsSnapshot {
	readonly place: SettingsPlace;
	/** Where the bytes are: behind the link, where the person's file is one. */
	readonly target: string;
	/** Nothing where there is not a file. */
	readonly text: string | undefined;
}

export const SETTINGS_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Where the settings of a scope belong. Those of a project are in the checkout that the folder is in; a person's own for a
 * project are in its main checkout, where Claude Code reads them from every worktree and every folder below.
 */
export function settingsPlace(claude: ClaudeHome, project: Project, scope: Scope): SettingsPlace {
	if (scope === 'user') return { scope, file: path.join(claude.configDir, 'settings.json'), root: undefined };
	const root = scope === 'local' && project.root !== project.checkout ? mainCheckout(project) : project.checkout;
	return placeIn(scope, root, root, project);
}

/**
 * The same, and every other place of the scope that Claude Code reads, or has read, for sessions of the project. None for
 * the scope `project` in the home folder.
 */
export function settingsPlaces(claude: ClaudeHome, project: Project, scope: Scope): readonly SettingsPlace[] {
	const first = settingsPlace(claude, project, scope);
	if (scope === 'user') return [first];
	const { checkout, folder } = project;
	const others = [
		...(scope === 'local' ? [placeIn(scope, mainCheckout(project), mainCheckout(project), project)] : []),
		placeIn(scope, checkout, checkout, project),
		placeIn(scope, folder, checkout, project),
	];
	return [first, ...others].filter(
		(each, at, all) =>
			// In the home folder the shared settings of the project are the person's own.
			!(scope === 'project' && isOwnFolder(claude, path.dirname(each.file))) &&
			all.findIndex(({ file }) => file === each.file) === at,
	);
}

/** The person's own settings that sessions in a worktree read beside those of the worktree; they come after those. */
export function ownElsewhere(claude: ClaudeHome, project: Project): readonly SettingsPlace[] {
	const { file } = placeIn('local', project.checkout, project.checkout);
	return [settingsPlace(claude, project, 'local')].filter((each) => each.file !== file);
}

/** Whether a folder is the person's own for Claude Code, whatever links lead to either, as a project's `.claude` in the home folder. */
export function isOwnFolder({ configDir }: ClaudeHome, folder: string): boolean {
	return realPlace(folder) === realPlace(configDir);
}

/**
 * Whether a session that is started in the project's folder reads a place: shared settings only of that very folder, a
 * person's own those of the main checkout as well (seen with Claude Code 2.1.329).
 */
export function isReadIn(project: Project, { scope, file }: Pick<SettingsPlace, 'scope' | 'file'>): boolean {
	if (scope === 'user') return true;
	const folder = path.dirname(path.dirname(file));
	return folder === project.folder || (scope === 'local' && folder === mainCheckout(project));
}

/** The settings of a project in a folder. @param root no link below it is followed. */
export function placeIn(scope: 'project' | 'local', folder: string, root: string, project?: Project): SettingsPlace {
	const name = scope === 'local' ? 'settings.local.json' : 'settings.json';
	return { scope, file: path.join(folder, '.claude', name), root, ...(project && { project }) };
}

/** The checkout that holds the repository itself; worktrees of a bare one have none, and stand for themselves. */
function mainCheckout({ gitDir, checkout }: Project): string {
	const main = gitDir === undefined ? undefined : /^(.+?)[\\/]\.git(?:[\\/]worktrees[\\/][^\\/]+)?$/u.exec(gitDir)?.[1];
	return main ?? checkout;
}

/**
 * `readSettings` for who is about to change them: what a killed process was taking away is put back first. Reading alone must not,
 * in a project that nobody trusts.
 */
export async function readSettingsToChange(place: SettingsPlace): Promise<Result<SettingsSnapshot, SettingsRefusal>> {
	const target = await findTarget(place);
	if (target.ok) await putBackKept(path.dirname(target.value));
	return readSettings(place);
}

/** Where settings are, without reading them: behind the link, where the person's file is one. */
export async function settingsTarget(place: SettingsPlace): Promise<Result<string, SettingsRefusal>> {
	try {
		return await findTarget(place);
	} catch (error) {
		const code = errorCode(error);
		if (code === undefined) throw error;
		return fail({ reason: 'unreadable', code });
	}
}

/** Reads settings for an edit. A missing file is a snapshot without text; everything odd is a refusal. @throws KeptCopyError */
export async function readSettings(place: SettingsPlace): Promise<Result<SettingsSnapshot, SettingsRefusal>> {
	try {
		const target = await findTarget(place);
		if (!target.ok) return target;
		const readFile = place.root === undefined ? readSharedFile : readRegularFile;
		const read = await readFile(target.value, SETTINGS_LIMIT_BYTES, { isLinkRefused: true });
		if (read === undefined)
			return (await lookSurely(target.value)) !== undefined
				? fail({ reason: 'notAFile' })
				: ok({ place, target: target.value, text: undefined });
		if (read.sizeBytes > SETTINGS_LIMIT_BYTES) return fail({ reason: 'tooLarge' });
		const text = utf8In(read.bytes);
		return text === undefined ? fail({ reason: 'notUtf8' }) : ok({ place, target: target.value, text });
	} catch (error) {
		const code = errorCode(error);
		// What says that there are two versions has its own words.
		if (code === undefined) throw error;
		return fail({ reason: 'unreadable', code });
	}
}

/**
 * Writes new text (or removes the file, without text) where the file still is what was read. The mode stays; folders that
 * are missing are made.
 * @throws what `changeFile` says of two versions, and nothing else.
 * @returns whether the file's folder had to be made.
 */
export async function writeSettings(
	snapshot: SettingsSnapshot,
	text: string | undefined,
): Promise<Result<{ readonly madeFolder: boolean }, SettingsRefusal>> {
	const { place, target } = snapshot;
	try {
		// A file that says read-only means it, though a rename could replace it.
		const mode = (await stat(target).catch(() => undefined))?.mode;
		if (mode !== undefined && ((mode & 0o222) === 0 || !(await isUsable(target, constants.W_OK))))
			return fail({ reason: 'readOnly' });
		const madeFolder = text !== undefined && (await isFolderMade(path.dirname(target), place));
		const now = await readSettings(place);
		if (!now.ok) return now;
		if (now.value.text !== snapshot.text || now.value.target !== target) return fail({ reason: 'changedMeanwhile' });
		const given = mode ?? (place.scope === 'user' ? 0o600 : 0o644);
		const isAsWanted = text === undefined && snapshot.text === undefined;
		if (!isAsWanted && !(await changeFile(target, snapshot.text, text, { mode: given })))
			return fail({ reason: 'changedMeanwhile' });
		return ok({ madeFolder });
	} catch (error) {
		const code = errorCode(error);
		// What says that something is there which was not has its own words.
		if (code === undefined) throw error;
		return fail({ reason: 'unwritable', code });
	}
}

/** Removes the folder of a settings file where nothing is left in it. A linked one is the person's, and so is where it leads. */
export async function removeEmptyFolder({ place: { file } }: SettingsSnapshot): Promise<void> {
	const folder = path.dirname(file);
	// A skill has a folder of its own, below the one of all skills.
	for (const each of path.basename(file) === 'SKILL.md' ? [folder, path.dirname(folder)] : [folder])
		if (await isFolder(each)) await rmdir(each).catch(() => undefined); // Not empty: it is no longer ours alone.
}

/** Follows a person's own link; refuses any link below a project, which could lead anywhere. */
async function findTarget({ file, root }: SettingsPlace): Promise<Result<string, SettingsRefusal>> {
	if (root === undefined) {
		if ((await lookSurely(file)) === undefined) return ok(realPlace(file));
		const real = await realpath(file).catch((error: unknown) => {
			if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ELOOP') return undefined;
			throw error;
		});
		return real === undefined ? fail({ reason: 'danglingLink' }) : ok(real);
	}
	for (let part = file; part !== root && part !== path.dirname(part); part = path.dirname(part))
		if ((await lookSurely(part))?.isSymbolicLink() === true) return fail({ reason: 'linkInProject' });
	return ok(file);
}

/** Where something is, or will be: a record finds it again once it exists, with all the folders above it. */
function realPlace(file: string): string {
	try {
		return realpathSync.native(file);
	} catch {
		const above = path.dirname(file);
		return above === file ? file : path.join(realPlace(above), path.basename(file));
	}
}

async function isFolderMade(folder: string, place: SettingsPlace): Promise<boolean> {
	if ((await lookSurely(folder)) !== undefined) return false;
	await makeFolder(folder, place.scope === 'user' ? 0o700 : 0o755);
	return true;
}

// What a person said about reflection, for all windows and commands: whether at all, with which engine, where not. One
// small file in our home; the editor writes its own settings into it, so that a timer without an editor follows them.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/base/ports';
import { readSettingsOf } from '../../core/keeper/settings';
import { type EngineName, costsMoney } from '../../core/reflection/engine';
import { coversFolder } from '../../core/reflection/folderPattern';
import { REFLECTION_SETTINGS, type ReflectionSettings } from '../../core/reflection/settings';
import { replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { isInside } from '../base/insideProject';
import type { ClaudeHome } from '../claude/claudeHome';
import { fieldsIn, readFields } from '../keeper/ownSettings';
import { rootsOf } from '../project/formerRoots';
import { makePrivateFolder } from '../project/privateFolder';
import type { Project } from '../project/project';
import type { SettingsPlace } from '../project/settingsFile';
import { reflectionHome } from './reflectionHome';

/** The settings; what is missing or makes no sense is as if it was not said. A broken file consents to nothing. */
export async function readReflectionSettings(claude: ClaudeHome): Promise<ReflectionSettings> {
	const settings = settingsIn(await readFields(fileOf(claude)));
	const linked = settings.privateFolders.map(async (pattern) => {
		const whole = pattern.trim().replace(/^~(?=$|[\\/])/u, () => claude.userHome);
		const [fixed = ''] = /^[^*]*(?=[\\/]|$)/u.exec(whole) ?? [];
		const place = path.isAbsolute(fixed) ? await realpath(fixed).catch(() => fixed) : fixed;
		return place === fixed ? [] : [place + whole.slice(fixed.length)];
	});
	// A session tells where its folder really is.
	return { ...settings, privateFolders: [...settings.privateFolders, ...(await Promise.all(linked)).flat()] };
}

/** Changes what is said, and keeps the rest. Two windows cannot lose each other's change. */
export async function changeReflectionSettings(
	claude: ClaudeHome,
	change: (now: ReflectionSettings) => Partial<ReflectionSettings>,
): Promise<ReflectionSettings> {
	await makePrivateFolder(claude.keeperHome, reflectionHome(claude));
	const done = await withFileLock(`${fileOf(claude)}.lock`, 5_000, async () => {
		const fields = await fieldsIn(fileOf(claude));
		// What a person wrote there, and nobody can read, is not written over.
		const { brokenSettings } = await import('../keeper/brokenSettings');
		const [broken] = await brokenSettings([fileOf(claude)]);
		if (broken !== undefined) throw new Error(broken.message);
		const now = settingsIn(fields);
		const changes = change(now);
		const next = { ...now, ...changes };
		// What nobody said is not written: it would look as if somebody had.
		if (JSON.stringify(next) !== JSON.stringify(now))
			await replaceFile(
				fileOf(claude),
				`${JSON.stringify({ schemaVersion: 1, ...fields, ...changes }, null, '\t')}\n`,
				0o600,
			);
		return next;
	});
	if (done === undefined) throw new Error('The settings of automatic hand-offs are being changed by another program.');
	return done.value;
}

/** Whether an engine may be used: consent once, and once more for what can cost money. */
export function mayUse(settings: ReflectionSettings, name: EngineName): boolean {
	return settings.consent !== undefined && (!costsMoney(name) || settings.paid.includes(name));
}

/** Whether a person turned reflection off for a project, or for a folder that it is in. */
export function isFolderOff({ foldersOff }: ReflectionSettings, project: Pick<Project, 'root' | 'identity'>): boolean {
	return rootsOf(project).some((root) => foldersOff.some((folder) => isInside(folder, root)));
}

/**
 * The person said yes to reflection with an engine; the first yes is the one that is remembered.
 * @param options.isSet the engine is the one that reflects from now on, too.
 */
export async function consentTo(
	claude: ClaudeHome,
	engine: EngineName,
	clock: Clock,
	{ isSet }: { readonly isSet: boolean },
): Promise<void> {
	await changeReflectionSettings(claude, (now) => ({
		consent: now.consent ?? new Date(clock.now()).toISOString(),
		paid: costsMoney(engine) ? [...new Set([...now.paid, engine])] : now.paid,
		...(isSet ? { engine } : {}),
	}));
}

/** Where two names that differ by case are one folder, as it mostly is. */
const IS_CASELESS = process.platform === 'win32' || process.platform === 'darwin';

/** Whether one of a session's folders is one that is never read. */
export function isPrivatePlace(
	{ privateFolders }: Pick<ReflectionSettings, 'privateFolders'>,
	folders: readonly (string | undefined)[],
	{ userHome }: ClaudeHome,
): boolean {
	return folders.some(
		(folder) =>
			folder !== undefined && privateFolders.some((pattern) => coversFolder(pattern, folder, userHome, IS_CASELESS)),
	);
}

/** Until when reflection is paused, in milliseconds since 1970. */
export function pausedUntilMs({ pausedUntil }: ReflectionSettings): number | undefined {
	if (pausedUntil === undefined) return undefined;
	if (pausedUntil === 'always') return Number.POSITIVE_INFINITY;
	const ms = Date.parse(pausedUntil);
	return Number.isNaN(ms) ? undefined : ms;
}

/** The file as those know it who write a key of it. */
export function reflectionSettingsPlace(claude: ClaudeHome): SettingsPlace {
	return { scope: 'user', file: fileOf(claude), root: undefined };
}

function settingsIn(fields: Readonly<Record<string, unknown>>): ReflectionSettings {
	return readSettingsOf(REFLECTION_SETTINGS, (key) => fields[key]);
}

function fileOf(claude: ClaudeHome): string {
	return path.join(reflectionHome(claude), 'settings.json');
}

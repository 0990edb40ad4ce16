// Installs, repairs and uninstalls our hooks in one settings file: first makes a plan that can be shown, then carries
// it out if the file has not changed since.
import type { Clock } from '../../core/base/ports';
import { type Result, fail, ok } from '../../core/base/result';
import { toStrictJson } from '../../core/claude/jsonText';
import type { WantedHook } from '../../core/hooks/launcherCommand';
import type { SettingsRefusal } from '../../core/claude/refusal';
import { editCleanup } from '../../core/claude/settingEdit';
import { createdRules, editRules, permissionRules, rulesIn } from '../../core/hooks/permissionRules';
import { editHooks, ourHooks } from '../../core/hooks/settingsEdit';
import { type TextRefusal, isStrictJson, parseSettings } from '../../core/claude/settingsTree';
import { errorCode } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { programFor } from '../keeper/program';
import { type InstallRecord, leftOutOf, readInstallRecord, removeRecord, writeInstallRecord } from './installRecord';
import {
	SETTINGS_LIMIT_BYTES,
	type SettingsPlace,
	type SettingsSnapshot,
	readSettingsToChange,
	removeEmptyFolder,
	writeSettings,
} from '../project/settingsFile';
import { sha256 } from '../base/sha256';

/** A change of a settings file before it is made: what a diff shows. */
export interface SettingsPlan {
	readonly snapshot: SettingsSnapshot;
	/** The new text; nothing where the file goes, because it was ours alone. */
	readonly after: string | undefined;
	/** Whether anything changes at all. */
	readonly isChange: boolean;
	/** Whether Claude Code will read the new text: it drops files with comments or trailing commas. */
	readonly isReadByClaude: boolean;
	/** What to remember once it is done; nothing if the record is to be deleted. */
	readonly record: Omit<InstallRecord, 'schemaVersion' | 'installedAt' | 'madeFolder' | 'leftOut'> | undefined;
	/** Parts that stay out until a person says them, also when the hooks go. */
	readonly leftOut: readonly string[];
}

/**
 * Works out an installation; over an older one it is the repair.
 * @param options.isMadeStrict takes out comments and trailing commas, so that Claude Code reads the file.
 * @param options.rules permission rules to grant. Without them, those that we added before stay, or come back.
 * @param options.leftOut parts that the person leaves out; nothing keeps what was left out before.
 * @param options.cleanupDays `cleanupPeriodDays` to set along with the hooks, where it is not as long already; it goes with them where nobody edited the file.
 */
export async function planInstall(
	claude: ClaudeHome,
	place: SettingsPlace,
	wanted: readonly WantedHook[],
	options: {
		readonly isMadeStrict?: boolean;
		readonly cleanupDays?: number;
		readonly rules?: readonly string[] | undefined;
		readonly leftOut?: readonly string[];
	} = {},
): Promise<Result<SettingsPlan, SettingsRefusal>> {
	const read = await readSettingsToChange(place);
	if (!read.ok) return read;
	const { text, target } = read.value;
	const known = await readInstallRecord(claude, read.value);
	const created = createdIn(claude, read.value, known);
	// Edits that somebody made since are part of what uninstalling has to keep.
	const bare = isUnedited(known, text) ? ok({ text: known?.before ?? undefined }) : editOurs(text, [], [], created);
	if (!bare.ok) return bare;
	// Also those that somebody took out together with the hooks.
	const edit = editOurs(text, wanted, options.rules ?? rulesIn(known?.created ?? created), created);
	if (!edit.ok) return edit;
	const { cleanupDays } = options;
	const full = cleanupDays === undefined ? ok(edit.value.text) : editCleanup(edit.value.text, cleanupDays);
	if (!full.ok) return full;
	const after = options.isMadeStrict === true ? toStrictJson(full.value) : full.value;
	// What we could not read again, we could not take out again.
	if (Buffer.byteLength(after) > SETTINGS_LIMIT_BYTES) return fail({ reason: 'tooLarge' });
	return ok({
		snapshot: read.value,
		after,
		isChange: after !== text,
		isReadByClaude: isStrictJson(after),
		record: {
			file: target,
			// The days are not in it: they are part of what we write, and go with it.
			before: text === undefined || isNothingLeft(known, bare.value.text) ? null : (bare.value.text ?? null),
			afterSha256: sha256(after),
			created: [...edit.value.created],
		},
		leftOut: options.leftOut ?? (await leftOutOf(claude, read.value, known)),
	});
}

/**
 * Works out the uninstallation: restores the old bytes if nobody edited the file, else removes only our groups and rules.
 * @param leftOut as of an installation.
 */
export async function planUninstall(
	claude: ClaudeHome,
	place: SettingsPlace,
	{ leftOut }: { readonly leftOut?: readonly string[] } = {},
): Promise<Result<SettingsPlan, SettingsRefusal>> {
	const read = await readSettingsToChange(place);
	if (!read.ok) return read;
	const { text } = read.value;
	const known = await readInstallRecord(claude, read.value);
	const staysOut = leftOut ?? (await leftOutOf(claude, read.value, known));
	const plan = (after: string | undefined): Result<SettingsPlan, SettingsRefusal> =>
		ok({
			snapshot: read.value,
			after,
			isChange: after !== text,
			isReadByClaude: after === undefined || isStrictJson(after),
			record: undefined,
			leftOut: staysOut,
		});
	if (text === undefined) return plan(undefined);
	if (isUnedited(known, text)) return plan(known?.before ?? undefined);
	// Nobody knows what a broken file holds: that it holds nothing of ours would be a guess.
	const parsed = parseSettings(text);
	if (!parsed.ok) return parsed;
	const created = createdIn(claude, read.value, known);
	if (ourHooks(text).length + rulesIn(created).length === 0) return plan(text);
	const edit = editOurs(text, [], [], created);
	if (!edit.ok) return edit;
	return plan(isNothingLeft(known, edit.value.text) ? undefined : edit.value.text);
}

/**
 * Carries a plan out. The record is written first: a crash in between leaves one backup too many, never one too few.
 */
export async function carryOut(
	claude: ClaudeHome,
	plan: SettingsPlan,
	clock: Clock,
): Promise<Result<undefined, SettingsRefusal>> {
	const { snapshot, record } = plan;
	const leftOut = [...plan.leftOut];
	const known = await readInstallRecord(claude, snapshot);
	const before = await leftOutOf(claude, snapshot, known);
	const now = new Date(clock.now()).toISOString();
	const installedAt = plan.isChange ? now : (known?.installedAt ?? now);
	const remember = (madeFolder: boolean): Promise<void> | undefined =>
		record && writeInstallRecord(claude, { ...record, installedAt, madeFolder, leftOut });
	try {
		await remember(known?.madeFolder ?? false);
		if (plan.isChange) {
			const written = await writeSettings(snapshot, plan.after);
			if (!written.ok) {
				// The file did not change, so the earlier record still holds.
				if (known !== undefined) await writeInstallRecord(claude, known);
				else await removeRecord(claude, snapshot.target, { installedAt, leftOut: [...before] });
				return written;
			}
			if (written.value.madeFolder) await remember(true);
		}
	} catch (error) {
		const code = errorCode(error);
		if (code === undefined) throw error;
		return fail({ reason: 'unwritable', code });
	}
	if (record === undefined) {
		if (plan.after === undefined && known?.madeFolder === true) await removeEmptyFolder(snapshot);
		await removeRecord(claude, snapshot.target, { installedAt: known?.installedAt ?? now, leftOut });
	}
	return ok(undefined);
}

/** The settings with the wanted hooks and rules of ours, and no others of ours. */
function editOurs(
	text: string | undefined,
	hooks: readonly WantedHook[],
	rules: readonly string[],
	created: readonly string[],
): Result<{ readonly text: string; readonly created: readonly string[] }, TextRefusal> {
	// Rules first: what stands on one line stays on it. An empty file has nothing yet that they could go into.
	const edit = (text ?? '').trim() === '' ? editHooks(text, hooks, created) : editRules(text ?? '', rules, created);
	if (!edit.ok) return edit;
	const { text: half, created: made } = edit.value;
	return (text ?? '').trim() === '' ? editRules(half, rules, made) : editHooks(half, hooks, made);
}

/** What of settings we have created, as far as it is still there. */
function createdIn(
	claude: ClaudeHome,
	{ place, text = '' }: SettingsSnapshot,
	known: InstallRecord | undefined,
): readonly string[] {
	// Hooks without a record came here with their project, and the rules with them.
	if (ourHooks(text).length > 0)
		return known?.created ?? createdRules(text, permissionRules(programFor(claude, place.scope)));
	if (known === undefined) return [];
	// Somebody took the hooks out, and may have written the rest anew: a rule is known by its words.
	return known.created.filter((name) => rulesIn([name]).some((rule) => text.includes(JSON.stringify(rule))));
}

/** The rules of ours that are in force in settings, whoever wrote them there with our hooks. */
export function rulesThere(
	claude: ClaudeHome,
	snapshot: SettingsSnapshot,
	known: InstallRecord | undefined,
): readonly string[] {
	const { text = '' } = snapshot;
	return rulesIn(createdIn(claude, snapshot, known)).filter((rule) => text.includes(JSON.stringify(rule)));
}

/** Of a file that is there because of us alone, nothing is left but its braces. */
function isNothingLeft(known: InstallRecord | undefined, text: string | undefined): boolean {
	return known?.before === null && text !== undefined && /^\ufeff?\s*\{\s*\}\s*$/u.test(text);
}

function isUnedited(known: InstallRecord | undefined, text: string | undefined): boolean {
	return known !== undefined && text !== undefined && sha256(text) === known.afterSha256;
}

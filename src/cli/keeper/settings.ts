// The settings of VS Code that hold outside of it as well, by the names that people know: `sessions.idleMinutes`.
import { type Setting, type SettingValue, SHARED_SETTINGS, readSettingsOf, maySet } from '../../core/keeper/settings';
import { SHARED_REFLECTION } from '../../core/reflection/settings';
import type { ClaudeHome } from '../../node/claude/claudeHome';
import { ownSettingsPlace, fieldsIn } from '../../node/keeper/ownSettings';
import { editorKeys } from '../../node/keeper/shareSettings';
import type { SettingsPlace } from '../../node/project/settingsFile';
import { reflectionSettingsPlace } from '../../node/reflection/reflectionSettings';

/** What package.json says of each setting, by its full name: see scripts/lib/settingTexts.mjs. */
declare const SETTING_TEXTS: Readonly<Record<string, string>>;

const PREFIX = 'sessionKeeper.';
/** Where Claude Code keeps its files: without the editor, the environment alone says it. */
export const CONFIG_DIR = 'claude.configDir';
const VARIABLE = 'CLAUDE_CONFIG_DIR';

export interface SharedSetting {
	readonly name: string;
	/** Its key in the file. */
	readonly key: string;
	readonly setting: Setting<unknown>;
	readonly placeIn: (claude: ClaudeHome) => SettingsPlace;
}

/** A setting as it holds now. */
export interface HeldSetting {
	readonly name: string;
	readonly value: SettingValue;
	readonly default: SettingValue;
	readonly source: 'default' | 'file' | 'vscode' | 'environment';
	/** What the file says and does not count, because the setting does not allow it. */
	readonly ignored?: unknown;
	readonly about: string;
}

const named = (
	table: Readonly<Record<string, Setting<unknown, string>>>,
	placeIn: SharedSetting['placeIn'],
): readonly SharedSetting[] =>
	Object.entries(table).map(([key, setting]) => ({ name: settingName(setting.from), key, setting, placeIn }));

/** What can be set without the editor. */
export const SHARED: readonly SharedSetting[] = [
	...named(SHARED_SETTINGS, ownSettingsPlace),
	...named(SHARED_REFLECTION, reflectionSettingsPlace),
];

/** The name without what all have in common. */
export function settingName(name: string): string {
	return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

/** Settings that only the editor follows. */
export function editorSettings(): readonly string[] {
	const known = [CONFIG_DIR, ...SHARED.map(({ name }) => name)];
	return Object.keys(SETTING_TEXTS)
		.map(settingName)
		.filter((name) => !known.includes(name))
		.sort();
}

/** All settings that hold here, by name. */
export async function heldSettings(claude: ClaudeHome): Promise<readonly HeldSetting[]> {
	const places = [...new Set(SHARED.map(({ placeIn }) => placeIn))];
	const held = await Promise.all(
		places.map(async (placeIn) => {
			const fields = await fieldsIn(placeIn(claude).file);
			return SHARED.filter((each) => each.placeIn === placeIn).map((each) => heldIn(fields, each));
		}),
	);
	return [configDirOf(claude), ...held.flat()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** One setting that holds here. */
export async function heldSetting(claude: ClaudeHome, shared: SharedSetting): Promise<HeldSetting> {
	return heldIn(await fieldsIn(shared.placeIn(claude).file), shared);
}

/** @param fields of its file. */
function heldIn(fields: Readonly<Record<string, unknown>>, { name, key, setting }: SharedSetting): HeldSetting {
	const said = fields[key];
	const value = readSettingsOf({ [key]: setting }, () => said)[key] as SettingValue;
	const isIgnored = said !== undefined && !maySet(setting, said);
	const isSet = said !== undefined && (!isIgnored || (Array.isArray(value) && value.length > 0));
	return {
		name,
		value,
		default: setting.default as SettingValue,
		source: !isSet ? 'default' : editorKeys(fields).includes(key) ? 'vscode' : 'file',
		...(isIgnored ? { ignored: said } : {}),
		about: aboutOf(name),
	};
}

/** Claude's own folder, as a setting. */
export function configDirOf({ configDir, env }: ClaudeHome): HeldSetting {
	const isSet = (env[VARIABLE] ?? '') !== '';
	return {
		name: CONFIG_DIR,
		value: configDir,
		default: '',
		source: isSet ? 'environment' : 'default',
		about: aboutOf(CONFIG_DIR),
	};
}

const aboutOf = (name: string): string => SETTING_TEXTS[PREFIX + name] ?? '';

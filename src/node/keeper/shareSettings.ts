// Writing settings of ours, key by key: into `<home>/settings.json`, and into the file of reflection.
import path from 'node:path';
import { parseObject, textsIn } from '../../core/base/result';
import { refusalSentence } from '../../core/claude/refusal';
import { editSettings } from '../../core/claude/settingEdit';
import { isStrictJson, parseSettings } from '../../core/claude/settingsTree';
import type { SettingValue } from '../../core/keeper/settings';
import { withFileLock } from '../base/fileLock';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';
import { type SettingsPlace, readSettings, writeSettings } from '../project/settingsFile';
import { readFields } from './ownSettings';

/** Under this key of a file stand those of its keys that VS Code has written, and writes again when it starts. */
const FROM_EDITOR = 'fromVSCode';

export interface SettingsChange {
	readonly isChanged: boolean;
	/** Why nothing was written, for people. */
	readonly problem?: string;
}

/**
 * Writes what is set in the editor; everything else in the file stays. What the editor wrote once and does not set any
 * more is taken out.
 */
export function shareSettings(
	claude: ClaudeHome,
	place: SettingsPlace,
	values: ReadonlyMap<string, SettingValue>,
): Promise<SettingsChange> {
	return changeSettings(claude, place, (now) => {
		const former = editorKeys(now).filter((key) => !values.has(key));
		const keys = [...values.keys()].sort();
		return new Map<string, SettingValue | undefined>([
			...former.map((key) => [key, undefined] as const),
			...values,
			[FROM_EDITOR, keys.length === 0 ? undefined : keys],
		]);
	});
}

/** The keys of a file that VS Code writes. @param fields of the file. */
export function editorKeys(fields: Readonly<Record<string, unknown>>): readonly string[] {
	return textsIn(fields[FROM_EDITOR]);
}

/**
 * Sets keys of a settings file, and takes out those without a value; all other bytes stay.
 * @param wanted by what the file says now.
 */
export async function changeSettings(
	claude: ClaudeHome,
	place: SettingsPlace,
	wanted: (now: Readonly<Record<string, unknown>>) => ReadonlyMap<string, SettingValue | undefined>,
): Promise<SettingsChange> {
	if (changesOf(await readFields(place.file), wanted).length === 0) return { isChanged: false };
	await makePrivateFolder(claude.keeperHome, path.dirname(place.file));
	// Reflection replaces its file under this lock.
	const done = await withFileLock(`${place.file}.lock`, 5_000, async () => {
		const read = await readSettings(place);
		if (!read.ok) return refusalSentence(place.file, read.error);
		const { text } = read.value;
		const parsed = parseSettings(text ?? '');
		if (!parsed.ok) return refusalSentence(place.file, parsed.error);
		// Whoever follows the file reads strict JSON.
		if (!isStrictJson(text ?? '')) return `${place.file} has comments or trailing commas, so it does not count.`;
		const edited = editSettings(text, changesOf(parseObject(text ?? '') ?? {}, wanted));
		if (!edited.ok) return refusalSentence(place.file, edited.error);
		const written = await writeSettings(read.value, edited.value);
		return written.ok ? undefined : refusalSentence(place.file, written.error);
	});
	if (done === undefined) return { isChanged: false, problem: 'Another program is changing the settings.' };
	return done.value === undefined ? { isChanged: true } : { isChanged: false, problem: done.value };
}

function changesOf(
	now: Readonly<Record<string, unknown>>,
	wanted: Parameters<typeof changeSettings>[2],
): readonly (readonly [string, SettingValue | undefined])[] {
	return [...wanted(now)].filter(([key, value]) => JSON.stringify(now[key]) !== JSON.stringify(value));
}

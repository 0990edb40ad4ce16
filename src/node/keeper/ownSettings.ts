// Our own settings file, `<home>/settings.json`, for every face and hook: where it is, and what it says.
import path from 'node:path';
import { parseObject } from '../../core/base/result';
import { OWN_SETTINGS, type OwnSettings, readSettingsOf } from '../../core/keeper/settings';
import { readTextFile, readTextSurely } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import type { SettingsPlace } from '../project/settingsFile';

export const LIMIT_BYTES = 256 * 1024;

/** What the person set, in whichever face. Never throws. */
export async function readOwnSettings(claude: Pick<ClaudeHome, 'keeperHome'>): Promise<OwnSettings> {
	const fields = await readFields(ownSettingsFile(claude));
	return readSettingsOf(OWN_SETTINGS, (key) => fields[key]);
}

/** The fields of a settings file of ours; a file that is missing or broken says nothing. Never throws. */
export async function readFields(file: string): Promise<Readonly<Record<string, unknown>>> {
	return parseObject(await readTextFile(file, LIMIT_BYTES)) ?? {};
}

/** The same for who tells a person what is set. @throws the file system's error where it is not ours to read. */
export async function fieldsIn(file: string): Promise<Readonly<Record<string, unknown>>> {
	return parseObject(await readTextSurely(file, LIMIT_BYTES)) ?? {};
}

/** The file as those know it who write a key of it. */
export function ownSettingsPlace(claude: ClaudeHome): SettingsPlace {
	return { scope: 'user', file: ownSettingsFile(claude), root: undefined };
}

function ownSettingsFile({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(keeperHome, 'settings.json');
}

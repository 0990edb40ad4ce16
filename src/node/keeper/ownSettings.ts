// Our own settings file, `<home>/settings.json`: where it is, and what it says about how much is kept.
import path from 'node:path';
import { type KeepSettings, parseKeepSettings } from '../../core/keeper/keeping';
import type { ClaudeHome } from '../claude/claudeHome';
import { readRegularFile } from '../base/regularFile';
import type { SettingsPlace } from '../project/settingsFile';

const LIMIT_BYTES = 64 * 1024;

/** How much is kept, as the person set it in whichever face. Never throws. */
export async function readLimits(claude: ClaudeHome): Promise<KeepSettings> {
	const read = await readRegularFile(path.join(claude.keeperHome, 'settings.json'), LIMIT_BYTES).catch(() => undefined);
	return parseKeepSettings(read?.bytes.toString() ?? '');
}

/** Where our own settings for the hooks are. */
export function ownSettingsPlace(claude: ClaudeHome): SettingsPlace {
	return { scope: 'user', file: path.join(claude.keeperHome, 'settings.json'), root: undefined };
}

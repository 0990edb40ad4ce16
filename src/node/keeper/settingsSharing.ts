// Hooks and the command line know nothing of the editor: what a person sets there is written into `<home>/settings.json`,
// which they follow. What the editor never set stays as it is in the file; what it sets no more is taken out.
import type { Logger } from '../../core/base/ports';
import type { SettingValue } from '../../core/keeper/settings';
import { queuedRunner } from '../base/queuedRunner';
import type { ClaudeHome } from '../claude/claudeHome';

interface SharingOptions {
	readonly claude: ClaudeHome;
	readonly logger: Logger;
	/** Whether anything may be written at all. */
	readonly isTrusted: () => boolean;
	/** What the person set in the editor, by the file's keys. */
	readonly read: () => ReadonlyMap<string, SettingValue>;
}

/** @returns what writes the settings: at the start, and whenever some were changed. */
export function settingsSharing({ claude, logger, isTrusted, read }: SharingOptions): () => Promise<void> {
	const write = queuedRunner(async () => {
		if (!isTrusted()) return;
		const { shareSettings } = await import('./shareSettings');
		const { ownSettingsPlace } = await import('./ownSettings');
		const { problem } = await shareSettings(claude, ownSettingsPlace(claude), read());
		if (problem !== undefined) logger.warn(`the settings of the hooks could not be written: ${problem}`);
	});
	return () => write().catch((error: unknown) => logger.error('the shared settings could not be written', error));
}

// Hooks and the command line know nothing of the editor: what a person sets there is written into `<home>/settings.json`,
// which they follow. What is not set there stays as it is in the file.
import type { Logger } from '../../core/base/ports';
import { SHARED_SETTINGS } from '../../core/keeper/settings';
import { queuedRunner } from '../base/queuedRunner';
import type { ClaudeHome } from '../claude/claudeHome';

interface SharingOptions {
	readonly claude: ClaudeHome;
	readonly logger: Logger;
	/** Whether anything may be written at all. */
	readonly isTrusted: () => boolean;
	/** A setting as the editor has it, and whether the person said so or it is the default. */
	readonly read: (setting: string) => { readonly value: unknown; readonly isSet: boolean };
}

/** @returns what writes the settings. Told that some were moved, it writes those, whether or not they are set. */
export function settingsSharing(options: SharingOptions): (isMoved?: (setting: string) => boolean) => Promise<void> {
	const { claude, logger, isTrusted, read } = options;
	const shared = Object.entries(SHARED_SETTINGS);
	/** Settings that were taken back to their default are written, too; else the old value would live on in the file. */
	const moved = new Set<string>();
	const write = queuedRunner(async () => {
		if (!isTrusted()) return;
		const values = shared.flatMap(([key, { from, type }]) => {
			const { value, isSet } = read(from);
			return (isSet || moved.has(from)) && typeof value === type
				? [[key, value as boolean | number | string] as const]
				: [];
		});
		if (values.length === 0) return;
		const { shareSettings } = await import('./shareSettings');
		const problem = await shareSettings(claude, new Map(values));
		if (problem !== undefined) logger.warn(`the settings of the hooks could not be written: ${problem}`);
	});
	return async (isMoved) => {
		const now = shared.flatMap(([, { from }]) => (isMoved?.(from) === true ? [from] : []));
		for (const setting of now) moved.add(setting);
		if (isMoved !== undefined && now.length === 0) return;
		await write().catch((error: unknown) => logger.error('the shared settings could not be written', error));
	};
}

// What our settings files say, for a window that follows them: `session-keeper config` and other editors write them, too.
import path from 'node:path';
import type { Clock, Logger } from '../../core/base/ports';
import { LiveReading } from '../base/liveReading';
import type { ClaudeHome } from '../claude/claudeHome';
import { ownSettingsPlace, readFields } from '../keeper/ownSettings';
import { reflectionSettingsPlace } from '../reflection/reflectionSettings';

const SETTLE_MS = 200;

type Fields = Readonly<Record<string, unknown>>;

/** By the keys of each file. Nothing is checked yet. */
export interface FiledSettings {
	readonly own: Fields;
	readonly reflection: Fields;
}

export const NOTHING_FILED: FiledSettings = { own: {}, reflection: {} };

interface FollowingOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
}

/** Both files, read when they are first asked for and after each change since. */
export function followFiledSettings({ claude, clock, logger }: FollowingOptions): LiveReading<FiledSettings> {
	const files = [ownSettingsPlace(claude).file, reflectionSettingsPlace(claude).file] as const;
	const reading = new LiveReading<FiledSettings>({
		clock,
		logger,
		settleMs: SETTLE_MS,
		failure: 'the settings files could not be read',
		initial: NOTHING_FILED,
		look: async () => {
			const [own, reflection] = await Promise.all([readFields(files[0]), readFields(files[1])]);
			return { own, reflection };
		},
		isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
		// Much else is written beside them: no watch on each file.
		foldersOf: () => files.map((file) => ({ folder: path.dirname(file), area: 'settings' }) as const),
		onHint: (hint) => {
			if (hint.path === undefined || files.some((file) => path.basename(file) === path.basename(hint.path ?? '')))
				reading.hint();
		},
	});
	return reading;
}

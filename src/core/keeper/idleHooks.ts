// Why sessions are not backed up, where no hook of ours runs.
import { say } from '../base/say';

export type IdleReason = 'notInstalled' | 'disabled' | 'notReadHere' | 'notStrict' | 'launcherMissing';

/** In the words of doctor. */
export function idleSentence(why: IdleReason): string {
	switch (why) {
		case 'notInstalled':
			return say('Session Keeper’s hooks are not installed for this project.');
		case 'disabled':
			return say('The setting "disableAllHooks" turns all hooks off.');
		case 'notReadHere':
			return say('Sessions started in this folder do not read the settings with the hooks.');
		case 'notStrict':
			return say('Claude Code does not read these settings: they have comments or trailing commas.');
		case 'launcherMissing':
			return say('The hook launcher is missing.');
	}
}

// How a list of what can be undone calls each thing.
import { say } from '../base/say';

/** What of an id tells it from others: of one with a time in front, what is behind it. */
export const shortId = (id: string): string => id.replace(/^\d{8}T\d{9}Z-/u, '');

/** A thing with what was done to it. @param action as records name it */
export function doneWords(name: string, action: string): string {
	switch (action) {
		case 'archived':
			return say('{0} (archived)', name);
		case 'expired':
			return say('{0} (expired)', name);
		case 'discarded':
			return say('{0} (discarded)', name);
		case 'accepted':
			return say('{0} (accepted)', name);
		case 'rejected':
			return say('{0} (rejected)', name);
		default:
			return `${name} (${action})`;
	}
}

/** An installation or an uninstallation, by its settings. */
export const hooksWords = (file: string, isInstalled: boolean): string =>
	isInstalled ? say('hooks in {0} (installed)', file) : say('hooks in {0} (uninstalled)', file);

/** Why a change can never be undone. @param folder that it was of */
export const lostWords = (folder: string): Readonly<Record<'message' | 'hint', string>> => ({
	message: say('Its folder is gone: {0}.', folder),
	hint: say('Nothing was changed, and it is no longer listed.'),
});

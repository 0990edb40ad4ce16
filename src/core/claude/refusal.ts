import { say } from '../base/say';
import type { TextRefusal } from './settingsTree';

/** Why a settings file is left alone: what is in it, or what it is. */
export type SettingsRefusal =
	| TextRefusal
	| {
			readonly reason:
				| 'notUtf8'
				| 'tooLarge'
				| 'linkInProject'
				| 'danglingLink'
				| 'notAFile'
				| 'readOnly'
				| 'changedMeanwhile'
				| 'managed';
	  }
	| { readonly reason: 'unreadable' | 'unwritable'; readonly code: string };

/**
 * The refusal in words for people, with the file in it.
 * @param changed what belongs to the same change and was changed before it @param undo id by which that is taken back
 */
export function refusalSentence(
	file: string,
	refusal: SettingsRefusal,
	changed: readonly string[] = [],
	undo?: string,
): string {
	if (changed.length === 0) return say('Refused: {0} {1}. No settings were changed.', file, refusalReason(refusal));
	const half = say(
		'Refused: {0} {1}. Already changed: {2}. Run it again to finish.',
		file,
		refusalReason(refusal),
		changed.join(', '),
	);
	return undo === undefined ? half : `${half} ${say('To undo it: session-keeper undo {0}.', undo)}`;
}

/** What a person can do about a refusal. */
export function refusalHint(refusal: SettingsRefusal): string {
	switch (refusal.reason) {
		case 'linkInProject':
			return say('Replace the link with a file, or choose another scope: --scope user.');
		case 'danglingLink':
			return say('Create the file that the link points to, or remove the link.');
		case 'readOnly':
		case 'unreadable':
		case 'unwritable':
			return say('Allow yourself to write the file, or choose another scope.');
		case 'changedMeanwhile':
			return say('Try again.');
		case 'managed':
			return say('Ask your administrator.');
		default:
			return say('Fix the file, then try again.');
	}
}

/** Behind the name of the file: `is a broken link`. */
export function refusalReason(refusal: SettingsRefusal): string {
	switch (refusal.reason) {
		case 'invalidJson':
			return say('is not valid JSON (line {0})', refusal.line);
		case 'rootNotObject':
			return say('is not a JSON object');
		case 'hooksNotObject':
			return say('has "hooks" that are not an object');
		case 'duplicateHooks':
			return say('has "hooks" twice');
		case 'tooDeep':
			return say('is nested too deeply');
		case 'eventNotArray':
			return say('has an event that is not a list ({0})', refusal.event);
		case 'notUtf8':
			return say('is not UTF-8');
		case 'tooLarge':
			return say('is larger than 16 MB');
		case 'linkInProject':
			return say('is or lies behind a link in the project');
		case 'danglingLink':
			return say('is a broken link');
		case 'notAFile':
			return say('is not a file');
		case 'readOnly':
			return say('is read-only');
		case 'managed':
			return say('is managed by your organization');
		case 'changedMeanwhile':
			return say('was changed by another program');
		case 'unreadable':
			return say('cannot be read ({0})', refusal.code);
		case 'unwritable':
			return say('cannot be written ({0})', refusal.code);
	}
}

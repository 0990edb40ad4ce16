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

/** The refusal as one sentence for people, with the file in it. */
export function refusalSentence(file: string, refusal: SettingsRefusal): string {
	return `Refused: ${file} ${because(refusal)}. Nothing was changed.`;
}

/** What a person can do about a refusal. */
export function refusalHint(refusal: SettingsRefusal): string {
	switch (refusal.reason) {
		case 'linkInProject':
			return 'Replace the link with a file, or choose another scope: --scope user.';
		case 'danglingLink':
			return 'Create the file that the link points to, or remove the link.';
		case 'readOnly':
		case 'unreadable':
		case 'unwritable':
			return 'Allow yourself to write the file, or choose another scope.';
		case 'changedMeanwhile':
			return 'Try again.';
		case 'managed':
			return 'Ask your administrator.';
		default:
			return 'Fix the file, then try again.';
	}
}

function because(refusal: SettingsRefusal): string {
	switch (refusal.reason) {
		case 'invalidJson':
			return `is not valid JSON (line ${refusal.line})`;
		case 'rootNotObject':
			return 'is not a JSON object';
		case 'hooksNotObject':
			return 'has "hooks" that are not an object';
		case 'duplicateHooks':
			return 'has "hooks" twice';
		case 'tooDeep':
			return 'is nested too deeply';
		case 'eventNotArray':
			return `has an event that is not a list (${refusal.event})`;
		case 'notUtf8':
			return 'is not UTF-8';
		case 'tooLarge':
			return 'is larger than 16 MB';
		case 'linkInProject':
			return 'is or lies behind a link in the project';
		case 'danglingLink':
			return 'is a broken link';
		case 'notAFile':
			return 'is not a file';
		case 'readOnly':
			return 'is read-only';
		case 'managed':
			return 'is managed by your organization';
		case 'changedMeanwhile':
			return 'was changed by another program';
		case 'unreadable':
			return `cannot be read (${refusal.code})`;
		case 'unwritable':
			return `cannot be written (${refusal.code})`;
	}
}

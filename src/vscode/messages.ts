// Messages as VS Code shows them, but that no text in them is a link. All of ours go through here.
import { ProgressLocation, window } from 'vscode';
import { withoutLinks } from '../core/base/text';

export const showInformation = inert('showInformationMessage');
export const showWarning = inert('showWarningMessage');
export const showError = inert('showErrorMessage');

/** Says in the status bar what is being done, for as long as it takes. */
export function busy<T>(title: string, work: () => Promise<T>): Promise<T> {
	return Promise.resolve(window.withProgress({ location: ProgressLocation.Window, title }, work));
}

type Show = typeof window.showInformationMessage;

/** The same function, with the same ways to call it, for a message without links. */
function inert(name: 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage'): Show {
	return ((message: string, ...rest: readonly string[]) => window[name](withoutLinks(message), ...rest)) as Show;
}

import * as vscode from 'vscode';
import { MINUTE_MS, shortDuration } from '../core/base/dates';

/** How old something is, in the person's language. @param ms its age in milliseconds. */
export function ageWords(ms: number): string {
	return ms < MINUTE_MS ? vscode.l10n.t('just now') : vscode.l10n.t('{0} old', shortDuration(ms));
}

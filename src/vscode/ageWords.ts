// How old things are, in the person's language.
import * as vscode from 'vscode';
import { MINUTE_MS, shortDuration } from '../core/base/dates';

/** How old something is. @param ms its age in milliseconds. */
export function ageWords(ms: number): string {
	return ms < MINUTE_MS ? vscode.l10n.t('just now') : vscode.l10n.t('{0} old', shortDuration(ms));
}

/** How long ago something was. Both in milliseconds since 1970. */
export function agoWords(atMs: number, nowMs: number): string {
	const ms = Math.max(0, nowMs - atMs);
	return ms < MINUTE_MS ? vscode.l10n.t('just now') : vscode.l10n.t('{0} ago', shortDuration(ms));
}

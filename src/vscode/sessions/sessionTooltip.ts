// What the tooltip of a session says: all that its row has no room for. Loaded when the pointer rests on a row.
import path from 'node:path';
import * as vscode from 'vscode';
import { readableTokens } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import type { ListedSession } from '../../node/sessions/listedSession';

/**
 * Titles and prompts are text out of files: appended as text, so that nothing in them works.
 * @param state in words @param counts how many tokens it used, and how many its context has, in words
 * @param origin what the session is called that it is a fork of, where that is known
 */
export function sessionTooltip(
	session: ListedSession,
	state: string,
	counts: readonly [string, ...string[]],
	origin: string | undefined,
): vscode.MarkdownString {
	const { usedTokens: tokens, forkedFrom, gitBranch } = session;
	const tooltip = new vscode.MarkdownString('', true);
	const row = (icon: string, text: string): void =>
		void tooltip.appendMarkdown(`$(${icon}) `).appendText(text).appendMarkdown('  \n');
	tooltip.appendMarkdown('**').appendText(session.name).appendMarkdown('**\n\n');
	if (session.ownName !== undefined) row('quote', vscode.l10n.t('Its title: {0}', session.saidName));
	if (session.group !== undefined) row('folder-library', session.group);
	if (session.tags.length > 0) row('tag', session.tags.join(', '));
	row('pulse', state);
	if (session.lastPrompt !== undefined) tooltip.appendText(`${session.lastPrompt.text}\n`).appendMarkdown('\n---\n\n');
	row('comment', vscode.l10n.t('Prompts: {0}, compactions: {1}', session.prompts, session.compactions));
	row(
		'symbol-numeric',
		vscode.l10n.t(
			'{0} input, {1} output, {2} cached tokens',
			readableTokens(tokens.input + tokens.cacheWrite),
			readableTokens(tokens.output),
			readableTokens(tokens.cacheRead),
		),
	);
	const [used, context] = counts;
	row('symbol-numeric', used);
	if (context !== undefined) row('dashboard', context);
	if (gitBranch !== undefined) row('git-branch', singleLine(gitBranch));
	if (forkedFrom !== undefined) row('repo-forked', vscode.l10n.t('Fork of {0}', origin ?? singleLine(forkedFrom)));
	if (session.from !== undefined) row('arrow-right', vscode.l10n.t('From {0}', session.from.root));
	if (session.model !== undefined) row('hubot', session.model);
	if (session.firstMessageMs !== undefined) row('calendar', new Date(session.firstMessageMs).toLocaleString());
	row('folder', session.lastCwd ?? session.cwd ?? path.dirname(session.file));
	row('key', session.id);
	return tooltip;
}

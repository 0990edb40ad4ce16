// The frame of a session's page: what stands around the turns.
import * as vscode from 'vscode';
import { escapeHtml } from '../../core/base/shown';
import type { ReaderAction, ReaderWords } from '../../core/reading/readerMessages';
import { READER_STYLE } from '../../core/reading/readerStyle';
import type { PageParts } from '../../core/reading/turnHtml';
import { type PageScript, pageHtml } from '../page';

/** @param name of the session @param script the page's */
export function readerHtml(name: string, script: PageScript): string {
	const words: ReaderWords = {
		hits: vscode.l10n.t('{0} of {1}'),
		manyHits: vscode.l10n.t('{0} of the first {1}'),
		noHits: vscode.l10n.t('Not found'),
		more: vscode.l10n.t('Show more'),
		abandoned: vscode.l10n.t('abandoned'),
	};
	const listed = ' data-listed hidden';
	const buttons = [
		button('resume', vscode.l10n.t('Resume'), ` class="first"${listed}`),
		button('continue', vscode.l10n.t('Continue from Here'), listed),
		button('save', vscode.l10n.t('Save Hand-off'), listed),
		button('park', vscode.l10n.t('Park This')),
		button('files', vscode.l10n.t('Changed Files'), listed),
		button('export', vscode.l10n.t('Export'), listed),
		button('markdown', vscode.l10n.t('Open as Markdown')),
		`<button data-do="find">${escapeHtml(vscode.l10n.t('Find'))}</button>`,
	];
	const body = `<header id="header">
<h1 id="name">${escapeHtml(name)}</h1>
<p class="facts" id="facts"></p>
<div class="bar" role="group" aria-label="${escapeHtml(vscode.l10n.t('Session'))}">${buttons.join('\n')}</div>
<div class="find" id="find" role="search" hidden>
<input type="text" id="find-input" aria-label="${escapeHtml(vscode.l10n.t('Find in this session'))}" placeholder="${escapeHtml(vscode.l10n.t('Find'))}">
<span class="count" id="find-count" role="status"></span>
<button id="find-previous">${escapeHtml(vscode.l10n.t('Previous'))}</button>
<button id="find-next">${escapeHtml(vscode.l10n.t('Next'))}</button>
<button id="find-close">${escapeHtml(vscode.l10n.t('Close'))}</button>
</div>
</header>
<div class="page">
<nav id="nav" aria-label="${escapeHtml(vscode.l10n.t('Turns'))}" hidden><details open><summary>${escapeHtml(vscode.l10n.t('Turns'))}</summary><ol id="turns"></ol></details></nav>
<main id="main" tabindex="-1" aria-label="${escapeHtml(vscode.l10n.t('Conversation'))}" aria-busy="true"></main>
</div>`;
	return pageHtml({ title: name, style: READER_STYLE, body, words, script });
}

/** What the page has that an exported file has not. */
export function readerParts(): PageParts {
	return {
		turnActions: (number) =>
			`<div class="actions">${[
				button('park', vscode.l10n.t('Park This'), label(vscode.l10n.t('Park This: turn {0}', number))),
				button('copy', vscode.l10n.t('Copy'), label(vscode.l10n.t('Copy: turn {0}', number))),
				button('link', vscode.l10n.t('Copy Link'), label(vscode.l10n.t('Copy Link: turn {0}', number))),
			].join('')}</div>`,
		agentAction,
	};
}

/** The same for what a subagent did: its turns are not the session's. */
export function agentParts(): PageParts {
	return { turnActions: () => '', agentAction };
}

function agentAction(id: string): string {
	return `<button class="agent-open" data-agent="${escapeHtml(id)}" aria-expanded="false">${escapeHtml(vscode.l10n.t('What the subagent did'))}</button>`;
}

/** @param more attributes */
function button(what: ReaderAction, words: string, more = ''): string {
	return `<button data-do="${what}"${more}>${escapeHtml(words)}</button>`;
}

/** What a screen reader says, where the words alone stand on many buttons. It begins with the words. */
function label(text: string): string {
	return ` aria-label="${escapeHtml(text)}"`;
}

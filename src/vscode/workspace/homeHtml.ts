// Home as HTML: sections, each with a heading, rows and buttons. Every text goes through `escapeHtml`. A button carries a key;
// what it does stays here, so the page can start nothing that does not stand on it.
import * as vscode from 'vscode';
import { escapeHtml } from '../../core/base/shown';
import { singleLine } from '../../core/base/text';
import type { HomeSection } from '../../core/workspace/homeMessages';
import { type CommandId, NEEDS_TRUST } from '../contributions';
import { type ArgumentsOf, callCommand } from '../commandArguments';
import { type PageScript, pageHtml } from '../page';
import { PAGE_STYLE } from '../pageStyle';

/** What can be done with something. */
export interface HomeAction {
	/** Names it among all of the page, and stays the same for as long as it does the same. */
	readonly key: string;
	readonly label: string;
	/** What a screen reader says, where the label alone could mean any row. */
	readonly spoken?: string;
	/** Nobody is led to it: it looks like any other. */
	readonly isMinor?: boolean;
	/** It writes or runs something: not offered in Restricted Mode. */
	readonly needsTrust: boolean;
	readonly run: () => PromiseLike<unknown>;
}

/** One thing, with a line below its title and what can be done with it. The first action is the one to expect. */
export interface HomeRow {
	/** What kind of thing it is, in a word. */
	readonly kind?: string;
	readonly title: string;
	/** What the title itself opens. */
	readonly opens?: HomeAction;
	readonly details: readonly string[];
	readonly actions?: readonly HomeAction[];
	readonly isUrgent?: boolean;
}

export interface HomePart {
	readonly id: string;
	readonly title: string;
	/** Stands beside the title; nothing for none. */
	readonly count?: number;
	/** Nothing before it was looked. */
	readonly rows: readonly HomeRow[] | undefined;
	/** Said in place of rows. */
	readonly empty: string;
	/** What belongs to none of the rows. */
	readonly actions: readonly HomeAction[];
}

/** An action that is one of our commands. @param subject what it is about, as part of the key. */
export function calling<Id extends CommandId>(
	id: Id,
	label: string,
	subject: string,
	...args: ArgumentsOf<Id>
): HomeAction {
	return { key: `${id} ${subject}`, label, needsTrust: NEEDS_TRUST.has(id), run: () => callCommand(id, ...args) };
}

/** An action that is a command of VS Code. */
export function editorCommand(id: string, label: string, ...args: readonly string[]): HomeAction {
	const key = [id, ...args].join(' ');
	return { key, label, needsTrust: false, run: () => vscode.commands.executeCommand(id, ...args) };
}

/** @param note is given each action that the page offers. */
export function sectionOf(part: HomePart, isTrusted: boolean, note: (action: HomeAction) => void): HomeSection {
	const { id, title, count, rows, empty, actions } = part;
	const offer = (action: HomeAction, kind: string): string => {
		if (action.needsTrust && !isTrusted) return '';
		note(action);
		const spoken = action.spoken === undefined ? '' : ` aria-label="${text(action.spoken)}"`;
		return `<button type="button" class="${kind}" data-run="${escapeHtml(action.key)}"${spoken}>${text(action.label)}</button>`;
	};
	const body =
		rows === undefined
			? `<p class="quiet">${text(vscode.l10n.t('Looking…'))}</p>`
			: rows.length === 0
				? `<p class="quiet">${text(empty)}</p>`
				: `<ul>${rows.map((row) => rowHtml(row, offer)).join('')}</ul>`;
	const foot = actions.map((action) => offer(action, 'second')).join('');
	const badge = count === undefined || count === 0 ? '' : ` <span class="count">${count}</span>`;
	return {
		id,
		html: `<h2>${text(title)}${badge}</h2>${body}${foot === '' ? '' : `<p class="foot">${foot}</p>`}`,
	};
}

function rowHtml(
	{ kind, title, opens, details, actions = [], isUrgent }: HomeRow,
	offer: (action: HomeAction, kind: string) => string,
): string {
	const named = opens === undefined ? text(title) : offer({ ...opens, label: title }, 'title');
	const buttons = actions
		.map((action, at) =>
			offer(
				{ ...action, spoken: `${action.label} ${title}` },
				at === 0 && action.isMinor !== true ? 'first' : 'second',
			),
		)
		.join('');
	return `<li${isUrgent === true ? ' class="urgent"' : ''}><div class="what">${
		kind === undefined ? '' : `<span class="kind">${text(kind)}</span> `
	}<span class="name">${named}</span>${details.map((line) => `<p class="quiet">${text(line)}</p>`).join('')}</div>${
		buttons === '' ? '' : `<div class="acts">${buttons}</div>`
	}</li>`;
}

/** The whole page. @param folders names of the open ones. @param script the page's. */
export function homeHtml(
	sections: readonly HomeSection[],
	folders: string,
	isTrusted: boolean,
	script: PageScript,
): string {
	const note = isTrusted
		? ''
		: `<p class="quiet">${text(vscode.l10n.t('In Restricted Mode, Session Keeper is read-only.'))}</p>`;
	const column = (isAside: boolean): string =>
		`<div>${sections
			.filter(({ id }) => ASIDE.includes(id) === isAside)
			.map(sectionHtml)
			.join('\n')}</div>`;
	const header = `<header><h1>${text(vscode.l10n.t('Session Keeper'))}</h1><p class="quiet">${text(folders)}</p>${note}</header>`;
	return pageHtml({
		title: vscode.l10n.t('Session Keeper Home'),
		style: PAGE_STYLE + STYLE,
		body: `<main>${header}\n${column(false)}\n${column(true)}\n</main>`,
		script,
	});
}

const STYLE = `#recent .name,
#safety .name {
	font-weight: 400;
}
@media (min-width: 60rem) {
	main {
		grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
		column-gap: 2.5rem;
		align-items: start;
	}
}
`;

/** What stands beside the rest, where there is room. */
const ASIDE: readonly string[] = ['recent', 'safety', 'more'];

function sectionHtml({ id, html }: HomeSection): string {
	return `<section id="${id}" tabindex="-1">${html}</section>`;
}

function text(value: string): string {
	return escapeHtml(singleLine(value));
}

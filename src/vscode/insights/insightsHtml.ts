// The frame of the page Insights. The plots in it are drawn by its script.
import * as vscode from 'vscode';
import { escapeHtml } from '../../core/base/shown';
import { SPANS } from '../../core/insights/insights';
import type { InsightsWords } from '../../core/insights/insightsMessages';
import { type PageScript, pageHtml } from '../page';
import { PAGE_STYLE } from '../pageStyle';

/** @param script the page's */
export function insightsHtml(script: PageScript): string {
	const words: InsightsWords = {
		all: vscode.l10n.t('All'),
		numbers: vscode.l10n.t('Numbers'),
		copy: vscode.l10n.t('Copy as CSV'),
		save: vscode.l10n.t('Save as CSV…'),
		largest: vscode.l10n.t('{0}. Most: {1}, {2}. The numbers are in the table that follows.'),
	};
	const spans = SPANS.map((days) => [
		String(days),
		days === 365 ? vscode.l10n.t('Last Year') : vscode.l10n.t('Last {0} Days', days),
	]);
	const body = `<main>
<header>
<h1>${text(vscode.l10n.t('Insights'))}</h1>
<form aria-label="${text(vscode.l10n.t('Filters'))}">
<fieldset id="filters" class="filters" disabled>
${field('days', vscode.l10n.t('Time'), [...spans, ['', vscode.l10n.t('All')]])}
${field('project', vscode.l10n.t('Project'))}
${field('model', vscode.l10n.t('Model'))}
${field('tokensBy', vscode.l10n.t('Tokens By'), [
	['kind', vscode.l10n.t('Kind')],
	['model', vscode.l10n.t('Model')],
])}
</fieldset>
</form>
<dl id="totals"></dl>
<p id="progress" class="quiet" role="status">${text(vscode.l10n.t('Reading the sessions…'))}</p>
</header>
<div id="plots" aria-busy="true"></div>
<footer id="notes"></footer>
</main>`;
	return pageHtml({ title: vscode.l10n.t('Session Keeper Insights'), style: PAGE_STYLE + STYLE, body, words, script });
}

function field(id: string, name: string, choices: readonly (readonly string[])[] = []): string {
	const options = choices.map(([value = '', label = '']) => `<option value="${text(value)}">${text(label)}</option>`);
	return `<span><label for="${id}">${text(name)}</label> <select id="${id}">${options.join('')}</select></span>`;
}

const text = escapeHtml;

const STYLE = `
main {
	display: block;
	max-width: 110rem;
}
.filters {
	display: flex;
	flex-wrap: wrap;
	gap: 0.5rem 1.2rem;
	min-width: 0;
	margin: 0.8rem 0 0;
	padding: 0;
	border: 0;
}
.filters span {
	display: inline-flex;
	align-items: center;
	gap: 0.5em;
	max-width: 100%;
	color: var(--vscode-descriptionForeground);
}
select {
	font: inherit;
	min-width: 0;
	max-width: 16rem;
	padding: 0.15rem 0.3rem;
	border-radius: 4px;
	color: var(--vscode-dropdown-foreground);
	background: var(--vscode-dropdown-background);
	border: 1px solid var(--vscode-dropdown-border, transparent);
}
dl {
	display: flex;
	flex-wrap: wrap;
	gap: 0.6rem 2.4rem;
	margin: 1.4rem 0 0;
}
dl > div {
	display: flex;
	flex-direction: column-reverse;
}
dt {
	color: var(--vscode-descriptionForeground);
}
dd {
	margin: 0;
	font-size: 1.7em;
	font-weight: 600;
	line-height: 1.2;
}
#plots {
	display: grid;
	grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr));
	gap: 0 2rem;
	align-items: start;
}
section {
	min-width: 0;
}
h2 {
	margin: 0;
}
.chart {
	height: 14rem;
	margin-top: 0.4rem;
}
summary {
	width: max-content;
	max-width: 100%;
	cursor: pointer;
	color: var(--vscode-descriptionForeground);
}
.legend {
	display: flex;
	flex-wrap: wrap;
	gap: 0.1rem 1rem;
	font-size: 0.92em;
}
.legend:empty {
	display: none;
}
.swatch {
	display: inline-block;
	width: 0.75em;
	height: 0.75em;
	margin-right: 0.45em;
	border-radius: 2px;
}
.under {
	display: flex;
	flex-wrap: wrap;
	gap: 0.5rem;
	align-items: baseline;
	margin-top: 0.5rem;
}
details {
	flex: 1 1 auto;
	min-width: 0;
}
details[open] {
	flex-basis: 100%;
}
.under > button {
	font-size: 0.9em;
}
.table {
	max-height: 20rem;
	margin-top: 0.4rem;
	overflow: auto;
}
table {
	border-collapse: collapse;
	font-variant-numeric: tabular-nums;
}
th,
td {
	padding: 0.15rem 1.2rem 0.15rem 0;
	text-align: right;
	white-space: nowrap;
	border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
}
th {
	font-weight: 400;
}
thead th {
	position: sticky;
	top: 0;
	color: var(--vscode-descriptionForeground);
	background: var(--vscode-editor-background);
}
th:first-child {
	text-align: left;
}
td,
table .title {
	font-weight: 400;
}
select:focus-visible,
summary:focus-visible,
.table:focus-visible {
	outline: 2px solid var(--vscode-focusBorder);
	outline-offset: 2px;
}
footer {
	margin-top: 2rem;
}
[hidden] {
	display: none !important;
}
`;

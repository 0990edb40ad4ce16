// The doctor's page as HTML. Every text goes through `escapeHtml`; colours and fonts are those of the person's theme.
import * as vscode from 'vscode';
import { localDate, localTime } from '../../core/base/dates';
import type { DoctorFinding, Fix } from '../../core/hooks/doctor/finding';
import type { DoctorFacts, SettingsFacts } from '../../core/hooks/doctorFacts';
import { type DoctorReport, type HookRow, stateOfSettings } from '../../core/hooks/doctorReport';
import { refusalSentence } from '../../core/claude/refusal';
import { escapeHtml } from '../../core/base/shown';
import { singleLine } from '../../core/base/text';
import { COMMANDS } from '../contributions';
import { pageHtml } from '../page';

export interface DoctorPage {
	readonly report: DoctorReport;
	readonly facts: Pick<DoctorFacts, 'options' | 'plugin'>;
	/** The folder that was examined. */
	readonly folder: string;
	readonly nowMs: number;
	/** Whether each hook was started once. */
	readonly isProbing: boolean;
	/** The address of a command. */
	readonly link: (command: string, args: readonly string[]) => string;
}

export function doctorHtml(page: DoctorPage): string {
	const sections = [
		headOf(page),
		...page.report.findings.map((finding) => findingCard(page, finding)),
		hooksTable(page),
		settingsTable(page),
		actionsOf(page),
	];
	return pageHtml({
		title: vscode.l10n.t('Check Hooks'),
		style: STYLE,
		body: `<main>${sections.join('\n')}</main>`,
	});
}

function headOf({ report, folder, nowMs, isProbing }: DoctorPage): string {
	const { verdict: kind, errors, warnings } = report;
	const words = {
		good: vscode.l10n.t('All checks passed.'),
		warning: vscode.l10n.t('No errors. Warnings: {0}', warnings),
		error: vscode.l10n.t('Errors: {0}, warnings: {1}', errors, warnings),
	};
	return `<header><h1>${text(vscode.l10n.t('Check Hooks'))}</h1>
<p class="verdict ${kind}"><span class="mark" aria-hidden="true">${MARKS[kind]}</span>${text(words[kind])}</p>
<p class="quiet">${text(folder)} · ${text(vscode.l10n.t('Checked {0} {1}', localDate(nowMs), localTime(nowMs)))}</p>
${isProbing ? '' : `<p class="quiet">${text(vscode.l10n.t('In Restricted Mode, hooks are not tested.'))}</p>`}</header>`;
}

function findingCard(page: DoctorPage, { severity, code, message, evidence, fix, hint }: DoctorFinding): string {
	const word = severity === 'error' ? vscode.l10n.t('Error') : vscode.l10n.t('Warning');
	return `<section class="finding ${severity}" aria-label="${text(`${word}: ${message}`)}">
<h2><span class="mark" aria-hidden="true">${MARKS[severity]}</span>${text(message)}</h2>
<p class="evidence">${text(evidence)}</p>
${hint === undefined ? '' : `<p class="hint">${text(hint)}</p>`}
${fix === undefined ? '' : fixRow(page, fix)}
<p class="code" title="${text(vscode.l10n.t('Finding ID'))}">${text(code)}</p>
</section>`;
}

function fixRow(page: DoctorPage, fix: Fix): string {
	const command = fix.cli === '' ? '' : `<code>session-keeper ${text(fix.cli)}</code>`;
	const or = command === '' ? '' : `<span class="quiet">${text(vscode.l10n.t('or in a terminal'))}</span>`;
	return `<p class="fix">${button(page, fixLabel(fix), fix.command, fix.args)}${or}${command}</p>`;
}

function fixLabel({ command, args }: Fix): string {
	if (command === COMMANDS.uninstallHooks) return vscode.l10n.t('Uninstall…');
	if (command === COMMANDS.runDoctor) return vscode.l10n.t('Check Again');
	if (command === COMMANDS.createBackup) return vscode.l10n.t('Back Up Now');
	if (command === 'vscode.open') return vscode.l10n.t('Open File');
	if (command !== COMMANDS.installHooks) return vscode.l10n.t('Show Backups');
	if (args[1] === 'strict') return vscode.l10n.t('Remove Comments…');
	if (args[1] === 'cleanup') return vscode.l10n.t('Keep Transcripts Longer…');
	return vscode.l10n.t('Install Hooks…');
}

function hooksTable({ report }: DoctorPage): string {
	const rows = report.hooks.map(({ event, scopes, probe, last }) => [
		event,
		scopes.length === 0 ? '–' : scopes.map(scopeWords).join(', '),
		startWords(probe),
		last === undefined ? vscode.l10n.t('never') : firedWords(last.ts, last.ms),
		singleLine(last?.outcome ?? '–'),
	]);
	return tableOf(
		vscode.l10n.t('Hooks'),
		[
			vscode.l10n.t('Hook'),
			vscode.l10n.t('Installed'),
			vscode.l10n.t('Startup time'),
			vscode.l10n.t('Last run'),
			vscode.l10n.t('Result'),
		],
		rows.map((row) => row.map(text)),
	);
}

function startWords(probe: HookRow['probe']): string {
	if (probe === undefined) return '–';
	return probe.node === undefined
		? vscode.l10n.t('did not run')
		: vscode.l10n.t('{0} ms, Node {1}', Math.round(probe.ms), probe.node);
}

function firedWords(ts: string, ms: number): string {
	const at = Date.parse(ts);
	return vscode.l10n.t('{0} {1}, in {2} ms', localDate(at), localTime(at), ms);
}

function settingsTable({ report, facts, link }: DoctorPage): string {
	const rows = report.settings.map((each) => [
		text(scopeWords(each.scope)),
		text(stateWords(each)),
		// A file that may not be there is no link.
		stateOfSettings(each) === 'none'
			? text(each.file)
			: `<a href="${text(link('vscode.open', [each.file]))}">${text(each.file)}</a>`,
	]);
	const yes = (isOn: boolean): string => (isOn ? vscode.l10n.t('on') : vscode.l10n.t('off'));
	const plugin =
		facts.plugin === undefined
			? []
			: [[vscode.l10n.t('plugin {0}', facts.plugin.name), vscode.l10n.t('turned on'), facts.plugin.file]];
	const beside = [
		[vscode.l10n.t('Slash commands in Claude Code'), yes(facts.options.commands), ''],
		[vscode.l10n.t('Project context'), yes(facts.options.imports), '.claude/CLAUDE.md'],
		[vscode.l10n.t('Parking by Claude'), yes(facts.options.parkingRule), ''],
		[vscode.l10n.t('No permission prompts for parking, saving, resuming and listing'), yes(facts.options.rules), ''],
		[vscode.l10n.t('Context from the previous session'), yes(facts.options.context !== 'off'), ''],
	];
	return tableOf(
		vscode.l10n.t('Claude Code settings'),
		[vscode.l10n.t('Scope'), vscode.l10n.t('State'), vscode.l10n.t('File')],
		[...rows, ...[...plugin, ...beside].map((row) => row.map(text))],
	);
}

function scopeWords(scope: SettingsFacts['scope']): string {
	const words: Record<SettingsFacts['scope'], string> = {
		local: vscode.l10n.t('project (local)'),
		project: vscode.l10n.t('project (shared)'),
		user: vscode.l10n.t('user'),
		managed: vscode.l10n.t('organization'),
	};
	return words[scope];
}

function stateWords(settings: SettingsFacts): string {
	const { refusal, file } = settings;
	if (refusal !== undefined) return refusalSentence(file, refusal);
	const words = {
		refused: '',
		outdated: vscode.l10n.t('installed, other version'),
		installed: vscode.l10n.t('installed'),
		none: vscode.l10n.t('not installed'),
	};
	return words[stateOfSettings(settings)];
}

function actionsOf(page: DoctorPage): string {
	const actions: readonly (readonly [string, string])[] = [
		[vscode.l10n.t('Check Again'), COMMANDS.runDoctor],
		[vscode.l10n.t('Install Hooks…'), COMMANDS.installHooks],
		...(page.report.isInSettings
			? ([
					[vscode.l10n.t('Repair…'), COMMANDS.repairHooks],
					[vscode.l10n.t('Uninstall…'), COMMANDS.uninstallHooks],
				] as const)
			: []),
	];
	return `<nav>${actions.map(([label, command]) => button(page, label, command, [], 'second')).join('')}</nav>`;
}

function button(page: DoctorPage, label: string, command: string, args: readonly string[], kind = ''): string {
	return `<a class="button ${kind}" role="button" href="${text(page.link(command, args))}">${text(label)}</a>`;
}

/** @param rows of HTML. */
function tableOf(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
	const head = heads.map((each) => `<th scope="col">${text(each)}</th>`).join('');
	const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
	return `<h3>${text(title)}</h3>\n<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function text(value: string): string {
	return escapeHtml(singleLine(value));
}

const MARKS = { good: '✓', warning: '⚠', error: '✗' } as const;

const STYLE = `
body { padding: 0; color: var(--vscode-foreground); font: var(--vscode-font-size)/1.5 var(--vscode-font-family); }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
h1 { font-size: 1.6em; font-weight: 600; margin: 0 0 .3rem; }
h2 { font-size: 1.05em; font-weight: 600; margin: 0; }
h3 { font-size: 1.1em; font-weight: 600; margin: 2rem 0 .4rem; }
p { margin: .3rem 0; }
.quiet, .code { color: var(--vscode-descriptionForeground); }
.verdict { font-size: 1.15em; }
.mark { display: inline-block; width: 1.5em; font-weight: 700; }
.good .mark { color: var(--vscode-testing-iconPassed); }
.warning .mark { color: var(--vscode-editorWarning-foreground); }
.error .mark { color: var(--vscode-editorError-foreground); }
.finding { position: relative; margin: 1rem 0; padding: .8rem 1rem; border-radius: 6px; border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); border-left-width: 4px; background: var(--vscode-editorWidget-background); }
.finding.error { border-left-color: var(--vscode-editorError-foreground); }
.finding.warning { border-left-color: var(--vscode-editorWarning-foreground); }
.evidence { margin-left: 1.6em; overflow-wrap: anywhere; color: var(--vscode-descriptionForeground); }
.hint { margin-left: 1.6em; overflow-wrap: anywhere; }
.fix { margin: .6rem 0 0 1.6em; display: flex; flex-wrap: wrap; gap: .7rem; align-items: center; }
.code { position: absolute; top: .8rem; right: 1rem; margin: 0; font: .85em var(--vscode-editor-font-family); }
.finding h2 { padding-right: 9rem; }
@media (max-width: 30rem) { .code { position: static; margin-top: .6rem; } .finding h2 { padding-right: 0; } .evidence, .hint, .fix { margin-left: 0; } }
code { font-family: var(--vscode-editor-font-family); color: inherit; background: var(--vscode-textCodeBlock-background); padding: .2rem .5rem; border-radius: 4px; user-select: all; }
.button { display: inline-block; padding: .25rem .9rem; border-radius: 4px; text-decoration: none; color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: 1px solid var(--vscode-button-border, transparent); }
.button:hover { background: var(--vscode-button-hoverBackground); color: var(--vscode-button-foreground); }
.button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.button.second { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); }
.button.second:hover { background: var(--vscode-button-secondaryHoverBackground); }
nav { display: flex; flex-wrap: wrap; gap: .7rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--vscode-descriptionForeground); }
th, td { padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); vertical-align: top; overflow-wrap: anywhere; }
`;

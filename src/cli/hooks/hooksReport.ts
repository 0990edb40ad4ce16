// What `hooks status` and `hooks doctor` say, for people and as documents.
import { stampOf } from '../../core/base/dates';
import type { DoctorFinding } from '../../core/hooks/doctor/finding';
import {
	type DoctorFacts,
	type InstalledFacts,
	type SettingsFacts,
	hasOurs,
	isInstalled,
	probesOf,
} from '../../core/hooks/doctorFacts';
import { idleSentence } from '../../core/keeper/idleHooks';
import { whyIdle } from '../../core/hooks/whyIdle';
import { type HookRow, doctorReport, hookRows, stateOfSettings } from '../../core/hooks/doctorReport';
import { SLASH_COMMANDS } from '../../core/claude/slashCommands';
import { refusalReason } from '../../core/claude/refusal';
import { counted, singleLine } from '../../core/base/text';
import { ageMark } from '../base/ages';
import type { Answer } from '../io';

/** What is installed where. No judgement, so always a success. */
export function statusAnswer(facts: InstalledFacts): Answer {
	const settings = facts.settings.filter(({ scope }) => scope !== 'managed');
	const hooks = hookRows(facts);
	return {
		text: [
			headline(facts),
			...settings.map((each) => `- ${each.scope}: ${stateOf(each)} — ${each.file}`),
			...(facts.plugin === undefined ? [] : [`- plugin: ${singleLine(facts.plugin.name)} — ${facts.plugin.file}`]),
			...hooks.map((row) => `- ${row.event}: ${lastFiring(row)}`),
			`- imports in .claude/CLAUDE.md: ${facts.options.imports ? 'yes' : 'no'}`,
			`- slash commands and skills: ${facts.options.commandCount} of ${SLASH_COMMANDS.length}`,
			`- permission rules: ${facts.options.rules ? 'yes' : 'no'}`,
			`- parking rule: ${facts.options.parkingRule ? 'on' : 'off'}`,
			`- context of the session before: ${facts.options.context}`,
		].join('\n'),
		json: {
			isInstalled: isInstalled(facts),
			plugin: facts.plugin === undefined ? null : { name: facts.plugin.name, file: facts.plugin.file },
			launcher: { file: facts.launcher.file, isInstalled: facts.launcher.isInstalled },
			settings: settings.map((each) => ({
				scope: each.scope,
				file: each.file,
				refused: each.refusal?.reason ?? null,
				isReadByClaude: each.isReadByClaude,
				isReadHere: each.isReadHere,
				current: each.current,
				outdated: each.outdated,
				installedAt: stampOf(each.installedMs),
			})),
			options: facts.options,
			lastFirings: hooks.map(({ event, last }) => ({
				event,
				ts: last?.ts ?? null,
				session: last?.session ?? null,
				ms: last?.ms ?? null,
			})),
		},
		// Where settings or a plugin say it, the clock says nothing more.
		...(facts.sessions.length === 0 && { holdsUntilMs: Infinity }),
	};
}

function headline(facts: InstalledFacts): string {
	const ours = facts.settings.filter(hasOurs);
	if (!isInstalled(facts)) return 'The hooks are not installed: session-keeper hooks install';
	if (facts.plugin === undefined && ours.length === 0)
		return 'The hooks fire in a session that runs, though no settings here name them.';
	const why = whyIdle(facts);
	if (why === undefined) return 'The hooks are installed.';
	return why === 'notReadHere'
		? 'The hooks are installed, but sessions that are started in this folder do not read them: session-keeper hooks install'
		: `The hooks are installed, but do not run. ${idleSentence(why)} What helps: session-keeper hooks doctor`;
}

/** What is wrong, and what mends it. Findings are no success. */
export function doctorAnswer(facts: DoctorFacts, nowMs: number): Answer {
	const { findings, hooks } = doctorReport(facts, nowMs);
	const probes = probesOf(facts);
	const times = hooks.flatMap((row) => {
		if (row.probe === undefined) return [];
		const { ms, node } = row.probe;
		const start = node === undefined ? 'did not run' : `starts in ${Math.round(ms)} ms on Node ${node}`;
		return [`- ${row.event}: ${start}, ${lastFiring(row)}`];
	});
	return {
		text: [
			findings.length === 0 ? 'All hook checks passed.' : `${counted(findings.length, 'problem')}:`,
			...findings.flatMap(findingLines),
			...(times.length === 0 ? [] : ['', ...times]),
		].join('\n'),
		json: {
			findings: findings.map(({ code, severity, message, evidence, fix, hint }) => ({
				code,
				severity,
				message,
				evidence,
				fix: fix === undefined ? null : { command: fix.command, args: fix.args, cli: fix.cli === '' ? null : fix.cli },
				hint: hint ?? null,
			})),
			probes: probes.map(({ event, ms, node, exitCode }) => ({
				event,
				ms: Math.round(ms),
				node: node ?? null,
				exitCode: exitCode ?? null,
			})),
		},
		exitCode: findings.length === 0 ? 0 : 1,
	};
}

function findingLines({ code, severity, message, evidence, fix, hint }: DoctorFinding): readonly string[] {
	return [
		'',
		`${severity === 'error' ? '✗' : '⚠'} ${message} [${code}]`,
		`  ${evidence}`,
		...(fix === undefined || fix.cli === '' ? [] : [`  Fix: session-keeper ${fix.cli}`]),
		...(hint === undefined ? [] : [`  ${singleLine(hint)}`]),
	];
}

function stateOf(settings: SettingsFacts): string {
	const { refusal, current } = settings;
	if (refusal !== undefined) return `unknown, because it ${refusalReason(refusal)}`;
	const state = stateOfSettings(settings);
	return state === 'outdated' ? 'of another version' : state === 'none' ? 'none' : current.join(', ');
}

function lastFiring({ last }: HookRow): string {
	if (last === undefined) return 'has not run yet';
	return `last ran ${ageMark(Date.parse(last.ts) || 0)} (${last.ms} ms, ${last.outcome})`;
}

// What is wrong with the hooks, judged from facts. Each finding says how it is known and what mends it.
import { singleLine } from '../text';
import type { DoctorFacts, LauncherFacts, SessionFacts, SettingsFacts } from './doctorFacts';
import { HOUSEKEEPING_EVENT } from './hookLog';
import { HOOK_EVENTS } from './launcherCommand';
import { type SettingsRefusal, refusalHint, refusalSentence } from './refusal';

export type Severity = 'error' | 'warning';

export interface Finding {
	/** Stable, for scripts and for the editor. */
	readonly code: string;
	readonly severity: Severity;
	/** One sentence for people. */
	readonly message: string;
	/** How it is known: a file, a session, a number. */
	readonly evidence: string;
	/** What mends it, where something of ours does. */
	readonly fix: Fix | undefined;
	/** What a person does, in words: where no command of ours mends it, or not all of it. A finding has a fix or this. */
	readonly hint: string | undefined;
}

export interface Fix {
	/** Id of the command in VS Code, and its arguments. */
	readonly command: string;
	readonly args: readonly string[];
	/** The words after `session-keeper`; empty where only the button has it. */
	readonly cli: string;
}

/** Claude Code waits for a hook. Slower than this, a person notices. Milliseconds. */
const SLOW_MS = 2_000;
/** After its last line a session may still be about to end. */
const SETTLED_MS = 60_000;
/** A compaction takes its time between the hook and the line in the transcript. */
const COMPACTION_MS = 15 * 60_000;
/** In so long a session at least one turn came to its end. */
const TALK_MS = 10 * 60_000;
/** Claude Code's own default, in days. */
export const DEFAULT_CLEANUP_DAYS = 30;

/** All findings, errors first. None means that everything that can be proven works. */
export function diagnose(facts: DoctorFacts, nowMs: number): readonly Finding[] {
	const findings = [
		...facts.settings.flatMap(settingsFindings),
		...installationFindings(facts),
		...launcherFindings(facts),
		...firingFindings(facts, nowMs),
		...surroundingFindings(facts),
	];
	return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

/** Whether hooks of ours are in any settings that Claude Code reads, or a plugin brings them. */
export function isInstalled(facts: DoctorFacts): boolean {
	return facts.plugin !== undefined || facts.settings.some(hasOurs);
}

/** Whether hooks that we installed are no longer in the settings, though nobody uninstalled them. (One that is missing
 * beside others is one that an older version of ours did not know.) */
export function isStripped(settings: SettingsFacts): boolean {
	return settings.refusal === undefined && settings.installedMs !== undefined && !hasOurs(settings);
}

function missingEvents({ current, outdated }: SettingsFacts): readonly string[] {
	return HOOK_EVENTS.map(({ event }) => event).filter((event) => !current.includes(event) && !outdated.includes(event));
}

function settingsFindings(settings: SettingsFacts): readonly Finding[] {
	const { file, scope, refusal } = settings;
	const found: Finding[] = [];
	if (refusal !== undefined)
		return [
			finding(
				'settingsUnreadable',
				'error',
				refusalSentence(file, refusal),
				file,
				isOpenable(refusal) ? open(file) : undefined,
				refusalHint(refusal),
			),
		];
	if (!settings.isReadByClaude)
		found.push(
			finding(
				'settingsNotStrict',
				'error',
				'Claude Code does not read these settings: they have comments or trailing commas.',
				file,
				scope === 'managed' ? undefined : install(scope, '--strict-json'),
				scope === 'managed' ? ORGANISATION : undefined,
			),
		);
	if (settings.disablesHooks)
		found.push(
			finding(
				'hooksDisabled',
				'error',
				'The setting "disableAllHooks" turns all hooks off.',
				file,
				open(file),
				scope === 'managed' ? ORGANISATION : `In ${file}, take out "disableAllHooks" or set it to false.`,
			),
		);
	if (settings.unknownKinds.length > 0)
		found.push(
			finding(
				'unknownHooks',
				'warning',
				'There are hooks of a kind that Claude Code does not know; older versions then drop all hooks of the file.',
				`${file}: ${settings.unknownKinds.map(singleLine).join(', ')}`,
				open(file),
				scope === 'managed' ? ORGANISATION : `In ${file}, take these out of "hooks", or bring Claude Code up to date.`,
			),
		);
	if (scope === 'managed') return found;
	const missing = missingEvents(settings);
	if (isStripped(settings))
		found.push(
			finding(
				'hooksStripped',
				'error',
				`Somebody took our hooks out of the settings, as a running session does: ${missing.join(', ')}.`,
				`${file}, installed ${new Date(settings.installedMs ?? 0).toISOString()}`,
				install(scope),
			),
		);
	else if (settings.outdated.length > 0 || (hasOurs(settings) && missing.length > 0))
		found.push(
			finding(
				'hooksOutdated',
				'warning',
				'The hooks in the settings are those of another version, or not all there.',
				`${file}: ${[...settings.outdated, ...missing].join(', ')}`,
				install(scope),
			),
		);
	return found;
}

function installationFindings(facts: DoctorFacts): readonly Finding[] {
	const ours = facts.settings.filter(hasOurs);
	const { plugin } = facts;
	if (plugin !== undefined) {
		const scope = ours[0]?.scope;
		if (scope === undefined || scope === 'managed') return [];
		const message = 'The hooks run twice: as a plugin of Claude Code, and out of the settings.';
		const evidence = `${singleLine(plugin.name)} in ${plugin.file}, and ${filesOf(ours)}`;
		return [finding('installedTwice', 'warning', message, evidence, uninstall(scope))];
	}
	if (ours.length === 0) {
		const message = 'No hooks of ours are installed for this project.';
		return facts.settings.some(isStripped)
			? []
			: [finding('notInstalled', 'warning', message, filesOf(facts.settings), install('local'))];
	}
	// The settings of a person and of a project on this machine have the same words, which Claude Code runs once.
	const isTwice = ours.length > 1 && ours.some(({ scope }) => scope === 'project');
	const message = 'The hooks are installed twice and run twice: in the shared settings of the project, and elsewhere.';
	return isTwice ? [finding('installedTwice', 'warning', message, filesOf(ours), uninstall('project'))] : [];
}

function launcherFindings(facts: DoctorFacts): readonly Finding[] {
	const scope = facts.settings.find(hasOurs)?.scope;
	if (scope === undefined && facts.pluginLauncher !== undefined) {
		// Nothing of ours mends what Claude Code keeps.
		const name = singleLine(facts.plugin?.name ?? '');
		const hint = `The hooks come from the plugin ${name}. In Claude Code, look at /plugin: bring it up to date, or uninstall it and install it again.`;
		return runFindings(facts.pluginLauncher, undefined, hint);
	}
	return scope === undefined || scope === 'managed' ? [] : runFindings(facts.launcher, install(scope));
}

/** Whether a launcher is there, and each hook runs with it. @param fix what mends it. */
function runFindings(facts: LauncherFacts, fix: Fix | undefined, hint?: string): readonly Finding[] {
	const { isInstalled, file, damaged } = facts;
	if (!isInstalled) return [finding('launcherMissing', 'error', 'The launcher of the hooks is gone.', file, fix, hint)];
	if (damaged.length === 0) return probeFindings(facts, fix, hint);
	const files = damaged.map(({ name, isMissing }) => `${singleLine(name)} (${isMissing ? 'missing' : 'changed'})`);
	const message = 'Files of the hooks are missing, or are not those that were installed: a hook that needs them fails.';
	const evidence = `beside ${file}: ${files.join(', ')}`;
	return [finding('hooksDamaged', 'error', message, evidence, fix, hint), ...probeFindings(facts, fix, hint)];
}

function probeFindings(
	{ file, probes }: LauncherFacts,
	fix: Fix | undefined,
	hint: string | undefined,
): readonly Finding[] {
	if (probes.length > 0 && probes.every(({ node }) => node === undefined))
		return [
			finding(
				'noRuntime',
				'error',
				'No hook runs: the launcher is damaged, or it finds no Node 18 or newer on the PATH and no runtime of VS Code.',
				file,
				fix,
				hint,
			),
		];
	return probes.flatMap(({ event, ms, node, exitCode }) => {
		if (node === undefined || exitCode !== 0)
			return [
				finding(
					'hookBroken',
					'error',
					`The ${event} hook does not run.`,
					node === undefined ? 'its program is missing' : `Node ${node}, exit code ${exitCode ?? '?'}`,
					fix,
					hint,
				),
			];
		if (ms <= SLOW_MS) return [];
		return [
			finding(
				'hookSlow',
				'warning',
				`The ${event} hook is slow to start.`,
				`${Math.round(ms)} ms, Node ${node}`,
				AGAIN,
				'Measure again when the machine is less busy. A plain Node on the PATH starts faster than a version manager’s stand-in.',
			),
		];
	});
}

/** The log against the transcripts: what should have fired since the installation, and did not. */
function firingFindings(facts: DoctorFacts, nowMs: number): readonly Finding[] {
	const found: Finding[] = [];
	const times = [
		...facts.settings.flatMap((each) => (hasOurs(each) && each.installedMs ? [each.installedMs] : [])),
		...(facts.plugin?.installedMs === undefined ? [] : [facts.plugin.installedMs]),
	];
	if (times.length > 0) {
		const since = Math.min(...times);
		const missed = (
			event: string,
			session: SessionFacts | undefined,
			atMs: number | undefined,
			earlyMs: number,
		): void => {
			if (session === undefined || atMs === undefined || atMs < since) return;
			const isLogged = facts.firings.some(
				(firing) => firing.event === event && firing.session === session.id && Date.parse(firing.ts) > atMs - earlyMs,
			);
			if (isLogged) return;
			const message = `The ${event} hook did not fire for the last session.`;
			const evidence = `${session.id}, ${new Date(atMs).toISOString()}`;
			found.push(finding(`missed${event}`, 'warning', message, evidence, ...missedFix(event, session.id)));
		};
		const [last] = facts.sessions;
		const ended = facts.sessions.find(({ isRunning, lastMs }) => !isRunning && lastMs < nowMs - SETTLED_MS);
		const compacted = facts.sessions.find(({ compactedMs }) => compactedMs !== undefined);
		// It fires when the session is opened, which can be hours before the first message.
		missed('SessionStart', last, last?.startedMs, Number.POSITIVE_INFINITY);
		missed('SessionEnd', ended, ended?.lastMs, SETTLED_MS);
		// At the end of each turn; a short session may have had none that was not interrupted.
		const talked = facts.sessions.find(({ startedMs, lastMs }) => lastMs - startedMs > TALK_MS);
		missed('Stop', talked, talked?.startedMs, Number.POSITIVE_INFINITY);
		missed('PreCompact', compacted, compacted?.compactedMs, COMPACTION_MS);
	}
	for (const { event } of HOOK_EVENTS) {
		const last = facts.firings.findLast((firing) => firing.event === event);
		if (last?.outcome.startsWith('failed') === true)
			found.push(
				finding(
					'hookFailed',
					'warning',
					`The last ${event} hook failed.`,
					`${last.ts}: ${singleLine(last.outcome)}`,
					open(facts.logFile),
					`${facts.logFile} tells of each run. Mend what it names, such as a full disk or a folder that is not yours; the next run that works ends this finding.`,
				),
			);
	}
	// Only failures are logged; the next session that ends shows whether it works again.
	const last = facts.firings.findLast(({ event }) => event === 'SessionEnd' || event === HOUSEKEEPING_EVENT);
	if (last?.event === HOUSEKEEPING_EVENT)
		found.push(
			finding(
				'housekeepingFailed',
				'warning',
				'What was left to do after the last session had ended failed: its record, its backup or expired items.',
				`${last.ts}, session ${singleLine(last.session ?? 'unknown')}: ${singleLine(last.outcome)}`,
				open(facts.logFile),
				`Mend what ${facts.logFile} names, such as a full disk or a folder that is not yours. VS Code does it later; without it, the next session that ends ends this finding.`,
			),
		);
	return found;
}

function surroundingFindings(facts: DoctorFacts): readonly Finding[] {
	const found: Finding[] = [];
	const { memory, cleanup } = facts;
	if (memory.turnedOffBy !== undefined)
		found.push(
			finding(
				'memoryOff',
				'warning',
				'Claude’s auto-memory is turned off: it reads no parked items.',
				memory.turnedOffBy,
				memory.turnedOffIn === undefined ? undefined : open(memory.turnedOffIn),
				memory.turnedOffIn === undefined
					? 'Take the variable CLAUDE_CODE_DISABLE_AUTO_MEMORY out of the environment.'
					: `In ${memory.turnedOffIn}, take out "autoMemoryEnabled" or set it to true.`,
			),
		);
	else if (!memory.exists && facts.sessions.length > 0)
		found.push(
			finding(
				'memoryElsewhere',
				'warning',
				'Claude’s memory of this project is not where we look for it.',
				memory.folder,
				undefined,
				'Claude makes the folder when it first keeps something. Where it keeps memory already, look at "autoMemoryDirectory" in the settings and at the folder that claude was started in.',
			),
		);
	if (facts.silencing.length > 0)
		found.push(
			finding(
				'noTranscript',
				'error',
				'A session that is started from here writes no transcript. Start it from a terminal that no Claude session opened.',
				facts.silencing.join(', '),
				undefined,
				`Open a fresh terminal, or unset ${facts.silencing.map((each) => each.replace(/=.*$/su, '')).join(' and ')} first.`,
			),
		);
	if (cleanup !== undefined && cleanup.days < DEFAULT_CLEANUP_DAYS)
		found.push(
			finding(
				'cleanupSoon',
				'warning',
				`Claude Code deletes transcripts after ${cleanup.days} days already.`,
				`cleanupPeriodDays in ${cleanup.file}`,
				cleanup.scope === 'managed' ? undefined : keepLonger(cleanup.scope),
				cleanup.scope === 'managed' ? ORGANISATION : undefined,
			),
		);
	for (const name of facts.unlogged)
		found.push(
			finding('unloggedBackup', 'warning', 'There is a backup that no log line tells of.', singleLine(name), {
				command: 'sessionKeeper.backups.focus',
				args: [],
				cli: 'backups list',
			}),
		);
	return found;
}

function finding(
	code: string,
	severity: Severity,
	message: string,
	evidence: string,
	fix?: Fix,
	hint?: string,
): Finding {
	return { code, severity, message, evidence, fix, hint };
}

const ORGANISATION = refusalHint({ reason: 'managed' });

/** Nothing to mend but to look again. */
const AGAIN: Fix = { command: 'sessionKeeper.runDoctor', args: [], cli: 'hooks doctor' };

/** What was missed is made up for where that can be; the next session shows whether the hook fires. */
function missedFix(event: string, session: string): readonly [Fix, string] {
	const next =
		'See in Claude Code whether /hooks names ours, and start a new session; one that runs does not read them again.';
	if (event !== 'SessionEnd' && event !== 'PreCompact') return [AGAIN, `${next} Then look again.`];
	const fix = { command: 'sessionKeeper.createBackup', args: [session], cli: `backups create --session ${session}` };
	return [fix, next];
}

/** Whether an editor can show what is refused. */
function isOpenable({ reason }: SettingsRefusal): boolean {
	return !['danglingLink', 'notAFile', 'linkInProject', 'unreadable'].includes(reason);
}

function install(scope: string, flags = ''): Fix {
	const cli = `hooks install --scope ${scope}${flags === '' ? '' : ` ${flags}`}`;
	return { command: 'sessionKeeper.installHooks', args: [scope, ...(flags === '' ? [] : ['strict'])], cli };
}

/** The days alone, in the settings that decide them: no hooks come along. */
function keepLonger(scope: string): Fix {
	return { command: 'sessionKeeper.installHooks', args: [scope, 'cleanup'], cli: 'hooks cleanup-days 365' };
}

function uninstall(scope: string): Fix {
	return { command: 'sessionKeeper.uninstallHooks', args: [scope], cli: `hooks uninstall --scope ${scope}` };
}

/** Only a person can mend it: the file, opened. There is no command line for that. */
function open(file: string): Fix {
	return { command: 'vscode.open', args: [file], cli: '' };
}

/** Whether a settings file holds hooks of ours, of this version or another. */
export function hasOurs(settings: SettingsFacts): boolean {
	return settings.current.length + settings.outdated.length > 0;
}

function isError({ severity }: Finding): boolean {
	return severity === 'error';
}

function filesOf(settings: readonly SettingsFacts[]): string {
	return settings
		.filter(({ scope }) => scope !== 'managed')
		.map(({ file }) => file)
		.join(', ');
}

// The documents of the groups that are about the program itself, its hooks and its reflections.
import * as z from 'zod/mini';
import type { SettingsScope } from '../../../core/claude/settings';
import type { SettingsRefusal } from '../../../core/claude/refusal';
import type { DoctorFinding } from '../../../core/hooks/doctor/finding';
import { HOOKS, type HookEvent } from '../../../core/hooks/launcherCommand';
import { KEPT_KINDS } from '../../../core/keeper/places';
import type { InstallKind } from '../../../core/keeper/origin';
import type { OwnSettings } from '../../../core/keeper/settings';
import { ENGINES } from '../../../core/reflection/engine';
import type { RunOutcome, Trigger } from '../../../core/reflection/ledger';
import type { Schedule } from '../../../core/reflection/policy';
import type { PlannedChange } from '../../../node/hooks/plannedChange';
import type { ReflectOutcome } from '../../../node/reflection/reflect';
import type { LeftThing } from '../../../node/workspace/forgetLeft';
import type { UndoKind } from '../../../node/workspace/undo';
import { SHELLS } from '../../completionCommand';
import type { HeldSetting } from '../../keeper/settings';
import { count, document, flag, maybeCount, maybeText, maybeTime, oneOf, part, text, texts, time } from './form';

const settingValue = z.union([flag, z.number(), text, texts]);
const setting = part('setting', {
	name: text,
	value: settingValue,
	default: settingValue,
	source: oneOf<HeldSetting['source']>({ default: 0, file: 0, vscode: 0, environment: 0 }),
	about: text,
	ignored: z.unknown(),
});
const changed = document({ setting, before: settingValue, isChanged: flag, isOverwritten: flag });

/** As the Model Context Protocol describes a tool: its forms are JSON schemas. */
const mcpTool = part('mcpTool', {
	name: text,
	title: text,
	description: text,
	annotations: z.strictObject({
		title: text,
		readOnlyHint: flag,
		destructiveHint: flag,
		idempotentHint: flag,
		openWorldHint: flag,
	}),
	inputSchema: z.looseObject({ type: z.literal('object') }),
	outputSchema: z.looseObject({ type: z.literal('object') }),
});

export const refusal = {
	invalidJson: 0,
	rootNotObject: 0,
	hooksNotObject: 0,
	duplicateHooks: 0,
	tooDeep: 0,
	eventNotArray: 0,
	notUtf8: 0,
	tooLarge: 0,
	linkInProject: 0,
	danglingLink: 0,
	notAFile: 0,
	readOnly: 0,
	changedMeanwhile: 0,
	managed: 0,
	unreadable: 0,
	unwritable: 0,
} as const satisfies Record<SettingsRefusal['reason'], 0>;

const keptThing = part('keptThing', { kind: z.enum(KEPT_KINDS), path: text, sizeBytes: count });

const scope = oneOf<SettingsScope>({ managed: 0, user: 0, project: 0, local: 0 });
const events = z.array(z.enum(HOOKS));
const changes = document({
	scope,
	isDryRun: flag,
	changes: z.array(
		z.strictObject({
			what: oneOf<PlannedChange['what']>({ hooks: 0, imports: 0, ownSettings: 0, cleanup: 0, commands: 0, mcp: 0 }),
			file: text,
			isReadByClaude: flag,
			diff: text,
		}),
	),
});

const hook = (event: HookEvent) =>
	document({ event: z.literal(event), outcome: maybeText, printed: text });

const DOCTOR_CODES = [
	'notInstalled',
	'notReadHere',
	'hooksStripped',
	'hooksOutdated',
	'installedTwice',
	'settingsUnreadable',
	'settingsNotStrict',
	'hooksDisabled',
	'unknownHooks',
	'launcherMissing',
	'hooksDamaged',
	'noRuntime',
	'hookBroken',
	'hookSlow',
	'hookFailed',
	'housekeepingFailed',
	'missedSessionStart',
	'missedSessionEnd',
	'missedPreCompact',
	'missedStop',
	'memoryOff',
	'memoryElsewhere',
	'noTranscript',
	'cleanupSoon',
	'unloggedBackup',
	'privateInReach',
	'privateUnlisted',
	'privateTracked',
	'privateCommitted',
	'unprovenFiles',
	'unknownLines',
] as const;

const amount = z.number().check(z.nonnegative());
/** What became of each session. */
export const reflected = z.array(
	part('reflection', {
		session: text,
		name: text,
		outcome: oneOf<ReflectOutcome['kind']>({ draft: 0, nothing: 0, failed: 0, skipped: 0 }),
		draft: maybeText,
		candidates: count,
		costUsd: z.nullable(amount),
		reason: maybeText,
		diagnosis: maybeText,
	}),
);
const undoable = part('undoable', {
	id: text,
	ts: time,
	kind: oneOf<UndoKind>({
		memory: 0,
		protocol: 0,
		document: 0,
		settings: 0,
		hooks: 0,
		parked: 0,
		backup: 0,
		draft: 0,
	}),
	isInterrupted: flag,
	message: text,
});
const toReflect = z.array(part('toReflect', { id: text, name: text }));
export const engine = z.enum(ENGINES);
const ofIdle = {
	held: z.nullable(
		oneOf<Extract<Schedule, { kind: 'held' | 'off' }>['why']>({
			disabled: 0,
			untrusted: 0,
			noConsent: 0,
			paused: 0,
			capReached: 0,
			here: 0,
			elsewhere: 0,
			justWoke: 0,
		}),
	),
	ratified: texts,
};

export const KEEPER_DOCUMENTS = {
	mcp: document({ tools: z.array(mcpTool) }),
	status: document({
		project: text,
		leftOff: z.nullable(
			z.strictObject({
				session: maybeText,
				title: text,
				at: time,
				isLive: flag,
				document: maybeText,
				next: texts,
				tasks: texts,
				questions: texts,
			}),
		),
		waits: z.strictObject({ sessions: count, backups: count, damagedBackups: count, due: count, review: count }),
		open: z.strictObject({ parked: count, stale: count }),
		safetyNet: z.strictObject({
			areHooksInstalled: flag,
			lastHook: maybeTime,
			lastBackup: maybeTime,
			deletedSoon: count,
		}),
	}),
	'hooks install': changes,
	'hooks uninstall': changes,
	'hooks cleanup-days': changes,
	'hooks status': document({
		isInstalled: flag,
		plugin: z.nullable(z.strictObject({ name: text, file: text })),
		launcher: z.strictObject({ file: text, isInstalled: flag }),
		settings: z.array(
			z.strictObject({
				scope,
				file: text,
				refused: z.nullable(oneOf<SettingsRefusal['reason']>(refusal)),
				isReadByClaude: flag,
				isReadHere: flag,
				current: events,
				outdated: events,
				installedAt: maybeTime,
			}),
		),
		options: z.strictObject({
			imports: flag,
			parkingRule: flag,
			commands: flag,
			commandCount: count,
			rules: flag,
			context: oneOf<OwnSettings['injectContext']>({ off: 0, brief: 0, normal: 0, full: 0 }),
		}),
		lastFirings: z.array(
			z.strictObject({
				event: z.enum(HOOKS),
				ts: maybeText,
				session: maybeText,
				ms: z.nullable(amount),
			}),
		),
	}),
	'hooks doctor': document({
		findings: z.array(
			z.strictObject({
				code: z.enum(DOCTOR_CODES),
				severity: oneOf<DoctorFinding['severity']>({ error: 0, warning: 0 }),
				message: text,
				evidence: text,
				fix: z.nullable(z.strictObject({ command: text, args: texts, cli: maybeText })),
				hint: maybeText,
			}),
		),
		probes: z.array(
			z.strictObject({
				event: z.enum(HOOKS),
				ms: count,
				node: maybeText,
				exitCode: z.nullable(z.int()),
			}),
		),
	}),
	...Object.fromEntries(HOOKS.map((event) => [`hook ${event}`, hook(event)])),
	reflect: z.union([
		document({ dryRun: z.literal(true), engine, sessions: toReflect }),
		document({ dryRun: z.literal(true), engine, ...ofIdle, sessions: toReflect }),
		document({ dryRun: z.literal(false), engine, results: reflected }),
		document({ dryRun: z.literal(false), engine, ...ofIdle, results: reflected }),
	]),
	'reflect schedule': document({ scheduled: z.literal(true), everyMinutes: count, engine, files: texts }),
	'reflect unschedule': document({ unscheduled: flag }),
	'reflect ledger': document({
		isScheduled: flag,
		total: z.strictObject({ runs: count, costUsd: amount }),
		runs: z.array(
			z.strictObject({
				run: text,
				session: text,
				project: text,
				engine: text,
				trigger: oneOf<Trigger>({
					idle: 0,
					waited: 0,
					ended: 0,
					catchUp: 0,
					manual: 0,
					schedule: 0,
					document: 0,
				}),
				started: time,
				ended: maybeTime,
				outcome: z.nullable(oneOf<RunOutcome>({ draft: 0, nothing: 0, document: 0, failed: 0, aborted: 0 })),
				reason: maybeText,
				model: maybeText,
				costUsd: z.nullable(amount),
				inputTokens: maybeCount,
				outputTokens: maybeCount,
				draft: maybeText,
				candidates: maybeCount,
				items: texts,
				diagnosis: maybeText,
			}),
		),
	}),
	'config list': document({ settings: z.array(setting), editorOnly: texts }),
	'config get': document({ setting }),
	'config set': changed,
	'config unset': changed,
	undo: z.union([
		document({ undone: z.nullable(undoable) }),
		document({ changes: z.array(undoable) }),
	]),
	vault: document({
		home: text,
		totalBytes: count,
		unread: texts,
		kept: z.array(
			part('keptShelf', {
				kind: z.enum(KEPT_KINDS),
				project: maybeText,
				sizeBytes: count,
				files: count,
				oldest: time,
				newest: time,
				folder: text,
			}),
		),
	}),
	forget: document({
		isDryRun: flag,
		deleted: z.array(keptThing),
		edited: z.array(keptThing),
		left: z.array(
			z.strictObject({
				path: text,
				why: oneOf<LeftThing['why']>({ claude: 0, memory: 0, saved: 0, git: 0, unread: 0 }),
				command: maybeText,
			}),
		),
		failed: z.array(z.strictObject({ path: text, reason: text })),
	}),
	update: document({
		version: text,
		origin: oneOf<InstallKind>({ npm: 0, npmLocal: 0, npx: 0, vscode: 0, plugin: 0, checkout: 0, unknown: 0 }),
		commands: texts,
	}),
	completion: document({ shell: z.enum(SHELLS), script: text }),
};

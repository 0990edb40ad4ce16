// `session-keeper reflect …`
import path from 'node:path';
import { readdir } from 'node:fs/promises';
import { readableTokens } from '../core/base/dates';
import { type EngineName, costsMoney } from '../core/reflection/engine';
import type { LedgerRun } from '../core/reflection/ledger';
import { counted, singleLine } from '../core/base/text';
import { type Project, findProject } from '../node/project/project';
import { readHeadAndTail } from '../node/transcript/headAndTail';
import { mapLimited } from '../node/base/mapLimited';
import { LedgerFile } from '../node/reflection/ledgerFile';
import { Reflector } from '../node/reflection/reflector';
import type { ReflectOutcome } from '../node/reflection/reflect';
import { consentTo, mayUse, readReflectionSettings } from '../node/reflection/reflectionSettings';
import { isScheduled, schedule, unschedule } from '../node/reflection/scheduler';
import type { SessionsStore } from '../node/sessions/sessionsStore';
import { draftStoreOf } from '../node/workspace/openStores';
import { type Cell, type Tone, idCell, timeCell } from './base/table';
import type { CommandContext } from './context';
import { engineIn, engineOf, untilStopped } from './engine';
import { type Values, type VerbsOf, textOf } from './group';
import { type Answer, CommandError, UsageError, confirm } from './io';
import type { REFLECT } from './reflectCommand';
import { pick, withSessions } from './sessions/sessions';

const LISTED = 20;
const EVERY_MINUTES = 10;

export const reflect: VerbsOf<typeof REFLECT> = {
	schedule: {
		run: addTimer,
	},
	unschedule: {
		async run({ claude }) {
			const was = await unschedule({ claude });
			return {
				text: was ? 'Removed the timer.' : 'No timer is installed.',
				json: { unscheduled: was },
				...(was ? { undo: 'reflect schedule' } : {}),
			};
		},
	},
	ledger: { run: ledger },
	/** `reflect --session ID`, `reflect --idle`. */
	'': {
		async run(context, _words, values) {
			if (context.env['SESSION_KEEPER_REFLECTION'] === '1')
				throw new CommandError('recursion', 'A reflection does not reflect.', 'This was called from inside of one.');
			const session = textOf(values, 'session');
			if ((session === undefined) === (values['idle'] !== true))
				throw new UsageError('Reflect on what? --session ID, or --idle for all that were left without a hand-off.');
			return session === undefined ? reflectIdle(context, values) : reflectOnOne(context, session, values);
		},
	},
};

async function reflectOnOne(context: CommandContext, id: string, values: Values): Promise<Answer> {
	return withSessions(context, async (sessions) => {
		const session = await pick(context, sessions, [id]);
		const name = await engineName(context, values);
		if (values['dry-run'] === true) {
			return {
				text: `Would reflect on: ${session.name} (${name})`,
				json: { dryRun: true, engine: name, sessions: [{ id: session.id, name: session.name }] },
			};
		}
		await askConsent(context, name, true);
		const reflector = openReflector(context, sessions, name);
		const outcome = await untilStopped(
			context,
			() => reflector.stop(),
			() => reflector.reflect(session.id, 'manual'),
		);
		const result = { id: session.id, name: session.name, outcome };
		if (outcome.kind === 'failed')
			throw new CommandError('failed', `No draft was made: ${outcome.reason}`, failureHint(outcome), {
				text: '',
				json: { engine: name, results: [outcomeJson(result)] },
			});
		if (outcome.kind === 'skipped') throw skipped(outcome.why);
		return { text: outcomeLine(result), json: { dryRun: false, engine: name, results: [outcomeJson(result)] } };
	});
}

async function reflectIdle(context: CommandContext, values: Values): Promise<Answer> {
	const projects = textOf(values, 'project') === undefined ? await allProjects(context) : [context.project];
	return withSessions(
		context,
		async (sessions) => {
			const name = await engineName(context, values);
			const isDry = values['dry-run'] === true;
			if (!isDry) await askConsent(context, name, false);
			const reflector = openReflector(context, sessions, name);
			const ratified = isDry ? [] : await ratifyOld(context, projects);
			const { sessions: caught, held } = await untilStopped(
				context,
				() => reflector.stop(),
				() => reflector.catchUp(isDry),
			);
			const results = caught.flatMap(({ outcome, ...each }) => (outcome === undefined ? [] : [{ ...each, outcome }]));
			const heldLine = held === undefined ? [] : [HELD[held] ?? held];
			const lines = isDry ? caught.map((each) => `Would reflect on: ${each.name} (${name})`) : results.map(outcomeLine);
			return {
				text:
					[...lines, ...ratified.map((file) => `Ratified by age: ${file}`), ...heldLine].join('\n') ||
					'No session waits for a reflection.',
				json: {
					dryRun: isDry,
					engine: name,
					held: held ?? null,
					ratified,
					...(isDry
						? { sessions: caught.map(({ id, name: title }) => ({ id, name: title })) }
						: { results: results.map(outcomeJson) }),
				},
				exitCode: results.some(({ outcome }) => outcome.kind === 'failed') ? 1 : 0,
			};
		},
		projects,
	);
}

/** What nobody has looked at for as many days as the person set. */
async function ratifyOld(context: CommandContext, projects: readonly Project[]): Promise<readonly string[]> {
	const { ratifyAfterDays } = await readReflectionSettings(context.claude);
	if (ratifyAfterDays <= 0) return [];
	const files = await mapLimited(projects, async (project) =>
		(await draftStoreOf({ ...context, project })).ratifyOlderThan(ratifyAfterDays),
	);
	return files.flat();
}

const HELD: Readonly<Record<string, string>> = {
	capReached: 'The daily limit of reflections is reached: the rest waits for tomorrow (UTC).',
	elsewhere: 'Another window or command is reflecting just now.',
	paused: 'Reflection is paused.',
	noConsent: 'Nobody has said yes to reflection yet.',
};

function openReflector(context: CommandContext, sessions: SessionsStore, name: EngineName): Reflector {
	const { claude, clock } = context;
	return new Reflector({
		claude,
		clock,
		sessions,
		isEnabled: () => true,
		isTrusted: () => true,
		engine: (settings) => engineOf(context, name, settings),
	});
}

async function engineName({ claude }: CommandContext, values: Values): Promise<EngineName> {
	const wanted = engineIn(values);
	if (wanted !== undefined) return wanted;
	const { engine } = await readReflectionSettings(claude);
	// VS Code's models are there in VS Code only: without it, rules do what they can.
	return engine === 'vscode' ? 'builtin' : engine;
}

/** Asked once, and once more for each engine that can cost money. `--idle` asks nobody: a timer has nobody to ask. */
async function askConsent(context: CommandContext, name: EngineName, isOne: boolean): Promise<void> {
	const settings = await readReflectionSettings(context.claude);
	if (mayUse(settings, name)) return;
	if (!isOne && !context.isYes && !context.caller.input.isTTY)
		throw new CommandError(
			'noConsent',
			'Nobody has said yes to reflection yet.',
			'Say --yes once, or reflect on one session by hand first.',
		);
	const question = costsMoney(name)
		? `Reflect with the engine “${name}”? It sends the redacted session to a language model, which can cost money.`
		: 'Reflect on sessions? Their transcripts are read on this machine, and drafts are written to docs/sessions.';
	await confirm(context, question);
	await consentTo(context.claude, name, context.clock, { isSet: false });
}

/** Every project that a session was in lately. */
async function allProjects({ claude }: CommandContext): Promise<readonly Project[]> {
	const folders = await readdir(claude.projectsDir).catch(() => []);
	const found = await mapLimited(folders, async (name): Promise<Project | undefined> => {
		const folder = path.join(claude.projectsDir, name);
		const files = (await readdir(folder).catch(() => [])).filter((each) => each.endsWith('.jsonl'));
		const cwd = (await readHeadAndTail(path.join(folder, files.at(-1) ?? '')))?.cwd;
		return cwd === undefined ? undefined : findProject(claude, cwd);
	});
	return [...new Map(found.flatMap((each) => (each === undefined ? [] : [[each.root, each] as const]))).values()];
}

async function addTimer(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const every = Number(textOf(values, 'every') ?? EVERY_MINUTES);
	if (!Number.isInteger(every) || every < 1 || every > 1_440)
		throw new UsageError('--every takes minutes, from 1 to 1440.');
	const name = await engineName(context, values);
	await askConsent(context, name, true);
	const { claude } = context;
	const files = await schedule({ claude, program: context.caller.program, everyMinutes: every }).catch(
		(error: unknown) => {
			throw new CommandError(
				'notScheduled',
				error instanceof Error ? error.message : String(error),
				'Nothing was installed.',
			);
		},
	);
	return {
		text: [
			`Every ${every} minutes, sessions without a hand-off are reflected on (${name}).`,
			...files.map((file) => `- ${file}`),
		].join('\n'),
		json: { scheduled: true, everyMinutes: every, engine: name, files },
		undo: 'reflect unschedule',
	};
}

async function ledger(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const limit = Number(textOf(values, 'limit') ?? LISTED);
	if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number from 1 on.');
	const { runs } = await new LedgerFile(context.claude).read();
	const shown = runs.slice(-limit).reverse();
	const costUsd = runs.reduce((sum, run) => sum + (run.end?.costUsd ?? 0), 0);
	const total = `${counted(runs.length, 'reflection')}, $${costUsd.toFixed(2)}`;
	return {
		text: shown.length === 0 ? 'No reflections yet.' : [...shown.map(runLine), '', total].join('\n'),
		table: {
			columns: ['STARTED', 'SESSION', 'ENGINE', 'OUTCOME', 'TOKENS', 'COST', 'REASON'],
			long: ['REASON'],
			rows: shown.map((run) => runCells(run, context.clock.now())),
			notes: [total],
		},
		json: {
			isScheduled: await isScheduled({ claude: context.claude }),
			total: { runs: runs.length, costUsd },
			runs: shown.map((run) => ({
				run: run.run,
				session: run.session,
				project: run.project,
				engine: run.engine,
				trigger: run.trigger,
				started: new Date(run.startedMs).toISOString(),
				ended: run.end === undefined ? null : new Date(run.end.endedMs).toISOString(),
				outcome: run.end?.outcome ?? null,
				reason: run.end?.reason ?? null,
				model: run.end?.model ?? null,
				costUsd: run.end?.costUsd ?? null,
				inputTokens: run.end?.inputTokens ?? null,
				outputTokens: run.end?.outputTokens ?? null,
				draft: run.end?.draft ?? null,
				candidates: run.end?.candidates ?? null,
				items: run.end?.items ?? [],
				diagnosis: run.end?.diagnosis ?? null,
			})),
		},
	};
}

const OUTCOME_TONES: Readonly<Record<string, Tone>> = { draft: 'good', failed: 'bad', unfinished: 'warn' };

function runCells({ startedMs, session, engine, end }: LedgerRun, nowMs: number): readonly Cell[] {
	const outcome = end?.outcome ?? 'unfinished';
	const tokens = end?.inputTokens === undefined ? undefined : end.inputTokens + (end.outputTokens ?? 0);
	return [
		timeCell(startedMs, nowMs),
		idCell(session),
		engine,
		{ shown: outcome, tone: OUTCOME_TONES[outcome] },
		tokens === undefined ? '' : { shown: readableTokens(tokens), plain: String(tokens) },
		end?.costUsd === undefined ? '' : `$${end.costUsd.toFixed(4)}`,
		end?.reason ?? '',
	];
}

function runLine(run: LedgerRun): string {
	const { end } = run;
	const tokens =
		end?.inputTokens === undefined ? '' : `  ${readableTokens(end.inputTokens + (end.outputTokens ?? 0))} tokens`;
	const cost = end?.costUsd === undefined ? '' : `  $${end.costUsd.toFixed(4)}`;
	const outcome = end === undefined ? 'unfinished' : end.outcome;
	const reason = end?.reason === undefined ? '' : `  ${singleLine(end.reason)}`;
	return `${new Date(run.startedMs).toISOString().slice(0, 16)}Z  ${run.session.slice(0, 8)}  ${singleLine(run.engine).padEnd(9)}  ${outcome.padEnd(10)}${tokens}${cost}${reason}`.trimEnd();
}

function outcomeLine({ name, outcome }: { readonly name: string; readonly outcome: ReflectOutcome }): string {
	switch (outcome.kind) {
		case 'draft':
			return `Drafted: ${name} → ${outcome.file}${outcome.candidates === 0 ? '' : `, ${counted(outcome.candidates, 'memory candidate')}`}`;
		case 'nothing':
			return `Nothing to hand off: ${name}`;
		case 'failed':
			return `Failed: ${name}: ${outcome.reason}`;
		case 'skipped':
			return `Skipped: ${name} (${outcome.why})`;
	}
}

function outcomeJson(result: {
	readonly id: string;
	readonly name: string;
	readonly outcome: ReflectOutcome;
}): Readonly<Record<string, unknown>> {
	const { outcome } = result;
	return {
		session: result.id,
		name: result.name,
		outcome: outcome.kind,
		draft: outcome.kind === 'draft' ? outcome.file : null,
		candidates: outcome.kind === 'draft' ? outcome.candidates : 0,
		costUsd: outcome.kind === 'draft' ? (outcome.costUsd ?? null) : null,
		reason: outcome.kind === 'failed' ? outcome.reason : outcome.kind === 'skipped' ? outcome.why : null,
		diagnosis: outcome.kind === 'failed' ? (outcome.diagnosis ?? null) : null,
	};
}

function failureHint(outcome: Extract<ReflectOutcome, { kind: 'failed' }>): string {
	return outcome.diagnosis === undefined
		? 'See session-keeper reflect ledger.'
		: `What came back is kept in ${outcome.diagnosis}`;
}

function skipped(why: Extract<ReflectOutcome, { kind: 'skipped' }>['why']): CommandError {
	switch (why) {
		case 'capReached':
			return new CommandError(
				why,
				'The daily limit of reflections is reached.',
				'It is counted by UTC days; the setting is dailyCap.',
			);
		case 'private':
			return new CommandError(
				why,
				'This session is private: it is never read.',
				'session-keeper sessions private ID --off',
			);
		case 'done':
			return new CommandError(
				why,
				'A draft of this session was made just now.',
				'See session-keeper review list; after a minute it is made anew.',
			);
		case 'running':
			return new CommandError(why, 'Another window or command is reflecting just now.', 'Try again in a minute.');
	}
}

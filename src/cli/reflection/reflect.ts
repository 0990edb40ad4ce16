// `session-keeper reflect …`
import path from 'node:path';
import { readdir } from 'node:fs/promises';
import { type EngineName, costsMoney } from '../../core/reflection/engine';
import { redactedIn, redactedLines } from '../../core/privacy/report';
import { counted } from '../../core/base/text';
import { quotedPath } from '../../node/keeper/program';
import { launchProjects } from '../../node/project/launchProject';
import type { Project } from '../../node/project/project';
import { readHeadAndTail } from '../../node/transcript/headAndTail';
import { transcriptsIn } from '../../node/transcript/locateTranscript';
import { mapLimited } from '../../node/base/mapLimited';
import { draftIdOf } from '../../node/reflection/draftReview';
import { Reflector } from '../../node/reflection/reflector';
import type { PrivateBy, ReflectOutcome } from '../../node/reflection/reflect';
import { consentTo, mayUse, readReflectionSettings } from '../../node/reflection/reflectionSettings';
import { schedule, unschedule } from '../../node/reflection/scheduler';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { ratifyOldDrafts } from '../../node/workspace/oldDrafts';
import type { CommandContext } from '../context';
import { engineIn, engineOf, untilStopped } from '../engine';
import { type Values, type VerbsOf, textOf } from '../group';
import { type Answer, CommandError, UsageError, confirm, note } from '../io';
import type { REFLECT } from './reflectCommand';
import { pick } from '../sessions/openSessions';
import { withSessions } from '../sessions/openSessions';

const EVERY_MINUTES = 10;

export const reflecting: Omit<VerbsOf<typeof REFLECT>, 'ledger'> = {
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
	/** `reflect --session ID`, `reflect --idle`. */
	'': {
		async run(context, _words, values) {
			if (context.env['SESSION_KEEPER_REFLECTION'] === '1')
				throw new CommandError(
					'recursion',
					'A reflection cannot start another one.',
					'This was called from within a reflection.',
				);
			const session = textOf(values, 'session');
			if ((session === undefined) === (values['idle'] !== true))
				throw new UsageError('Name a session with --session ID, or use --idle for idle sessions without a hand-off.');
			return session === undefined ? reflectIdle(context, values) : reflectOnOne(context, session, values);
		},
	},
};

async function reflectOnOne(context: CommandContext, id: string, values: Values): Promise<Answer> {
	return withSessions(context, async (sessions) => {
		const session = await pick(context, sessions, [id]);
		const name = await engineName(context, values);
		const reflector = createReflector(context, sessions, name);
		const by = await reflector.privateBy(session);
		if (by !== undefined) throw skipped({ kind: 'skipped', why: 'private', by }, session.id);
		if (values['dry-run'] === true) {
			return {
				text: `Would reflect on: ${session.name} (${name})`,
				json: { dryRun: true, engine: name, sessions: [{ id: session.id, name: session.name }] },
			};
		}
		await askConsent(context, name, true);
		const outcome = await untilStopped(
			context,
			() => reflector.stop(),
			() => reflector.reflect(session.id, 'manual'),
		);
		const result = { id: session.id, name: session.name, outcome };
		const { checkout } = await reflector.projectOf(session);
		const where = checkout === context.project.checkout ? '' : ` --project ${quotedPath(checkout)}`;
		if (outcome.kind === 'failed')
			throw new CommandError('failed', `No draft was made: ${outcome.reason}`, failureHint(outcome), {
				text: '',
				json: { engine: name, results: [outcomeJson(result)] },
			});
		if (outcome.kind === 'skipped') throw skipped(outcome, session.id);
		return {
			text: outcomeLine(result),
			json: { dryRun: false, engine: name, results: [outcomeJson(result)] },
			...(outcome.kind === 'draft' ? { undo: `review reject ${draftIdOf(session.id)}${where}` } : {}),
		};
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
			const reflector = createReflector(context, sessions, name);
			const failed: string[] = [];
			const { ratifyAfterDays } = await readReflectionSettings(context.claude);
			const ratified = await ratifyOldDrafts(context, projects, isDry ? 0 : ratifyAfterDays, (file, reason) =>
				failed.push(`${file}: ${reason}`),
			);
			for (const each of failed) note(context, `Not accepted by age: ${each}`);
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
					[
						...lines,
						...ratified.flatMap(({ file, text }) => [`Accepted by age: ${file}`, ...redactedLines(redactedIn(text))]),
						...heldLine,
					].join('\n') || 'No idle sessions without a hand-off.',
				json: {
					dryRun: isDry,
					engine: name,
					held: held ?? null,
					ratified: ratified.map(({ file }) => file),
					...(isDry
						? { sessions: caught.map(({ id, name: title }) => ({ id, name: title })) }
						: { results: results.map(outcomeJson) }),
				},
				exitCode: failed.length > 0 || results.some(({ outcome }) => outcome.kind === 'failed') ? 1 : 0,
			};
		},
		projects,
	);
}

const HELD: Readonly<Record<string, string>> = {
	capReached: 'The daily limit of reflections is reached: the others follow tomorrow (UTC).',
	elsewhere: 'Another window or command is drafting a hand-off.',
	paused: 'Reflection is paused.',
	noConsent: 'Reflection is not set up yet.',
};

function createReflector(context: CommandContext, sessions: SessionsStore, name: EngineName): Reflector {
	const { claude, clock } = context;
	return new Reflector({
		claude,
		clock,
		sessions,
		isEnabled: () => true,
		isTrusted: () => true,
		engine: () => name,
		open: (settings) => engineOf(context, name, settings),
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
		throw new CommandError('noConsent', 'Reflection is not set up yet.', 'To agree, run it once with --yes.');
	const question = costsMoney(name)
		? `Reflect with the engine “${name}”? It sends the redacted session to a language model, which can cost money.`
		: 'Reflect on sessions? Their transcripts are read on this machine, and drafts are written to docs/sessions.';
	await confirm(context, question);
	await consentTo(context.claude, name, context.clock, { isSet: false });
}

/** Every project that a session was in lately. */
async function allProjects({ claude }: CommandContext): Promise<readonly Project[]> {
	const folders = await readdir(claude.projectsDir).catch(() => []);
	const projectOf = launchProjects(claude);
	const found = await mapLimited(folders, async (name): Promise<Project | undefined> => {
		const files = await transcriptsIn(path.join(claude.projectsDir, name));
		for (const file of [...files].reverse()) {
			// Some have no message in them.
			const { cwd, firstMessageMs } = (await readHeadAndTail(file)) ?? {};
			if (cwd !== undefined) return projectOf(cwd, firstMessageMs);
		}
		return undefined;
	});
	return [...new Map(found.flatMap((each) => (each === undefined ? [] : [[each.root, each] as const]))).values()];
}

async function addTimer(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const every = Number(textOf(values, 'every') ?? EVERY_MINUTES);
	if (!Number.isInteger(every) || every < 1 || every > 1_440)
		throw new UsageError('--every takes minutes, from 1 to 1440.');
	const name = await engineName(context, values);
	if (name === 'anthropic')
		throw new CommandError(
			'notScheduled',
			'A timer cannot use the engine “anthropic”: it has no key.',
			'A key (ANTHROPIC_API_KEY) is written into no timer. Set another engine: session-keeper config set reflection.engine claude',
		);
	await askConsent(context, name, true);
	const { claude } = context;
	const files = await schedule({ claude, program: context.caller.program, everyMinutes: every }).catch(
		(error: unknown) => {
			throw new CommandError(
				'notScheduled',
				error instanceof Error ? error.message : String(error),
				'Nothing was changed.',
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

function skipped(outcome: Extract<ReflectOutcome, { kind: 'skipped' }>, session: string): CommandError {
	const { why } = outcome;
	switch (why) {
		case 'capReached':
			return new CommandError(
				why,
				'The daily limit of reflections is reached.',
				'It is counted by UTC days; the setting is dailyCap.',
			);
		case 'private':
			return new CommandError(why, 'This session is private.', ALLOWED_BY[outcome.by].replace('ID', session));
		case 'done':
			return new CommandError(
				why,
				'This session has a new draft.',
				'See session-keeper review list. In a minute you can draft it again.',
			);
		case 'running':
			return new CommandError(why, 'Another window or command is drafting a hand-off.', 'Try again in a minute.');
	}
}

/** What helps, by what makes a session private. */
const ALLOWED_BY: Readonly<Record<PrivateBy, string>> = {
	mark: 'To allow it: session-keeper sessions private ID --off',
	origin: "It is a fork of a private session. To allow it, remove that session's private mark.",
	folder: 'Its folder is one of the setting reflection.privateFolders.',
	tag: 'To allow it, remove its tag “private” in Claude Code.',
};

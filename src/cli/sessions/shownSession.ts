// How the command line shows a session: a row of a table, in full, and as JSON.
import { reasonWords } from '../../core/claude/reasons';
import { readableSize, readableTokens, shortDuration, stampOf } from '../../core/base/dates';
import { activityOf } from '../../core/sessions/order';
import { counted, singleLine } from '../../core/base/text';
import { shownPath } from '../../node/claude/claudeHome';
import type { ListedSession } from '../../node/sessions/listedSession';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { type Cell, type Table, type Tone, idCell, timeCell } from '../base/table';
import type { CommandContext } from '../context';

/** What else is worth a word in a list: why it ended, what the person marked, where it was moved from. */
function factsOf(store: SessionsStore, session: ListedSession, { claude }: CommandContext): readonly string[] {
	// That it ended stands in front; why it did is worth a word where nobody left it.
	const reason = endReasonOf(store, session);
	return [
		...(reason === null || reason === 'exit' ? [] : [reasonWords(reason)]),
		...[...session.marks].sort(),
		...session.tags.map((tag) => `#${tag}`),
		...(session.group === undefined ? [] : [`in ${session.group}`]),
		...(session.from === undefined ? [] : [`from ${singleLine(shownPath(session.from.root, claude.userHome))}`]),
	];
}

const TONES: Readonly<Record<string, Tone>> = {
	working: 'good',
	active: 'good',
	waiting: 'warn',
	idle: 'strong',
	suspended: 'warn',
	ended: 'dim',
};

/** What a terminal and `--plain` get. */
export function tableOf(
	store: SessionsStore,
	shown: readonly ListedSession[],
	notes: readonly string[],
	context: CommandContext,
): Table {
	const nowMs = context.clock.now();
	return {
		columns: ['ID', 'STATE', 'LAST MESSAGE', 'TITLE', 'BRANCH', 'NOTES', 'FILE'],
		long: ['TITLE'],
		plainOnly: ['FILE'],
		rows: shown.map((session): readonly Cell[] => {
			const state = activityOf(store.stateOf(session), session.live);
			return [
				idCell(session.id),
				{ shown: state, tone: TONES[state] },
				timeCell(session.lastMessageMs ?? session.modifiedMs, nowMs),
				session.name,
				{ shown: session.gitBranch ?? '', tone: 'dim' },
				{ shown: factsOf(store, session, context).join(', '), tone: 'dim' },
				session.file,
			];
		}),
		notes,
	};
}

/** All of one session, a line each. */
export function details(store: SessionsStore, session: ListedSession, nowMs: number): readonly string[] {
	const { usedTokens: tokens } = session;
	const reason = endReasonOf(store, session);
	return [
		session.name,
		...(session.ownName === undefined ? [] : [`title    ${session.saidName}`]),
		`id       ${session.id}`,
		`state    ${activityOf(store.stateOf(session), session.live)}${reason === null ? '' : ` (${reason})`}, last message ${ageOf(session, nowMs)} ago`,
		`folder   ${singleLine(session.lastCwd ?? session.cwd ?? '')}${session.gitBranch === undefined ? '' : `, branch ${singleLine(session.gitBranch)}`}`,
		...(session.forkedFrom === undefined ? [] : [`fork of  ${forkOrigin(store, session.forkedFrom)}`]),
		...(session.tags.length === 0 ? [] : [`tags     ${session.tags.join(', ')}`]),
		...(session.group === undefined ? [] : [`group    ${session.group}`]),
		`model    ${singleLine(session.model ?? 'unknown')}`,
		`size     ${counted(session.prompts, 'prompt')}, ${counted(session.turns, 'turn')}, ${counted(session.compactions, 'compaction')}, ${readableSize(session.sizeBytes)}`,
		`tokens   ${readableTokens(tokens.input + tokens.cacheWrite)} in, ${readableTokens(tokens.output)} out, ${readableTokens(tokens.cacheRead)} from the cache${session.contextTokens === undefined ? '' : `, ${readableTokens(session.contextTokens)} in context`}`,
	];
}

/** The session that another one is a fork of, by what is known of it: its transcript may be gone. */
function forkOrigin(store: SessionsStore, id: string): string {
	const name = store.get(id)?.name;
	return name === undefined ? singleLine(id) : `${singleLine(id).slice(0, 8)}  ${name}`;
}

/** Why it ended, where a hook saw it. */
function endReasonOf(store: SessionsStore, session: ListedSession): string | null {
	return store.stateOf(session) === 'ended' ? (session.end?.reason ?? null) : null;
}

/** Since the last message; where no line says when that was, since the file was written to. */
function ageOf({ lastMessageMs, modifiedMs }: ListedSession, nowMs: number): string {
	return shortDuration(Math.max(0, nowMs - (lastMessageMs ?? modifiedMs)));
}

/** The stable form of a session under `--json`. */
export function listedSessionJson(store: SessionsStore, session: ListedSession): Readonly<Record<string, unknown>> {
	return {
		id: session.id,
		name: session.name,
		file: session.file,
		state: store.stateOf(session),
		endReason: endReasonOf(store, session),
		isRunning: session.live !== undefined,
		waitingFor: session.live?.waitingFor ?? null,
		cwd: session.lastCwd ?? session.cwd ?? null,
		from: session.from === undefined ? null : { folder: session.from.root, isOthers: session.from.isOthers },
		branch: session.gitBranch ?? null,
		model: session.model ?? null,
		isProgram: session.isProgram,
		marks: [...session.marks].sort(),
		ownName: session.ownName ?? null,
		saidName: session.saidName,
		tags: session.tags,
		group: session.group ?? null,
		forkedFrom: session.forkedFrom ?? null,
		firstMessage: stampOf(session.firstMessageMs),
		lastMessage: stampOf(session.lastMessageMs),
		prompts: session.prompts,
		turns: session.turns,
		compactions: session.compactions,
		subagents: session.subagents,
		tokens: session.usedTokens,
		contextTokens: session.contextTokens ?? null,
		ownPrompts: session.ownPrompts,
		ownTokens: session.ownTokens,
		sizeBytes: session.sizeBytes,
	};
}

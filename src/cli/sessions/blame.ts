// `session-keeper sessions blame` and `of-commit`: which session wrote which lines.
import { realpath } from 'node:fs/promises';
import { shortDuration, stampOf } from '../../core/base/dates';
import { counted, singleLine } from '../../core/base/text';
import { isSessionId } from '../../core/claude/payload';
import {
	type AskedWhere,
	type BlamedCommit,
	NOTES_REF,
	blameCommit,
	blameFile,
	noteCommit,
} from '../../node/search/blameFile';
import { findOnPath } from '../../node/project/gitRepository';
import type { LineChange } from '../../node/search/lineBlame';
import { WrittenCalls } from '../../node/search/writtenChanges';
import type { SessionsStore } from '../../node/sessions/sessionsStore';
import { cacheFolderOf } from '../../node/keeper/cacheFolder';
import { idCell, timeCell } from '../base/table';
import { type CommandContext, inFolderOf } from '../context';
import type { Values } from '../group';
import { type Answer, CommandError, UsageError, listAnswer, note } from '../io';

/** A change, with the lines that it wrote. */
interface Wrote {
	readonly change: LineChange;
	readonly lines: number[];
}

/** Answers for a line, for some or for all of a file; nobody's line is an answer, too. */
export async function blame(context: CommandContext, store: SessionsStore, words: readonly string[]): Promise<Answer> {
	const { file, from, to } = placeIn(words);
	const given = inFolderOf(context.caller, file);
	const real = await realpath(given).catch(() => given);
	const found = await blameFile({ file: real }, askedIn(context, store));
	if (found === undefined)
		throw new CommandError('notFound', `Text file not found: ${singleLine(file)}.`, 'Give FILE or FILE:LINE.');
	// The line break at the end of a file begins no line.
	const count = found.texts.length - (found.texts.at(-1) === '' ? 1 : 0);
	const isWhole = to === Infinity;
	if (from > count && !isWhole)
		throw new CommandError('notFound', `${singleLine(file)} has ${counted(count, 'line')}.`, 'Give FILE:LINE.');
	const last = Math.min(to, count);
	const numbers = numbersFrom(from, last);
	const wrote = grouped(found.changes, numbers);
	const nowMs = context.clock.now();
	const row = ({ change, lines }: Wrote): string => {
		const age = change.atMs === undefined ? '' : `${shortDuration(Math.max(0, nowMs - change.atMs))}  `;
		const head = `${singleLine(change.sessionId ?? '').slice(0, 8)}  ${age}${nameOf(store, change) ?? ''}`;
		const what = `${singleLine(change.tool)} of ${singleLine(change.editedFile)}${change.isSidechain ? ', by a subagent' : ''}`;
		return `${head}\n    ${what}${from === last ? '' : `: ${lines.length === 1 ? 'line' : 'lines'} ${linesInWords(lines)}`}`;
	};
	const none =
		count === 0
			? `${singleLine(file)} is empty.`
			: from === last
				? 'No session wrote this line.'
				: 'No session wrote these lines.';
	return {
		text: wrote.length === 0 ? none : wrote.map(row).join('\n'),
		table: {
			columns: ['LINE', 'ID', 'WHEN', 'SESSION'],
			long: ['SESSION'],
			rows: numbers.flatMap((line) => {
				const change = found.changes[line - 1];
				if (change === undefined) return [];
				const { sessionId = '', atMs } = change;
				const when = atMs === undefined ? '' : timeCell(atMs, nowMs);
				return [[String(line), idCell(sessionId), when, nameOf(store, change) ?? '']];
			}),
			isForPrograms: true,
		},
		json: { file: real, line: Math.min(from, last), to: last, changes: wrote.map((each) => changeJson(store, each)) },
	};
}

/** Answers for the lines that a commit added. */
export async function ofCommit(
	context: CommandContext,
	store: SessionsStore,
	words: readonly string[],
	values: Values,
): Promise<Answer> {
	const [revision, ...more] = words;
	if (revision === undefined || more.length > 0)
		throw new UsageError('Which commit? session-keeper sessions of-commit SHA');
	const { project, caller } = context;
	const found = await blameCommit(revision, caller.env, askedIn(context, store));
	if (found === undefined && (await findOnPath('git', caller.env)) === undefined)
		throw new CommandError('noGit', 'git was not found on the PATH.', 'Install git, and ask again.');
	if (found === undefined)
		throw new CommandError('notFound', `Commit not found: ${singleLine(revision)}.`, 'Give a hash that git log shows.');
	if (found.notLookedAt > 0)
		note(context, `${counted(found.notLookedAt, 'file')} of it not looked at: too many, or too large.`);
	const sessions = sessionsOf(found);
	// A transcript may call its session what it likes.
	const trailers = [...sessions.keys()].filter(isSessionId).map((id) => `${TRAILER}: ${id}`);
	const json = {
		commit: found.hash,
		added: found.added,
		notLookedAt: found.notLookedAt,
		sessions: [...sessions].map(([session, lines]) => ({ session, name: store.get(session)?.name ?? null, lines })),
		files: found.files.map(({ name, added, changes }) => ({
			file: name,
			added: added.length,
			changes: grouped(changes, added).map((each) => changeJson(store, each)),
		})),
		trailers,
		noted: values['note'] === true && trailers.length > 0,
	};
	if (values['note'] === true && trailers.length > 0) {
		const before = await noteCommit(project, caller.env, found.hash, trailers.join('\n'));
		const undo = before === undefined ? 'remove' : `add --force --reuse-message ${before}`;
		return {
			text: `Noted at ${found.hash.slice(0, 8)}:\n${trailers.join('\n')}`,
			json,
			undo: { byHand: `git notes --ref ${NOTES_REF} ${undo} ${found.hash}` },
		};
	}
	const none = 'No session wrote a line of this commit.';
	if (values['trailer'] === true) {
		const isNone = trailers.length === 0;
		if (isNone) note(context, none);
		return { text: trailers.join('\n'), json, isPrinted: isNone && !context.isJson };
	}
	const rows = json.sessions.map(({ session, name, lines }) => [
		idCell(session),
		{ shown: `${lines} of ${counted(json.added, 'line')}`, plain: String(lines) },
		name ?? '',
	]);
	return listAnswer({ columns: ['ID', 'LINES', 'SESSION'], long: ['SESSION'], rows }, none, json);
}

/** What a commit's message, or a note at it, says of each session. */
const TRAILER = 'Claude-Session';

/** The sessions that wrote lines of a commit, most first, with how many. */
function sessionsOf({ files }: BlamedCommit): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { added, changes } of files)
		for (const line of added) {
			const id = changes[line - 1]?.sessionId;
			if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
		}
	return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** The changes that wrote some lines, newest first. @param numbers from 1 */
function grouped(changes: readonly (LineChange | undefined)[], numbers: readonly number[]): readonly Wrote[] {
	const wrote = new Map<LineChange, Wrote>();
	for (const line of numbers) {
		const change = changes[line - 1];
		if (change === undefined) continue;
		const known = wrote.get(change);
		if (known) known.lines.push(line);
		else wrote.set(change, { change, lines: [line] });
	}
	return [...wrote.values()].sort((a, b) => (b.change.atMs ?? 0) - (a.change.atMs ?? 0));
}

const numbersFrom = (from: number, to: number): readonly number[] =>
	Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** `3–5, 9` */
function linesInWords(lines: readonly number[]): string {
	const runs: [number, number][] = [];
	for (const line of lines) {
		const last = runs.at(-1);
		if (last?.[1] === line - 1) last[1] = line;
		else runs.push([line, line]);
	}
	return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

const nameOf = (store: SessionsStore, change: LineChange): string | undefined =>
	store.get(change.sessionId ?? '')?.name;

function changeJson(store: SessionsStore, { change, lines }: Wrote): Readonly<Record<string, unknown>> {
	return {
		session: change.sessionId ?? null,
		name: nameOf(store, change) ?? null,
		file: change.file,
		message: change.uuid ?? null,
		tool: change.tool,
		editedFile: change.editedFile,
		at: stampOf(change.atMs),
		isSubagent: change.isSidechain,
		lines,
	};
}

function askedIn(context: CommandContext, store: SessionsStore): AskedWhere {
	return {
		project: context.project,
		sessions: store.list(),
		known: new WrittenCalls((done, total) => context.caller.waiting.report(done, total), cacheFolderOf(context.claude)),
	};
}

interface Lines {
	readonly file: string;
	readonly from: number;
	/** Infinity where the whole file is asked about. */
	readonly to: number;
}

/** `FILE`, `FILE:LINE` or `FILE:LINE-LINE`; the number may stand as a word of its own. */
function placeIn(words: readonly string[]): Lines {
	const [whole = ''] = words;
	const [, file, from, to] = /^(.+?):(\d+)(?:-(\d+))?$/su.exec(words.length === 2 ? words.join(':') : whole) ?? [];
	if (words.length === 1 && whole !== '' && file === undefined) return { file: whole, from: 1, to: Infinity };
	const place = { file: file ?? '', from: Number(from), to: Number(to ?? from) };
	if (place.file === '' || words.length > 2 || place.from < 1 || place.to < place.from)
		throw new UsageError('Which lines? session-keeper sessions blame FILE[:LINE[-LINE]]');
	return place;
}

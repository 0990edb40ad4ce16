// A question over past sessions, answered: the one place that every face asks.
import { closeSync, openSync, readSync } from 'node:fs';
import { type Stand, areTwins, concludesOtherwise, isRatherMeant, standOf } from '../../core/recall/newer';
import { type Passage, fitOf, passageOf, promptOf } from '../../core/recall/passage';
import type { TimeSpan } from '../../core/recall/calendar';
import { type TimeEvent, beside } from '../../core/recall/time';
import { pairsOf } from '../../core/recall/pairs';
import { type Question, phraseFinder, readQuestion } from '../../core/recall/question';
import { type RecallConfidence, confidenceIn } from '../../core/recall/confidence';
import { type Met, bestFirst, isInTime } from '../../core/recall/order';
import type { Redact } from '../../core/privacy/redaction';
import type { TranscriptEntry } from '../../core/transcript/entry';
import { type Source, sourceOf, writtenEntries } from '../../core/recall/writing';
import { entriesOf } from '../../core/transcript/parseEntry';
import { noteRefusal } from '../base/refused';
import { type Candidate, allExchanges, candidatesFor, rarest } from './candidates';
import type { OpenIndex } from './recallIndex';
import type { Row } from './segment';
import { type LiveFile, nameFromWords } from './segmentBuilder';

/** A session that answers, with the exchange that does. Or a writing: a part of it counts as an exchange, without a prompt. */
export interface RecallHit extends Passage {
	/** Nothing for a writing that belongs to none. */
	readonly session: string | undefined;
	readonly name: string;
	readonly source: Source;
	/** Absolute path of the transcript, or of the writing. */
	readonly file: string;
	readonly cwd: string | undefined;
	readonly branch: string | undefined;
	/** When the exchange ended. Milliseconds since 1970; 0 where nobody knows. */
	readonly atMs: number;
	/** How much of the question is met, by weight: 0 to 1. */
	readonly cover: number;
	/** A newer session was to decide the same, and concluded otherwise. */
	readonly newer: NewerSession | undefined;
	/** What was asked before and after it; empty where nothing was, and where nobody wants to know. */
	readonly before: string;
	readonly after: string;
}

/** A session that holds instead of an older one. */
interface NewerSession {
	readonly session: string;
	readonly name: string;
	/** When its exchange ended. Milliseconds since 1970. */
	readonly atMs: number;
	/** What Claude said last in it, in one line. */
	readonly conclusion: string;
}

export interface Recalled {
	readonly confidence: RecallConfidence;
	readonly hits: readonly RecallHit[];
	/** There are more sessions that meet the question. */
	readonly isLimited: boolean;
}

export interface RecallOptions {
	readonly nowMs: number;
	/** Sessions, not messages. */
	readonly limit: number;
	readonly isWanted: (file: LiveFile) => boolean;
	/** What is shown goes through it. */
	readonly redact: Redact;
	/** What was asked before and after is told as well: it has to be read and redacted. */
	readonly hasNeighbours: boolean;
}

/** So many sessions are read, and put in order by what stands in them. */
const READ = 20;

/** Where a phrase must be there, so many exchanges of a session count, and so many in all, with so many bytes, are read. */
const PHRASE_EXCHANGES = 50;
const PHRASE_READ = 1_000;
const PHRASE_BYTES = 48 * 1_024 * 1_024;

/** Of an exchange, so much is read where no phrase can stand in what is left out. Bytes. */
const EXCHANGE_BYTES = 512 * 1_024;
const NEW_LINE = 10;

/** @param questions one, or several wordings of it. */
export function recall(index: OpenIndex, questions: readonly string[], options: RecallOptions): Recalled {
	const lists = questions.map((text) => ranked(index, text, options));
	const order = new Map<string, { hit: Ranked; score: number }>();
	for (const { hits } of lists)
		hits.forEach((hit, at) => {
			const known = order.get(hit.session);
			// By ranks: what one wording counts is not comparable with what another does.
			const score = (known?.score ?? 0) + 1 / (FUSION + at);
			order.set(hit.session, { hit: known !== undefined && known.hit.cover >= hit.cover ? known.hit : hit, score });
		});
	const ordered = [...order.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
	const all = newestFirst(ordered);
	const confidences = lists.map(({ confidence }) => confidence);
	return {
		confidence: (['strong', 'weak'] as const).find((each) => confidences.includes(each)) ?? 'none',
		hits: all.slice(0, options.limit).map((hit) => hitOf(index, hit, options)),
		isLimited: all.length > options.limit,
	};
}

const FUSION = 10;

interface Ranked extends Met {
	/** All that the question names is there. */
	readonly hasAll: boolean;
	readonly candidate: Candidate;
	readonly question: Question;
	readonly entries: readonly TranscriptEntry[];
	readonly stand: Stand;
}

interface Placed extends Ranked {
	readonly newer?: Ranked;
}

/** Of those that say the same, the newest alone; before one that another has overruled, that one. */
function newestFirst(hits: readonly Ranked[]): readonly Placed[] {
	const placed: Placed[] = [];
	for (const hit of hits) {
		const twin = placed.findIndex(({ stand }) => areTwins(stand, hit.stand));
		const known = placed[twin];
		if (known === undefined) placed.push(hit);
		else if (hit.atMs > known.atMs) placed[twin] = hit;
	}
	for (let at = 0; at < placed.length; at++) {
		const older = placed[at];
		if (older === undefined || older.newer !== undefined) continue;
		// A writing concludes nothing: it says what was concluded.
		const others = placed.filter(
			({ stand, candidate }) => isTranscript(candidate.file.at.file) && concludesOtherwise(stand, older.stand),
		);
		const newer = others.reduce<Ranked | undefined>((a, b) => (a === undefined || b.atMs > a.atMs ? b : a), undefined);
		if (newer === undefined) continue;
		placed[at] = { ...older, newer };
		const from = placed.findIndex(({ session }) => session === newer.session);
		if (from > at) placed.splice(at, 0, ...placed.splice(from, 1));
	}
	return newerFirst(placed);
}

/** Of the first few: what is rather meant before what meets the question a little better. Who asks for a time means that. */
function newerFirst(placed: Placed[]): readonly Placed[] {
	for (let at = 0; at < REORDERED; at++) {
		const older = placed[at];
		const { span, event, end, asksForPast } = older?.question ?? {};
		if (older === undefined || (span ?? event ?? end) !== undefined || asksForPast === true) continue;
		const from = placed
			.slice(0, at + REACH)
			.findIndex((each, place) => place > at && each.question === older.question && isRatherMeant(each, older));
		if (from > at) placed.splice(at, 0, ...placed.splice(from, 1));
	}
	return placed;
}
const [REORDERED, REACH] = [3, 6];

interface Answer {
	readonly hits: readonly Ranked[];
	readonly confidence: RecallConfidence;
}

function ranked(index: OpenIndex, text: string, options: RecallOptions): Answer {
	const question = readQuestion(text, options.nowMs);
	if (question.event === undefined) return answerTo(index, question, question.span, options);
	const span = eventSpan(index, question.event, options);
	const timed = span && answerTo(index, question, span, options);
	if (timed !== undefined && timed.hits.length > 0) return timed;
	// Nobody speaks of what happened, or of the rest: then all words are asked for.
	return answerTo(index, readQuestion(text, options.nowMs, { hasEvent: false }), undefined, options);
}

function answerTo(
	index: OpenIndex,
	question: Question,
	span: TimeSpan | undefined,
	{ nowMs, isWanted, limit }: RecallOptions,
): Answer {
	const hasPhrases = question.phrases.length > 0;
	const canHave = phraseFinder(question.phrases);
	const pairs: number[] = [];
	for (const phrase of question.phrases) pairsOf(phrase, (pair) => pairs.push(pair));
	const mayHave = ({ file, row }: Candidate): boolean => index.segments[file.segment]?.mayHold(row, pairs) ?? true;
	const met = (candidate: Candidate, second?: Candidate) => {
		const { row, cover, hasAll, file } = candidate;
		const score = candidate.score + SECOND * (second?.score ?? 0);
		const { atMs, key, hasWork } = row;
		return { session: file.at.session, score, cover, hasAll, atMs, key, hasWork, answered: 0, candidate };
	};
	const isOpen = question.namesNothing && (hasPhrases || span !== undefined);
	const found = isOpen
		? allExchanges(index, isWanted, (each) => (hasPhrases ? mayHave(each) : isInTime(each.row, span))).map((each) =>
				met(each),
			)
		: candidatesFor(index, question.slots, isWanted, hasPhrases ? PHRASE_EXCHANGES : undefined).flatMap((exchanges) =>
				// A phrase may stand in any of a session's.
				hasPhrases
					? exchanges.map((each, at) => met(each, exchanges[at + 1]))
					: [met(saidRather(exchanges), exchanges[1])],
			);
	const asked = { question, span, nowMs };
	const read = new Map<string, Ranked>();
	let bytes = 0;
	for (const each of bestFirst(found, asked).slice(0, hasPhrases ? PHRASE_READ : undefined)) {
		if (read.size === Math.max(READ, limit + 1) || bytes > PHRASE_BYTES) break;
		if (read.has(each.session) || !mayHave(each.candidate)) continue;
		const most = hasPhrases ? PHRASE_BYTES : EXCHANGE_BYTES;
		bytes += bytesRead(each.candidate.row, most);
		const lines = bytesOf(each.candidate.file.at.file, each.candidate.row, most);
		if (hasPhrases && !canHave(lines.toString('latin1'))) continue;
		const entries = entriesFrom(each.candidate.file, lines);
		const fit = fitOf(entries, question);
		if (!fit.hasPhrases) continue;
		const stand = standOf(each, nameOf(index, each.candidate.file), entries, question);
		const score = each.score * (1 + TOGETHER * fit.together);
		const answered = Math.min(1, stand.conclusion.size / ANSWER);
		read.set(each.session, { ...each, score, answered, question, entries, stand });
	}
	const hits = bestFirst([...read.values()], asked);
	const confidence = confidenceIn(hits, { question, hasTime: span !== undefined, rarest: rarest(index) });
	return { hits, confidence };
}

/** What was said tells more than what was written down of it: who asked, what came of it, and what has changed since. */
function saidRather(exchanges: readonly Candidate[]): Candidate {
	const [best] = exchanges as readonly [Candidate];
	return exchanges.find(({ file, score }) => isTranscript(file.at.file) && score >= NEARLY * best.score) ?? best;
}
const NEARLY = 0.7;

const SECOND = 0.05;
const TOGETHER = 0.1;
/** What has so many terms is an answer. */
const ANSWER = 12;

/** When something happened that a time is told by: where the sessions speak of it. */
function eventSpan(index: OpenIndex, event: TimeEvent, { nowMs, isWanted }: RecallOptions): TimeSpan | undefined {
	const at = candidatesFor(index, readQuestion(event.text, nowMs).slots, isWanted)[0]?.[0];
	if (at === undefined || at.cover < 0.5 || at.row.atMs === 0) return undefined;
	const { atMs } = at.row;
	return beside({ from: atMs, to: atMs }, event.side, event.days);
}

const bytesRead = ({ begin, end }: Row, most: number): number => Math.min(end - begin, most);

const entriesIn = (file: LiveFile, row: Row): readonly TranscriptEntry[] =>
	entriesFrom(file, bytesOf(file.at.file, row, EXCHANGE_BYTES));

const entriesFrom = ({ at }: LiveFile, bytes: Buffer): readonly TranscriptEntry[] =>
	isTranscript(at.file) ? entriesOf(bytes.toString().split('\n')) : writtenEntries(at.file, bytes.toString());

const isTranscript = (file: string): boolean => sourceOf(file) === 'transcript';

/** For all exchanges but huge ones: what is read is looked at at once. */
let space = Buffer.allocUnsafe(0);

/** The lines of an exchange, until the next is read; none where the file is gone. */
function bytesOf(file: string, row: Row, most: number): Buffer {
	try {
		const descriptor = openSync(file, 'r');
		try {
			const length = bytesRead(row, most);
			const into = length <= space.length ? space : Buffer.allocUnsafe(length);
			if (length <= EXCHANGE_BYTES) space = into;
			const read = (at: number, from: number, to: number): number => readSync(descriptor, into, at, to - from, from);
			if (row.end - row.begin === length) return into.subarray(0, read(0, row.begin, row.end));
			// What Claude Code notes for itself may stand between: the beginning has what was asked, the end what came of it.
			const half = read(0, row.begin, row.begin + length / 2);
			// Half a line at the end of the first, half a line at the beginning of the second.
			into[half - 1] = NEW_LINE;
			return into.subarray(0, half + read(half, row.end - length / 2, row.end));
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		noteRefusal(error, file);
		return space.subarray(0, 0);
	}
}

/** What the session of a file is called: what a subagent was told to do is no name of it. */
function nameOf({ files }: OpenIndex, { at }: LiveFile): string {
	const isMain = (each: LiveFile): boolean => each.isLatest && !each.at.isSubagent && each.at.session === at.session;
	return nameFromWords(((at.isSubagent ? files.find(isMain) : undefined)?.at ?? at).words);
}

function hitOf(
	index: OpenIndex,
	{ candidate, question, entries, session, cover, atMs, newer }: Placed,
	{ redact, hasNeighbours }: RecallOptions,
): RecallHit {
	const { file, number } = candidate;
	const { at, rows, segment } = file;
	const { words } = at;
	const asked = (neighbour: number): string => {
		const isIn = hasNeighbours && neighbour >= at.firstRow && neighbour < at.firstRow + rows;
		const row = isIn ? index.segments[segment]?.row(neighbour) : undefined;
		return row === undefined ? '' : promptOf(entriesIn(file, row), redact);
	};
	const source = sourceOf(at.file);
	const passage = passageOf(entries, question, redact);
	return {
		...passage,
		...(source === 'transcript' ? {} : { role: 'summary', conclusion: '' }),
		source,
		session: session === at.file ? undefined : session,
		name: redact(nameOf(index, file)),
		file: file.at.file,
		cwd: words.cwd,
		branch: words.branch,
		atMs,
		cover,
		newer: newer && {
			session: newer.session,
			name: redact(nameOf(index, newer.candidate.file)),
			atMs: newer.atMs,
			conclusion: passageOf(newer.entries, newer.question, redact).conclusion,
		},
		before: asked(number - 1),
		after: asked(number + 1),
	};
}

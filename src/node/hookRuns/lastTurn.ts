// The last thing that a person said, from the end of a transcript of any size. Synchronous: this runs in the middle of
// somebody's conversation, and nothing else is to be done meanwhile.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { asRecord, asText } from '../../core/result';
import { parseUser } from '../../core/transcript/parseMessage';

export interface SaidPrompt {
	readonly uuid: string;
	readonly text: string;
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
}

export interface LastTurn {
	/** What began the turn: several prompts where they waited in the queue. Oldest first; empty where no person did. */
	readonly prompts: readonly SaidPrompt[];
	/** Claude handed the session off in this turn. */
	readonly isHandedOff: boolean;
	/** Number of prompts so far, as far as was read: at least of the last megabytes. */
	readonly promptCount: number;
}

const KB = 1024;
const FIRST_CHUNK = 64 * KB;
const CHUNK = 512 * KB;
/** The results of one turn can be tens of megabytes; what is further back is not looked for. */
const SEARCHED_BYTES = 48 * KB * KB;
/** So much is read to count prompts. */
const COUNTED_BYTES = 2 * KB * KB;
/** A longer line is a picture or the result of a tool. */
const MAX_LINE = 8 * KB * KB;

/** As Claude Code writes it. Needles of some length are found several times faster. */
const USER = Buffer.from('"type":"user"');
const RESULT = Buffer.from('"tool_result"');
const TOOL_USE = Buffer.from('"tool_use"');
/** What a session is handed off with: a saved document, a saved protocol, or the person's own command. */
const HAND_OFF =
	/session-keeper\S*[^"]{0,200}\b(?:documents\s+save|protocol\s+save)|"skill":\s*"[^"]*(?:hand-?off|document-and-save|save-protocol|protocol-save)|"file_path":\s*"[^"]*(?:session-\d{4}-\d\d-\d\d-\d{4}\.md|session-protocol\.json)"/u;

/** Throws the file system's error. @param isCounting reads on for the number of prompts; else it is that of the turn. */
export function readLastTurn(file: string, isCounting = false): LastTurn {
	const handle = openSync(file, 'r');
	try {
		const info = fstatSync(handle);
		if (!info.isFile()) return { prompts: [], isHandedOff: false, promptCount: 0 };
		return foldBackwards(linesFromEnd(handle, info.size), isCounting);
	} finally {
		closeSync(handle);
	}
}

interface Line {
	/** In the order of the file. Most lines are none of ours: they are put together only when they are. */
	readonly pieces: readonly Buffer[];
	readonly length: number;
	/** Distance of its end from the end of the file. */
	readonly fromEnd: number;
}

function foldBackwards(lines: Iterable<Line>, isCounting: boolean): LastTurn {
	const prompts: SaidPrompt[] = [];
	let isHandedOff = false;
	let isFound = false;
	let isInQueue = false;
	let turnIndex: number | undefined;
	let promptCount = 0;
	let highest = 0;
	for (const line of lines) {
		if (isFound && !isInQueue && line.fromEnd > COUNTED_BYTES) break;
		if (!isFound) isHandedOff ||= handsOff(line);
		const begun = startOfTurn(line);
		if (begun === undefined) continue;
		if (begun.kind === 'prompt') {
			promptCount++;
			highest = Math.max(highest, begun.turnIndex ?? 0);
		}
		// What waited in the queue is said in one turn.
		const belongs: boolean = !isFound || (isInQueue && begun.isQueued && begun.turnIndex === turnIndex);
		if (belongs && begun.prompt !== undefined) prompts.unshift(begun.prompt);
		isInQueue = belongs && begun.isQueued;
		turnIndex = begun.turnIndex;
		isFound = true;
		// Before the next line is read: it can be long.
		if (!isCounting && !isInQueue) break;
	}
	return { prompts, isHandedOff, promptCount: Math.max(promptCount, highest) };
}

function handsOff(line: Line): boolean {
	return (
		line.length < CHUNK &&
		line.pieces.some((piece) => piece.includes(TOOL_USE)) &&
		HAND_OFF.test(whole(line).toString())
	);
}

function whole({ pieces }: Line): Buffer {
	const [first] = pieces;
	return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

interface TurnStart {
	readonly kind: 'prompt' | 'other';
	readonly prompt: SaidPrompt | undefined;
	readonly isQueued: boolean;
	readonly turnIndex: number | undefined;
}

/** What begins a turn: a prompt, a command, a background agent that has finished. Nothing for any other line. */
function startOfTurn(line: Line): TurnStart | undefined {
	if (line.length > MAX_LINE || line.pieces.some((piece) => piece.includes(RESULT))) return undefined;
	const bytes = whole(line);
	if (!bytes.includes(USER) || bytes.includes(RESULT)) return undefined;
	let o: Readonly<Record<string, unknown>> | undefined;
	try {
		o = asRecord(JSON.parse(bytes.toString('utf8')));
	} catch {
		return undefined; // A line that is still being written, or none of Claude Code's.
	}
	if (o?.['type'] !== 'user' || o['isSidechain'] === true) return undefined;
	const at = Date.parse(asText(o['timestamp']) ?? '');
	const base = {
		uuid: asText(o['uuid']),
		timestampMs: Number.isNaN(at) ? undefined : at,
		parentUuid: undefined,
		sessionId: undefined,
		cwd: undefined,
		gitBranch: undefined,
		entrypoint: undefined,
		version: undefined,
		isSidechain: false,
	};
	const entry = parseUser(o, base);
	if (typeof entry === 'string') return undefined;
	const index = asRecord(o['turnPosition'])?.['turnIndex'];
	const own = {
		isQueued: o['promptSource'] === 'queued',
		turnIndex: typeof index === 'number' ? index : undefined,
	};
	switch (entry.kind) {
		case 'prompt':
			return {
				kind: 'prompt',
				...own,
				prompt: entry.uuid === undefined ? undefined : { uuid: entry.uuid, text: entry.text, atMs: entry.timestampMs },
			};
		case 'command':
		case 'localCommand':
		case 'notification':
			return { kind: 'other', ...own, prompt: undefined };
		case 'toolResult':
		case 'interruption':
		case 'localOutput':
		case 'compactSummary':
		case 'meta':
			return undefined;
	}
}

/** Lines of a file, last one first, read in pieces. */
function* linesFromEnd(handle: number, size: number): Generator<Line> {
	/** The beginning of a line whose end is in `rest`, pieces in the order of the file. */
	let rest: Buffer[] = [];
	let restBytes = 0;
	let end = size;
	// Most turns are short; each piece is twice as long as the one before.
	for (let step = FIRST_CHUNK; end > 0 && size - end < SEARCHED_BYTES; step = Math.min(CHUNK, 2 * step)) {
		const from = Math.max(0, end - step);
		const chunk = Buffer.allocUnsafe(end - from);
		const got = readSync(handle, chunk, 0, chunk.length, from);
		if (got < chunk.length) return; // It shrank under our eyes.
		let to = chunk.length;
		for (let at = chunk.lastIndexOf(10, to - 1); at >= 0; at = to === 0 ? -1 : chunk.lastIndexOf(10, to - 1)) {
			const piece = chunk.subarray(at + 1, to);
			const length = piece.length + restBytes;
			if (length > 0) yield { pieces: [piece, ...rest], length, fromEnd: size - (from + to) - restBytes };
			[rest, restBytes, to] = [[], 0, at];
		}
		// A line longer than any prompt is passed over without being kept.
		if (restBytes + to <= MAX_LINE) rest.unshift(chunk.subarray(0, to));
		else rest = [];
		restBytes += to;
		end = from;
	}
	if (end === 0 && restBytes > 0) yield { pieces: rest, length: restBytes, fromEnd: size - restBytes };
}

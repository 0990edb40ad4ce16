// The last thing that a person said, from the end of a transcript of any size. Synchronous: this runs in the middle of
// somebody's conversation, with nothing else to do meanwhile.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { asRecord, asText, parseObject } from '../../../core/base/result';
import { parseUser } from '../../../core/transcript/parseMessage';

interface SaidPrompt {
	readonly uuid: string;
	readonly text: string;
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
}

export interface LastTurn {
	/**
	 * The prompts that began the turn, oldest first: several if they waited in the queue, none if no person began it.
	 */
	readonly prompts: readonly SaidPrompt[];
	/** The session's first turn, as far as Claude Code numbers them. */
	readonly isFirst: boolean;
	/** Claude Code's id of what began the turn; some lines have none. */
	readonly promptId: string | undefined;
	/** Claude handed the session off in this turn. */
	readonly isHandedOff: boolean;
	/** Number of prompts so far, as far as was read: at least of the last megabytes. */
	readonly promptCount: number;
}

const KB = 1024;
const WINDOW = 64 * KB;
/** The results of one turn can be tens of megabytes; what is further back is not looked for. */
const SEARCHED_BYTES = 48 * KB * KB;
/** So much is read to count prompts. */
const COUNTED_BYTES = 2 * KB * KB;
/** A longer line is a picture or the result of a tool. */
const MAX_LINE = 8 * KB * KB;
/** A longer line does not hand a session off. */
const MAX_CALL = 512 * KB;

/** As Claude Code writes it. Needles of some length are found several times faster. */
const USER = Buffer.from('"type":"user"');
/** As another JSON writer would. */
const USER_SPACED = /"type"\s*:\s*"user"/u;
const RESULT = Buffer.from('"tool_result"');
const TOOL_USE = Buffer.from('"tool_use"');
/** Asked first: most calls name nothing of it. */
const NAMED = /session-(?:keeper|\d|protocol)|"skill"/u;
/**
 * What a session is handed off with: a saved document or a saved protocol, where the command, or a part of it, begins so.
 * What only asks how, or has these words in it, saves nothing.
 */
const SAVES =
	/(?:^|&&|;)\s*(?:\w+=\S{1,200}\s+)*(?:(?:node|npx)\s+)?(?:"[^"\n]{0,300}|'[^'\n]{0,300}|[^\s"';&|]{0,300})session-keeper\S{0,100}(?:\s+-\S+(?:\s+[^-\s]\S*)?)*?\s+(?:documents|protocol)\s+save\b(?![^;&|\n]*[ \t](?:--dry-run|--help|-h)\b)/u;
/** The person's own command, or one of ours. */
const HAND_OFF_SKILL = /hand-?off|document-and-save|save-protocol|protocol-save/u;
/** The same, written by Claude with a tool of its own. */
const HAND_OFF_FILE = /[\\/](?:session-\d{4}-\d\d-\d\d-\d{4}\.md|session-protocol\.json)$/u;
const WRITING_TOOLS: readonly unknown[] = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'];

/** A pipe of that name must not hold us up. Windows has no such thing. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * @param isCounting reads on for the number of prompts; else it is that of the turn.
 * @returns nothing where there is no such file. Throws the file system's error.
 */
export function readLastTurn(file: string, isCounting = false): LastTurn | undefined {
	const handle = openIfThere(file);
	if (handle === undefined) return undefined;
	try {
		const info = fstatSync(handle);
		return info.isFile() ? foldBackwards({ handle, size: info.size }, isCounting) : undefined;
	} finally {
		closeSync(handle);
	}
}

function openIfThere(file: string): number | undefined {
	try {
		return openSync(file, READ_ONLY);
	} catch (error) {
		if (NOT_THERE.includes((error as NodeJS.ErrnoException).code)) return undefined;
		throw error;
	}
}

const NOT_THERE: readonly (string | undefined)[] = ['ENOENT', 'ENOTDIR', 'EISDIR'];

interface OpenFile {
	readonly handle: number;
	/** As it was found. Bytes. */
	readonly size: number;
}

/** Most lines are none of ours: their bytes are read only when they are. */
interface Line {
	/** Bytes of the file, without the line break. */
	readonly from: number;
	readonly to: number;
	/** The line, or as much of its beginning as is at hand. Good until the next line is asked for. */
	readonly head: Buffer;
}

function foldBackwards(file: OpenFile, isCounting: boolean): LastTurn {
	const prompts: SaidPrompt[] = [];
	let isHandedOff = false;
	let isFound = false;
	let isInQueue = false;
	let turnIndex: number | undefined;
	let promptId: string | undefined;
	let promptCount = 0;
	let highest = 0;
	for (const line of linesFromEnd(file)) {
		if (isFound && !isInQueue && file.size - line.to > COUNTED_BYTES) break;
		// The result of a tool begins no turn and hands nothing off. It is the longest line that there is, and says so early.
		if (line.head.includes(RESULT)) continue;
		const bytes = wholeLine(file, line);
		if (bytes === undefined) continue;
		if (!isFound) isHandedOff ||= handsOff(bytes);
		const begun = startOfTurn(bytes);
		if (begun === undefined) continue;
		if (begun.kind === 'prompt') {
			promptCount++;
			highest = Math.max(highest, begun.turnIndex ?? 0);
		}
		// What waited in the queue is said in one turn.
		const belongs: boolean = !isFound || (isInQueue && begun.isQueued && begun.turnIndex === turnIndex);
		if (belongs && begun.prompt !== undefined) prompts.unshift(begun.prompt);
		isInQueue = belongs && begun.isQueued;
		if (!isFound) ({ promptId } = begun);
		turnIndex = begun.turnIndex;
		isFound = true;
		// Before the next line is read: it can be long.
		if (!isCounting && !isInQueue) break;
	}
	return {
		prompts,
		isFirst: highest === 1,
		promptId,
		isHandedOff,
		promptCount: Math.max(promptCount, highest),
	};
}

function handsOff(line: Buffer): boolean {
	if (line.length >= MAX_CALL || !line.includes(TOOL_USE)) return false;
	const text = line.toString();
	return NAMED.test(text) && callsHandOff(text);
}

/** Who only reads what another session left behind takes it up. */
function callsHandOff(line: string): boolean {
	const content = asRecord(parseObject(line)?.['message'])?.['content'];
	const calls = Array.isArray(content) ? content.map(asRecord) : [];
	return calls.some((call) => {
		if (call?.['type'] !== 'tool_use') return false;
		const input = asRecord(call['input']);
		const [command = '', skill = '', file = ''] = ['command', 'skill', 'file_path'].map((key) => asText(input?.[key]));
		const isWritten = WRITING_TOOLS.includes(call['name']) && HAND_OFF_FILE.test(`/${file}`);
		return isWritten || SAVES.test(command) || HAND_OFF_SKILL.test(skill);
	});
}

interface TurnStart {
	readonly kind: 'prompt' | 'other';
	readonly prompt: SaidPrompt | undefined;
	readonly promptId: string | undefined;
	readonly isQueued: boolean;
	readonly turnIndex: number | undefined;
}

/** The bytes are asked first: lines with white space between name and value are none of Claude Code's today. */
function isOfUser(line: Buffer): boolean {
	return line.includes(USER) || (line.includes('"user"') && USER_SPACED.test(line.toString('latin1')));
}

/** What begins a turn: a prompt, a command, a background agent that has finished. Nothing for any other line. */
function startOfTurn(line: Buffer): TurnStart | undefined {
	if (line.includes(RESULT) || !isOfUser(line)) return undefined;
	// Nothing of a line that is still being written, or none of Claude Code's.
	const o = parseObject(line.toString('utf8'));
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
		isSidechain: false,
		copyOf: undefined,
	};
	const entry = parseUser(o, base);
	if (entry === undefined) return undefined;
	const index = asRecord(o['turnPosition'])?.['turnIndex'];
	const own = {
		promptId: asText(o['promptId']),
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

/** Lines of a file, last one first, without empty ones. */
function* linesFromEnd({ handle, size }: OpenFile): Generator<Line> {
	// One for the whole way: to have a megabyte of fresh memory mapped takes longer than to read it.
	const window = Buffer.allocUnsafe(WINDOW);
	let to = size;
	for (let end = size; end > 0 && size - end < SEARCHED_BYTES;) {
		const from = Math.max(0, end - WINDOW);
		const bytes = end - from;
		if (readSync(handle, window, 0, bytes, from) < bytes) return; // It shrank under our eyes.
		for (let until = bytes; until >= 0;) {
			const lineBreak = until === 0 ? -1 : window.lastIndexOf(10, until - 1);
			// A line that begins further back goes on into the next window.
			if (lineBreak < 0 && from > 0) break;
			const start = lineBreak + 1;
			const head = window.subarray(start, Math.min(to - from, bytes));
			if (from + start < to) yield { from: from + start, to, head };
			to = from + lineBreak;
			until = lineBreak;
		}
		end = from;
	}
}

/** The bytes of a line; nothing where it is too long, or the file shrank under our eyes. */
function wholeLine({ handle }: OpenFile, { from, to, head }: Line): Buffer | undefined {
	const length = to - from;
	if (head.length === length) return head;
	if (length > MAX_LINE) return undefined;
	const bytes = Buffer.allocUnsafe(length);
	return readSync(handle, bytes, 0, length, from) === length ? bytes : undefined;
}

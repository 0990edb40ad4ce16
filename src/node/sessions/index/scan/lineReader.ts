// The WebAssembly module that tells what each line of a transcript is (`assembly/`), for one thread: what is read into its
// memory is not copied. Its machine code needs no warming up, and is thrown away for no line that looks different.
import { KNOWN_TYPES } from '../../../../core/transcript/parseEntry';
import type { Usage } from '../../../../core/transcript/entry';
import { NO_TOKENS } from '../../../../core/transcript/facts';
import { decodeString, isText, QUOTE } from './jsonBytes';

/** The module as base64. Who bundles or tests this puts it in place of the name (`scripts/lib/scanModule.mjs`). */
declare const SCAN_MODULE: string;

/** What `assembly/lines.ts` exports. */
interface Exports extends WebAssembly.Exports {
	readonly memory: WebAssembly.Memory;
	outAt(): number;
	lineAt(): number;
	messageAt(): number;
	originAt(): number;
	room(bytes: number): number;
	setIdleTypes(at: number, count: number): void;
	begin(from: number, to: number, main: number): void;
	forgetTails(): void;
	position(): number;
	next(how: number): number;
	readOutput(open: number, last: number): void;
	hash(at: number, end: number): void;
}

/** What a line is. `END`: there is none that is complete. */
export const END = 0;
export const PARSE = 1;
export const ANSWER = 2;
export const OUTPUT = 3;

/** How the next line is wanted: copies seen wherever they say so, with the ids of everything. */
export const WANTS_COPIES = 1;
export const WANTS_IDS = 2;

/** Of a line, as `FLAGS`. */
export const SIDECHAIN = 1;
export const API_ERROR = 2;
export const ABORTED = 4;
export const HAS_UUID = 8;
export const COPY = 16;
export const HAS_ORIGIN_UUID = 32;

/** What there is to know of a line: from which byte to which, what is set, numbers of what is often the same, hashes of ids. */
export const START = 0;
export const CLOSE = 1;
export const FEED = 2;
export const FLAGS = 3;
export const PLACE_NUMBER = 4;
const USAGE_NUMBER = 5;
const MODEL_NUMBER = 6;
const STOP_NUMBER = 7;
export const UUID_HASH = 8;
export const ID_HASH = 10;
export const ORIGIN_HASH = 12;

/** Keys of a line and of its message whose places are asked for. */
export const TIMESTAMP = 3;
export const CWD = 6;
export const GIT_BRANCH = 7;
export const ENTRYPOINT = 8;
export const ID = 0;
const MODEL = 1;
export const CONTENT = 2;
const STOP_REASON = 3;
export const ORIGIN_SESSION = 0;

/** Room for a line. Only what is used of it is ever touched. */
export const BUFFER = 1_024 * 1_024;
/** Room for an id: three bytes for each of the longest line that is parsed as it is. */
const ID_ROOM = 128 * 1_024;
/** How far beyond an end is looked. */
const MARGIN = 64;

let compiled: WebAssembly.Module | undefined;
let current: LineReader | undefined;

export class LineReader {
	/** The memory. Positions are places in it. */
	readonly bytes: Buffer;
	/** Where lines are read to. */
	readonly at: number;
	/** First and last byte of the value of each key. */
	readonly line: Int32Array;
	readonly message: Int32Array;
	readonly origin: Int32Array;
	readonly about: Int32Array;
	private readonly module: Exports;
	/** The time, and the tokens. */
	private readonly numbers: Float64Array;
	private readonly idAt: number;
	private readonly mainAt: number;
	private mainId: string | undefined;
	private readonly known = new Int32Array(8);
	private readonly texts: (string | undefined)[] = [];
	private lastUsage: Usage = NO_TOKENS;

	/** The one of this thread. */
	static get here(): LineReader {
		return (current ??= new LineReader(BUFFER));
	}

	/** @param size room for what is read. Bytes. */
	constructor(size: number) {
		compiled ??= new WebAssembly.Module(Buffer.from(SCAN_MODULE, 'base64'));
		const module = new WebAssembly.Instance(compiled).exports as Exports;
		const types = ['last-prompt', 'attachment', 'progress', ...KNOWN_TYPES];
		const list = module.room(4 * types.length);
		const places = types.map(({ length }) => module.room(4 + length) + 4);
		this.module = module;
		this.mainAt = module.room(4 + ID_ROOM) + 4;
		this.idAt = module.room(ID_ROOM + MARGIN);
		this.at = module.room(size + MARGIN);
		// The memory does not grow any more.
		const { buffer } = module.memory;
		this.bytes = Buffer.from(buffer);
		this.line = new Int32Array(buffer, module.lineAt(), 2 * 16);
		this.message = new Int32Array(buffer, module.messageAt(), 2 * 5);
		this.origin = new Int32Array(buffer, module.originAt(), 2 * 2);
		this.about = new Int32Array(buffer, module.outAt(), 16);
		this.numbers = new Float64Array(buffer, module.outAt() + 64, 5);
		types.forEach((type, i) => this.bytes.writeInt32LE(this.writeWord(type, places[i] ?? 0), list + 4 * i));
		module.setIdleTypes(list, types.length);
	}

	/** Takes the lines from `from` to `to`, of the file of this session. */
	begin(from: number, to: number, mainId: string): void {
		if (mainId !== this.mainId) this.writeWord(mainId, this.mainAt);
		this.mainId = mainId;
		this.known.fill(-1);
		this.module.begin(from, to, this.mainAt);
	}

	/** The next line that says something, and what it is. */
	next(how: number): number {
		return this.module.next(how);
	}

	/** What is known of the end of a line means nothing for the next one. */
	forgetTails(): void {
		this.module.forgetTails();
	}

	/** Where the first line begins that was not taken. */
	get position(): number {
		return this.module.position();
	}

	/** Reads when an output was written that was taken before, and where. */
	readOutput(start: number, close: number): void {
		this.module.readOutput(start, close);
	}

	/** The hash of an id that is no bytes, as `UUID_HASH`. */
	hashText(id: string): void {
		this.module.hash(this.idAt, this.idAt + this.bytes.write(id, this.idAt, ID_ROOM));
	}

	/** Milliseconds since 1970; NaN where the line has no time as Claude Code writes it. */
	get timeMs(): number {
		return this.numbers[0] ?? Number.NaN;
	}

	/** Whether a numbered thing is the same as the last time that this was asked. */
	isSame(number: number): boolean {
		const isSame = this.known[number] === this.about[number];
		this.known[number] = this.about[number] ?? -1;
		return isSame && this.known[number] !== -1;
	}

	/** The tokens of an answer. */
	get usage(): Usage {
		if (this.isSame(USAGE_NUMBER)) return this.lastUsage;
		const { numbers } = this;
		return (this.lastUsage = {
			input: numbers[1] ?? 0,
			output: numbers[2] ?? 0,
			cacheWrite: numbers[3] ?? 0,
			cacheRead: numbers[4] ?? 0,
		});
	}

	get model(): string | undefined {
		return this.numbered(MODEL_NUMBER, MODEL);
	}

	get stopReason(): string | undefined {
		return this.numbered(STOP_NUMBER, STOP_REASON);
	}

	private numbered(number: number, key: number): string | undefined {
		if (!this.isSame(number)) this.texts[number] = this.textAt(this.message, key, undefined);
		return this.texts[number];
	}

	/** A string of the line; nothing for anything else. `likely` saves decoding the same again. */
	textAt(of: Int32Array, key: number, likely: string | undefined): string | undefined {
		const { bytes } = this;
		const open = of[2 * key] ?? -1;
		const close = of[2 * key + 1] ?? -1;
		if (open < 0 || bytes[open] !== QUOTE || close === open + 1) return undefined;
		if (likely !== undefined && isText(bytes, open + 1, close, likely) && !likely.includes('\\')) return likely;
		return decodeString(bytes, open + 1, close);
	}

	/** A text with its length before it. */
	private writeWord(text: string, at: number): number {
		this.bytes.writeInt32LE(this.bytes.write(text, at, ID_ROOM), at - 4);
		return at;
	}
}

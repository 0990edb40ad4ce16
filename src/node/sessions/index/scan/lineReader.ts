// The WebAssembly module that takes the lines of a transcript apart (`assembly/`), and its memory, which files are read into.
// Its machine code needs no warming up, and is thrown away for no line that looks different.
import type { Usage } from '../../../../core/transcript/entry';
import type { IdMap } from '../../../../core/transcript/layers';
import { KNOWN_TYPES } from '../../../../core/transcript/parseEntry';
import { everyLine } from './everyLine';
import { QUOTE, decodeString, isText } from './jsonBytes';
import type { ScanModule } from './scanModule';
import type { SeenIds } from './scanState';

/** The module as base64. Who bundles or tests this puts it in place of the name (`scripts/lib/scanModule.mjs`). */
declare const SCAN_MODULE: string;

/** What the next line is besides, and what else is to be done. */
export const PROMPT = 2;
export const NEW_PLACE = 4;
export const TIME_OUTPUTS = 8;

/** What is known of the session that the file is of. */
export const IS_FORK = 1;
export const IS_UNDATED = 2;
export const HAS_NO_TIME = 4;
export const IS_TOGETHER = 8;

/** In `about`, behind the line at hand: all that was taken since `forgetRun`. */
export const HAS_MET = 3;
export const TAKEN = 4;
export const MAIN_ANSWERS = 5;
export const MAIN_OUTPUTS = 6;
export const FIRST_ID = 7;
export const LAST_ID = 9;
export const LAST_MODEL = 11;
export const LAST_STOP = 13;
export const UNTIMED = 15;
/** In `numbers`. */
export const TIME = 0;
export const FIRST_TIME = 1;
export const LAST_TIME = 2;
export const TOKENS = 3;
export const CONTEXT = 7;

/** Places in `line`, `message` and `origin`. */
export const TIMESTAMP = 2 * 3;
export const CWD = 2 * 6;
export const GIT_BRANCH = 2 * 7;
export const ENTRYPOINT = 2 * 8;
export const CONTENT = 2 * 2;
const ORIGIN_SESSION = 0;

/** Room for a line, as a rule. Only what is used of it is ever touched. */
const BUFFER = 1_024 * 1_024;
/** Room for an id: three bytes for each of the longest line that is parsed as it is. */
const ID_ROOM = 128 * 1_024;
/** How far beyond an end is looked. */
const MARGIN = 64;

/** First and last byte of values, -1 where there is none. */
export type Places = Int32Array;

/** Node's types have none of it. */
interface Global {
	/** Nothing where V8 may make no machine code. */
	readonly WebAssembly?: {
		readonly Module: new (bytes: Uint8Array) => object;
		readonly Instance: new (module: object) => { readonly exports: unknown };
		readonly CompileError: new () => Error;
	};
}
let compiled: object | undefined;

function startModule(): ScanModule {
	const { WebAssembly: wasm } = globalThis as unknown as Global;
	if (wasm === undefined) return everyLine();
	try {
		compiled ??= new wasm.Module(Buffer.from(SCAN_MODULE, 'base64'));
		return new wasm.Instance(compiled).exports as ScanModule;
	} catch (error) {
		if (error instanceof RangeError || error instanceof wasm.CompileError) return everyLine();
		throw error;
	}
}

/** For each memory V8 reserves ten gigabytes of addresses, a hundredth of what it has: more files wait for their turn. */
const MOST = 4;
/** How much memory one may have that is kept. It grows with the ids of a session, and never shrinks. */
const KEPT_BYTES = 4 * BUFFER;
/** Readers that nobody uses. Each remembers the ids of what it read last. */
let spare: readonly LineReader[] = [];
let inUse = 0;
const waiting: (() => void)[] = [];

export class LineReader {
	/** The memory. Positions are places in it. The module may have it grow, and then all of these are other ones. */
	bytes!: Buffer;
	line!: Places;
	message!: Places;
	origin!: Places;
	/** Pairs, first and last byte of each line. */
	untimed!: Places;
	about!: Int32Array;
	numbers!: Float64Array;
	/** What each answer was counted with so far, by its id. */
	readonly answers: IdMap<Usage>;
	/** Where lines are read to, and how much room there is. */
	at: number;
	size = BUFFER;
	private readonly module: ScanModule;
	private readonly mainAt: number;
	private readonly idAt: number;
	/** Whose ids it remembers. */
	private seen: SeenIds | undefined;

	/** The same as `take` for who gives others their turn meanwhile. */
	static async takeLater(seen: SeenIds): Promise<LineReader> {
		while (inUse >= MOST) await new Promise<void>((resolve) => waiting.push(resolve));
		return LineReader.take(seen);
	}

	/** One that remembers these ids, or none. It is given back with `giveBack`. */
	static take(seen: SeenIds): LineReader {
		const usual = (each: LineReader): boolean => each.size === BUFFER;
		const reader = spare.find((each) => each.seen === seen) ?? spare.find(usual) ?? new LineReader();
		inUse++;
		spare = spare.filter((each) => each !== reader);
		reader.forgetPlace();
		if (reader.seen === seen) return reader;
		reader.module.forgetIds();
		reader.seen = seen;
		if (seen.resumed) reader.answers.set(...seen.resumed);
		return reader;
	}

	private constructor() {
		const module = startModule();
		const types = ['last-prompt', 'attachment', 'progress', ...KNOWN_TYPES];
		const list = module.room(4 * types.length);
		const typeAt = types.map(({ length }) => module.room(4 + length) + 4);
		this.module = module;
		this.mainAt = module.room(4 + ID_ROOM) + 4;
		this.idAt = module.room(ID_ROOM + MARGIN);
		this.at = module.room(BUFFER + MARGIN);
		this.view();
		types.forEach((type, i) => this.bytes.writeInt32LE(this.writeWord(type, typeAt[i] ?? 0), list + 4 * i));
		module.setIdleTypes(list, types.length);
		this.answers = {
			get: (id) => this.usageAt(this.answerAt(id)),
			set: (id, usage) => this.writeUsage(this.answerAt(id), usage),
		};
	}

	/**
	 * Others may have it. One that has grown, for a long line or a long session, is left, unless
	 * @param isRemembering the next file goes on with its ids.
	 */
	giveBack(isRemembering = false): void {
		inUse--;
		waiting.shift()?.();
		const isUsual = this.size === BUFFER && this.bytes.length <= KEPT_BYTES;
		if (isUsual || isRemembering) spare = [this, ...spare.slice(0, MOST - 1)];
	}

	/** Makes room for so many bytes. What was read so far is moved there. */
	makeRoom(size: number): void {
		const before = this.at;
		this.at = this.module.room(size + MARGIN);
		this.view();
		this.bytes.copyWithin(this.at, before, before + this.size);
		this.size = size;
	}

	/** Takes the lines from `from` to `to`, of the file of this session. */
	begin(from: number, to: number, mainId: string): void {
		this.module.begin(from, to, this.writeWord(mainId, this.mainAt));
	}

	/** Takes lines up to one that somebody has to do with. */
	next(session: number): number {
		const kind = this.module.next(session);
		if (this.module.memory.buffer !== this.about.buffer) this.view();
		return kind;
	}

	/** Where the first line begins that was not taken. */
	get position(): number {
		return this.module.position();
	}

	/** The place of a line says nothing of the next one. */
	forgetPlace(): void {
		this.module.forgetPlace();
	}

	/** What `about` says of the run was taken over. */
	forgetRun(): void {
		this.module.forgetRun();
	}

	/** The outputs in `untimed` have their times, or need none. */
	forgetOutputs(): void {
		this.module.forgetOutputs();
	}

	/** Reads when an output was written that was taken before, and where. */
	readOutput(start: number, close: number): void {
		this.module.readOutput(start, close);
	}

	/** The session that the line was copied from which was read last. */
	get originOfOutput(): string | undefined {
		return this.module.hasOrigin() ? this.textAt(this.origin, ORIGIN_SESSION, undefined) : undefined;
	}

	/** Whether the prompt at hand was counted before; from now on it was. */
	isRepeatedPrompt(): boolean {
		const isRepeated = this.module.isRepeatedPrompt() !== 0;
		this.view();
		return isRepeated;
	}

	/** Adds the id of a line. Returns false where it was there. */
	addUuid(id: string): boolean {
		const isNew = this.module.addUuid(this.idAt, this.writeId(id)) !== 0;
		this.view();
		return isNew;
	}

	/** A string; nothing for anything else. `likely` saves decoding the same again. */
	textAt(places: Places, at: number, likely: string | undefined): string | undefined {
		const { bytes } = this;
		const open = places[at] ?? -1;
		const close = places[at + 1] ?? -1;
		if (open < 0 || bytes[open] !== QUOTE || close === open + 1) return undefined;
		if (likely !== undefined && isText(bytes, open + 1, close, likely) && !likely.includes('\\')) return likely;
		return decodeString(bytes, open + 1, close);
	}

	private answerAt(id: string): number {
		const at = this.module.answerUsage(this.idAt, this.writeId(id));
		this.view();
		return at;
	}

	private usageAt(at: number): Usage | undefined {
		const [input = 0, output = 0, cacheWrite = 0, cacheRead = 0] = new Float64Array(this.bytes.buffer, at, 4);
		// Who is asked about got a number, and nothing else.
		return input < 0 ? undefined : { input, output, cacheWrite, cacheRead };
	}

	private writeUsage(at: number, { input, output, cacheWrite, cacheRead }: Usage): void {
		new Float64Array(this.bytes.buffer, at, 4).set([input, output, cacheWrite, cacheRead]);
	}

	private writeId(id: string): number {
		return this.idAt + this.bytes.write(id, this.idAt, ID_ROOM);
	}

	/** Writes a text with its length before it. */
	private writeWord(text: string, at: number): number {
		this.bytes.writeInt32LE(this.bytes.write(text, at, ID_ROOM), at - 4);
		return at;
	}

	private view(): void {
		const { module } = this;
		const { buffer } = module.memory;
		if (this.bytes?.buffer === buffer) return;
		this.bytes = Buffer.from(buffer);
		this.line = new Int32Array(buffer, module.lineAt(), 2 * 16);
		this.message = new Int32Array(buffer, module.messageAt(), 2 * 5);
		this.origin = new Int32Array(buffer, module.originAt(), 2 * 2);
		this.untimed = new Int32Array(buffer, module.untimedAt());
		this.about = new Int32Array(buffer, module.outAt(), 16);
		this.numbers = new Float64Array(buffer, module.outAt() + 64, 8);
	}
}

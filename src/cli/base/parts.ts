// Loads the parts of a program out of one file (scripts/lib/packedParts.mjs makes it), with what V8 compiled of them in an
// earlier run: of a list's time, half went into compiling. One file, because Node looks at a dozen places for each that is
// loaded, and because a program that is replaced while it runs must not go on with parts of another.
// Node's own `module.enableCompileCache` comes with Node 22, and keeps what a file compiled to when it was first loaded, be
// it by another command. This keeps what a command ran, in a file for each command. It is only ever a faster way to the
// same: what is missing, old or damaged is compiled as ever.
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { forgetUnused, makePrivateFolderAtOnce } from '../../node/project/privateFolderAtOnce';

/** After so long the code is kept anew: another run of the same command may have needed other functions. Milliseconds. */
const RENEW_MS = 60 * 60 * 1_000;
/** A file that was not made anew for so long belongs to a command or a Node that nobody uses. Milliseconds. */
const UNUSED_MS = 30 * 24 * RENEW_MS;
/** As much is read at first: where all parts are, and the one that starts. */
const FIRST_BYTES = 96 * 1024;
/** As much is compared at a time. */
const PIECE_BYTES = 64 * 1024;
/** V8 copies code that does not begin at a multiple of so many bytes. */
const STEP = 8;

/** Where something is, in bytes. */
type Span = readonly [begin: number, length: number];

interface Loaded {
	readonly module: { exports: object };
	readonly script: Script;
	/** Its code has run to its end, so that it exports all that it ever will. */
	isRun: boolean;
}

/** What Node itself has not loaded when it starts: each takes up to a fifth of a list's time. */
const SLOW = new Set(
	[
		'async_hooks',
		'child_process',
		'crypto',
		'os',
		'readline',
		'stream',
		'stream/promises',
		'worker_threads',
		'zlib',
	].map((name) => `node:${name}`),
);

export class Parts {
	private readonly loaded = new Map<string, Loaded>();
	private readonly descriptor: number;
	private readonly first = Buffer.allocUnsafeSlow(FIRST_BYTES);
	private readonly spans: Readonly<Record<string, Span>>;
	/** Where the first part begins in the file. */
	private readonly begin: number;
	/** What no other file and no other content of it has: V8 itself looks at the length of a text only. */
	private readonly stamp: string;
	private known: ReadonlyMap<string, Buffer> = new Map();
	private isStale = true;
	/** The file from which code was read, if any. */
	private readonly cache: string | undefined;

	/**
	 * @param file with the parts. It stays open, and so the same.
	 * @param caches files that may keep their code, the likeliest first
	 * @param load what the program loads from elsewhere
	 * @throws what reading the file throws
	 */
	constructor(
		private readonly file: string,
		caches: readonly string[],
		private readonly load: NodeJS.Require,
	) {
		this.descriptor = openSync(file, 'r');
		const { ino, size, ctimeMs } = fstatSync(this.descriptor);
		this.stamp = [process.version, process.arch, ino, size, ctimeMs].join(' ');
		readSync(this.descriptor, this.first, 0, FIRST_BYTES, 0);
		this.begin = this.first.indexOf('\n') + 1;
		this.spans = JSON.parse(this.first.toString('latin1', '//'.length, this.begin)) as typeof this.spans;
		this.cache = caches.find((cache) => cache !== '' && this.readCode(cache));
	}

	/** What a part exports. @throws what loading it throws. */
	require(name: string): object {
		const there = this.loaded.get(name);
		if (there !== undefined) return there.module.exports;
		const cachedData = this.known.get(name);
		const filename = path.join(path.dirname(this.file), name);
		const script = new Script(this.textOf(name), { filename, ...(cachedData && { cachedData }) });
		if (cachedData === undefined || script.cachedDataRejected === true) this.isStale = true;
		const module = { exports: {} };
		const loaded: Loaded = { module, script, isRun: false };
		this.loaded.set(name, loaded);
		const requireOf = (id: string): unknown => {
			if (id.startsWith('./')) return this.standIn(id.slice(2));
			return SLOW.has(id) ? standInFor(() => this.load(id) as object) : this.load(id);
		};
		const run = script.runInThisContext() as (...values: unknown[]) => void;
		run(module.exports, requireOf, module, filename, path.dirname(this.file));
		loaded.isRun = true;
		return module.exports;
	}

	/**
	 * What a part exports, which is loaded when something of it is asked for: of what a part imports, most calls need the
	 * least. Once it is loaded, asking costs what it always does.
	 */
	private standIn(name: string): object {
		const there = this.loaded.get(name);
		if (there?.isRun === true) return there.module.exports;
		const exported = {};
		const get = (_: object, key: PropertyKey): unknown => {
			const real = this.require(name);
			if (this.loaded.get(name)?.isRun === true) {
				Object.setPrototypeOf(exported, Object.prototype);
				Object.defineProperties(exported, Object.getOwnPropertyDescriptors(real));
			}
			return Reflect.get(real, key);
		};
		return Object.setPrototypeOf(exported, new Proxy({}, { get })) as object;
	}

	/** Keeps what was compiled for the next run, where it is not there yet. Never throws. @param cache where; empty for nowhere */
	keep(cache: string): void {
		if (cache === '') return;
		const unused = [...this.known].filter(([name]) => !this.loaded.has(name));
		const isBulky = bytesOf(unused) * 2 > bytesOf(this.known);
		if (cache === this.cache && !this.isStale && !isBulky) return;
		const temporary = `${cache}.${process.pid}.tmp`;
		try {
			// What the first run needed, all that follow read and compare.
			const codes = new Map(isBulky ? [] : this.known);
			for (const [name, { script }] of this.loaded) codes.set(name, script.createCachedData());
			const spans: Record<string, Span> = {};
			const bodies: Buffer[] = [];
			let end = 0;
			for (const [name, code] of codes) {
				spans[name] = [end, code.length];
				bodies.push(padded(code));
				end += bodies.at(-1)?.length ?? 0;
			}
			const head = `${this.stamp}\n${JSON.stringify(spans)}\n`;
			const whole = Buffer.concat([padded(Buffer.from(head)), ...bodies]);
			makePrivateFolderAtOnce(path.dirname(cache));
			writeFileSync(temporary, Buffer.concat([whole, whole]), { mode: 0o600, flag: 'wx' });
			renameSync(temporary, cache);
			forgetUnused(path.dirname(cache), UNUSED_MS);
		} catch {
			// A disk that is full or only to be read: then it is compiled again.
			try {
				rmSync(temporary, { force: true });
			} catch {
				// There is no such folder.
			}
		}
	}

	private textOf(name: string): string {
		const span = this.spans[name];
		if (span === undefined) throw new Error(`${name} is missing in ${this.file}.`);
		const [begin, length] = [this.begin + span[0], span[1]];
		// All of it is ASCII.
		if (begin + length <= FIRST_BYTES) return this.first.toString('latin1', begin, begin + length);
		const text = Buffer.allocUnsafe(length);
		readSync(this.descriptor, text, 0, length, begin);
		return text.toString('latin1');
	}

	/** @returns whether it is code of this program. */
	private readCode(cache: string): boolean {
		try {
			const whole = wholeOf(cache);
			if (whole === undefined) return false;
			const lines = [whole.indexOf('\n'), whole.indexOf('\n', whole.indexOf('\n') + 1)] as const;
			if (whole.toString('latin1', 0, lines[0]) !== this.stamp) return false;
			const spans = JSON.parse(whole.toString('latin1', lines[0], lines[1])) as Readonly<Record<string, Span>>;
			const begin = lines[1] + 1 + spaceAfter(lines[1] + 1);
			this.known = new Map(
				Object.entries(spans).map(([name, [at, length]]) => [name, whole.subarray(begin + at, begin + at + length)]),
			);
			this.isStale = Math.abs(Date.now() - statSync(cache).mtimeMs) > RENEW_MS;
			return true;
		} catch {
			return false; // There is none, or it is none of ours.
		}
	}
}

/**
 * The first half of a file, if the second half equals it. V8 trusts what it is given, and damaged code ends the process: so the
 * file holds all of it twice. The second half is read in pieces, because touching new pages of memory is slow.
 */
function wholeOf(file: string): Buffer | undefined {
	const descriptor = openSync(file, 'r');
	try {
		const half = fstatSync(descriptor).size / 2;
		const whole = Buffer.allocUnsafeSlow(half);
		if (readSync(descriptor, whole, 0, half, 0) !== half) return undefined;
		const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
		for (let at = 0; at < half; at += PIECE_BYTES) {
			const length = Math.min(PIECE_BYTES, half - at);
			if (readSync(descriptor, piece, 0, length, half + at) !== length) return undefined;
			if (whole.compare(piece, 0, length, at, at + length) !== 0) return undefined;
		}
		return whole;
	} finally {
		closeSync(descriptor);
	}
}

/** A module of Node's, loaded when something of it, or its names, are asked for. */
function standInFor(load: () => object): object {
	return new Proxy(
		{},
		{
			get: (_, key) => Reflect.get(load(), key) as unknown,
			ownKeys: () => Reflect.ownKeys(load()),
			// The names are none of the object that stands in, so none may be said to be there for good.
			getOwnPropertyDescriptor: (_, key) => {
				const own = Reflect.getOwnPropertyDescriptor(load(), key);
				return own && { ...own, configurable: true };
			},
		},
	);
}

function bytesOf(codes: Iterable<readonly [name: string, code: Buffer]>): number {
	return [...codes].reduce((sum, [, { length }]) => sum + length, 0);
}

function spaceAfter(length: number): number {
	return (STEP - (length % STEP)) % STEP;
}

function padded(bytes: Buffer): Buffer {
	return Buffer.concat([bytes, Buffer.alloc(spaceAfter(bytes.length))]);
}

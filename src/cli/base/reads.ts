// Writes down what a command looks at on its way to its answer, so that the answer can be kept with it (keptAnswer.ts). It
// stands between the program and Node: what is not known here to look without touching ends it, and nothing is kept.
import type * as Files from 'node:fs';
import { realPathOf, signOf } from './sign';

/** What was looked at. */
export interface Looked {
	/** When it began. Milliseconds since 1970. */
	readonly madeMs: number;
	/** Variables of the environment; nothing where one is not set. */
	readonly env: Readonly<Record<string, string | null>>;
	/** Paths, each with its sign when it was first looked at. */
	readonly files: Readonly<Record<string, string>>;
	/** Paths of which only was asked where they lead, each with where: what else happens in such a folder is nothing to the answer. */
	readonly real: Readonly<Record<string, string>>;
	/** Processes, and whether they ran. */
	readonly running: Readonly<Record<string, boolean>>;
}

/** Clocks of file systems tick more slowly than ours: what changed so lately may change again without a sign. Milliseconds. */
const TICK_MS = 2_000;

/** Calls of node:fs that look at what stands at a path. */
const LOOKS = ['accessSync', 'existsSync', 'lstatSync', 'readFileSync', 'readdirSync', 'readlinkSync', 'statSync'];
/** Those that go on with what was opened before: opening something to write it spoils. */
const GOING_ON = new Set(['closeSync', 'fstatSync', 'readSync', 'writeSync']);
/** Modules that only reckon. */
const RECKONING = new Set(
	[
		'async_hooks',
		'buffer',
		'crypto',
		'events',
		'os',
		'path',
		'perf_hooks',
		'stream',
		'stream/promises',
		'string_decoder',
		'timers',
		'url',
		'util',
		'zlib',
	].flatMap((name) => [name, `node:${name}`]),
);

type Call = (...args: readonly unknown[]) => unknown;

export class Reads {
	private readonly variables: Record<string, string | null> = {};
	private readonly files: Record<string, string> = {};
	private readonly real: Record<string, string> = {};
	private readonly running: Record<string, boolean> = {};
	private newestMs = 0;
	/** The environment, which writes down what is asked of it. */
	readonly env: NodeJS.ProcessEnv;
	private isSpoilt = false;
	private fs: object | undefined;

	constructor(
		private readonly madeMs: number,
		env: NodeJS.ProcessEnv,
		private readonly load: NodeJS.Require,
	) {
		// Where the day begins is asked of these by no call of ours.
		this.variable(env, 'TZ');
		this.look('/etc/localtime');
		this.env = this.observed(env);
	}

	/** All of it, or nothing where more was done than looking. */
	get looked(): Looked | undefined {
		const { madeMs, variables: env, files, real, running } = this;
		return this.isSpoilt || this.newestMs > madeMs - TICK_MS ? undefined : { madeMs, env, files, real, running };
	}

	/** Something was done that the answer alone does not tell. */
	spoil(): void {
		this.isSpoilt = true;
	}

	/** A module of Node's, which writes down what is looked at through it. */
	readonly module = ((id: string): unknown => {
		if (id === 'node:fs' || id === 'fs') return (this.fs ??= this.filesOf(this.load('node:fs') as typeof Files));
		// Not copied: that would open the three standard streams, which takes as long as a list.
		if (id === 'node:process') return Object.create(process, { kill: { value: this.kill } }) as object;
		if (!RECKONING.has(id)) this.spoil();
		return this.load(id) as unknown;
	}) as NodeJS.Require;

	private observed(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
		return new Proxy(env, {
			get: (_, name) => (typeof name === 'string' ? this.variable(env, name) : undefined),
			has: (_, name) => typeof name === 'string' && this.variable(env, name) !== undefined,
			ownKeys: () => {
				this.spoil();
				return Reflect.ownKeys(env);
			},
		});
	}

	private variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
		const value = env[name];
		this.variables[name] = value ?? null;
		return value;
	}

	private readonly kill = (pid: number, signal?: number | string): true => {
		if (signal !== 0) this.spoil();
		this.running[pid] = false;
		process.kill(pid, signal);
		this.running[pid] = true;
		return true;
	};

	private look(file: unknown): void {
		if (this.isSpoilt) return;
		if (typeof file !== 'string') return this.spoil();
		if (this.files[file] !== undefined) return;
		const { sign, atMs } = signOf(file);
		this.files[file] = sign;
		this.newestMs = Math.max(this.newestMs, atMs);
	}

	private follow(file: unknown): void {
		if (this.isSpoilt) return;
		if (typeof file !== 'string') return this.spoil();
		this.real[file] ??= realPathOf(file);
	}

	/** node:fs, of which every call either looks or spoils. */
	private filesOf(fs: typeof Files): object {
		const after =
			(look: (...args: readonly unknown[]) => void, call: unknown): Call =>
			(...args) => {
				look(...args);
				return (call as Call)(...args);
			};
		const looking = (file: unknown): void => this.look(file);
		const following = (file: unknown): void => this.follow(file);
		const spoiling = (): void => this.spoil();
		const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants;
		const opening = (file: unknown, flags: unknown = 'r'): void =>
			flags === 'r' || (typeof flags === 'number' && (flags & ~(O_NONBLOCK | O_NOFOLLOW)) === O_RDONLY)
				? this.look(file)
				: this.spoil();
		// A folder that is there is not made.
		const making = (folder: unknown): void =>
			typeof folder === 'string' && fs.existsSync(folder) ? this.look(folder) : this.spoil();
		const looks: Readonly<Record<string, typeof looking>> = {
			...Object.fromEntries(LOOKS.map((name) => [name, looking])),
			realpathSync: following,
			openSync: opening,
			mkdirSync: making,
		};
		const make = (name: PropertyKey): unknown => {
			const { get, value } = Object.getOwnPropertyDescriptor(fs, name) ?? {};
			// Promises and streams, which Node loads when they are asked for.
			if (get !== undefined) return after(spoiling, get)();
			const isCall = typeof value === 'function' && typeof name === 'string' && !/^[A-Z]/u.test(name);
			if (!isCall || GOING_ON.has(name)) return value;
			const told = after(looks[name] ?? spoiling, value);
			return name === 'realpathSync' ? Object.assign(told, { native: after(following, fs.realpathSync.native) }) : told;
		};
		// Each when it is asked for: a command needs a dozen of a hundred.
		const made = new Map<PropertyKey, unknown>();
		return new Proxy(fs, {
			get(_, name) {
				if (!made.has(name)) made.set(name, make(name));
				return made.get(name);
			},
			// What a library puts in place of a call stays in here.
			set: (_, name, value) => Boolean(made.set(name, value)),
		});
	}
}

// What a power cut can leave. The file calls of a writer are recorded as what they change: names in folders, bytes of files,
// and what was synced. From the recording, disks are made as they may be found afterwards, in the manner of ALICE and
// CrashMonkey: bytes that nobody synced are there, or not, or torn, or zeros; names that nobody synced are missing, also
// where a later name in another folder is there (a rename before its contents, a folder without its entry). As in all
// journaling file systems, names in one folder become durable in their order, a rename is one step, and to sync a folder
// makes durable what was done in it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import type { Random } from '../../core/testing/seeded';
import changingCalls from './changingCalls.json' with { type: 'json' };

/** A file or folder as the disk knows it, whatever its names are. */
type Inode = string;
type Names = ReadonlyMap<string, Inode>;

/** What is below a folder. Git's own files are left out: nothing of them is tried. */
interface Disk {
	readonly root: Inode;
	readonly folders: ReadonlyMap<Inode, Names>;
	readonly files: ReadonlyMap<Inode, Buffer>;
	/** By their target. */
	readonly links: ReadonlyMap<Inode, string>;
	/** When files were changed, in milliseconds since 1970. */
	readonly times: ReadonlyMap<Inode, number>;
	readonly modes: ReadonlyMap<Inode, number>;
}

type Operation =
	/** One step: names that come (with what they name) or go. */
	| { readonly kind: 'names'; readonly changes: readonly (readonly [folder: Inode, name: string, inode?: Inode])[] }
	| { readonly kind: 'bytes'; readonly inode: Inode; readonly bytes: Buffer; readonly modifiedMs: number }
	| { readonly kind: 'synced'; readonly inode: Inode }
	/** Somebody was told that it is done. */
	| { readonly kind: 'acknowledged'; readonly what: string };

export interface Recording {
	readonly before: Disk;
	/** Files that were not there before. */
	readonly created: ReadonlySet<Inode>;
	readonly operations: readonly Operation[];
	readonly links: ReadonlyMap<Inode, string>;
	readonly modes: ReadonlyMap<Inode, number>;
	/** The disk when all was done, and synced. */
	readonly after: Disk;
}

/** A disk after a power cut, and what had been acknowledged. */
export interface CrashState {
	readonly disk: Disk;
	readonly acknowledged: ReadonlySet<string>;
}

const OF_HANDLES = ['write', 'writeFile', 'appendFile', 'truncate'];

type Call = (...args: unknown[]) => Promise<unknown>;
type Calls = Record<string, Call>;

/**
 * Records what a writer changes below a folder.
 * @param work gets what says that something is done, as its caller would be told.
 */
export async function recordWrites(
	root: string,
	work: (acknowledge: (what: string) => void) => Promise<void>,
): Promise<Recording> {
	const before = scan(root);
	const [links, modes] = [new Map(before.links), new Map(before.modes)];
	const created = new Set<Inode>();
	const operations: Operation[] = [];
	let now = before;
	const look = (): void => {
		const next = scan(root);
		operations.push(...changesBetween(now, next));
		for (const [inode, target] of next.links) links.set(inode, target);
		for (const [inode, mode] of next.modes) modes.set(inode, mode);
		for (const inode of next.files.keys()) if (!before.files.has(inode)) created.add(inode);
		now = next;
	};
	let last: Promise<unknown> = Promise.resolve();
	/** One after the other, so that each change is known to be of its call. */
	const inOrder = async <T>(call: () => Promise<T>, then: () => void = look): Promise<T> => {
		const done = last.then(call).finally(then);
		last = done.catch(() => undefined);
		return done;
	};
	const own: Calls = { ...(promises as unknown as Calls) };
	const opened: Call = async (...args) => {
		const handle = (await inOrder(() => own['open']?.(...args) ?? Promise.resolve())) as FileHandle;
		const inode = inodeOf(fs.statSync(String(args[0]), { bigint: true }));
		const calls = handle as unknown as Calls;
		for (const name of OF_HANDLES) {
			const call = calls[name]?.bind(handle);
			if (call !== undefined) calls[name] = (...given) => inOrder(() => call(...given));
		}
		const sync = handle.sync.bind(handle);
		calls['sync'] = () => inOrder(sync, () => operations.push({ kind: 'synced', inode }));
		return handle;
	};
	// Streams have calls of their own.
	const { write, writev, fsyncSync } = fs;
	const looking =
		(call: (...args: unknown[]) => void) =>
		(...args: unknown[]): void => {
			const done = args.pop() as (...results: unknown[]) => void;
			call(...args, (...results: unknown[]) => {
				look();
				done(...results);
			});
		};
	Object.assign(promises, { open: opened });
	for (const name of changingCalls) {
		const call = own[name];
		if (call !== undefined) Object.assign(promises, { [name]: (...args: unknown[]) => inOrder(() => call(...args)) });
	}
	const synced = (fd: number): void => {
		fsyncSync(fd);
		look();
		operations.push({ kind: 'synced', inode: inodeOf(fs.fstatSync(fd, { bigint: true })) });
	};
	Object.assign(fs, {
		write: looking(write as never),
		writev: looking(writev as never),
		fsyncSync: synced,
	});
	syncBuiltinESMExports();
	try {
		await work((what) => operations.push({ kind: 'acknowledged', what }));
	} finally {
		Object.assign(promises, own);
		Object.assign(fs, { write, writev, fsyncSync });
		syncBuiltinESMExports();
	}
	look();
	return { before, created, operations, links, modes, after: now };
}

/** One disk that a power cut may leave, by chance. @param isAfter it came when all was done. */
export function crashState(
	{ before, created, operations, links, modes }: Recording,
	random: Random,
	isAfter = false,
): CrashState {
	const done = operations.slice(0, isAfter ? operations.length : random.int(0, operations.length));
	const durable = durableNames(done);
	const folders = new Map([...before.folders].map(([inode, names]) => [inode, new Map(names)]));
	const lost = new Set<Inode>();
	const likely = random.pick([0, 0.5, 0.9, 1]);
	const acknowledged = new Set<string>();
	const versions = new Map<Inode, Extract<Operation, { kind: 'bytes' }>[]>();
	const synced = new Map<Inode, number>();
	for (const [at, operation] of done.entries()) {
		if (operation.kind === 'acknowledged') acknowledged.add(operation.what);
		if (operation.kind === 'synced') synced.set(operation.inode, versions.get(operation.inode)?.length ?? 0);
		if (operation.kind === 'bytes')
			versions.set(operation.inode, [...(versions.get(operation.inode) ?? []), operation]);
		if (operation.kind !== 'names') continue;
		const touched = operation.changes.map(([folder]) => folder);
		const isThere = durable.has(at) || (!touched.some((each) => lost.has(each)) && random.chance(likely));
		if (!isThere) for (const each of touched) lost.add(each);
		for (const [folder, name, inode] of isThere ? operation.changes : []) {
			const names = folders.get(folder) ?? new Map<string, Inode>();
			folders.set(folder, names);
			if (inode === undefined) names.delete(name);
			else names.set(name, inode);
		}
	}
	const files = new Map(before.files);
	for (const inode of created) files.set(inode, EMPTY);
	const times = new Map(before.times);
	for (const [inode, all] of versions) {
		const first = synced.get(inode) ?? 0;
		const kept = all[first - 1];
		const { bytes, modifiedMs } = all[random.int(Math.max(0, first - 1), all.length - 1)] ?? {
			bytes: EMPTY,
			modifiedMs: 0,
		};
		const old = kept?.bytes ?? before.files.get(inode) ?? EMPTY;
		files.set(inode, first === all.length ? (kept?.bytes ?? old) : tornBytes(old, bytes, random));
		times.set(inode, modifiedMs);
	}
	return { disk: { root: before.root, folders, files, links, times, modes }, acknowledged };
}

/** The files of a disk that have a name, by their path below its root. */
export function filesOf({ root, folders, files }: Disk): ReadonlyMap<string, Buffer> {
	const found = new Map<string, Buffer>();
	const visit = (folder: Inode, at: string): void => {
		for (const [name, of] of folders.get(folder) ?? []) {
			const bytes = files.get(of);
			if (bytes === undefined) visit(of, `${at}${name}/`);
			else found.set(`${at}${name}`, bytes);
		}
	};
	visit(root, '');
	return found;
}

const EMPTY = Buffer.alloc(0);

/** Old, new, cut off anywhere, or as long as the new ones with zeros where they should be. */
function tornBytes(old: Buffer, now: Buffer, random: Random): Buffer {
	switch (random.int(0, 3)) {
		case 0:
			return old;
		case 1:
			return now;
		case 2:
			return now.subarray(0, random.int(Math.min(old.length, now.length), now.length));
		default:
			return Buffer.concat([
				now.subarray(0, Math.min(old.length, now.length)),
				Buffer.alloc(Math.max(0, now.length - old.length)),
			]);
	}
}

/** Which changes of names are durable: a folder of theirs was synced later, or a later one in the same folder is. */
function durableNames(operations: readonly Operation[]): ReadonlySet<number> {
	const synced = new Set<Inode>();
	const durable = new Set<number>();
	for (const [at, operation] of [...operations.entries()].reverse()) {
		if (operation.kind === 'synced') synced.add(operation.inode);
		if (operation.kind !== 'names' || !operation.changes.some(([folder]) => synced.has(folder))) continue;
		durable.add(at);
		for (const [folder] of operation.changes) synced.add(folder);
	}
	return durable;
}

/** What tells one state from another. */
export function keyOf({ disk, acknowledged }: CrashState): string {
	const hash = createHash('sha256').update([...acknowledged].join());
	const visit = (folder: Inode): void => {
		for (const [name, of] of disk.folders.get(folder) ?? []) {
			const bytes = disk.files.get(of);
			hash.update(`${name}\0${bytes === undefined ? '/' : of}\0`).update(bytes ?? EMPTY);
			if (bytes === undefined) visit(of);
		}
		hash.update('\0..');
	};
	visit(disk.root);
	return hash.digest('hex');
}

/**
 * Makes a folder what a disk holds. Locks are left out: whose process is gone does not hold one. A folder that is there stays,
 * with what git has in it.
 */
export function layOut(root: string, { root: top, folders, files, links, times, modes }: Disk): void {
	const known = new Map<Inode, string>();
	const put = (folder: string, inode: Inode): void => {
		const names = new Map([...(folders.get(inode) ?? [])].filter(([name]) => !LOCK.test(name)));
		for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
			const of = names.get(name);
			const isFolder = of !== undefined && !files.has(of) && !links.has(of);
			if (name !== GIT && !isFolder) fs.rmSync(path.join(folder, name), { recursive: true });
		}
		fs.mkdirSync(folder, { recursive: true });
		for (const [name, of] of names) {
			const file = path.join(folder, name);
			const target = links.get(of);
			const bytes = files.get(of);
			const first = known.get(of);
			if (target !== undefined) fs.symlinkSync(target, file);
			else if (bytes === undefined) put(file, of);
			else if (first !== undefined) fs.linkSync(first, file);
			else {
				fs.writeFileSync(file, bytes, { mode: modes.get(of) ?? 0o600 });
				fs.utimesSync(file, (times.get(of) ?? 0) / 1000, (times.get(of) ?? 0) / 1000);
				known.set(of, file);
			}
		}
	};
	put(root, top);
}

const GIT = '.git';
const LOCK = /(?:^|\.)lock$/u;

const inodeOf = ({ ino, birthtimeNs }: fs.BigIntStats): Inode => `${ino}.${birthtimeNs}`;

function scan(root: string): Disk {
	const folders = new Map<Inode, Names>();
	const files = new Map<Inode, Buffer>();
	const links = new Map<Inode, string>();
	const [times, modes] = [new Map<Inode, number>(), new Map<Inode, number>()];
	const visit = (folder: string): Inode => {
		const names = new Map<string, Inode>();
		for (const name of fs.readdirSync(folder)) {
			if (name === GIT) continue;
			const file = path.join(folder, name);
			const stat = fs.lstatSync(file, { bigint: true });
			const inode = inodeOf(stat);
			names.set(name, stat.isDirectory() ? visit(file) : inode);
			if (stat.isSymbolicLink()) links.set(inode, fs.readlinkSync(file));
			else if (stat.isFile()) files.set(inode, fs.readFileSync(file));
			times.set(inode, Number(stat.mtimeNs) / 1e6);
			modes.set(inode, Number(stat.mode) & 0o777);
		}
		const own = inodeOf(fs.statSync(folder, { bigint: true }));
		folders.set(own, names);
		return own;
	};
	return { root: visit(root), folders, files, links, times, modes };
}

/** What a call did: names first, because a new file is empty before anything is in it. */
function changesBetween(before: Disk, after: Disk): readonly Operation[] {
	const come: (readonly [Inode, string, Inode])[] = [];
	const gone: (readonly [Inode, string])[] = [];
	for (const [folder, names] of after.folders)
		for (const [name, inode] of names)
			if (before.folders.get(folder)?.get(name) !== inode) come.push([folder, name, inode]);
	for (const [folder, names] of before.folders)
		for (const name of names.keys()) if (after.folders.get(folder)?.has(name) !== true) gone.push([folder, name]);
	// A rename is one step; folders that are made in one call, and what is removed in one call, are one each. What is in a
	// folder was found before the folder.
	const isRename = come.length > 0 && gone.length > 0;
	const changes = isRename ? [[...gone, ...come]] : [...come.reverse(), ...gone].map((each) => [each]);
	const names = changes.map((each): Operation => ({ kind: 'names', changes: each }));
	const bytes = [...after.files].flatMap(([inode, now]): Operation[] => {
		const old = before.files.get(inode);
		const modifiedMs = after.times.get(inode) ?? 0;
		const isSame = old?.equals(now) === true && before.times.get(inode) === modifiedMs;
		return isSame ? [] : [{ kind: 'bytes', inode, bytes: now, modifiedMs }];
	});
	return [...names, ...bytes];
}

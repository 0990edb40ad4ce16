// Preloaded (`node --require`): makes one file call fail, as a disk or a system may. FAULT_BELOW names the folders that count,
// FAULT_AT the call (from 1), FAULT_CODE what it fails with; FAULT_LOG gets the calls, a line each. A disk that is full or
// may only be read stays so for all that changes it; every other fault is one call's. A process that does this many times
// says each time when it begins and ends (`globalThis[Symbol.for('faults')]`).
/* eslint-disable @typescript-eslint/no-require-imports -- a preloaded script, and it changes the modules themselves. */
const fs = require('node:fs');
const promises = require('node:fs/promises');
const path = require('node:path');
const HITS = require('./hits.cjs');

const { FAULT_BELOW, FAULT_AT = '0', FAULT_CODE = '', FAULT_LOG } = process.env;
const log = FAULT_LOG === undefined ? undefined : fs.openSync(FAULT_LOG, 'a');
const own = { writeSync: fs.writeSync };

let below = FAULT_BELOW?.split(path.delimiter) ?? [];
let [at, code] = [Number(FAULT_AT), FAULT_CODE];
let seen;
let isAt;
globalThis[Symbol.for('faults')] = {
	/** @param fault `{ at, code }`, of which none fails where `at` is 0; or `{ isAt, code }`, which is asked of each call: name, path */
	begin(folders, fault) {
		below = folders;
		({ at = 0, code, isAt } = fault);
		[seen, calls, hasFailed] = [[], 0, false];
	},
	/** @returns the calls since, each `[name, kinds, path]`, and whether one of them failed */
	end() {
		below = [];
		return { calls: seen, hasFailed };
	},
};

const STAYS = new Set(['ENOSPC', 'EROFS']);

const KINDS = {
	...Object.fromEntries(['lstat', 'stat', 'access', 'readlink', 'realpath'].map((name) => [name, ['name']])),
	...Object.fromEntries(['readdir', 'opendir', 'readFile'].map((name) => [name, ['name', 'open']])),
	...Object.fromEntries(
		['mkdir', 'mkdtemp', 'link', 'symlink', 'chmod', 'truncate', 'utimes'].map((name) => [name, ['name', 'change']]),
	),
	...Object.fromEntries(
		['writeFile', 'appendFile', 'copyFile', 'cp'].map((name) => [name, ['name', 'open', 'change']]),
	),
	...Object.fromEntries(['rename', 'unlink', 'rm', 'rmdir'].map((name) => [name, ['name', 'change', 'busy']])),
};
/** Through what was opened. */
const OF_OPENED = {
	read: [],
	readFile: [],
	stat: [],
	write: ['change', 'short'],
	writev: ['change'],
	writeFile: ['change'],
	appendFile: ['change'],
	truncate: ['change'],
	utimes: ['change'],
	chmod: ['change'],
	sync: ['change'],
	datasync: ['change'],
};

let calls = 0;
let hasFailed = false;
/** What the call fails with, if it does. */
function fault(name, kinds, file) {
	if (typeof file !== 'string' && !(file instanceof URL) && !Buffer.isBuffer(file)) return undefined;
	const named = path.resolve(String(file));
	if (!below.some((each) => named === each || named.startsWith(each + path.sep))) return undefined;
	calls++;
	seen?.push([name, kinds, named]);
	if (log !== undefined) own.writeSync(log, `${JSON.stringify([name, kinds, named])}\n`);
	if ((at === 0 && isAt === undefined) || code === '') return undefined;
	// Calls are counted in another process than the one that is killed, which may make some more.
	const isNow =
		isAt?.(name, named) === true || calls === at || (code === 'KILL' && calls > at) || (hasFailed && STAYS.has(code));
	if (!isNow || !HITS[code](kinds)) return undefined;
	hasFailed = true;
	if (code === 'KILL') process.kill(process.pid, 'SIGKILL');
	if (code === 'SHORT') return code;
	const error = new Error(`${code}: what a test wants, ${name} '${named}'`);
	return Object.assign(error, { code, syscall: name, path: named, errno: -1 });
}

function guard(object, name, call, kinds, fileOf) {
	const isSync = name.endsWith('Sync');
	object[name] = (...args) => {
		const error = fault(name.replace(/Sync$/, ''), kinds, fileOf(args));
		if (error === undefined) return call(...args);
		if (error === 'SHORT') return call(...shorter(args));
		if (isSync) throw error;
		return Promise.reject(error);
	};
}

/** The arguments of a write of half as many bytes. */
function shorter(args) {
	const from = args.findIndex((each) => ArrayBuffer.isView(each));
	if (from < 0) return args;
	const [data, offset = 0, length = data.byteLength - offset] = args.slice(from);
	if (typeof offset !== 'number' || length < 2) return args;
	return [...args.slice(0, from), data, offset, length >> 1, ...args.slice(from + 3)];
}

const isWriting = (flags) =>
	typeof flags === 'string' ? /[wa+]/.test(flags) : typeof flags === 'number' && (flags & 3) !== 0;
const openKinds = (flags) => ['name', 'open', ...(isWriting(flags) ? ['change'] : [])];
const opened = new Map();

for (const [name, kinds] of Object.entries(KINDS)) {
	if (promises[name] !== undefined) guard(promises, name, promises[name].bind(promises), kinds, ([file]) => file);
	const sync = fs[`${name}Sync`];
	if (sync === undefined) continue;
	guard(fs, `${name}Sync`, sync, kinds, ([file]) => (typeof file === 'number' ? opened.get(file) : file));
	Object.assign(fs[`${name}Sync`], sync);
}
const [openSync, closeSync, open] = [fs.openSync, fs.closeSync, promises.open];
fs.openSync = (file, flags, ...more) => {
	const error = fault('open', openKinds(flags), file);
	if (error !== undefined) throw error;
	const descriptor = openSync(file, flags, ...more);
	opened.set(descriptor, file);
	return descriptor;
};
fs.closeSync = (descriptor) => {
	opened.delete(descriptor);
	closeSync(descriptor);
};
for (const [name, kinds] of Object.entries({
	readSync: [],
	fstatSync: [],
	writeSync: ['change', 'short'],
	writevSync: ['change'],
	ftruncateSync: ['change'],
	fsyncSync: ['change'],
	fdatasyncSync: ['change'],
	futimesSync: ['change'],
	fchmodSync: ['change'],
}))
	guard(fs, name, fs[name], kinds, ([descriptor]) => opened.get(descriptor));
promises.open = async (file, flags = 'r', ...more) => {
	const error = fault('open', openKinds(flags), file);
	if (error !== undefined) throw error;
	const handle = await open(file, flags, ...more);
	for (const [name, kinds] of Object.entries(OF_OPENED))
		guard(handle, name, handle[name].bind(handle), kinds, () => file);
	return handle;
};
// Streams call these, in the form with a callback.
for (const [name, kinds] of Object.entries({
	open: undefined,
	read: [],
	write: ['change'],
	writev: ['change'],
	close: undefined,
})) {
	const original = fs[name];
	fs[name] = (...args) => {
		const [what] = args;
		const done = args.at(-1);
		if (name === 'close') opened.delete(what);
		const error =
			name === 'close'
				? undefined
				: fault(name, kinds ?? openKinds(args[1]), typeof what === 'number' ? opened.get(what) : what);
		if (error !== undefined && error !== 'SHORT') return process.nextTick(done, error);
		if (name !== 'open') return original.apply(fs, args);
		return original.call(fs, ...args.slice(0, -1), (failed, descriptor) => {
			if (!failed) opened.set(descriptor, what);
			done(failed, descriptor);
		});
	};
}
require('node:module').syncBuiltinESMExports();

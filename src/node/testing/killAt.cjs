// Preloaded (`node --require`): ends the process, as a power cut would, right before the step of its work that
// KILL_AT names. A step is whatever changes a disk. Where RECORD_STEPS names a folder, it gets a copy of RECORD_OF as it was
// before each step (or before the last one), under the step's number: what a kill at that step would leave.
/* eslint-disable @typescript-eslint/no-require-imports -- a preloaded script, and it changes the modules themselves. */
const fs = require('node:fs');
const files = require('node:fs/promises');

let steps = 0;
let isCopying = false;
const killAt = Number(process.env.KILL_AT ?? 0);
const { RECORD_STEPS: record, RECORD_OF: recorded } = process.env;
function step() {
	if (isCopying) return;
	steps++;
	if (record !== undefined && (killAt === 0 || steps === killAt)) {
		isCopying = true;
		copyFolder(recorded, `${record}/${steps}`);
		isCopying = false;
	}
	if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}
/** One after the other, so that nothing is under way while a step is copied or is the last one. */
let last = Promise.resolve();
function inOrder(work) {
	const done = last.then(() => {
		step();
		return work();
	});
	last = done.catch(() => undefined);
	return done;
}
/** As it is: the age of files counts, links stay links, and two names of one file stay two names of one. */
function copyFolder(from, to, names = new Map()) {
	fs.mkdirSync(to, { mode: fs.statSync(from).mode });
	for (const name of fs.readdirSync(from)) {
		const [source, target] = [`${from}/${name}`, `${to}/${name}`];
		const stat = fs.lstatSync(source);
		const known = names.get(stat.ino);
		if (stat.isDirectory()) copyFolder(source, target, names);
		else if (stat.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
		else if (known !== undefined) fs.linkSync(known, target);
		else {
			fs.copyFileSync(source, target);
			fs.utimesSync(target, stat.atimeMs / 1000, stat.mtimeMs / 1000);
			names.set(stat.ino, target);
		}
	}
}
/** Opening for writing is a step; so is every write through what was opened. */
const writes = (flags) => typeof flags === 'string' && /[wa+]/.test(flags);

for (const name of require('./changingCalls.json')) {
	const original = files[name];
	files[name] = (...args) => inOrder(() => original(...args));
	const sync = fs[`${name}Sync`];
	if (sync !== undefined)
		fs[`${name}Sync`] = (...args) => {
			step();
			return sync(...args);
		};
}
const open = files.open;
files.open = async (file, flags, ...more) => {
	if (!writes(flags)) return open(file, flags, ...more);
	const handle = await inOrder(() => open(file, flags, ...more));
	for (const name of ['write', 'writeFile', 'appendFile', 'writev', 'truncate', 'sync', 'datasync']) {
		const original = handle[name].bind(handle);
		handle[name] = (...args) => inOrder(() => original(...args));
	}
	return handle;
};
// Streams call these, in the form with a callback.
for (const name of ['open', 'write', 'writev']) {
	const original = fs[name];
	fs[name] = (...args) => {
		if (name !== 'open' || writes(args[1])) step();
		return original.apply(fs, args);
	};
}

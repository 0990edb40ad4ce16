// Preloaded (`node --require`): ends the process, as a power cut would, right before the step of its work that
// KILL_AT names. A step is whatever changes a disk. Without KILL_AT it counts, and writes the count to KILL_COUNT.
/* eslint-disable @typescript-eslint/no-require-imports -- a preloaded script, and it changes the modules themselves. */
const fs = require('node:fs');
const files = require('node:fs/promises');

let steps = 0;
const killAt = Number(process.env.KILL_AT ?? 0);
function step() {
	steps++;
	if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}
/** Opening for writing is a step; so is every write through what was opened. */
const writes = (flags) => typeof flags === 'string' && /[wa+]/.test(flags);

const CHANGES = [
	'writeFile',
	'appendFile',
	'rename',
	'unlink',
	'rm',
	'rmdir',
	'mkdir',
	'link',
	'copyFile',
	'chmod',
	'utimes',
	'truncate',
];
for (const name of CHANGES) {
	const original = files[name];
	files[name] = (...args) => {
		step();
		return original(...args);
	};
	const sync = fs[`${name}Sync`];
	if (sync !== undefined)
		fs[`${name}Sync`] = (...args) => {
			step();
			return sync(...args);
		};
}
const open = files.open;
files.open = async (file, flags, ...more) => {
	if (writes(flags)) step();
	const handle = await open(file, flags, ...more);
	if (writes(flags))
		for (const name of ['write', 'writeFile', 'appendFile', 'writev', 'truncate', 'sync', 'datasync']) {
			const original = handle[name].bind(handle);
			handle[name] = (...args) => {
				step();
				return original(...args);
			};
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
process.on('exit', () => {
	if (process.env.KILL_COUNT) fs.writeSync(fs.openSync(process.env.KILL_COUNT, 'w'), String(steps));
});

// Preloaded (`node --require`): each call that asks a store something takes its time (SLOW_DISK_MS), in the process and in its
// threads, where the path has SLOW_DISK in it. As network drives do, and disks that sleep.
/* eslint-disable @typescript-eslint/no-require-imports -- a preloaded script, and it changes the modules themselves. */
const fs = require('node:fs');
const promises = require('node:fs/promises');
const { SLOW_DISK, SLOW_DISK_MS = '15' } = process.env;
const ms = Number(SLOW_DISK_MS);
const isSlow = (file) => String(file).includes(SLOW_DISK);

for (const name of ['statSync', 'lstatSync', 'readdirSync', 'openSync']) {
	const own = fs[name];
	fs[name] = Object.assign((...args) => {
		if (isSlow(args[0])) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
		return own(...args);
	}, own);
}
for (const name of ['stat', 'lstat', 'readdir', 'open', 'readFile', 'realpath']) {
	const own = promises[name];
	promises[name] = async (...args) => {
		if (isSlow(args[0])) await new Promise((resolve) => setTimeout(resolve, ms));
		return own(...args);
	};
}
require('node:module').syncBuiltinESMExports();

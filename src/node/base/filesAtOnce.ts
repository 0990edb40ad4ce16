// Stands in for node:fs/promises in the small file of the command line and in the hooks (scripts/lib/filesAtOnce.mjs puts it
// there). Nothing else happens in the process meanwhile, so each call does its work at once: that saves loading Node's
// module, starting its threads and handing each call to one of them, which takes longer than the work. What is missing here
// stops the build.
import {
	accessSync,
	chmodSync,
	closeSync,
	copyFileSync,
	cpSync,
	fchmodSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	linkSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	readSync,
	readdirSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmSync,
	rmdirSync,
	statSync,
	unlinkSync,
	utimesSync,
	writeFileSync,
	writeSync,
	type Stats,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { noteRefusal } from './refused';

/** After so long, timers get their turn: a hook on a slow disk gives up when its time is over. Milliseconds. */
const TURN_MS = 50;
let turnedMs = Date.now();

/** Every failure is a rejection, as it is there. @param opened what it is about, where no argument says it */
const later =
	<A extends unknown[], R>(work: (...args: A) => R, opened?: string) =>
	async (...args: A): Promise<R> => {
		if (Math.abs(Date.now() - turnedMs) > TURN_MS) {
			await new Promise(setImmediate);
			turnedMs = Date.now();
		}
		try {
			return work(...args);
		} catch (error) {
			// Asking for rights, no is an answer.
			if (work !== (accessSync as unknown)) noteRefusal(error, opened ?? args[0]);
			throw error;
		}
	};

// What a program does not use is left out of it: hence the marks.
export { constants } from 'node:fs';
export const access = /* @__PURE__ */ later(accessSync);
export const chmod = /* @__PURE__ */ later(chmodSync);
export const copyFile = /* @__PURE__ */ later(copyFileSync);
export const cp = /* @__PURE__ */ later(cpSync);
export const link = /* @__PURE__ */ later(linkSync);
export const lstat = /* @__PURE__ */ later(lstatSync);
export const mkdir = /* @__PURE__ */ later(mkdirSync);
export const mkdtemp = /* @__PURE__ */ later(mkdtempSync);
export const readdir = /* @__PURE__ */ later(readdirSync);
export const readFile = /* @__PURE__ */ later(readFileSync);
export const readlink = /* @__PURE__ */ later(readlinkSync);
// The other one is written in JavaScript, and makes a call for each part of a path.
export const realpath = /* @__PURE__ */ later(realpathSync.native);
export const rename = /* @__PURE__ */ later(renameSync);
export const rm = /* @__PURE__ */ later(rmSync);
export const rmdir = /* @__PURE__ */ later(rmdirSync);
export const stat = /* @__PURE__ */ later(statSync);
export const unlink = /* @__PURE__ */ later(unlinkSync);
export const utimes = /* @__PURE__ */ later(utimesSync);
export const writeFile = /* @__PURE__ */ later(writeFileSync);

/** What of a file handle the stores use. */
export type OpenFile = Pick<FileHandle, 'chmod' | 'close' | 'sync' | 'truncate'> & {
	read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
	stat(): Promise<Stats>;
	write(data: Buffer, offset?: number, length?: number, position?: number): Promise<{ bytesWritten: number }>;
	writeFile(data: string | Buffer): Promise<void>;
};

export const open = /* @__PURE__ */ later((file: string, flags: string | number, mode?: number): OpenFile => {
	const fd = openSync(file, flags, mode);
	return {
		chmod: later((to) => fchmodSync(fd, to), file),
		close: later(() => closeSync(fd), file),
		read: later((...args) => ({ bytesRead: readSync(fd, ...args) }), file),
		stat: later(() => fstatSync(fd), file),
		sync: later(() => fsyncSync(fd), file),
		truncate: later((size) => ftruncateSync(fd, size), file),
		write: later((...args) => ({ bytesWritten: writeSync(fd, ...args) }), file),
		writeFile: later((data) => writeFileSync(fd, data), file),
	};
});

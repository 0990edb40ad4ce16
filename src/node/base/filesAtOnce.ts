// Stands in for node:fs/promises in the small file of the command line and in the hooks (scripts/lib/filesAtOnce.mjs puts it
// there). Nothing else happens in the process meanwhile, so each call does its work at once: that saves loading Node's
// module, starting its threads and handing each call to one of them, which takes longer than the work. What is missing here
// stops the build.
import type { Stats } from 'node:fs';
import fs from 'node:fs';
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
			if (work !== (fs.accessSync as unknown)) noteRefusal(error, opened ?? args[0]);
			throw error;
		}
	};

export const { constants } = fs;
export const access = later(fs.accessSync);
export const chmod = later(fs.chmodSync);
export const copyFile = later(fs.copyFileSync);
export const cp = later(fs.cpSync);
export const link = later(fs.linkSync);
export const lstat = later(fs.lstatSync);
export const mkdir = later(fs.mkdirSync);
export const mkdtemp = later(fs.mkdtempSync);
export const readdir = later(fs.readdirSync);
export const readFile = later(fs.readFileSync);
export const readlink = later(fs.readlinkSync);
// The other one is written in JavaScript, and makes a call for each part of a path.
export const realpath = later(fs.realpathSync.native);
export const rename = later(fs.renameSync);
export const rm = later(fs.rmSync);
export const rmdir = later(fs.rmdirSync);
export const stat = later(fs.statSync);
export const unlink = later(fs.unlinkSync);
export const utimes = later(fs.utimesSync);
export const writeFile = later(fs.writeFileSync);

/** What of a file handle the stores use. */
export type OpenFile = Pick<FileHandle, 'chmod' | 'close' | 'sync' | 'truncate'> & {
	read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
	stat(): Promise<Stats>;
	write(data: Buffer, offset?: number, length?: number, position?: number): Promise<{ bytesWritten: number }>;
	writeFile(data: string | Buffer): Promise<void>;
};

export const open = later((file: string, flags: string | number, mode?: number): OpenFile => {
	const fd = fs.openSync(file, flags, mode);
	return {
		chmod: later((to) => fs.fchmodSync(fd, to), file),
		close: later(() => fs.closeSync(fd), file),
		read: later((...args) => ({ bytesRead: fs.readSync(fd, ...args) }), file),
		stat: later(() => fs.fstatSync(fd), file),
		sync: later(() => fs.fsyncSync(fd), file),
		truncate: later((size) => fs.ftruncateSync(fd, size), file),
		write: later((...args) => ({ bytesWritten: fs.writeSync(fd, ...args) }), file),
		writeFile: later((data) => fs.writeFileSync(fd, data), file),
	};
});

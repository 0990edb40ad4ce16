// Stands in for node:fs/promises in a program that nobody waits for and nobody sees (scripts/lib/hookBundles.mjs): the same
// calls, of which each that is refused is noted. What is missing here stops the build.
import * as files from 'node:fs/promises';
import { noteRefusal } from './refused';

type Call<A extends unknown[], R> = (...args: A) => Promise<R>;

function noted<A extends unknown[], R>(call: Call<A, R>, opened?: string): Call<A, R> {
	return (...args) =>
		call(...args).catch((error: unknown) => {
			noteRefusal(error, opened ?? args[0]);
			throw error;
		});
}

// Asking for rights, no is an answer.
export const { access, constants } = files;
export const chmod = noted(files.chmod);
export const copyFile = noted(files.copyFile);
export const cp = noted(files.cp);
export const link = noted(files.link);
export const lstat = noted(files.lstat);
export const mkdir = noted(files.mkdir);
export const mkdtemp = noted(files.mkdtemp);
export const readdir = noted(files.readdir);
export const readFile = noted(files.readFile);
export const readlink = noted(files.readlink);
export const realpath = noted(files.realpath);
export const rename = noted(files.rename);
export const rm = noted(files.rm);
export const rmdir = noted(files.rmdir);
export const stat = noted(files.stat);
export const unlink = noted(files.unlink);
export const utimes = noted(files.utimes);
export const writeFile = noted(files.writeFile);

export const open = noted(async (file: string, flags: string | number, mode?: number): Promise<files.FileHandle> => {
	const handle = await files.open(file, flags, mode);
	for (const name of ['chmod', 'read', 'stat', 'sync', 'truncate', 'write', 'writeFile'] as const)
		Object.assign(handle, { [name]: noted((handle[name] as Call<unknown[], unknown>).bind(handle), file) });
	return handle;
});

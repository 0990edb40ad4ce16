// node:fs/promises for a program that nobody waits for and nobody sees (scripts/lib/filesAtOnce.mjs puts it there): the same
// calls, of which each that is refused is noted.
import type { FileHandle } from 'node:fs/promises';
import type * as promises from 'node:fs/promises';
import { noteRefusal } from './refused';

type Files = typeof promises;
type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** What is asked of an open file. */
const OF_OPENED = ['chmod', 'close', 'read', 'stat', 'sync', 'truncate', 'write', 'writeFile'] as const;

/** @param files Node's own module */
export function filesNoted(files: Files): Files {
	const calls = Object.entries(files) as readonly (readonly [string, Call])[];
	// Asking for rights, no is an answer.
	const own = calls.filter(([name, call]) => typeof call === 'function' && name !== 'access');
	const { open, ...all } = { ...files, ...Object.fromEntries(own.map(([name, call]) => [name, noted(call)])) };
	const opening = async (file: string, ...how: [string | number, number?]): Promise<FileHandle> => {
		const handle = await open(file, ...how);
		for (const name of OF_OPENED) Object.assign(handle, { [name]: noted((handle[name] as Call).bind(handle), file) });
		return handle;
	};
	return { ...all, open: opening as Files['open'] };
}

function noted(call: Call, opened?: string): Call {
	return (...args) =>
		call(...args).catch((error: unknown) => {
			noteRefusal(error, opened ?? args[0]);
			throw error;
		});
}

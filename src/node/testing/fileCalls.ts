// Stands before Node's file calls, those through an open file included: what happens there is what a disk that fails, or
// another program, does between two steps of ours.
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const CALLS = [
	'link',
	'lstat',
	'mkdir',
	'open',
	'readdir',
	'readFile',
	'realpath',
	'rename',
	'rm',
	'rmdir',
	'stat',
	'unlink',
	'utimes',
	'writeFile',
] as const;
const OF_HANDLES = ['read', 'stat', 'sync', 'write', 'writeFile'] as const;

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * Asks before each call.
 * @param before gets the call's name and the path; what it throws, the call fails with.
 * @returns what puts Node's own calls back.
 */
export function beforeFileCalls(before: (name: string, file: string) => void | Promise<void>): () => void {
	const own = Object.fromEntries(CALLS.map((name) => [name, promises[name]])) as unknown as Record<string, Call>;
	const asked =
		(name: string, file: string | undefined, call: Call): Call =>
		async (...args) => {
			await before(name, file ?? String(args[0]));
			return call(...args);
		};
	const opened: Call = async (...args) => {
		const handle = (await own['open']?.(...args)) as FileHandle;
		const calls = handle as unknown as Record<string, Call>;
		for (const name of OF_HANDLES)
			calls[name] = asked(`${name} of open`, String(args[0]), handle[name].bind(handle) as Call);
		// One that fails closes all the same.
		const close = handle.close.bind(handle);
		calls['close'] = async () => {
			await close();
			await before('close of open', String(args[0]));
		};
		return handle;
	};
	const put = (calls: object): void => {
		Object.assign(promises, calls);
		syncBuiltinESMExports();
	};
	put(
		Object.fromEntries(
			CALLS.map((name) => [name, asked(name, undefined, name === 'open' ? opened : (own[name] as Call))]),
		),
	);
	return () => put(own);
}

/** What a disk says that fails. */
export function systemError(code: string): Error {
	return Object.assign(new Error(`${code}: as the test wants it`), { code });
}

// ripgrep, where there is one: it tells which files hold a match, and where the first one is. Reading on from there is the
// built-in scanner's, so both engines give the same answers, and what ripgrep prints is bounded however common a word is.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { FileToSearch, SearchEngine } from './engine';
import type { Needle } from './searchFile';

/** Characters of file names given to one process. Windows takes 32,767 for the whole command line. */
const MAX_ARGUMENTS = process.platform === 'win32' ? 24_000 : 200_000;

/** The newest files go first and alone, so that the first answer does not wait for a gigabyte. */
const FIRST_BATCH = 24;
const MAX_STDERR = 64 * 1_024;

const FLAGS = [
	'--no-config', // Somebody's own settings would change what is found.
	'--text', // A NUL makes ripgrep take a file for binary and stop.
	'--encoding=none', // Offsets are those of the file, whatever it begins with.
	'--no-mmap', // A mapped file that shrinks kills the process.
	'--only-matching',
	'--byte-offset',
	'--max-count=1',
	'--with-filename',
	'--null',
	'--no-heading',
	'--no-line-number',
	'--color=never',
	'--case-sensitive', // The pattern says itself what is equal.
];

/** @param binary absolute path of `rg`. */
export function createRipgrepEngine(binary: string): SearchEngine {
	return {
		name: 'ripgrep',
		async *candidates(files, needle, signal) {
			// One process looks at the next files while those of the last one are being read.
			let ahead: Promise<readonly FileToSearch[]> | undefined;
			for (const batch of batches(files)) {
				const ready = ahead;
				ahead = run(binary, batch, needle, signal);
				if (ready) yield* await ready;
				if (signal.aborted) break;
			}
			if (ahead) yield* await ahead;
		},
	};
}

function* batches(files: readonly string[]): Generator<readonly string[]> {
	let batch: string[] = [];
	let length = 0;
	let limit = FIRST_BATCH;
	for (const file of files) {
		if (batch.length >= limit || length + file.length > MAX_ARGUMENTS) {
			yield batch;
			batch = [];
			length = 0;
			limit = Infinity;
		}
		batch.push(file);
		length += file.length + 3;
	}
	if (batch.length > 0) yield batch;
}

/** Never fails: a file that ripgrep cannot vouch for is a candidate. */
async function run(
	binary: string,
	files: readonly string[],
	needle: Needle,
	signal: AbortSignal,
): Promise<readonly FileToSearch[]> {
	const offsets = new Map<string, number>();
	const outcome = await spawnRipgrep(binary, files, needle, signal, (file, offset) => {
		if (!offsets.has(file)) offsets.set(file, offset);
	});
	if (signal.aborted) return [];
	// 0 found, 1 not found, 2 something went wrong: with the files that it names, or with all of it.
	const unsure = files.filter((file) => outcome.complaints.includes(file));
	const isUnsure = outcome.code !== 0 && outcome.code !== 1 && (outcome.code !== 2 || unsure.length === 0);
	for (const file of isUnsure ? files : unsure) offsets.set(file, 0);
	return files.flatMap((file) => {
		const from = offsets.get(file);
		return from === undefined ? [] : [{ file, from }];
	});
}

/** @returns its exit code, `undefined` where it did not run to its end, and what it wrote to standard error. */
function spawnRipgrep(
	binary: string,
	files: readonly string[],
	needle: Needle,
	signal: AbortSignal,
	onMatch: (file: string, offset: number) => void,
): Promise<{ readonly code: number | undefined; readonly complaints: string }> {
	return new Promise((resolve) => {
		let complaints = '';
		const end = (code: number | undefined): void => resolve({ code, complaints });
		try {
			const child = spawn(binary, [...FLAGS, '-e', `(?-u)${needle.source.regExp}`, '--', ...files], {
				cwd: path.dirname(binary), // Not the workspace: Windows looks for libraries in the current folder.
				stdio: ['ignore', 'pipe', 'pipe'],
				windowsHide: true,
				signal,
				killSignal: 'SIGKILL',
			});
			child.stdout.on('data', createParser(onMatch));
			child.stderr.setEncoding('utf8').on('data', (text: string) => {
				if (complaints.length < MAX_STDERR) complaints += text;
			});
			child.on('error', () => end(undefined)); // It may not be started, or nobody wants its answer any more.
			child.on('close', (code) => end(code ?? undefined));
		} catch {
			end(undefined); // Too many arguments for this system.
		}
	});
}

/** Reads `<file> NUL <offset> : <match> LF`, in any pieces. A match holds no line feed, a file name may. */
function createParser(onMatch: (file: string, offset: number) => void): (chunk: Buffer) => void {
	let rest: Buffer = Buffer.alloc(0);
	return (chunk) => {
		const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		let from = 0;
		for (;;) {
			const nul = bytes.indexOf(0, from);
			const colon = nul < 0 ? -1 : bytes.indexOf(0x3a, nul);
			const feed = colon < 0 ? -1 : bytes.indexOf(0x0a, colon);
			if (feed < 0) break;
			onMatch(bytes.toString('utf8', from, nul), Number(bytes.toString('latin1', nul + 1, colon)));
			from = feed + 1;
		}
		rest = bytes.subarray(from);
	};
}

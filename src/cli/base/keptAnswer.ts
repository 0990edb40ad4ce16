// Answers of lists that are given again without making them: of a list's time, nearly all goes into the code that makes it.
// As a compiler's cache does, an answer is kept with all that was looked at to make it (reads.ts); it is given again where
// all of that is as it was, to the same words in the same folder, until what the clock says would change it. What cannot be
// compared is never kept. Nothing here may load more than what Node has loaded when it starts.
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shortHash } from '../../core/base/hash';
import { isRunning } from '../../node/base/isRunning';
import { forgetUnused, makePrivateFolderAtOnce } from '../../node/project/privateFolderAtOnce';
import type { Looked } from './reads';
import { realPathOf, signOf } from './sign';

/** Kept answers that nobody asked for as long are deleted. Milliseconds. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1_000;
/** When an answer was given last is written down so often. Milliseconds. */
const TOUCH_MS = 24 * 60 * 60 * 1_000;
/** What is longer takes as long to read as to make. Characters. */
const LONGEST = 1024 * 1024;

/** What is asked, and of whom. */
export interface AskedCall {
	readonly words: readonly string[];
	readonly folder: string;
	/** Which program answers: another version may say something else. */
	readonly program: string;
}

interface Kept extends AskedCall, Looked {
	/** It holds until then. Milliseconds since 1970; nothing for as long as nothing changes. */
	readonly untilMs: number | null;
	/** As it is printed, but for the times in words. */
	readonly text: string;
	readonly exitCode: number;
}

/** What is given: as it is printed, but for the times in words. */
export type KeptAnswer = Pick<Kept, 'text' | 'exitCode'>;

/** Where the answer to a call is kept. @param folder of all answers */
export function answerFile(folder: string, { words, folder: asked }: AskedCall): string {
	// The call is compared as well.
	return path.join(folder, `${shortHash([asked, ...words].join('\0'))}.json`);
}

/** The answer that is kept for a call, if it is still what would be answered. Never throws. */
export function keptAnswer(
	file: string,
	call: AskedCall,
	env: NodeJS.ProcessEnv,
	nowMs: number,
): KeptAnswer | undefined {
	try {
		const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
		const { words, folder, program, untilMs, madeMs } = kept;
		const isAsked = folder === call.folder && program === call.program && words.join('\0') === call.words.join('\0');
		if (!isAsked || nowMs < madeMs || (untilMs !== null && nowMs >= untilMs) || !isAsItWas(kept, env)) return undefined;
		if (nowMs - statSync(file).mtimeMs > TOUCH_MS) utimesSync(file, nowMs / 1_000, nowMs / 1_000);
		return kept;
	} catch {
		return undefined; // There is none, or it is none of ours: then it is made.
	}
}

function isAsItWas({ env: asked, running, files, real }: Looked, env: NodeJS.ProcessEnv): boolean {
	return (
		Object.entries(asked).every(([name, value]) => (env[name] ?? null) === value) &&
		Object.entries(running).every(([pid, was]) => isRunning(Number(pid)) === was) &&
		Object.entries(real).every(([file, leadsTo]) => realPathOf(file) === leadsTo) &&
		Object.entries(files).every(([file, sign]) => signOf(file).sign === sign)
	);
}

/** Keeps an answer for the next time. Never throws. */
export function keepAnswer(
	file: string,
	call: AskedCall,
	looked: Looked,
	answer: KeptAnswer & Pick<Kept, 'untilMs'>,
): void {
	if (answer.text.length > LONGEST) return;
	const temporary = `${file}.${process.pid}.tmp`;
	try {
		makePrivateFolderAtOnce(path.dirname(file));
		const kept: Kept = { ...call, ...looked, ...answer };
		writeFileSync(temporary, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
		renameSync(temporary, file);
		forgetUnused(path.dirname(file), UNUSED_MS);
	} catch {
		// A disk that is full or only to be read: then it is made again.
		rmSync(temporary, { force: true });
	}
}

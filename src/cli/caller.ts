// Who calls the command line, and what it has of the process that it runs in. Nothing else of the command line asks the
// process, so it can be called from within another one, with as many callers at a time as there are.
import type { Writable } from 'node:stream';
import { type Output, isFileOrPipe } from './output';
import { Waiting } from './progress';

export interface Caller {
	/** The words of the call, without the program's own name. */
	readonly words: readonly string[];
	/** The file that was started. What is shipped lies beside it. */
	readonly program: string;
	readonly env: NodeJS.ProcessEnv;
	/** The folder in which it is called. @throws where somebody removed it. */
	folder(): string;
	/** Standard input. Who asks for it opens it. */
	readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
	/** The file that it is, where it is one of this process. */
	readonly descriptor?: number;
	/** Standard output: the answer, and nothing else. */
	readonly output: Output;
	/** Standard error: everything that is not the answer. Nobody has to read it. */
	readonly remarks: Writable & { readonly isTTY?: boolean };
	/** Whether remarks surely go to no terminal, for who would ask again and again. */
	readonly isUnwatched?: () => boolean;
	/** The answer goes to a language model, wherever it was started: it gets nothing that a person marked as private. */
	readonly isModel?: true;
	/** Hears what undoes it: the words after the program's name, where there are any. No document has them. */
	undone?(by: unknown): void;
	/** What waits for the caller. */
	readonly waiting: Waiting;
	/** Calls back each time the command is told to stop, which is then no end by itself. @returns what ends that. */
	onStop(stop: () => void): () => void;
	/** Its answer is none that is kept: nobody need write down what it is made of. */
	spoil?(): void;
	/** Keeps an answer as it was printed, for who asks the same again (kept). @param untilMs it stays the same till then */
	keep(text: string, untilMs: number, exitCode: number): void;
}

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Who writes down what an answer is made of, to keep it. */
export interface Keeper extends Pick<Caller, 'env' | 'keep' | 'output'> {
	/** More happens than that things are looked at. */
	spoil(): void;
}

/** The caller of this process. Its streams are opened when they are first used: that takes as long as a short answer. */
export function callerOfProcess(keeper: Keeper): Caller {
	return {
		words: process.argv.slice(2),
		program: process.argv[1] ?? '',
		env: keeper.env,
		folder: () => process.cwd(),
		get input() {
			keeper.spoil();
			return process.stdin;
		},
		descriptor: 0,
		output: keeper.output,
		isUnwatched: () => isFileOrPipe(2),
		get remarks() {
			keeper.spoil();
			const { stderr } = process;
			// Remarks that nobody reads are no error.
			if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
			return stderr;
		},
		waiting: new Waiting(),
		onStop(stop) {
			for (const signal of STOPS) process.on(signal, stop);
			return () => {
				for (const signal of STOPS) process.off(signal, stop);
			};
		},
		spoil: keeper.spoil,
		keep: keeper.keep,
	};
}

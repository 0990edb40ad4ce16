// The command line, called within a process: all that the program does after it has started, for a caller of its own.
// Nothing of the process's environment, folder or streams reaches it.
import { PassThrough, Readable, Writable } from 'node:stream';
import { described } from '../commands';
import { verbsOf } from '../groups';
import { run } from '../program';
import { Waiting } from '../progress';

/** How a call of the command line ended. */
export interface Ended {
	/** The exit code; nothing where a process was killed. */
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

/** What is around a call. */
export interface Around {
	readonly cwd: string;
	/** The whole environment. */
	readonly env: NodeJS.ProcessEnv;
	/** Standard input: all of it, or as it comes. */
	readonly input?: string | Readable;
	/** Hears what is written to standard output, when it is. */
	readonly onOutput?: (text: string) => void;
	/** How many cells the terminal has that standard output is; else it is a pipe. */
	readonly columns?: number;
	/** How many lines it has; else more than anything takes. */
	readonly rows?: number;
	/** What a person types, each when that is on the terminal. */
	readonly keys?: readonly (readonly [shown: RegExp, typed: string])[];
	/** The file that was started, for what looks beside it. */
	readonly program?: string;
	/** Somebody sits at a terminal, and is asked. */
	readonly isTerminal?: boolean;
}

/** Calls the command line as a shell would, with pipes for its streams. */
export async function callProgram(words: readonly string[], around: Around): Promise<Ended> {
	const [out, err] = [new Collected(), new Collected()];
	const atTerminal = around.isTerminal === true ? { isTTY: true } : {};
	if (around.columns !== undefined) err.columns = around.columns;
	const { input: given = '', onOutput } = around;
	const typed = typeof given === 'string' ? Readable.from([Buffer.from(given)]) : given;
	const input = around.keys === undefined ? Object.assign(typed, atTerminal) : typist(around.keys, err);
	const code = await run(
		{ describe: (name) => Promise.resolve(described(name)), verbs: verbsOf },
		{
			words,
			program: around.program ?? '',
			env: around.env,
			folder: () => around.cwd,
			input,
			output: {
				isTerminal: () => around.columns !== undefined,
				size: () => ({ columns: around.columns ?? 0, rows: around.rows ?? 1_000 }),
				write: (text) => void (out.write(text), onOutput?.(text)),
				stream: () => out,
			},
			remarks: Object.assign(err, atTerminal),
			waiting: new Waiting(),
			onStop: () => () => undefined,
			keep: () => undefined,
		},
	);
	return { code, out: out.text, err: err.text };
}

/** A terminal's input, and somebody who types on it what they answer to what they see. */
function typist(keys: NonNullable<Around['keys']>, screen: Collected): NodeJS.ReadableStream & { isTTY: boolean } {
	const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => terminal });
	const left = [...keys];
	let seen = 0;
	screen.isTTY = true;
	screen.onText = (text) => {
		const [next] = left;
		if (next?.[0].test(text.slice(seen)) !== true) return;
		left.shift();
		seen = text.length;
		// What is shown is drawn in several pieces.
		setTimeout(() => terminal.write(next[1]), 20);
	};
	return terminal;
}

class Collected extends Writable {
	text = '';
	isTTY?: true;
	columns?: number;
	onText: (text: string) => void = () => undefined;

	constructor() {
		super({ decodeStrings: false });
	}

	/** As standard streams do: who has written to one may not end it. */
	override end(): this {
		return this;
	}

	override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
		this.text += chunk.toString();
		done();
		this.onText(this.text);
	}
}

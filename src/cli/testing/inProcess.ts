// The command line, called within the process of a test: all that the program does after it has started, for a caller of
// the test's own. Nothing of the test's environment, folder or streams reaches it.
import { Readable, Writable } from 'node:stream';
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
	/** Standard input. */
	readonly input?: string;
	/** How many cells the terminal has that standard output is; else it is a pipe. */
	readonly columns?: number;
	/** How many lines it has; else more than anything takes. */
	readonly rows?: number;
	/** The file that was started, for what looks beside it. */
	readonly program?: string;
}

/** Calls the command line as a shell would, with pipes for its streams. */
export async function call(words: readonly string[], around: Around): Promise<Ended> {
	const [out, err] = [new Collected(), new Collected()];
	const code = await run(
		{ describe: (name) => Promise.resolve(described(name)), verbs: verbsOf },
		{
			words,
			program: around.program ?? '',
			env: around.env,
			folder: () => around.cwd,
			input: Readable.from([Buffer.from(around.input ?? '')]),
			output: {
				isTerminal: () => around.columns !== undefined,
				size: () => ({ columns: around.columns ?? 0, rows: around.rows ?? 1_000 }),
				write: (text) => void out.write(text),
				stream: () => out,
			},
			remarks: err,
			waiting: new Waiting(),
			onStop: () => () => undefined,
		},
	);
	return { code, out: out.text, err: err.text };
}

class Collected extends Writable {
	text = '';

	constructor() {
		super({ decodeStrings: false });
	}

	override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
		this.text += chunk.toString();
		done();
	}
}

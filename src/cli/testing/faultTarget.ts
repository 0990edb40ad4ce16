// The command line for the tries with failing disks (scripts/lib/faults): called many times in one process, in which each
// file call may fail.
import { Readable, Writable } from 'node:stream';
import { described } from '../commands';
import { verbsOf } from '../groups';
import { run } from '../program';
import { Waiting } from '../progress';

interface Ended {
	readonly code: number;
	readonly out: string;
	readonly err: string;
}

/** @param program that companions lie beside. @returns how it ended. */
export async function command(
	words: readonly string[],
	{ cwd, env, program }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly program: string },
): Promise<Ended> {
	const ended = { out: '', err: '' };
	const into = (name: 'out' | 'err'): Writable =>
		new Writable({
			decodeStrings: false,
			write(chunk: string | Buffer, _, done) {
				ended[name] += chunk.toString();
				done();
			},
		});
	const out = into('out');
	const code = await run(
		{ describe: (name) => Promise.resolve(described(name)), verbs: verbsOf },
		{
			words,
			program,
			env,
			folder: () => cwd,
			input: Readable.from([]),
			output: {
				isTerminal: () => false,
				size: () => ({ columns: 0, rows: 0 }),
				write: (text) => void out.write(text),
				stream: () => out,
			},
			remarks: into('err'),
			waiting: new Waiting(),
			onStop: () => () => undefined,
			keep: () => undefined,
		},
	);
	return { code, ...ended };
}

// The command line as the server of the Model Context Protocol calls it: within the process, with its document as the answer.
import { Readable, Writable } from 'node:stream';
import { type Result, asRecord, asText, fail, ok, parseObject } from '../../core/base/result';
import type { Fields } from './mcpAnswer';
import type { CommandContext } from '../context';
import { Waiting } from '../progress';

/** Calls a command. @param words with its options. @param input standard input. @returns its document, or why it could not. */
export type CallProgram = (words: readonly string[], input?: string) => Promise<Result<Fields, string>>;

/** @param project what `--project` said, if anything. */
export const callsOf =
	({ again, caller, env }: CommandContext, project: string | undefined): CallProgram =>
	async (words, input = '') => {
		let printed = '';
		const stream = new Writable({
			write: (chunk: Buffer, _encoding, done) => {
				printed += chunk.toString();
				done();
			},
		});
		// Options first: what a model says stands behind `--`.
		const [group = '', ...rest] = words;
		const common = ['--json', ...(project === undefined ? [] : ['--project', project])];
		await again({
			words: [...common, group, ...rest],
			program: caller.program,
			env,
			folder: () => caller.folder(),
			input: Readable.from([Buffer.from(input)]),
			output: {
				isTerminal: () => false,
				size: () => ({ columns: 80, rows: 24 }),
				write: (text) => (printed += text),
				stream: () => stream,
			},
			remarks: new Writable({ write: (_chunk, _encoding, done) => done() }),
			isModel: true,
			waiting: new Waiting(),
			onStop: () => () => undefined,
			keep: () => undefined,
		});
		const document = parseObject(printed) ?? {};
		const error = asRecord(document['error']);
		return error === undefined
			? ok(document)
			: fail([error['message'], error['hint']].flatMap((each) => asText(each) ?? []).join(' '));
	};

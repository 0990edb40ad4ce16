// The command line as the server of the Model Context Protocol calls it: within the process, with its document as the answer.
import { Readable, Writable } from 'node:stream';
import { type Result, asRecord, asText, fail, ok, parseObject } from '../../core/base/result';
import { type Fields, recordsIn } from './mcpAnswer';
import type { RecallIndex } from '../../node/recall/recallIndex';
import { readLiveSessions } from '../../node/sessions/liveSessions';
import { PROGRAM } from '../base/description';
import { type CommandContext, currentSession } from '../context';
import { Waiting } from '../progress';

/**
 * Calls a command. @param words with its options. @param input standard input.
 * @returns its document, with what undoes it as `undoneBy`, or why it could not.
 */
export type CallProgram = (words: readonly string[], input?: string) => Promise<Result<Fields, string>>;

/** What a tool works with. */
export interface ToolPlace {
	readonly context: CommandContext;
	readonly call: CallProgram;
	/** Of past sessions, kept open. */
	readonly index: RecallIndex;
	/** The sessions of all projects may be asked. */
	readonly isEverywhere: boolean;
	/** Asks the person. @param about what, without the sentence around it. @returns nothing where nobody can be asked. */
	readonly ask: (question: string, about: string) => Promise<boolean | undefined>;
}

/**
 * The session that asks. Claude Code names the one in which it started us, and we outlive it (`/clear`): which one its process
 * has now, its registry says. @returns nothing where nobody knows, or Claude Code did not start us.
 */
export async function askingSession(context: CommandContext): Promise<string | undefined> {
	const first = currentSession(context);
	if (first === undefined) return undefined;
	const live = await readLiveSessions(context.claude);
	// A launcher may stand between its process and ours; it names its own by a socket.
	const socket = /(\d+)\.sock$/u.exec(context.env['CLAUDE_CODE_MESSAGING_SOCKET'] ?? '')?.[1];
	const now = live?.find(({ pid }) => pid === process.ppid || String(pid) === socket)?.sessionId;
	return now ?? (live === undefined || live.some(({ sessionId }) => sessionId === first) ? first : undefined);
}

/** @param project what `--project` said, if anything. */
export const callsOf =
	(context: CommandContext, project: string | undefined): CallProgram =>
	async (words, input = '') => {
		const { again, caller } = context;
		const env = { ...context.env, CLAUDE_CODE_SESSION_ID: await askingSession(context) };
		let printed = '';
		let undoneBy: string | null = null;
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
			undone: (by) => (undoneBy = typeof by === 'string' ? `${PROGRAM} ${by}` : null),
			waiting: new Waiting(),
			onStop: () => () => undefined,
			keep: () => undefined,
		});
		const document = parseObject(printed) ?? {};
		const error = asRecord(document['error']);
		if (error === undefined) return ok({ ...document, undoneBy });
		const why = [error['message'], error['hint']].flatMap((each) => asText(each) ?? []).join(' ');
		return fail([why, ...recordsIn(document, 'items').map(({ name }) => `- ${String(name)}`)].join('\n'));
	};

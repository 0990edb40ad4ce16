// Our server of the Model Context Protocol as an editor calls it for its own models: one process for a project, started with
// the first call. So the tools of the editor are those of the server, with the same answers.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { asRecord, asText, parseObject } from '../../core/base/result';
import { ASKING_TOOL } from '../../core/claude/mcp';
import type { IDisposable } from '../../core/base/disposable';

/** How a server is started. */
export interface ServerStart {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

/**
 * The server of a project, run by the Node of this process.
 * @param dist the folder with `cli.js`. @param configDir of Claude Code, where a person has set another; else empty.
 */
export const serverStart = (dist: string, project: string, configDir: string): ServerStart => ({
	command: process.execPath,
	args: [path.join(dist, 'cli.js'), 'mcp', '--project', project],
	// An editor's own program is Node when it is told so.
	env: { ELECTRON_RUN_AS_NODE: '1', ...(configDir === '' ? {} : { CLAUDE_CONFIG_DIR: configDir }) },
});

type Message = Readonly<Record<string, unknown>>;

/** A server that does not answer for so long is ended: the first recall may have much to read. Milliseconds. */
const LIMIT_MS = 600_000;

export class ToolServer implements IDisposable {
	private readonly child: ChildProcess;
	private readonly waiting = new Map<number, { answer(message: Message): void; fail(error: Error): void }>();
	private readonly ready: Promise<unknown>;
	private last = 0;
	private rest = '';
	private asked: Promise<unknown> = Promise.resolve();
	private agrees: (about: string | undefined) => boolean = () => false;
	/** What the person was shown, by what is to be called. */
	private readonly shown = new Map<string, string | undefined>();
	/** It can be called no more. */
	isEnded = false;

	/** @param cwd where it runs. @param limitMs how long an answer may take. */
	constructor(
		{ command, args, env }: ServerStart,
		cwd: string,
		private readonly limitMs = LIMIT_MS,
	) {
		this.child = spawn(command, args, {
			cwd,
			env: { ...process.env, ...env },
			stdio: ['pipe', 'pipe', 'ignore'],
			windowsHide: true,
		});
		this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.take(text));
		this.child.stdin?.on('error', () => this.end());
		this.child.on('error', () => this.end()).on('exit', () => this.end());
		this.ready = this.request('initialize', {
			protocolVersion: '2025-06-18',
			// The editor has asked before it calls a tool that asks.
			capabilities: { elicitation: {} },
			clientInfo: { name: 'session-keeper-editor', version: '1' },
		}).then(() => this.send({ method: 'notifications/initialized' }));
		this.ready.catch(() => this.dispose());
	}

	/** What a call would ask the person about; nothing where it would ask nothing. Nothing is done. @throws as `call` */
	question(name: string, given: object): Promise<string | undefined> {
		return this.asking(async () => {
			let asked: string | undefined;
			this.agrees = (about) => {
				asked = about;
				return false;
			};
			await this.run(name, given);
			this.shown.set(JSON.stringify([name, given]), asked);
			return asked;
		});
	}

	/**
	 * Calls a tool. What it asks the person is answered with yes, unless they were shown another question.
	 * @returns what the tool answered, as JSON, or why it could not. @throws what the server says went wrong, and where it ended.
	 */
	async call(name: string, given: object): Promise<string> {
		if (name !== ASKING_TOOL) return this.run(name, given);
		return this.asking(() => {
			const key = JSON.stringify([name, given]);
			const shown = this.shown.has(key) ? { about: this.shown.get(key) } : undefined;
			this.agrees = (about) => shown === undefined || shown.about === about;
			this.shown.delete(key);
			return this.run(name, given);
		});
	}

	/** One call that asks at a time: a question does not say whose it is. */
	private asking<T>(call: () => Promise<T>): Promise<T> {
		const called = this.asked.then(call);
		this.asked = called.catch(() => undefined);
		return called;
	}

	private async run(name: string, given: object): Promise<string> {
		await this.ready;
		const result = asRecord((await this.request('tools/call', { name, arguments: given }))['result']);
		return JSON.stringify(result?.['structuredContent'] ?? result?.['content'] ?? {});
	}

	dispose(): void {
		this.child.kill();
		this.end();
	}

	private async request(method: string, params: object): Promise<Message> {
		if (this.isEnded) throw new Error('The server ended.');
		const id = ++this.last;
		const timer = setTimeout(() => this.dispose(), this.limitMs);
		try {
			return await new Promise((answer, fail) => {
				this.waiting.set(id, { answer, fail });
				this.send({ id, method, params });
			});
		} finally {
			clearTimeout(timer);
		}
	}

	private send(message: Message): void {
		this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	}

	private take(text: string): void {
		const lines = (this.rest + text).split('\n');
		this.rest = lines.pop() ?? '';
		for (const line of lines) {
			const message = parseObject(line);
			const { id, method } = message ?? {};
			if (method === 'elicitation/create') {
				const about = asText(asRecord(asRecord(message?.['params'])?.['_meta'])?.['about']);
				this.send({ id, result: { action: 'accept', content: { confirm: this.agrees(about) } } });
			} else if (message !== undefined && method === undefined && typeof id === 'number') {
				const error = asRecord(message['error']);
				const asked = this.waiting.get(id);
				if (error === undefined) asked?.answer(message);
				else asked?.fail(new Error(asText(error['message']) ?? 'The server failed.'));
				this.waiting.delete(id);
			}
		}
	}

	private end(): void {
		this.isEnded = true;
		for (const { fail } of this.waiting.values()) fail(new Error('The server ended.'));
		this.waiting.clear();
	}
}

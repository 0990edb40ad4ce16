// Our server of the Model Context Protocol as an editor calls it for its own models: one process for a project, started with
// the first call. So the tools of the editor are those of the server, with the same answers.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { asRecord, parseObject } from '../../core/base/result';
import type { IDisposable } from '../../core/base/disposable';

/** How a server is started. */
export interface ServerStart {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

/**
 * The server of a project, run by the Node of this process.
 * @param dist the folder with `cli.js`. @param configDir of Claude Code, where a person has set another.
 */
export const serverStart = (dist: string, project: string, configDir: string | undefined): ServerStart => ({
	command: process.execPath,
	args: [path.join(dist, 'cli.js'), 'mcp', '--project', project],
	// An editor's own program is Node when it is told so.
	env: { ELECTRON_RUN_AS_NODE: '1', ...(configDir === undefined ? {} : { CLAUDE_CONFIG_DIR: configDir }) },
});

type Message = Readonly<Record<string, unknown>>;

export class ToolServer implements IDisposable {
	private readonly child: ChildProcess;
	private readonly waiting = new Map<number, { answer(message: Message): void; fail(error: Error): void }>();
	private readonly ready: Promise<unknown>;
	private last = 0;
	private rest = '';
	/** It can be called no more. */
	isEnded = false;

	/** @param cwd where it runs. */
	constructor({ command, args, env }: ServerStart, cwd: string) {
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
		this.ready.catch(() => undefined);
	}

	/** @returns what the tool answered, as JSON, or why it could not. @throws where the server ended. */
	async call(name: string, given: object): Promise<string> {
		await this.ready;
		const result = asRecord((await this.request('tools/call', { name, arguments: given }))['result']);
		return JSON.stringify(result?.['structuredContent'] ?? result?.['content'] ?? {});
	}

	dispose(): void {
		this.child.kill();
		this.end();
	}

	private request(method: string, params: object): Promise<Message> {
		const id = ++this.last;
		return new Promise((answer, fail) => {
			if (this.isEnded) return fail(new Error('The server ended.'));
			this.waiting.set(id, { answer, fail });
			this.send({ id, method, params });
		});
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
			if (method === 'elicitation/create') this.send({ id, result: { action: 'accept', content: { confirm: true } } });
			else if (message !== undefined && typeof id === 'number') {
				this.waiting.get(id)?.answer(message);
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

// The server of the Model Context Protocol, as it is shipped or within the process, and the official SDK's own client.
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { ship } from '../../node/testing/bundle';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS, type Place, newPlace } from '../../node/testing/places';
import { NOW, place, repo, useCliPlace } from './cliPlace';
import { call as callHere } from './inProcess';

/** Where the program is built to. */
export let bundle: Place;
/** What the person was asked, in this test. */
export let asked: string[] = [];
let ends: (() => Promise<unknown>)[] = [];

/** Builds the program for a file of tests, and gives each test a place of its own. */
export function useMcp(): void {
	beforeAll(async () => {
		bundle = newPlace();
		await ship('commandLine', bundle.root);
	});
	afterAll(() => bundle.remove());
	useClients();
}

/** Gives each test of a file a place of its own, and ends its servers. */
export function useClients(): void {
	useCliPlace();
	beforeEach(() => (asked = []));
	afterEach(async () => {
		for (const end of ends) await end();
		ends = [];
	});
}

/** A session in which a person and Claude say these in turns. @param agoMs when, before now: milliseconds. */
export function said(sessionId: string, texts: readonly string[], cwd = repo, agoMs = 3_600_000): void {
	const own = { sessionId, cwd, timestamp: new Date(NOW_MS - agoMs).toISOString() };
	const lines = texts.map((each, at) => (at % 2 === 0 ? userLine(each, own) : assistantLine(each, {}, own)));
	place.write(`home/.claude/projects/${projectSlug(cwd)}/${sessionId}.jsonl`, jsonl(chained(lines)));
}

interface Asking {
	/** What the person answers when asked; nothing where the client has no form for it. */
	readonly confirms?: boolean;
	/** How long that takes, in milliseconds. */
	readonly afterMs?: number;
	/** As the client names what it can. */
	readonly elicitation?: object;
}

interface How extends Asking {
	readonly words?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
}

/** A client of a server of its own, which has asked what there is. */
export async function connected({ words = [], env = {}, ...how }: How = {}): Promise<Client> {
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [path.join(bundle.root, 'cli.js'), 'mcp', ...words],
		cwd: repo,
		env: { PATH: process.env['PATH'] ?? '', HOME: place.home, TZ: 'UTC', SESSION_KEEPER_NOW: NOW, ...env },
	});
	const client = await clientOf(transport, how);
	ends.push(() => client.close());
	return client;
}

/** The same of a server within the process. */
export async function connectedHere({ words = [], env = {}, ...how }: How = {}): Promise<Client> {
	const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
	const served = callHere(['mcp', ...words], {
		cwd: repo,
		env: { ...place.env, SESSION_KEEPER_NOW: NOW, ...env },
		input: toServer,
		onOutput: (text) => void fromServer.write(text),
	});
	// A client that cannot connect leaves no server behind.
	ends.push(() => {
		toServer.end();
		return served;
	});
	// It reads and writes lines, whichever end it is at.
	const client = await clientOf(new StdioServerTransport(fromServer, toServer), how);
	ends.push(() => client.close());
	return client;
}

async function clientOf(transport: Transport, { confirms, afterMs = 0, elicitation }: Asking): Promise<Client> {
	const capabilities = confirms === undefined && elicitation === undefined ? {} : { elicitation: { ...elicitation } };
	const client = new Client({ name: 'test', version: '1' }, { capabilities });
	if (confirms !== undefined)
		client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
			asked.push(params.message);
			await new Promise((resolve) => setTimeout(resolve, afterMs));
			return { action: 'accept', content: { confirm: confirms } };
		});
	await client.connect(transport);
	// The client holds what comes against the forms of the tools.
	await client.listTools();
	return client;
}

/** Calls a tool. Its answer is short. */
export async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> {
	const answer = (await client.callTool({ name, arguments: given })) as CallToolResult;
	expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(4_096);
	return answer;
}
/** What a tool answers, as fields. */
export const fields = async (...asks: Parameters<typeof call>): Promise<Record<string, unknown>> => {
	const answer = await call(...asks);
	expect(answer.isError, JSON.stringify(answer)).not.toBe(true);
	return answer.structuredContent ?? {};
};

/** What a tool answers, for who reads only text. */
export const textOf = ({ content }: CallToolResult): string =>
	content.map((each) => ('text' in each ? each.text : '')).join();

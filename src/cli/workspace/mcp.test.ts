// The server of the Model Context Protocol as it is shipped, asked by the official SDK's own client over standard input and output.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCommandLine } from '../../../scripts/lib/commandLine.mjs';
import { projectSlug } from '../../core/claude/slug';
import packageJson from '../../../package.json';
import packageTexts from '../../../package.nls.json';
import { ASKING_TOOL, FREE_TOOLS, MCP_SERVER, editorTool } from '../../core/claude/mcp';
import { ToolServer, serverStart } from '../../node/workspace/toolServer';
import { listTools } from './mcpAsks';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { NOW, good, open, park, place, repo, useCliPlace } from '../testing/cliPlace';

const EXPORTS = 'aaaaaaaa-0000-4000-8000-000000000001';
const MAILER = 'bbbbbbbb-0000-4000-8000-000000000002';
const ELSEWHERE = 'cccccccc-0000-4000-8000-000000000003';
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

let bundle: Place;
beforeAll(async () => {
	bundle = newPlace();
	await buildCommandLine(bundle.root, { minify: true });
});
afterAll(() => bundle.remove());

useCliPlace();
let clients: Client[] = [];
afterEach(async () => {
	for (const client of clients) await client.close();
	clients = [];
});
beforeEach(() => {
	said(EXPORTS, [
		'where do exports go?',
		'A folder per month.',
		`yes, a folder per month, with ${SECRET}`,
		'Done.',
		'and the names?',
		'By day.',
	]);
	said(MAILER, ['the mailer times out', `The pool of connections is too small. ${'More of it. '.repeat(300)}`]);
});

function said(sessionId: string, texts: readonly string[], cwd = repo): void {
	const own = { sessionId, cwd, timestamp: new Date(NOW_MS - 3_600_000).toISOString() };
	const lines = texts.map((each, at) => (at % 2 === 0 ? userLine(each, own) : assistantLine(each, {}, own)));
	place.write(`home/.claude/projects/${projectSlug(cwd)}/${sessionId}.jsonl`, jsonl(chained(lines)));
}

interface How {
	readonly words?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** What the person answers when asked; nothing where the client has no form for it. */
	readonly confirms?: boolean;
}

async function connected({ words = [], env = {}, confirms }: How = {}): Promise<Client> {
	const capabilities = confirms === undefined ? {} : { elicitation: {} };
	const client = new Client({ name: 'test', version: '1' }, { capabilities });
	if (confirms !== undefined)
		client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
			asked.push(params.message);
			return { action: 'accept', content: { confirm: confirms } };
		});
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [path.join(bundle.root, 'cli.js'), 'mcp', ...words],
		cwd: repo,
		env: { PATH: process.env['PATH'] ?? '', HOME: place.home, TZ: 'UTC', SESSION_KEEPER_NOW: NOW, ...env },
	});
	await client.connect(transport);
	// The client holds what comes against the forms of the tools.
	await client.listTools();
	clients.push(client);
	return client;
}
let asked: string[] = [];
beforeEach(() => (asked = []));

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> {
	const answer = (await client.callTool({ name, arguments: given })) as CallToolResult;
	expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(4_096);
	return answer;
}
const fields = async (...asks: Parameters<typeof call>): Promise<Record<string, unknown>> => {
	const answer = await call(...asks);
	expect(answer.isError, JSON.stringify(answer)).not.toBe(true);
	return answer.structuredContent ?? {};
};
const sessionsIn = ({ hits }: Record<string, unknown>): readonly string[] =>
	(hits as { session: string }[]).map(({ session }) => session);
const textOf = ({ content }: CallToolResult): string => content.map((each) => ('text' in each ? each.text : '')).join();

test('there are eight tools with forms, and each says what it does to what is there', async () => {
	const { tools } = await (await connected()).listTools();
	expect(tools.map(({ name }) => name).sort()).toEqual([...FREE_TOOLS, ASKING_TOOL].sort());
	expect(tools.every(({ outputSchema, annotations }) => outputSchema?.type === 'object' && annotations?.title)).toBe(
		true,
	);
	const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
	expect(reading.sort()).toEqual(['list_items', 'read_passage', 'recall', 'where_we_left_off']);
});

test('VS Code is offered the same tools, in the same words', () => {
	const { contributes } = packageJson;
	expect(contributes.languageModelTools).toEqual(
		listTools().tools.map(({ name, description, inputSchema }) => ({
			name: editorTool(name),
			displayName: `%tool.${name}%`,
			modelDescription: description,
			canBeReferencedInPrompt: true,
			toolReferenceName: name,
			inputSchema,
		})),
	);
	expect(listTools().tools.map(({ name, title }) => [`tool.${name}`, title])).toEqual(
		Object.entries(packageTexts).filter(([key]) => key.startsWith('tool.')),
	);
	expect(contributes.mcpServerDefinitionProviders.map(({ id }) => id)).toEqual([MCP_SERVER]);
});

test('an editor calls the tools in a process of its own, and is told when that ends', async () => {
	const start = serverStart(bundle.root, repo, undefined);
	const env = {
		...start.env,
		HOME: place.home,
		CLAUDE_CONFIG_DIR: '',
		TZ: 'UTC',
		SESSION_KEEPER_NOW: NOW,
		CLAUDECODE: '',
	};
	const server = new ToolServer({ ...start, env }, repo);
	const [found, parked] = await Promise.all([
		server.call('recall', { query: 'where do exports go' }),
		server.call('park_item', { name: 'rate limits', text: 'which?' }),
	]);
	expect(JSON.parse(found)).toMatchObject({ confidence: 'strong', hits: [{ session: EXPORTS }] });
	expect(JSON.parse(parked)).toMatchObject({ parked: 'rate limits' });
	expect(await server.call('delete_everything', {})).toContain('Unknown tool');
	// The editor has asked.
	expect(await server.call('archive_item', { name: 'rate limits' })).toContain('archived');
	const left = server.call('recall', { query: 'mailer' });
	server.dispose();
	await expect(left).rejects.toThrow('ended');
	expect(server.isEnded).toBe(true);
	await expect(server.call('list_items', {})).rejects.toThrow('ended');
});

test('recall takes several wordings, is marked as data, and leads to the messages', async () => {
	const client = await connected();
	const found = await fields(client, 'recall', { query: 'smtp', queries: ['where do exports go'] });
	expect(sessionsIn(found)[0]).toBe(EXPORTS);
	expect(found).toMatchObject({ confidence: 'strong', notice: expect.stringContaining('not instructions') });
	const [{ message } = { message: '' }] = found['hits'] as { message: string }[];
	const read = await fields(client, 'read_passage', { session: EXPORTS, message });
	expect(JSON.stringify(read['messages'])).toContain('A folder per month.');
	expect(JSON.stringify(read)).not.toContain(SECRET);
	expect(await fields(client, 'recall', { query: 'kubernetes' })).toMatchObject({ confidence: 'none', hits: [] });
});

test('a long session is read page by page, to its end and back', async () => {
	const client = await connected();
	const words = Array.from({ length: 40 }, (_, n) => `message number ${n} ${'and more of it '.repeat(12)}`);
	said(EXPORTS, words);
	const seen: string[] = [];
	let from: unknown = undefined;
	for (let page = 0; page < 40; page++) {
		const read = await fields(client, 'read_passage', {
			session: EXPORTS,
			...(from === undefined ? {} : { message: from }),
		});
		for (const { text } of read['messages'] as { text: string }[]) seen.push(/number \d+/u.exec(text)?.[0] ?? '');
		from = read['later'];
		if (from === null) break;
	}
	expect(seen).toEqual(words.map((_, n) => `number ${n}`));
});

test('an agent sees its project alone, nothing private, and everything where the person said so', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	said(ELSEWHERE, ['exports of the other one', 'By year.'], other);
	await good('sessions', 'private', MAILER);
	const [here, all] = [await connected(), await connected({ words: ['--everywhere'] })];
	const question = { query: 'exports mailer' };
	expect(sessionsIn(await fields(here, 'recall', question))).toEqual([EXPORTS]);
	expect([...sessionsIn(await fields(all, 'recall', question))].sort()).toEqual([EXPORTS, ELSEWHERE]);
	for (const [client, session] of [
		[here, ELSEWHERE],
		[here, MAILER],
		[all, MAILER],
	] as const)
		expect((await call(client, 'read_passage', { session })).isError).toBe(true);
	expect(await fields(all, 'read_passage', { session: ELSEWHERE })).toMatchObject({ session: ELSEWHERE });
});

test('parking needs no question; archiving asks, and without a form says which command to run', async () => {
	const asking = await connected({ confirms: true });
	const parked = await fields(asking, 'park_item', { name: 'rate limits', text: '--which=one?', kind: 'question' });
	expect(parked).toMatchObject({ parked: 'rate limits', undo: expect.stringContaining('archive') });
	expect(await fields(asking, 'list_items')).toMatchObject({ items: [{ name: 'rate limits' }] });
	const [silent, refusing] = [await connected(), await connected({ confirms: false })];
	expect(textOf(await call(silent, 'archive_item', { name: 'rate limits' }))).toContain(
		"session-keeper parked archive 'rate limits'",
	);
	// A person may type it.
	expect(textOf(await call(silent, 'archive_item', { name: '"; echo $(id) #' }))).toContain(`'"; echo $(id) #'`);
	expect((await call(refusing, 'archive_item', { name: 'rate limits' })).isError).toBe(true);
	expect(open().some((name) => name.startsWith('session-open-rate-limits'))).toBe(true);
	expect(await fields(asking, 'archive_item', { name: 'rate limits' })).toMatchObject({ archived: 'rate limits' });
	expect(asked.at(-1)).toContain('rate limits');
	expect(open().some((name) => name.startsWith('session-open-'))).toBe(false);
});

test('a hand-off is proven by the conversation, and is where we left off', async () => {
	const client = await connected({ env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: EXPORTS } });
	const statements = [
		{ section: 'decision', text: 'Exports go to a folder per month.', quotes: ['yes, a folder per month'] },
		{ section: 'decision', text: 'Deploy on Fridays.', quotes: ['We deploy on Fridays.'] },
	];
	const saved = await fields(client, 'save_hand_off', { statements });
	expect(saved).toMatchObject({ proven: 1, unproven: [{ text: 'Deploy on Fridays.' }] });
	expect(readFileSync(path.join(repo, String(saved['saved'])), 'utf8')).toContain('Exports go to a folder per month.');
	const left = await fields(await connected(), 'where_we_left_off');
	expect(left['record']).toContain('folder per month');
	const wrong = await call(client, 'save_hand_off', { statements: [{ section: 'gossip', text: 'x' }] });
	expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('statements.0.section')]);
});

test('the session that asks is the one that Claude Code has now, not the one in which it started us', async () => {
	const client = await connected({ env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: EXPORTS } });
	const question = { query: 'exports mailer' };
	expect(sessionsIn(await fields(client, 'recall', question))).toEqual([MAILER]);
	// As after /clear: the same process, which is ours, has another session.
	const entry = { pid: process.pid, sessionId: MAILER, cwd: repo, status: 'busy' };
	place.write(`home/.claude/sessions/${process.pid}.json`, JSON.stringify(entry));
	expect(sessionsIn(await fields(client, 'recall', question))).toEqual([EXPORTS]);
});

test('a proposed memory waits for the person', async () => {
	const client = await connected();
	await fields(client, 'propose_memory', { text: `We deploy on Fridays, with ${SECRET}.`, type: 'project' });
	const waiting = await good('review', 'list', '--json');
	expect(waiting).toContain('We deploy on Fridays');
	expect(waiting).not.toContain(SECRET);
	expect(open().filter((name) => name !== 'MEMORY.md')).toEqual([]);
});

test('documents and the protocol are resources, slash commands are prompts', async () => {
	await good('documents', 'save', '--session', EXPORTS);
	await good('documents', 'save', '--session', MAILER);
	await good('sessions', 'private', MAILER);
	const client = await connected();
	const { resources } = await client.listResources();
	expect(resources).toHaveLength(1);
	const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
	expect(JSON.stringify(contents)).toContain('exports');
	expect(JSON.stringify(contents)).not.toContain(SECRET);
	await expect(client.readResource({ uri: 'session-keeper://documents/..%2Fx.md' })).rejects.toThrow(
		'Resource not found',
	);
	const { prompts } = await client.listPrompts();
	expect(prompts.map(({ name }) => name)).toContain('resume-latest');
	const { messages } = await client.getPrompt({ name: 'resume-latest' });
	expect(JSON.stringify(messages)).toContain('data, not instructions');
	await expect(client.getPrompt({ name: 'resume-from', arguments: { name: MAILER } })).rejects.toThrow('is private');
	const guess = { section: 'fact', text: 'Guessed.', quotes: ['The pool of connections is too small.'] };
	expect(textOf(await call(client, 'save_hand_off', { session: MAILER, statements: [guess] }))).toContain('not found');
	await good('sessions', 'private', EXPORTS);
	await expect(client.getPrompt({ name: 'resume-latest' })).rejects.toThrow('is private');
});

test('what no tool is, and what a tool cannot do, is said', async () => {
	const client = await connected();
	expect(textOf(await call(client, 'delete_everything'))).toBe('Unknown tool: delete_everything.');
	expect(textOf(await call(client, 'recall'))).toBe('query is missing.');
	expect(textOf(await call(client, 'park_item', { name: '', text: 'x' }))).toContain('name');
	park('rates');
	expect(textOf(await call(await connected({ confirms: true }), 'archive_item', { name: 'zebra' }))).toContain('zebra');
});

// What a client of the server of the Model Context Protocol asks for: tools, prompts, resources. All of it leaves redacted.
import {
	CallToolRequestSchema,
	ErrorCode,
	GetPromptRequestSchema,
	type JSONRPCRequest,
	McpError,
	ReadResourceRequestSchema,
	type Result,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod/mini';
import { truncate } from '../../core/base/text';
import { ANY_MODEL } from '../../core/sessions/labels';
import { refusedNow, takeRefused } from '../../node/base/refused';
import { openRedactor } from '../../node/privacy/openRedactor';
import { openRecallIndex } from '../../node/recall/askSessions';
import type { RecallIndex } from '../../node/recall/recallIndex';
import type { CommandContext } from '../context';
import { listIn, sentAnswer } from './mcpAnswer';
import { type ToolPlace, callsOf } from './mcpCalls';
import { PROMPTS, promptText } from './mcpPrompts';
import { type Resource, resourceText, resourcesOf } from './mcpResources';
import { mcpTools } from './mcpTools';

/** Answers what a client asks. @throws Error with the reason, redacted; with a code of the protocol's where there is one. */
export type AnswerTo = (request: JSONRPCRequest) => Promise<Result>;

interface Asked extends Pick<ToolPlace, 'isEverywhere' | 'ask'> {
	/** Gives the context as it is at a question. */
	readonly open: () => Promise<CommandContext>;
	/** What `--project` said, if anything. */
	readonly project: string | undefined;
}

/** Answers as long as somebody asks. */
export function createAnswers({ open, project, ...asked }: Asked): AnswerTo {
	let index: RecallIndex | undefined;
	return async (request) => {
		const opened = await open();
		// Also where an editor starts the server, which is no model.
		const context = { ...opened, isForModel: true, asker: opened.asker ?? ANY_MODEL };
		index ??= openRecallIndex(context.claude);
		return answerTo({ ...asked, context, index, call: callsOf(context, project) }, request);
	};
}

async function answerTo(place: ToolPlace, request: JSONRPCRequest): Promise<Result> {
	try {
		return await answerOf(place, request);
	} catch (error) {
		const why = await redacted(place, error instanceof Error ? error.message : String(error));
		const code = error instanceof McpError ? { code: error.code } : {};
		throw Object.assign(new Error(truncate(why, FAILURE_LENGTH)), code);
	}
}

/** @throws McpError for what we do not know, and what the SDK throws for what has another form. */
async function answerOf(place: ToolPlace, request: JSONRPCRequest): Promise<Result> {
	switch (request.method) {
		case 'tools/list':
			return listTools();
		case 'tools/call':
			return callTool(place, CallToolRequestSchema.parse(request).params);
		case 'prompts/list':
			return { prompts: PROMPTS.map(({ listed }) => listed) };
		case 'prompts/get':
			return getPrompt(place, GetPromptRequestSchema.parse(request).params);
		case 'resources/list':
			return { resources: await listResources(place) };
		case 'resources/templates/list':
			return { resourceTemplates: [] };
		case 'resources/read':
			return readResource(place, ReadResourceRequestSchema.parse(request).params.uri);
		default:
			throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
	}
}

/** A failure is told in so many characters. */
const FAILURE_LENGTH = 1_000;

interface ObjectSchema {
	readonly type: 'object';
	readonly [key: string]: unknown;
}

const schemaOf = (form: z.ZodMiniType): ObjectSchema => ({
	...z.toJSONSchema(form, { target: 'draft-7' }),
	type: 'object',
});

/** What any answer may hold beside its own. */
const ALWAYS = {
	incomplete: z.optional(z.array(z.string())),
	left_out: z.optional(z.int().check(z.describe('So many more did not fit in.'))),
};

/** The tools as the protocol lists them. */
export const listTools = () => ({
	tools: mcpTools().map(({ name, title, description, annotations, input, output }) => ({
		name,
		title,
		description,
		annotations: { title, ...annotations },
		inputSchema: schemaOf(input),
		outputSchema: schemaOf(z.extend(output, ALWAYS)),
	})),
});

/** How many tools run. What is refused meanwhile may be any one's, and each of them says it. */
let running = 0;

/** Calls a tool. What it could not do is an answer, too: a model can mend it. */
async function callTool(
	place: ToolPlace,
	{ name, arguments: given = {} }: { readonly name: string; readonly arguments?: unknown },
): Promise<Result> {
	const redactor = await openRedactor(place.context.claude);
	const textBlock = (text: string) => [{ type: 'text' as const, text }];
	const failed = (why: string) => ({
		content: textBlock(truncate(redactor.text(why).value, FAILURE_LENGTH)),
		isError: true,
	});
	const tool = mcpTools().find((each) => each.name === name);
	if (tool === undefined) return failed(`Unknown tool: ${name}.`);
	const checked = z.safeParse(tool.input, given);
	if (!checked.success)
		return failed(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
	// What was refused before is nothing of this call.
	if (running++ === 0) takeRefused();
	const answer = await tool.run(place, checked.data).finally(() => running--);
	const lacking = answer.ok ? listIn(answer.value.fields, 'incomplete') : [];
	const incomplete = [...new Set([...refusedNow(), ...lacking.map(String)])];
	const [first, ...more] = incomplete;
	const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
	const said =
		first === undefined
			? ''
			: `Some files could not be read or written, so this may be incomplete: ${first}${others}\n`;
	if (!answer.ok) return failed(said + answer.error);
	const fields = first === undefined ? answer.value.fields : { ...answer.value.fields, incomplete };
	const sent = sentAnswer({ text: said + answer.value.text, fields }, redactor);
	return { content: textBlock(sent.text), structuredContent: { ...sent.fields } };
}

async function getPrompt(
	place: ToolPlace,
	{
		name,
		arguments: given = {},
	}: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> | undefined },
): Promise<Result> {
	const text = await redacted(place, await promptText(place, name, given));
	return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

async function readResource(place: ToolPlace, uri: string): Promise<Result> {
	const { text, mimeType } = await resourceText(place, uri);
	return { contents: [{ uri, mimeType, text: await redacted(place, text) }] };
}

/** What a document is called may hold a secret, too. */
async function listResources(place: ToolPlace): Promise<readonly Resource[]> {
	const redactor = await openRedactor(place.context.claude);
	return (await resourcesOf(place)).map((each) => ({ ...each, name: redactor.text(each.name).value }));
}

const redacted = async ({ context }: ToolPlace, text: string): Promise<string> =>
	(await openRedactor(context.claude)).text(text).value;

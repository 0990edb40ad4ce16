// A stand-in for the Messages API on this machine: it answers every conversation with a few fixed words, so that the real
// Claude Code can be driven without a network, a key or a model. It answers as the API does, streamed or not.
import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';

/**
 * @param {(prompt: string, body: object) => string | { text?: string, tool?: string, input?: object, status?: number,
 *   hang?: boolean, cut?: boolean }} [reply] gives the answer to the last thing that the person said: words, the use of a
 *   tool, an error of the API, nothing at all, or an answer that breaks off in the middle.
 * @returns {Promise<{ url: string, prompts: string[], requests: object[], calls: object[], extraTokens: number, close: () => Promise<void> }>}
 *   `extraTokens` is added to what a request seems to hold: a context that is full without being so. `calls` are tools that
 *   the model uses next, one for each answer, before `reply` has the word again: `{ tool, input }`, and with `text` the words before it.
 */
export async function startMessagesApi(reply = (prompt) => `You said: ${prompt.slice(0, 200)}`) {
	const prompts = [];
	const requests = [];
	const api = { prompts, requests, calls: [], extraTokens: 0 };
	const server = createServer((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});

	async function answer(request, response) {
		const { pathname } = new URL(request.url, 'http://localhost');
		const body = await readJson(request);
		if (request.method === 'POST' && pathname === '/v1/messages') {
			const prompt = lastPrompt(body);
			prompts.push(prompt);
			requests.push(body);
			// Requests without tools are Claude Code's own: a title, a summary.
			const call = (body.tools ?? []).length > 0 ? api.calls.shift() : undefined;
			const given = call ?? reply(prompt, body);
			const answer = typeof given === 'string' ? { text: given } : given;
			if (answer.hang) return;
			if (answer.status)
				return send(response, answer.status, { type: 'error', error: { type: 'api_error', message: 'Refused' } });
			const message = compose(body, answer, api.extraTokens);
			return body.stream ? stream(response, message, answer.cut) : send(response, 200, message);
		}
		if (request.method === 'POST' && pathname === '/v1/messages/count_tokens')
			return send(response, 200, { input_tokens: tokensOf(body) + api.extraTokens });
		if (request.method === 'GET' && pathname === '/v1/models')
			return send(response, 200, { data: [], has_more: false, first_id: null, last_id: null });
		send(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'Not found' } });
	}

	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	return Object.assign(api, {
		url: `http://127.0.0.1:${server.address().port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			}),
	});
}

async function readJson(request) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	try {
		return JSON.parse(Buffer.concat(chunks).toString('utf8'));
	} catch {
		return {};
	}
}

/** What the person typed last, without what Claude Code says beside it in blocks of their own. */
function lastPrompt({ messages = [] }) {
	const texts = messages
		.filter((message) => message.role === 'user')
		.flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map((block) => block.text ?? '')))
		.map((text) => text.replace(/<system-reminder>[^]*?<\/system-reminder>/g, '').trim());
	return texts.findLast((text) => text !== '') ?? '';
}

function compose(body, { text = '', tool, input = {} }, extraTokens) {
	const call = { type: 'tool_use', id: `toolu_${randomBytes(12).toString('hex')}`, name: tool, input };
	const content = [...(text === '' && tool ? [] : [{ type: 'text', text }]), ...(tool ? [call] : [])];
	return {
		id: `msg_${randomBytes(12).toString('hex')}`,
		type: 'message',
		role: 'assistant',
		model: body.model,
		content,
		stop_reason: tool ? 'tool_use' : 'end_turn',
		stop_sequence: null,
		usage: {
			input_tokens: tokensOf(body) + extraTokens,
			output_tokens: Math.ceil(JSON.stringify(content).length / 4),
			cache_creation_input_tokens: 0,
			cache_read_input_tokens: 0,
			service_tier: 'standard',
		},
	};
}

/** Roughly; nobody counts on it. */
function tokensOf({ messages, system }) {
	return Math.ceil(JSON.stringify([messages ?? [], system ?? '']).length / 4);
}

function send(response, status, value) {
	response.writeHead(status, {
		'content-type': 'application/json',
		'request-id': `req_${randomBytes(8).toString('hex')}`,
	});
	response.end(JSON.stringify(value));
}

function stream(response, message, isCut = false) {
	const event = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
	const { content, stop_reason, stop_sequence, usage, ...head } = message;
	const begun = { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } };
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
	event('message_start', { message: begun });
	for (const [index, block] of content.entries()) {
		const isTool = block.type === 'tool_use';
		const whole = isTool ? JSON.stringify(block.input) : block.text;
		event('content_block_start', {
			index,
			content_block: isTool ? { ...block, input: {} } : { type: 'text', text: '' },
		});
		const shown = isCut ? whole.slice(0, whole.length / 2) : whole;
		event('content_block_delta', {
			index,
			delta: isTool ? { type: 'input_json_delta', partial_json: shown } : { type: 'text_delta', text: shown },
		});
		if (isCut) return response.destroy();
		event('content_block_stop', { index });
	}
	event('message_delta', { delta: { stop_reason, stop_sequence }, usage });
	event('message_stop', {});
	response.end();
}

// The official SDK against a stand-in of its API on this machine.
import { afterEach, expect, test } from 'vitest';
import { startMessagesApi } from '../../../../test/support/messagesApi.mjs';
import { anthropicEngine } from './anthropicEngine';

let api;
afterEach(async () => api?.close());

const TASK = {
	system: 'Be brief.',
	prompt: 'What was done?',
	schema: { type: 'object', properties: { topic: { type: 'string' } } },
};

async function ask(reply, signal = new AbortController().signal, timeoutMs = 5_000) {
	api = await startMessagesApi(reply);
	return anthropicEngine({ apiKey: 'not-a-key', model: '', baseUrl: api.url, timeoutMs }).ask(TASK, signal);
}

test('asks once, for one tool that gives the answer its form', async () => {
	const answer = await ask(() => ({ tool: 'hand_off', input: { topic: 'Exports' } }));
	expect(answer).toMatchObject({ ok: true, value: { value: { topic: 'Exports' }, model: 'claude-haiku-4-5' } });
	expect(api?.requests).toHaveLength(1);
	expect(api?.requests[0]).toMatchObject({
		system: 'Be brief.',
		tool_choice: { type: 'tool', name: 'hand_off' },
		max_tokens: 4096,
	});
	expect(api?.requests[0].tools).toHaveLength(1);
});

test.each([
	['words instead', () => 'I would rather talk.', 'unstructured'],
	['another tool', () => ({ tool: 'Bash', input: { command: 'touch /tmp/pwned' } }), 'unstructured'],
	['a wrong key', () => ({ status: 401 }), 'notSignedIn'],
	['too much for the API', () => ({ status: 529 }), 'api'],
	['a bad request', () => ({ status: 400 }), 'api'],
	['nothing at all', () => ({ hang: true }), 'timeout'],
])('%s ends as %s', async (_what, reply, code) => {
	expect(await ask(reply, undefined, code === 'timeout' ? 300 : undefined)).toMatchObject({
		ok: false,
		error: { code },
	});
});

test('stopping it ends the request', async () => {
	const controller = new AbortController();
	const asked = ask(() => ({ hang: true }), controller.signal);
	setTimeout(() => controller.abort(), 100);
	expect(await asked).toMatchObject({ ok: false, error: { code: 'aborted' } });
});

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
	['words instead', () => 'I would rather talk.', 'The answer had no structured part.'],
	[
		'another tool',
		() => ({ tool: 'Bash', input: { command: 'touch /tmp/pwned' } }),
		'The answer had no structured part.',
	],
	['a wrong key', () => ({ status: 401 }), 'The API key was refused.'],
	['too much for the API', () => ({ status: 529 }), 'The API refused with status 529.'],
	['a bad request', () => ({ status: 400 }), 'The API refused with status 400.'],
	['nothing at all', () => ({ hang: true }), 'The API did not answer in time.', 300],
])('%s ends in words: %s', async (_what, reply, message, timeoutMs) => {
	expect(await ask(reply, undefined, timeoutMs)).toMatchObject({ ok: false, error: { message } });
});

test('stopping it ends the request', async () => {
	const controller = new AbortController();
	const asked = ask(() => ({ hang: true }), controller.signal);
	setTimeout(() => controller.abort(), 100);
	expect(await asked).toMatchObject({ ok: false, error: { message: 'The run was stopped.' } });
});

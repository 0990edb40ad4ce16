// The server of the editor's tools, where it does not do what ours does.
import { afterEach, expect, test } from 'vitest';
import { ToolServer, serverStart } from './toolServer';

let server: ToolServer | undefined;
afterEach(() => server?.dispose());

/** Starts a server. @param answer the body of a function of a message `{ id, method }` that may `say` messages. */
function serverThat(answer: string, limitMs?: number): ToolServer {
	const script = `
		const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
		require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
			const { id, method, result } = JSON.parse(line);
			${answer}
		});`;
	server = new ToolServer({ command: process.execPath, args: ['-e', script], env: {} }, process.cwd(), limitMs);
	return server;
}
const BEGINS = `if (method === 'initialize') return say({ id, result: {} });`;
const DONE = `say({ id, result: { structuredContent: { done: true } } });`;

test('an error is one for who called, and the next call is answered', async () => {
	const own = serverThat(
		`${BEGINS} if (id === 2) return say({ id, error: { code: -1, message: 'No such tool' } }); ${DONE}`,
	);
	await expect(own.call('a', {})).rejects.toThrow('No such tool');
	expect(await own.call('b', {})).toBe('{"done":true}');
});

test('a server that does not begin is ended', async () => {
	const own = serverThat(`say({ id, error: { code: -1, message: 'Not today' } });`);
	await expect(own.call('a', {})).rejects.toThrow('Not today');
	expect(own.isEnded).toBe(true);
});

test('a server that hangs is ended', async () => {
	const own = serverThat(BEGINS, 2_000);
	await expect(own.call('a', {})).rejects.toThrow('ended');
	expect(own.isEnded).toBe(true);
});

test('what a server asks is no answer to what it was asked', async () => {
	const own = serverThat(`${BEGINS} if (id === 2) say({ id, method: 'ping' }); if (id > 1) ${DONE}`);
	expect(await own.call('a', {})).toBe('{"done":true}');
});

test('a folder of Claude Code is named only where the person set one', () => {
	expect(serverStart('/dist', '/app', '').env).not.toHaveProperty('CLAUDE_CONFIG_DIR');
	expect(serverStart('/dist', '/app', '/claude').env).toMatchObject({ CLAUDE_CONFIG_DIR: '/claude' });
});

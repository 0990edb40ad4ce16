// What language models of VS Code are offered: the tools are there, and answer from a process of our server.
import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ASKING_TOOL, FREE_TOOLS, editorTool } from '../../src/core/claude/mcp';

suite('tools for language models', () => {
	test('each is offered', async () => {
		await vscode.extensions.getExtension('session-keeper.session-keeper')?.activate();
		const wanted = [...FREE_TOOLS, ASKING_TOOL].map(editorTool);
		// What starts by itself follows the activation.
		for (let tries = 0; tries < 100 && !offered().includes(wanted[0] ?? ''); tries++)
			await new Promise((resolve) => setTimeout(resolve, 100));
		assert.deepEqual(
			offered()
				.filter((name) => name.startsWith('sessionKeeper_'))
				.sort(),
			[...wanted].sort(),
		);
	});

	test('recall answers with the session that knows, and the list with what is parked', async () => {
		const recalled = await asked('recall', { query: 'removing a todo from the store' });
		assert.match(recalled, /"confidence":"strong"/);
		assert.match(recalled, /Add a remove function to the store/);
		assert.match(await asked('list_items', {}), /"name":"cold-start"/);
	});

	test('what a tool refuses is its answer', async () => {
		assert.match(await asked('read_passage', { session: 'ffffffff-0000-4000-8000-000000000000' }), /session/i);
	});
});

const offered = (): readonly string[] => vscode.lm.tools.map(({ name }) => name);

async function asked(tool: string, input: object): Promise<string> {
	const { content } = await vscode.lm.invokeTool(editorTool(tool), { input, toolInvocationToken: undefined });
	return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

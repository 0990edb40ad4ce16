// `session-keeper mcp`: the server of the Model Context Protocol.
import type { VerbsOf } from '../group';
import { textOf } from '../group';
import { callsOf } from './mcpCalls';
import type { MCP } from './mcpCommand';

export const mcp: VerbsOf<typeof MCP> = {
	'': {
		async run(context, _words, values) {
			if (context.isJson) return { text: '', json: (await import('./mcpAsks')).listTools() };
			const { serveMcp } = await import('./mcpServer');
			const call = callsOf(context, textOf(values, 'project'));
			await serveMcp({ context, call, isEverywhere: values['everywhere'] === true });
			return { text: '', json: {}, isPrinted: true };
		},
	},
};

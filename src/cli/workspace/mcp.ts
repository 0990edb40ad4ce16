// `session-keeper mcp`: the server of the Model Context Protocol.
import { openContext } from '../context';
import type { VerbsOf } from '../group';
import { textOf } from '../group';
import { callsOf } from './mcpCalls';
import type { MCP } from './mcpCommand';

export const mcp: VerbsOf<typeof MCP> = {
	'': {
		async run(context, _words, values) {
			if (context.isJson) return { text: '', json: (await import('./mcpAsks')).listTools() };
			const { serveMcp } = await import('./mcpServer');
			const project = textOf(values, 'project');
			const given = { project, yes: false, json: true, printing: {} };
			await serveMcp({
				context,
				call: callsOf(context, project),
				isEverywhere: values['everywhere'] === true,
				reopened: () => openContext(context.caller, given, context.again),
			});
			return { text: '', json: {}, isPrinted: true };
		},
	},
};

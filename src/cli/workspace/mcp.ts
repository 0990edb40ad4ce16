// `session-keeper mcp`: the server of the Model Context Protocol.
import { version } from '../../../package.json';
import { type LateVerb, textOf } from '../group';

export const mcp: Readonly<Record<'', LateVerb>> = {
	'': {
		async runLate(caller, open, values) {
			if (values['json'] === true) return { text: '', json: (await import('./mcpAsks')).listTools() };
			const project = textOf(values, 'project');
			// A folder that is none is said at once.
			if (project !== undefined) await open();
			const { serveMcp } = await import('./mcpServer');
			await serveMcp({ version, caller, open, project, isEverywhere: values['everywhere'] === true });
			return { text: '', json: {}, isPrinted: true };
		},
	},
};

// What `session-keeper mcp` takes. Its code is mcp.ts.
import { describeGroup } from '../base/description';

export const MCP = describeGroup({
	about: 'Answer language models',
	verbs: {
		'': {
			about: 'Run the Model Context Protocol server for this project',
			more: [
				'Claude Code and VS Code start it. It speaks over standard input and output until the input ends.',
				'With --json it only prints the tools that it offers.',
			],
			options: { everywhere: { about: 'Let recall ask the sessions of all projects.' } },
			examples: ['mcp --json', 'mcp --everywhere --json'],
		},
	},
});

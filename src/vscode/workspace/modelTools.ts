// What language models of VS Code can ask of us: our server, where VS Code takes servers (1.101), and the same tools by its
// own interface. Both are the table of the server (src/cli/workspace/mcpTools.ts); the manifest repeats what it says of them.
import * as vscode from 'vscode';
import { version } from '../../../package.json';
import { ASKING_TOOL, FREE_TOOLS, MCP_SERVER, editorTool } from '../../core/claude/mcp';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { ToolServer } from '../../node/workspace/toolServer';
import { readConfiguration } from '../configuration';
import { activeProject } from '../projects';
import type { Services } from '../services';

type Needs = Pick<Services, 'extensionUri' | 'workspace'>;

/** What newer versions have beside what we are made for. */
interface NewerLm {
	registerMcpServerDefinitionProvider?: (
		id: string,
		provider: { provideMcpServerDefinitions(): Promise<readonly unknown[]> },
	) => IDisposable;
}
type StdioDefinition = new (
	label: string,
	command: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
	version: string,
) => object;

export function registerModelTools({ extensionUri, workspace }: Needs): IDisposable {
	const store = new DisposableStore();
	const dist = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
	// What starts a server is loaded when a model asks for the first time.
	const loaded = async () => {
		const { ToolServer: Server, serverStart } = await import('../../node/workspace/toolServer');
		return { Server, startOf: (folder: string) => serverStart(dist, folder, readConfiguration().configDir) };
	};
	const folders = async (): Promise<readonly string[]> => {
		await workspace.whenKnown;
		return workspace.projects.map(({ checkout }) => checkout);
	};
	const register = (): void => {
		// Not in every editor that is built on VS Code.
		const lm = vscode.lm as (Partial<typeof vscode.lm> & NewerLm) | undefined;
		const offer = lm?.registerMcpServerDefinitionProvider;
		const Definition = (vscode as unknown as { McpStdioServerDefinition?: StdioDefinition }).McpStdioServerDefinition;
		if (offer !== undefined && Definition !== undefined)
			store.add(
				offer(MCP_SERVER, {
					provideMcpServerDefinitions: async () => {
						const { startOf } = await loaded();
						return (await folders()).map((folder) => {
							const { command, args, env } = startOf(folder);
							return new Definition('Session Keeper', command, args, env, version);
						});
					},
				}),
			);
		if (typeof lm?.registerTool !== 'function') return;
		const servers = new Map<string, ToolServer>();
		store.add({ dispose: () => servers.forEach((server) => server.dispose()) });
		const serverHere = async (): Promise<ToolServer> => {
			const [first] = await folders();
			const folder = (await activeProject(workspace))?.checkout ?? first;
			if (folder === undefined) throw new Error(vscode.l10n.t('Open a folder first.'));
			const { Server, startOf } = await loaded();
			const known = servers.get(folder);
			if (known?.isEnded === false) return known;
			const started = new Server(startOf(folder), folder);
			servers.set(folder, started);
			return started;
		};
		for (const tool of [...FREE_TOOLS, ASKING_TOOL])
			store.add(
				vscode.lm.registerTool<object>(editorTool(tool), {
					async invoke({ input }) {
						const answer = await (await serverHere()).call(tool, input);
						return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
					},
					async prepareInvocation({ input }) {
						if (tool !== ASKING_TOOL) return {};
						const about = await (await serverHere()).question(tool, input);
						// The call says why there is nothing to ask about.
						if (about === undefined) return {};
						const message = new vscode.MarkdownString().appendText(about);
						return { confirmationMessages: { title: vscode.l10n.t('Archive Parked Item'), message } };
					},
				}),
			);
	};
	// In Restricted Mode nothing of ours is written.
	if (vscode.workspace.isTrusted) register();
	else store.add(vscode.workspace.onDidGrantWorkspaceTrust(register));
	return store;
}

// The tools of the editor's models: which project they act in, and what they answer. The server stands in for ours.
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Project, findProject } from '../../node/project/project';
import { type Place, newPlace, newRepository } from '../../node/testing/places';
import type { Services } from '../services';
import { Uri, lm, play, window } from '../testing/vscode';
import { registerModelTools } from './modelTools';

/** Answers with its project, and the folder of Claude Code that it was told. */
const SERVER = `
	let waiting;
	const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
	require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
		const { id, params } = JSON.parse(line);
		if (params?.name === 'archive_item' && params.arguments.name !== 'nothing') {
			waiting = id;
			const [about] = require('node:fs').readFileSync('about', 'utf8').split('\\n');
			return say({ id: 99, method: 'elicitation/create', params: { message: 'Archive?', _meta: { about } } });
		}
		if (id === 99) return say({ id: waiting, result: { structuredContent: JSON.parse(line).result.content } });
		if (params?.name === 'park_item') return say({ id, error: { code: -1, message: 'The disk is full' } });
		const structuredContent = { project: process.argv.at(-1), claude: process.env.CLAUDE_CONFIG_DIR };
		if (id !== undefined) say({ id, result: { structuredContent } });
	});`;

type Invoke = (options: {
	readonly input: object;
}) => Promise<{ readonly parts: readonly { readonly text: string }[] }>;
type Prepare = (options: { readonly input: object }) => Promise<{
	readonly confirmationMessages?: { readonly title: string; readonly message: { readonly value: string } };
}>;
const tools = new Map<string, Invoke>();
let prepare: Prepare;
play(lm, {
	registerTool: (name: string, tool: { readonly invoke: Invoke; readonly prepareInvocation: Prepare }) => {
		if (name.endsWith('archive_item')) prepare = (options) => tool.prepareInvocation(options);
		tools.set(name, (options) => tool.invoke(options));
		return { dispose: () => undefined };
	},
});
play(Uri, { joinPath: (base: string, ...parts: readonly string[]) => ({ fsPath: path.join(base, ...parts) }) });
play(window, { activeTextEditor: undefined });

let place: Place;
let projects: readonly Project[];
let registered: ReturnType<typeof registerModelTools>;
beforeEach(async () => {
	place = newPlace();
	place.write('dist/cli.js', SERVER);
	const folders = ['first', 'second'].map((name) => newRepository(path.join(place.root, name)));
	projects = await Promise.all(folders.map((folder) => findProject(place.claude, folder)));
	const services = { extensionUri: place.root, workspace: { whenKnown: Promise.resolve(), projects } };
	registered = registerModelTools(services as unknown as Pick<Services, 'extensionUri' | 'workspace'>);
});
afterEach(() => {
	registered.dispose();
	place.remove();
});

/** Calls a tool while a file is in the active editor. */
async function invoke(tool: string, fsPath?: string): Promise<unknown> {
	const activeTextEditor = fsPath === undefined ? undefined : { document: { uri: { scheme: 'file', fsPath } } };
	Object.assign(window, { activeTextEditor });
	const answer = await tools.get(`sessionKeeper_${tool}`)?.({ input: {} });
	return JSON.parse(answer?.parts[0]?.text ?? '') as unknown;
}

test('a tool acts in the project of the active editor, in a folder below and behind a link, too', async () => {
	const [first, second] = projects.map(({ checkout }) => checkout);
	expect(await invoke('list_items')).toEqual({ project: first, claude: process.env['CLAUDE_CONFIG_DIR'] });
	const file = place.write('second/packages/a/index.js');
	expect(await invoke('list_items', file)).toMatchObject({ project: second });
	mkdirSync(path.join(place.root, 'links'));
	symlinkSync(path.join(place.root, 'second'), path.join(place.root, 'links/here'), 'junction');
	const linked = path.join(place.root, 'links/here/packages/a/index.js');
	expect(await invoke('list_items', linked)).toMatchObject({ project: second });
	expect(await invoke('list_items', path.join(place.root, 'elsewhere.js'))).toMatchObject({ project: first });
});

test('the person is shown what the server has found, and that alone is what they said yes to', async () => {
	const input = { name: 'deploy key' };
	const archive = async (): Promise<unknown> =>
		JSON.parse((await tools.get('sessionKeeper_archive_item')?.({ input }))?.parts[0]?.text ?? '');
	place.write('first/about', 'Buy flowers — for Ann');
	const shown = await prepare({ input });
	expect(shown.confirmationMessages).toMatchObject({ message: { value: 'Buy flowers — for Ann' } });
	place.write('first/about', 'Something else');
	expect(await archive()).toEqual({ confirm: false });
	await prepare({ input });
	expect(await archive()).toEqual({ confirm: true });
	expect(await prepare({ input: { name: 'nothing' } })).toEqual({});
});

test('a model is told what went wrong', async () => {
	await expect(invoke('park_item')).rejects.toThrow('The disk is full');
});

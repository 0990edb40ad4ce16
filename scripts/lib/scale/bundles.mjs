// What a window runs of ours, bundled as it is shipped, with a stand-in for the editor: it asks for all rows of a list when it
// is made and whenever it has changed, as VS Code does of a view that can be seen.
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../bundleOptions.mjs';
import { inRoot } from '../paths.mjs';

const EDITOR = `
const screen = { rows: 0, onDidDraw: () => undefined };
class TreeItem { constructor(label, collapsibleState) { Object.assign(this, { label, collapsibleState }); } }
class Named { constructor(id) { this.id = id; } }
class EventEmitter {
	constructor() { this.heard = new Set(); }
	get event() { return (hear) => (this.heard.add(hear), { dispose: () => this.heard.delete(hear) }); }
	fire(value) { for (const hear of this.heard) hear(value); }
	dispose() { this.heard.clear(); }
}
async function draw(data, node) {
	let rows = 0;
	for (const each of await data.getChildren(node)) {
		const item = data.getTreeItem(each);
		rows += item.collapsibleState ? await draw(data, each) : 1;
	}
	return rows;
}
module.exports = {
	screen, TreeItem, EventEmitter, ThemeIcon: Named, ThemeColor: Named, MarkdownString: Named,
	TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
	workspace: { workspaceFolders: [] },
	l10n: { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, at) => String(values[at])) },
	commands: { executeCommand: async () => undefined },
	window: { createTreeView: (_id, { treeDataProvider: data }) => {
		const drawNow = () => draw(data).then((rows) => { screen.rows = rows; screen.onDidDraw(); });
		const heard = data.onDidChangeTreeData(drawNow);
		setImmediate(drawNow);
		return { visible: true, onDidChangeVisibility: () => ({ dispose() {} }), dispose: () => heard.dispose() };
	} },
};`;

const editor = {
	name: 'editor',
	setup(builder) {
		builder.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'editor' }));
		builder.onLoad({ filter: /./, namespace: 'editor' }, () => ({ contents: EDITOR }));
	},
};

/** @param {string} out a folder. @returns where the programs are */
export async function buildScale(out) {
	const bundle = async (source, name, plugins = []) => {
		const outfile = path.join(out, name);
		await build({ ...bundleOptions, entryPoints: [inRoot(source)], outfile, plugins });
		return outfile;
	};
	await bundle('src/node/sessions/index/indexWorker.ts', 'indexWorker.js');
	return {
		window: await bundle('test/bench/windowHost.ts', 'windowHost.cjs', [editor]),
		index: await bundle('test/bench/host.ts', 'host.cjs'),
		reader: await bundle('test/bench/readerHost.ts', 'readerHost.cjs'),
	};
}

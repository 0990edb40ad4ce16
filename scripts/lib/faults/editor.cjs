// Stands in for the editor where file calls of the extension fail (src/vscode/testing/faultTarget.ts): it keeps what a person
// would be told, asks for the rows of views as VS Code does, and answers what is asked with what a case says, else with what
// is offered first. What does nothing on a disk does nothing here.
/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/no-extraneous-class -- what a bundle takes for the
   editor's module, with classes of its own; nothing of them is looked at but what they are. */
const path = require('node:path');

const nothing = () => ({ dispose: () => undefined });
/** Whatever is asked for and stands not here: events that do not come, and what is registered. */
const bare = (parts) => new Proxy(parts, { get: (all, name) => (name in all ? all[name] : nothing) });

let now;
/** A window that was just opened. `answers` are to what is asked, in that order. */
function reset({ folder }) {
	const [commands, keys, providers, settings] = [new Map(), new Map(), new Map(), new Map()];
	const [answers, views, tabs] = [[], [], []];
	now = { folder, answers, commands, keys, providers, settings, views, tabs, errors: [], notes: [], log: [], said: [] };
}

class EventEmitter {
	constructor() {
		const heard = new Set();
		this.event = (hear) => (heard.add(hear), { dispose: () => heard.delete(hear) });
		this.fire = (value) => [...heard].forEach((hear) => hear(value));
		this.dispose = () => heard.clear();
	}
}
class Named {
	constructor(id) {
		this.id = id;
	}
}
class TreeItem {
	constructor(label, collapsibleState = 0) {
		Object.assign(this, { label, collapsibleState });
	}
}
class MarkdownString {
	value = '';
	appendText = (text) => ((this.value += text), this);
	appendMarkdown = this.appendText;
}
class Uri {
	constructor(parts) {
		Object.assign(this, { scheme: 'file', path: '', query: '', ...parts });
	}
	static file = (file) => new Uri({ path: file });
	static from = (parts) => new Uri(parts);
	static parse = (text) => new Uri({ path: text });
	static joinPath = (base, ...parts) => base.with({ path: path.join(base.path, ...parts) });
	get fsPath() {
		return this.path;
	}
	with(parts) {
		return new Uri({ ...this, ...parts });
	}
	toString() {
		return `${this.scheme}:${this.path}?${this.query}`;
	}
}

const shown = (what) => (what instanceof Uri ? what.path : String(what));
const message =
	(into) =>
	async (text, ...rest) => {
		now[into].push(text);
		// What is asked is answered with yes; a notice is closed.
		return rest[0]?.modal === true ? rest[1] : undefined;
	};
const isOffered = (item) => item.kind !== -1;
/** What a person picks: what a case names, what is ticked, or what comes first. */
function pick(items, isMany) {
	const wanted = now.answers.shift();
	const offered = items.filter(isOffered);
	const named = offered.filter((item) => wanted !== undefined && `${item.label} ${item.description}`.includes(wanted));
	if (!isMany) return wanted === undefined ? offered[0] : named[0];
	const ticked = offered.filter(({ picked }) => picked);
	return named.length > 0 ? named : ticked.length > 0 ? ticked : offered;
}
function createQuickPick() {
	const [accepted, hidden] = [new EventEmitter(), new EventEmitter()];
	const one = bare({
		items: [],
		activeItems: [],
		selectedItems: [],
		onDidAccept: accepted.event,
		onDidHide: hidden.event,
	});
	const answer = () => {
		if (one.busy === true) return setTimeout(answer, 5);
		const [wanted] = now.answers;
		one.selectedItems = [pick(one.items, false)].filter(Boolean);
		one.value = wanted;
		(one.selectedItems.length > 0 || wanted !== undefined ? accepted : hidden).fire();
	};
	one.show = () => void setImmediate(answer);
	return one;
}

function createInputBox() {
	const accepted = new EventEmitter();
	const one = bare({ value: '', onDidAccept: accepted.event });
	const answer = () => {
		one.value = now.answers.shift() ?? (one.value || one.placeholder);
		accepted.fire();
	};
	one.show = () => void setImmediate(answer);
	return one;
}

const panel = () => ({
	...{ visible: true, active: true, reveal() {}, dispose() {}, onDidDispose: nothing, onDidChangeViewState: nothing },
	webview: { asWebviewUri: shown, cspSource: '', postMessage: async () => true, onDidReceiveMessage: nothing },
});

async function textOf(uri) {
	return (await now.providers.get(uri.scheme)?.provideTextDocumentContent(uri)) ?? '';
}

/** What the editor's own commands do. */
const OWN = {
	setContext(key, value) {
		now.keys.set(key, value);
		// The change that is asked about is looked at, and wanted.
		if (key === 'sessionKeeper.asksChange' && value !== undefined)
			setImmediate(() => void executeCommand('sessionKeeper.applyChange'));
	},
	'vscode.changes'(title, files) {
		now.said.push(title, ...files.map(([file]) => shown(file)));
		now.tabs = [{ label: title }];
	},
	'vscode.diff': (_left, _right, title) => now.said.push(title),
	'vscode.open': (uri) => now.said.push(shown(uri)),
	'markdown.showPreview': async (uri) => now.said.push(await textOf(uri)),
};
async function executeCommand(id, ...args) {
	return (now.commands.get(id) ?? OWN[id])?.(...args);
}

const document = (uri, text) => ({ uri, fileName: uri.path, getText: () => text, lineCount: 0, isDirty: false });
const settings = {
	get: (key, otherwise) => now.settings.get(key) ?? otherwise,
	inspect: (key) => ({ globalValue: now.settings.get(key) }),
	update: async (key, value) => void now.settings.set(key, value),
};

module.exports = {
	/** For who drives it: the window, how it is opened, and its rows with what stands above them. */
	driven: {
		reset,
		window: () => now,
		async rows() {
			const below = async ({ data, view }, node) => {
				const rows = [];
				for (const each of await data.getChildren(node)) {
					const { label, description, contextValue, collapsibleState } = data.getTreeItem(each);
					rows.push([label, description, contextValue].join(' · '));
					if (collapsibleState !== 0) rows.push(...(await below({ data, view }, each)));
				}
				return rows;
			};
			return (await Promise.all(now.views.map(async (each) => [each.view.message, ...(await below(each))]))).flat();
		},
	},
	...{ EventEmitter, Uri, TreeItem, MarkdownString, ThemeIcon: Named, ThemeColor: Named, CodeActionKind: {} },
	...{ TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 }, TreeItemCheckboxState: {}, ViewColumn: {} },
	...{
		StatusBarAlignment: {},
		ProgressLocation: { Window: 10, Notification: 15 },
		QuickPickItemKind: { Separator: -1 },
	},
	...{ ConfigurationTarget: { Global: 1 }, QuickInputButtons: {}, DiagnosticSeverity: {}, TabInputText: Named },
	CancellationError: class extends Error {},
	Disposable: { from: (...all) => ({ dispose: () => all.forEach((each) => each.dispose()) }) },
	Range: Named,
	env: { language: 'en', clipboard: { writeText: async (text) => void now.said.push(text) } },
	l10n: { t: (text, ...values) => text.replace(/\{(\d)\}/g, (_, at) => String(values[at])) },
	languages: bare({ setTextDocumentLanguage: async (opened) => opened }),
	lm: bare({ registerMcpServerDefinitionProvider: undefined, selectChatModels: async () => [] }),
	extensions: { getExtension: () => undefined },
	commands: {
		executeCommand,
		registerCommand(id, run) {
			now.commands.set(id, run);
			return nothing();
		},
	},
	workspace: bare({
		isTrusted: true,
		textDocuments: [],
		get workspaceFolders() {
			return [{ uri: Uri.file(now.folder), name: path.basename(now.folder) }];
		},
		getConfiguration: () => settings,
		registerTextDocumentContentProvider(scheme, provider) {
			now.providers.set(scheme, provider);
			return nothing();
		},
		async openTextDocument(uri) {
			const text = await textOf(uri);
			now.said.push(text);
			return document(uri, text);
		},
	}),
	window: bare({
		terminals: [],
		visibleTextEditors: [],
		activeTextEditor: undefined,
		state: { focused: true },
		showErrorMessage: message('errors'),
		showWarningMessage: message('notes'),
		showInformationMessage: message('said'),
		setStatusBarMessage: (text) => (now.said.push(text), nothing()),
		showInputBox: async ({ value, placeHolder }) => now.answers.shift() ?? (value || placeHolder),
		showQuickPick: async (items, options) => pick(await items, options?.canPickMany === true),
		showSaveDialog: async ({ defaultUri }) => {
			const file = path.join(now.folder, now.answers.shift() ?? path.basename(defaultUri.path));
			return Uri.file(file);
		},
		showTextDocument: async (of) => void now.said.push(shown(of.uri ?? of)),
		withProgress: async (_, work) =>
			work({ report() {} }, { isCancellationRequested: false, onCancellationRequested: nothing }),
		createInputBox,
		createQuickPick,
		createWebviewPanel: panel,
		createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
		createTerminal: ({ name }) => ({ show() {}, sendText: (text) => now.said.push(`${name}: ${text}`), dispose() {} }),
		createOutputChannel: () =>
			bare({
				...{ debug() {}, info() {}, warn: (text) => now.log.push(text) },
				error: (text) => now.log.push(text.split('\n')[0]),
			}),
		createTreeView(_id, { treeDataProvider: data }) {
			const view = bare({ visible: true, reveal: async () => undefined, message: '', badge: undefined });
			now.views.push({ data, view });
			// As VS Code does of a view that is seen.
			setImmediate(() => void data.getChildren());
			return view;
		},
		tabGroups: bare({
			get activeTabGroup() {
				return { activeTab: now.tabs[0] };
			},
			get all() {
				return [{ tabs: now.tabs }];
			},
			close: async () => void (now.tabs = []),
		}),
	}),
};

// What all of our views have in common: they list something, are drawn again only where they look different (while VS Code
// draws a tree anew, a click on one of its rows comes without the row), follow the clock, and say that there is nothing only
// after they have looked.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import { Drawing } from '../core/base/drawing';
import { type VIEWS, lookedKey } from './contributions';
import type { Services } from './services';

export interface Rows<N> {
	/** Resolves when there is something to show; until then VS Code shows that it is loading. */
	readonly ready: () => Promise<unknown>;
	/** The rows below one, or those on top. */
	children(node?: N): readonly N[];
	item(node: N): vscode.TreeItem;
	/** The row above one; nothing for those on top. */
	parent?(node: N): N | undefined;
	/** What a command on a row depends on beside what is seen of it, as plain data. */
	data(node: N, item: vscode.TreeItem): unknown;
	/** Made when the pointer rests on the row. */
	tooltip?(node: N): vscode.MarkdownString | undefined | Promise<vscode.MarkdownString | undefined>;
	/** Several rows can be selected: commands get all of them in the second place. */
	readonly canSelectMany?: boolean;
	/** What happens to rows that are dragged. */
	readonly drag?: vscode.TreeDragAndDropController<N>;
	/** Whether an empty list means that there is nothing: everything was read. */
	readonly isComplete?: () => boolean;
}

export interface ListView<N> extends IDisposable {
	readonly view: vscode.TreeView<N>;
	/** Draws it where it looks different. */
	refresh(): void;
	/** Draws it all the same: a tick that changed nothing has to go. */
	redraw(): void;
	/** How many things want somebody to look. @param words the same in words. */
	badge(count: number, words: string): void;
}

export function createListView<N>(
	id: (typeof VIEWS)[keyof typeof VIEWS],
	rows: Rows<N>,
	{ clock, home }: Pick<Services, 'clock'> & { readonly home: Pick<Services['home'], 'revealed'> },
): ListView<N> {
	const store = new DisposableStore();
	const changed = store.add(new vscode.EventEmitter<undefined>());
	const redraw = (): void => changed.fire(undefined);
	const drawing = store.add(
		new Drawing({ clock, look: () => seen(rows), isVisible: () => view.visible, draw: redraw }),
	);
	let hasAsked = false;
	let hasLooked = false;
	const noteLooked = (): void => {
		if (!hasAsked || hasLooked || rows.isComplete?.() === false) return;
		hasLooked = true;
		void vscode.commands.executeCommand('setContext', lookedKey(id), true);
	};
	const view: vscode.TreeView<N> = store.add(
		vscode.window.createTreeView<N>(id, {
			canSelectMany: rows.canSelectMany === true,
			...(rows.drag && { dragAndDropController: rows.drag }),
			treeDataProvider: {
				onDidChangeTreeData: changed.event,
				getChildren: async (node) => {
					await rows.ready();
					if (node === undefined) {
						drawing.noteDrawn();
						hasAsked = true;
						home.revealed();
						// The rows first: *nothing* must not flash up before them.
						setImmediate(noteLooked);
					}
					return [...rows.children(node)];
				},
				getParent: (node) => rows.parent?.(node),
				getTreeItem: (node) => rows.item(node),
				resolveTreeItem: async (item, node) => {
					item.tooltip = (await rows.tooltip?.(node)) ?? item.tooltip;
					return item;
				},
			},
		}),
	);
	store.add(view.onDidChangeVisibility(({ visible }) => visible && drawing.refresh()));
	return {
		view,
		refresh: () => {
			drawing.refresh();
			noteLooked();
		},
		redraw,
		badge: (count, words) => {
			view.badge = count === 0 ? undefined : { value: count, tooltip: words };
		},
		dispose: () => store.dispose(),
	};
}

/** All that is seen of rows. A description holds the words, the label for screen readers all of them. */
function seen<N>(rows: Rows<N>, below?: N): readonly unknown[] {
	const { None } = vscode.TreeItemCollapsibleState;
	return rows.children(below).map((node) => {
		const item = rows.item(node);
		const { id, label, description, iconPath, contextValue, checkboxState, collapsibleState = None } = item;
		const [address, heard] = [item.resourceUri?.toString(), item.accessibilityInformation?.label];
		return [
			[id, label, description, heard, iconPath, contextValue, address, checkboxState, rows.data(node, item)],
			collapsibleState === None ? [] : seen(rows, node),
		];
	});
}

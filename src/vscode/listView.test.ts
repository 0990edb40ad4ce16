// A view draws itself anew only where it looks different, follows the clock, and means *empty* only after it has looked.
import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS, shortDuration } from '../core/base/dates';
import { FakeClock } from '../core/testing/fakeClock';
import { type ListView, type Rows, createListView } from './listView';
import { commands, play, window } from './testing/vscode';

interface Provider {
	getChildren(node?: string): Promise<readonly string[]>;
	onDidChangeTreeData(drawn: () => void): void;
}
let provider: Provider;
const drawn = { count: 0 };
const context: unknown[] = [];
const view = {
	visible: true,
	badge: undefined as unknown,
	onDidChangeVisibility: () => ({ dispose: () => undefined }),
};
play(window, {
	createTreeView: (_: string, options: { readonly treeDataProvider: Provider }) => {
		provider = options.treeDataProvider;
		provider.onDidChangeTreeData(() => drawn.count++);
		return Object.assign(view, { dispose: () => undefined });
	},
});
play(commands, { executeCommand: (...args: readonly unknown[]) => Promise.resolve(context.push(args)) });

let clock: FakeClock;
let rows: string[];
let below: string[];
let isComplete: boolean;
let markReady: () => void;
let reveals: number;
let list: ListView<string>;
beforeEach(() => {
	clock = new FakeClock(0);
	[rows, below, isComplete, drawn.count, context.length, view.visible, reveals] = [[], [], true, 0, 0, true, 0];
	const ready = new Promise<void>((resolve) => (markReady = resolve));
	const given: Rows<string> = {
		ready: () => ready,
		isComplete: () => isComplete,
		children: (node) => (node === undefined ? rows : node === 'group' ? below : []),
		item: (node) => ({
			label: node,
			description: shortDuration(clock.now()),
			collapsibleState: node === 'group' ? 2 : 0,
		}),
		data: (node) => (node === 'edited' ? rows.length : undefined),
	};
	list = createListView('sessionKeeper.review', given, { clock, home: { revealed: () => reveals++ } });
});
const ask = async (): Promise<readonly string[]> => {
	const children = provider.getChildren();
	markReady();
	const found = await children;
	await new Promise((resolve) => setImmediate(resolve));
	return found;
};

test('empty means that there is nothing only after the rows were there, and all was read', async () => {
	isComplete = false;
	expect([await ask(), context]).toEqual([[], []]);
	list.refresh();
	expect(context).toEqual([]);
	isComplete = true;
	list.refresh();
	list.refresh();
	expect(context).toEqual([['setContext', 'sessionKeeper.review.looked', true]]);
});

test('nothing is said before somebody asked, which tells that it is on the screen', async () => {
	list.refresh();
	clock.advance(MINUTE_MS);
	expect([drawn.count, context, reveals]).toEqual([0, [], 0]);
	await ask();
	expect(reveals).toBe(1);
});

test('it is drawn anew where a row of any depth looks different, or a command on it would do something else', async () => {
	rows = ['group'];
	below = ['one'];
	await ask();
	list.refresh();
	expect(drawn.count).toBe(0);
	below = ['one', 'two'];
	list.refresh();
	list.refresh();
	expect(drawn.count).toBe(1);
	rows = ['edited'];
	list.refresh();
	rows.push('edited');
	list.refresh();
	expect(drawn.count).toBe(3);
	list.redraw();
	expect(drawn.count).toBe(4);
});

test('its ages follow the clock while it is on screen', async () => {
	rows = ['one'];
	await ask();
	clock.advance(2 * MINUTE_MS);
	expect(drawn.count).toBe(2);
	view.visible = false;
	clock.advance(2 * MINUTE_MS);
	expect(drawn.count).toBe(2);
});

test('the badge counts, and nothing is no badge', () => {
	list.badge(2, 'two things');
	expect(view.badge).toEqual({ value: 2, tooltip: 'two things' });
	list.badge(0, 'no things');
	expect(view.badge).toBeUndefined();
});

// A change is asked about in one tab at a time, and its buttons are there while that tab is looked at.
import { beforeEach, expect, test } from 'vitest';
import { CancelledError } from '../core/base/disposable';
import { announceCommands } from './commandBoundary';
import { type ChangePreview, createChangePreview } from './changePreview';
import { COMMANDS } from './contributions';
import { RecordingLogger } from '../core/testing/recordingLogger';
import { EventEmitter, commands, play, window, workspace } from './testing/vscode';

interface Tab {
	readonly label: string;
}

const editor = {
	tabs: [] as Tab[],
	active: undefined as Tab | undefined,
	/** What the title bar is told. */
	asks: undefined as unknown,
	heard: new EventEmitter<{ readonly closed: readonly Tab[] }>(),
	commands: new Map<string, () => Promise<unknown>>(),
};
const look = (tab: Tab | undefined): void => {
	editor.active = tab;
	editor.heard.fire({ closed: [] });
};

play(workspace, { registerTextDocumentContentProvider: () => ({ dispose: () => undefined }) });
play(window, {
	tabGroups: {
		get all() {
			return [{ tabs: editor.tabs }];
		},
		get activeTabGroup() {
			return { activeTab: editor.active };
		},
		onDidChangeTabs: editor.heard.event,
		onDidChangeTabGroups: editor.heard.event,
		close: (closed: readonly Tab[]) => {
			editor.tabs = editor.tabs.filter((tab) => !closed.includes(tab));
			if (editor.active !== undefined && closed.includes(editor.active)) editor.active = editor.tabs.at(-1);
			editor.heard.fire({ closed });
			return Promise.resolve(true);
		},
	},
});
play(commands, {
	registerCommand: (id: string, run: () => Promise<unknown>) => {
		editor.commands.set(id, run);
	},
	executeCommand: (id: string, ...given: readonly unknown[]) => {
		if (id === 'setContext') editor.asks = given[1];
		if (id === 'vscode.changes') {
			const tab = { label: `${String(given[0])} (2 files)` };
			editor.tabs.push(tab);
			look(tab);
		}
		return Promise.resolve();
	},
});

const own = { label: 'notes.md' };
const NEW = [{ file: '/a.json', before: undefined, after: '{}' }];
const say = (id: string): Promise<unknown> => editor.commands.get(id)?.() ?? Promise.reject(new Error(id));
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

let preview: ChangePreview;
beforeEach(() => {
	editor.tabs = [own];
	editor.active = own;
	preview = createChangePreview();
	announceCommands(new RecordingLogger(), () => Promise.resolve());
});

test('a change that is asked about while another is open takes its place, and can be answered', async () => {
	const first = preview.confirm('One', NEW).catch((error: unknown) => error);
	await settled();
	expect(editor.tabs.map(({ label }) => label)).toEqual(['notes.md', 'One: a.json (2 files)']);
	const second = preview.confirm('Two', NEW, { isEditable: true });
	await settled();
	expect(await first).toBeInstanceOf(CancelledError);
	expect(editor.tabs.map(({ label }) => label)).toEqual(['notes.md', 'Two: a.json (2 files)']);
	expect(editor.asks).toBe('editable');
	await say(COMMANDS.applyChange);
	expect(await second).toBe('apply');
	expect([editor.tabs, editor.asks]).toEqual([[own], undefined]);
});

test('of several at once only the newest is asked', async () => {
	const answers = ['One', 'Two', 'Three'].map((title) => preview.confirm(title, NEW).catch((error: unknown) => error));
	await settled();
	expect(editor.tabs.map(({ label }) => label)).toEqual(['notes.md', 'Three: a.json (2 files)']);
	await say(COMMANDS.applyChange);
	expect(await Promise.all(answers)).toEqual([expect.any(CancelledError), expect.any(CancelledError), 'apply']);
});

test('the buttons are not in the title bar of other editors', async () => {
	const answer = preview.confirm('One', NEW).catch((error: unknown) => error);
	await settled();
	expect(editor.asks).toBe('plain');
	look(own);
	expect(editor.asks).toBeUndefined();
	look(editor.tabs[1]);
	expect(editor.asks).toBe('plain');
	await say(COMMANDS.discardChange);
	expect(await answer).toBeInstanceOf(CancelledError);
});

// Accepting what waits for a review: what the person typed counts, and drafts have one way only.
import { beforeEach, expect, test } from 'vitest';
import type { FileSystemProvider, Uri } from 'vscode';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { commands, play, window, workspace } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { registerReview } from './review';

type Run = (...args: readonly unknown[]) => Promise<unknown>;
const runs = new Map<string, Run>();
const none = (): object => ({ dispose: () => undefined });
const done: unknown[] = [];
play(commands, {
	registerCommand: (id: string, run: Run) => (runs.set(id, run), none()),
	executeCommand: (...args: readonly unknown[]) => Promise.resolve(void done.push(args)),
});
play(window, {
	createTreeView: () => ({ onDidChangeVisibility: none, dispose: () => undefined }),
	tabGroups: { all: [], close: () => Promise.resolve() },
	showInformationMessage: () => Promise.resolve(),
});
const textDocuments: object[] = [];
let files: FileSystemProvider;
play(workspace, {
	isTrusted: true,
	registerFileSystemProvider: (_: string, provider: FileSystemProvider) => ((files = provider), none()),
	textDocuments,
});

let undoStack: UndoStack;
beforeEach(() => {
	done.length = 0;
	undoStack = new UndoStack();
});

/** Accepts an entry of a kind whose proposal has text that was typed, and is saved or not. */
async function accept(kind: 'memory' | 'draft', save: (uri: Uri) => Promise<boolean>): Promise<object> {
	const entry = { kind, id: 'one', title: 'One' };
	const note = (what: string, result: unknown) => () => (done.push(what), Promise.resolve(result));
	const store = {
		propose: () => Promise.resolve({ before: undefined, after: { name: 'one.md' }, editable: 'Use tabs.' }),
		edit: (_: unknown, text: string) => note(text, { kind: 'done' })(),
		accept: note('accepted', { kind: 'done', title: 'One', change: 'change-one' }),
	};
	const node = { entry, store, state: { project: { root: '/work', checkout: '/work' } } };
	const uri = { scheme: 'session-keeper-review', query: `${kind}-one-after /work` } as Uri;
	textDocuments.splice(0, 1, { uri, isDirty: true, save: () => save(uri) });
	const review = { current: [node], whenKnown: Promise.resolve(), onDidChange: none, refresh: () => Promise.resolve() };
	const services = { clock: new FakeClock(0), undoStack, home: {}, workspace: undefined, review };
	registerReview(services as unknown as Parameters<typeof registerReview>[0]);
	announceCommands(new RecordingLogger(), () => Promise.resolve());
	await runs.get(COMMANDS.acceptProposal)?.(node);
	return node;
}

const saved = (isSaved: boolean) => (): Promise<boolean> => (done.push('saved'), Promise.resolve(isSaved));

test('what was typed before the window was reloaded is saved and accepted', async () => {
	await accept('memory', async (uri) => {
		const before = { ...uri, query: `before-${uri.query}` } as Uri;
		const [left, right] = await Promise.all([files.stat(before), files.stat(uri)]);
		// VS Code refuses to write over what is newer than what it read before.
		expect([left.mtime, right.mtime, right.permissions]).toEqual([0, 0, undefined]);
		expect(String(await files.readFile(uri))).toBe('Use tabs.\n');
		await files.writeFile(uri, Buffer.from('Use spaces.'), { create: false, overwrite: true });
		expect(String(await files.readFile(before))).toBe('');
		await expect(Promise.resolve(files.readFile({ ...uri, query: 'another' } as Uri))).rejects.toThrow('not found');
		return true;
	});
	expect(done).toEqual(['Use spaces.', 'accepted']);
});

test('nothing is accepted where what was typed could not be saved', async () => {
	await accept('memory', saved(false));
	expect(done).toEqual(['saved']);
	done.length = 0;
	await accept('memory', saved(true));
	expect(done).toEqual(['saved', 'accepted']);
});

test('a draft is saved, and accepted as any draft is: committed where that is set, and told what was redacted', async () => {
	const node = await accept('draft', saved(true));
	expect(done).toEqual(['saved', [COMMANDS.ratifyDraft, node]]);
});

test('an accepted memory that was undone from the list of changes is no longer the window’s own to undo', async () => {
	await accept('memory', saved(true));
	expect(undoStack.isEmpty).toBe(false);
	undoStack.drop('change-one');
	expect(undoStack.isEmpty).toBe(true);
});

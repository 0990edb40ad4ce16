// Accepting what waits for a review: what the person typed counts, and drafts have one way only.
import { beforeEach, expect, test } from 'vitest';
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
play(workspace, { isTrusted: true, registerFileSystemProvider: none, textDocuments });

let undoStack: UndoStack;
beforeEach(() => {
	done.length = 0;
	undoStack = new UndoStack();
});

/** Accepts an entry of a kind whose proposal has text that was typed, and is saved or not. */
async function accept(kind: 'memory' | 'draft', isSaved: boolean): Promise<object> {
	const entry = { kind, id: 'one', title: 'One' };
	const note = (what: string, result: unknown) => () => (done.push(what), Promise.resolve(result));
	const store = {
		propose: () => Promise.resolve({ before: undefined }),
		accept: note('accepted', { kind: 'done', title: 'One', change: 'change-one' }),
	};
	const node = { entry, store, state: { project: { root: '/work', checkout: '/work' } } };
	const uri = { scheme: 'session-keeper-review', query: `${kind}-one-after /work` };
	textDocuments.splice(0, 1, { uri, isDirty: true, save: note('saved', isSaved) });
	const review = { current: [node], whenKnown: Promise.resolve(), onDidChange: none, refresh: () => Promise.resolve() };
	const services = { clock: new FakeClock(0), undoStack, home: {}, workspace: undefined, review };
	registerReview(services as unknown as Parameters<typeof registerReview>[0]);
	announceCommands(new RecordingLogger(), () => Promise.resolve());
	await runs.get(COMMANDS.acceptProposal)?.(node);
	return node;
}

test('nothing is accepted where what was typed could not be saved', async () => {
	await accept('memory', false);
	expect(done).toEqual(['saved']);
	done.length = 0;
	await accept('memory', true);
	expect(done).toEqual(['saved', 'accepted']);
});

test('a draft is saved, and accepted as any draft is: committed where that is set, and told what was redacted', async () => {
	const node = await accept('draft', true);
	expect(done).toEqual(['saved', [COMMANDS.ratifyDraft, node]]);
});

test('an accepted memory that was undone from the list of changes is no longer the window’s own to undo', async () => {
	await accept('memory', true);
	expect(undoStack.isEmpty).toBe(false);
	undoStack.drop('change-one');
	expect(undoStack.isEmpty).toBe(true);
});

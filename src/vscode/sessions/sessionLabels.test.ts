// What is said of a session in the editor, and what takes it back.
import { expect, test } from 'vitest';
import type { LabelChange } from '../../core/sessions/labels';
import type { ListedSession } from '../../node/sessions/listedSession';
import { UndoStack } from '../undoStack';
import { play, window } from '../testing/vscode';
import { labelSession } from './sessionLabels';

play(window, { showInformationMessage: () => Promise.resolve() });

test.each([
	[[], false],
	[['done'], true],
])('undo of *done* brings back what was before: a session with the marks %j', async (marks, wasDone) => {
	const said: LabelChange[] = [];
	const label = (_: string, changes: readonly LabelChange[]): Promise<void> => {
		said.push(...changes);
		return Promise.resolve();
	};
	const undoStack = new UndoStack();
	const session = { id: 'a', name: 'A', marks: new Set(marks), tags: [] } as unknown as ListedSession;
	const services = { sessions: { label, labelBack: label }, undoStack } as unknown as Parameters<
		typeof labelSession
	>[0];
	await labelSession(services, session, [{ mark: 'done', on: true }]);
	await undoStack.undo();
	expect(said).toEqual([
		{ mark: 'done', on: true },
		{ mark: 'done', on: wasDone },
	]);
});

// What is said of a session in the editor, and what takes it back.
import { expect, test } from 'vitest';
import type { LabelChange } from '../../core/sessions/labels';
import type { ListedSession } from '../../node/sessions/listedSession';
import { UndoStack } from '../undoStack';
import { play, window } from '../testing/vscode';
import { labelSession, markSession } from './sessionLabels';

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
	const services = { sessions: { label }, undoStack } as unknown as Parameters<typeof labelSession>[0];
	await labelSession(services, session, [{ mark: 'done', on: true }]);
	await undoStack.undo();
	expect(said).toEqual([
		{ mark: 'done', on: true },
		{ mark: 'done', on: wasDone },
	]);
});

test.each([
	['private', false, true],
	['private', true, false],
	['done', false, false],
] as const)('%s set to %j opens to agents what is private by how it begins: %j', async (mark, isOn, isOpened) => {
	const opened: string[] = [];
	const openToAgents = (id: string): Promise<void> => Promise.resolve(void opened.push(id));
	const sessions = { label: () => Promise.resolve(), openToAgents };
	const session = { id: 'a', name: 'A', marks: new Set(), tags: [] } as unknown as ListedSession;
	const services = { sessions, undoStack: new UndoStack() } as unknown as Parameters<typeof markSession>[0];
	await markSession(services, session, mark, isOn);
	expect(opened).toEqual(isOpened ? ['a'] : []);
});

// Nothing that is undone later writes down again what was forgotten.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonl, userLine } from '../../core/testing/transcripts';
import type { ListedSession } from '../../node/sessions/listedSession';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { openWorkspace } from '../../node/testing/openWorkspace';
import { play, window } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { forgetSession } from './forgetSession';
import { labelSession } from './sessionLabels';

const undone: string[] = [];
play(window, {
	setStatusBarMessage: () => undefined,
	showInformationMessage: (text: string) => Promise.resolve(void undone.push(text)),
	showInputBox: () => Promise.resolve(SESSION.slice(0, 8)),
	withProgress: <T>(_: object, work: () => Promise<T>) => work(),
});

let place: BackupTestPlace;
beforeEach(() => void (place = newBackupPlace()));
afterEach(() => place.remove());

test.each([
	[{ name: 'First name' }, { name: 'Second name' }],
	[
		{ tag: 'work', on: true },
		{ mark: 'private', on: true },
	],
] as const)('what was said of a session that was forgotten is not said again by an undo: %j', async (...changes) => {
	place.say([jsonl([{ ...userLine('Where should it go?'), sessionId: SESSION, cwd: place.repo }]).trim()]);
	const open = await openWorkspace(place, [place.repo]);
	const undoStack = new UndoStack();
	const found = (): ListedSession => open.sessions.get(SESSION) as ListedSession;
	undoStack.push({ name: 'another', undo: () => Promise.resolve(true) });
	for (const change of changes) await labelSession({ ...open, undoStack }, found(), [change]);
	await forgetSession({ ...open, undoStack }, found());
	const labels = (): string => readFileSync(path.join(place.claude.keeperHome, 'session-marks.jsonl'), 'utf8');
	const after = labels();
	expect(after).toContain('"forgottenMs"');
	expect(after).not.toContain('First name');
	await undoStack.undo();
	await undoStack.undo();
	expect(labels()).toBe(after);
	expect(undone).toEqual(['Undone: another']);
	undone.length = 0;
	open.dispose();
});

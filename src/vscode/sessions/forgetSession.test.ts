// Nothing that is undone later writes down again what was forgotten.
import { readFileSync, symlinkSync, unlinkSync } from 'node:fs';
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
const said: string[] = [];
play(window, {
	setStatusBarMessage: (text: string) => void said.push(text),
	showWarningMessage: (text: string) => Promise.resolve(void said.push(text)),
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

test('nothing is called forgotten while something could not be read', async () => {
	place.say([jsonl([{ ...userLine('Where should it go?'), sessionId: SESSION, cwd: place.repo }]).trim()]);
	const open = await openWorkspace(place, [place.repo]);
	const forget = async (): Promise<string | undefined> => {
		const session = open.sessions.get(SESSION) as ListedSession;
		await labelSession({ ...open, undoStack: new UndoStack() }, session, [{ name: 'Named' }]);
		said.length = 0;
		await forgetSession({ ...open, undoStack: new UndoStack() }, session);
		return said.at(-1);
	};
	const link = path.join(path.dirname(place.write('home/.claude/session-keeper/settings.json', '{}')), 'elsewhere');
	symlinkSync(place.folder('elsewhere'), link);
	expect(await forget()).toContain('except what could not be read: elsewhere');
	unlinkSync(link);
	expect(await forget()).toMatch(/^Forgotten: /u);
	open.dispose();
});

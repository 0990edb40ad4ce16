// What a command about documents wrote last is what *Undo Last Change* takes back.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { longSession } from '../../core/testing/longSession';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import type { DocumentFile } from '../../node/documents/documentFiles';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { NOW_MS } from '../../node/testing/places';
import { backupStoreOf, documentStoreOf } from '../../node/workspace/openStores';
import { announceCommands } from '../commandBoundary';
import { COMMANDS, type CommandId } from '../contributions';
import { commands, play, window, workspace } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { registerDocuments } from './documents';

type Run = (...args: readonly unknown[]) => Promise<unknown>;
const runs = new Map<CommandId, Run>();
const said: string[] = [];
play(commands, { registerCommand: (id: CommandId, run: Run) => void runs.set(id, run) });
play(workspace, { isTrusted: true });
play(window, {
	showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
	showQuickPick: <T>(picks: readonly T[]) => Promise.resolve(picks),
	withProgress: <T>(_: object, work: () => Promise<T>) => work(),
});

let place: BackupTestPlace;
let undoStack: UndoStack;
let document: DocumentFile;
let run: (id: CommandId) => Promise<void>;
beforeEach(async () => {
	place = newBackupPlace();
	[undoStack, said.length] = [new UndoStack(), 0];
	const lines = longSession().map((line) => JSON.stringify({ ...line, sessionId: SESSION, cwd: place.repo }));
	const open = { claude: place.claude, clock: new FakeClock(NOW_MS), project: await place.project() };
	const backupStore = backupStoreOf(open);
	const saved = await (await documentStoreOf(open, backupStore)).save(place.say(lines));
	if (saved === undefined) throw new Error('nothing was said');
	({ document } = saved);
	const logger = new RecordingLogger();
	const state = { project: open.project, backupStore };
	const refresh = (): Promise<void> => Promise.resolve();
	registerDocuments({
		...open,
		configuration: () => ({ documentsEngine: 'builtin' }),
		hooks: { refresh },
		undoStack,
		workspace: { whenKnown: Promise.resolve(), refresh, state: { projects: [state] } },
	} as never);
	announceCommands(logger, () => Promise.resolve());
	run = async (id) => {
		await runs.get(id)?.({ state, document });
		expect(logger.lines).toEqual([]);
	};
});
afterEach(() => place.remove());

const memory = (name: string): string => path.join(place.memory, name);

test('facts that were kept go, and the document that they are of stays', async () => {
	undoStack.push({ name: 'the document', undo: () => Promise.reject(new Error('not this')) });
	await run(COMMANDS.keepFacts);
	expect(existsSync(memory('project-memory.md'))).toBe(true);
	await undoStack.undo();
	expect([existsSync(memory('project-memory.md')), existsSync(document.file)]).toEqual([false, true]);
	expect(said.at(-1)).toBe('Undone: project-memory.md');
});

test('what a document that was continued from wrote for the next sessions goes, and the document stays', async () => {
	const before = place.write('repo/.claude/memory/active-context.md', '# Mine\n');
	await run(COMMANDS.resumeFrom);
	expect(readFileSync(before, 'utf8')).toContain(path.basename(document.file));
	await undoStack.undo();
	expect([readFileSync(before, 'utf8'), existsSync(document.file)]).toEqual(['# Mine\n', true]);
	expect(said.at(-1)).toBe('Undone: active-context.md');
});

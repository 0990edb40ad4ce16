// Drafts in the editor: what is decided can be taken back whatever follows, and no running session is resumed unasked.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processStart } from '../../../scripts/lib/sampleSessions.mjs';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../../node/testing/backupPlace';
import { NOW_MS, git } from '../../node/testing/places';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { TabInputText, type Uri, commands, play, window, workspace } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { registerDrafts } from './reflectionDrafts';

type Run = (...args: readonly unknown[]) => Promise<unknown>;
const runs = new Map<string, Run>();
const said: string[] = [];
const typed: string[] = [];
/** The terminals of the window, by their processes. */
const terminals: { readonly processId: Promise<number>; show(): void }[] = [];
/** What is answered to the question whether to resume what runs. */
let answer: string | undefined;
const say = (text: string): Promise<undefined> => Promise.resolve(void said.push(text));
play(commands, { registerCommand: (id: string, run: Run) => (runs.set(id, run), { dispose: () => undefined }) });
const documents: object[] = [];
const tabs: object[] = [];
const closed: object[] = [];
let opened = '';
play(workspace, { isTrusted: true, textDocuments: documents });
play(window, {
	tabGroups: { all: [{ tabs }], close: (all: readonly object[]) => Promise.resolve(void closed.push(...all)) },
	terminals,
	setStatusBarMessage: () => undefined,
	showTextDocument: (uri: Uri) => Promise.resolve(void (opened = uri.path)),
	showErrorMessage: say,
	showInformationMessage: say,
	showWarningMessage: (text: string) => (said.push(text), Promise.resolve(answer)),
	createTerminal: () => ({ show: () => undefined, sendText: (text: string) => typed.push(text) }),
});

let place: BackupTestPlace;
let undoStack: UndoStack;
let file: string;
beforeEach(async () => {
	place = newBackupPlace();
	undoStack = new UndoStack();
	[said.length, typed.length, terminals.length, answer] = [0, 0, 0, undefined];
	file = place.write(
		`repo/docs/sessions/${SESSION}.draft.md`,
		`---\nsession: ${SESSION}\ntopic: Cats\n---\n\nWords.\n`,
	);
	const project = await place.project();
	registerDrafts({
		claude: place.claude,
		clock: new FakeClock(NOW_MS),
		configuration: () => ({ command: 'claude', reflection: { commits: false, pushes: false } }),
		logger: new RecordingLogger(),
		hooks: { refresh: () => Promise.resolve() },
		reflection: { hint: () => undefined },
		undoStack,
		workspace: { whenKnown: Promise.resolve(), refresh: () => Promise.resolve(), state: { projects: [{ project }] } },
	} as unknown as Parameters<typeof registerDrafts>[0]);
	announceCommands(new RecordingLogger(), () => Promise.resolve());
});
afterEach(() => place.remove());

test('a draft that was accepted and could not be committed can be taken back', async () => {
	place.write('repo/.git/index.lock');
	await runs.get(COMMANDS.ratifyAndCommitDraft)?.(SESSION);
	expect(said).toEqual([expect.stringContaining('git add failed')]);
	expect(existsSync(file)).toBe(false);
	await undoStack.undo();
	expect(existsSync(file)).toBe(true);
});

test('a commit is named by what was accepted, without what was taken out of it', async () => {
	for (const [key, value] of [
		['name', 'Dev'],
		['email', 'dev@example.invalid'],
	] as const)
		git(place.repo, 'config', `user.${key}`, value);
	const secret = ['Winter', 'tango', '4711'].join('-');
	writeFileSync(file, `---\nsession: ${SESSION}\ntopic: Deploy with DB_PASSWORD=${secret}\n---\n\nWords.\n`);
	await runs.get(COMMANDS.ratifyAndCommitDraft)?.(SESSION);
	expect(git(place.repo, 'log', '-1', '--format=%B').trim()).toBe(
		'Hand off: Deploy with DB_PASSWORD=[redacted: password]',
	);
	expect(said.join('\n')).not.toContain(secret);
});

test('what was typed is part of it on Windows, where the editor writes the drive in lower case', async () => {
	const uri = { scheme: 'file', fsPath: file.toUpperCase() };
	const save = (): Promise<boolean> => (appendFileSync(file, 'Typed.\n'), Promise.resolve(true));
	documents.push({ uri, isDirty: true, save });
	tabs.push({ input: new TabInputText(uri as never), isDirty: false });
	const relative = vi.spyOn(path, 'relative').mockImplementation((a, b) => path.win32.relative(a, b));
	await runs
		.get(COMMANDS.ratifyDraft)?.(SESSION)
		.finally(() => relative.mockRestore());
	expect(readFileSync(opened, 'utf8')).toMatch(/Words\.\nTyped\.\n$/u);
	expect(closed).toEqual(tabs);
	documents.length = tabs.length = 0;
});

test('a session that runs is shown, or gets no second process before somebody says so', async () => {
	const pid = process.pid;
	const entry = { pid, sessionId: SESSION, cwd: place.root, procStart: processStart(pid) };
	const registered = place.write(`home/.claude/sessions/${pid}.json`, JSON.stringify(entry));
	const handOff = (): Promise<unknown> | undefined => runs.get(COMMANDS.handOffWithClaude)?.(SESSION);

	let shown = 0;
	terminals.push({ processId: Promise.resolve(pid), show: () => shown++ });
	await handOff();
	expect([shown, said, typed]).toEqual([1, ['The session runs in this terminal. Type /handoff there.'], []]);
	terminals.length = said.length = 0;
	await handOff();
	expect([said, typed]).toEqual([['“Cats” is still running. Resume it a second time?'], []]);
	answer = 'Resume Anyway';
	await handOff();
	expect(typed).toEqual([`claude --resume ${SESSION} "/handoff"`]);
	place.write(path.relative(place.root, registered), '');
	said.length = 0;
	await handOff();
	expect([said, typed.length]).toEqual([[], 2]);
});

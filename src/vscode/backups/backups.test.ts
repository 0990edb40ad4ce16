// What the commands of the view Pending Backups do.
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { compressInPlace } from '../../node/backups/compress';
import { type BackupTestPlace, newBackupPlace } from '../../node/testing/backupPlace';
import { NOW_MS } from '../../node/testing/places';
import { backupStoreOf } from '../../node/workspace/openStores';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { type Uri, commands, play, window, workspace } from '../testing/vscode';
import { registerPreview } from '../preview';
import { registerBackupCommands } from './backupCommands';
import { registerBackups } from './backups';

type Run = (...args: readonly unknown[]) => Promise<unknown>;
const runs = new Map<string, Run>();
const none = (): object => ({ dispose: () => undefined });
const opened: Uri[] = [];
const said: string[] = [];
let rows: { getTreeItem(node: object): { readonly contextValue: string } };
let read: (uri: Uri) => Promise<string>;
play(commands, {
	registerCommand: (id: string, run: Run) => (runs.set(id, run), none()),
	executeCommand: (id: string, uri: Uri) =>
		Promise.resolve(['vscode.open', 'markdown.showPreview'].includes(id) && opened.push(uri)),
});
play(window, {
	withProgress: <T>(_: object, work: () => Promise<T>) => work(),
	showErrorMessage: (text: string) => Promise.resolve(void said.push(text)),
	showWarningMessage: (text: string, ...rest: unknown[]) => Promise.resolve(void said.push(text, ...rest.map(String))),
	createTreeView: (_: string, { treeDataProvider }: { treeDataProvider: typeof rows }) => (
		(rows = treeDataProvider),
		{ onDidChangeVisibility: none, dispose: () => undefined }
	),
	showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
});
play(workspace, {
	isTrusted: true,
	registerTextDocumentContentProvider: (_: string, from: { provideTextDocumentContent: typeof read }) => (
		(read = from.provideTextDocumentContent),
		none()
	),
});

let place: BackupTestPlace;
let state: object;
beforeEach(async () => {
	place = newBackupPlace();
	[opened.length, said.length] = [0, 0];
	const [claude, clock, project] = [place.claude, new FakeClock(NOW_MS), await place.project()];
	const backupStore = backupStoreOf({ claude, clock, project });
	state = { project, backupStore, backups: [], folded: [] };
	const services = {
		claude,
		clock,
		shown: {},
		home: { onDidReveal: none },
		workspace: { whenKnown: Promise.resolve(), onDidChange: none, state: { projects: [state] } },
	};
	const refresh = (): Promise<void> => Promise.resolve();
	registerPreview();
	registerBackupCommands({ ...services, workspace: { ...services.workspace, refresh } } as never);
	registerBackups(services as unknown as Parameters<typeof registerBackups>[0]);
	announceCommands(new RecordingLogger(), () => Promise.resolve());
});
afterEach(() => place.remove());

test('a backup that was compressed is opened as the text that is in it', async () => {
	const raw = '20261120_091500_exit.jsonl';
	const file = place.write(`repo/.claude/memory/raw/${raw}`, '{"type":"user"}\n');
	const open = (): Promise<unknown> | undefined => runs.get(COMMANDS.openBackup)?.({ state, backup: { raw } });
	await open();
	await compressInPlace(file);
	await open();
	const [plain, compressed] = opened;
	expect([plain?.scheme, plain?.path, compressed?.path]).toEqual(['file', file, file]);
	expect(compressed?.scheme).not.toBe('file');
	expect(compressed && (await read(compressed))).toBe('{"type":"user"}\n');
});

test('who discards what documents cover hears that there is none, whatever else waits', async () => {
	Object.assign(state, { backups: [{ raw: 'waits.jsonl' }], folded: [{ raw: 'idle.jsonl', isCovered: false }] });
	await runs.get(COMMANDS.discardCoveredBackups)?.();
	expect(said).toEqual(['No backups are covered by a document.']);
});

test.each([
	['pending', true],
	['unfinished', true],
	['lost', false],
])('a backup that is %s offers to be resumed: %s', (kind, isOffered) => {
	const backup = { raw: 'a.jsonl', session: 'one', state: kind, sinceMs: NOW_MS, sizeBytes: 0, isDamaged: false };
	expect(/^backup\..*session/u.test(rows.getTreeItem({ state, backup }).contextValue)).toBe(isOffered);
});

test('who resumes a lost backup all the same hears that nothing is left, and may only discard it', async () => {
	await runs.get(COMMANDS.resumeBackup)?.({ state, backup: { raw: 'a.jsonl', session: 'gone', state: 'lost' } });
	expect(said).toEqual(['Claude Code deleted this session, and both copies of its backup are missing.', 'Discard']);
});

test('all backups that are selected are verified, and restored where that can be; a row beside them is meant alone', async () => {
	const idOf = (at: number): string => `1d15ee69-80c7-4496-aef1-0af73e0095c${at}`;
	const nodes = ['20261120_091500_exit', '20261120_101500_exit', '20261120_111500_exit'].map((name, at) => {
		const text = at === 1 ? 'no words\n' : jsonl([{ ...userLine('Hello'), sessionId: idOf(at), cwd: place.repo }]);
		place.write(`repo/.claude/memory/raw/${name}.jsonl`, text);
		return { state, backup: { raw: `${name}.jsonl` } };
	});
	const [first, second, third] = nodes;
	await runs.get(COMMANDS.verifyBackups)?.(first, [first, { folded: [] }, second]);
	const report = opened[0] === undefined ? '' : (await read(opened[0])).replaceAll('\\', '');
	expect(nodes.map(({ backup: { raw } }) => report.includes(raw))).toEqual([true, true, false]);
	await runs.get(COMMANDS.restoreBackup)?.(second, [second, first]);
	expect(existsSync(place.transcript(idOf(0)))).toBe(true);
	expect(said).toContain('The backup doesn’t name its session.');
	await runs.get(COMMANDS.restoreBackup)?.(third, [first, second]);
	expect(existsSync(place.transcript(idOf(2)))).toBe(true);
	expect(said.filter((text) => text.includes('doesn’t'))).toHaveLength(1);
});

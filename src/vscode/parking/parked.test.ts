// What was done last with parked items is what *Undo Last Change* takes back.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace, newRepository } from '../../node/testing/places';
import { type OpenWorkspace, openWorkspace } from '../../node/testing/openWorkspace';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { announceCommands } from '../commandBoundary';
import { COMMANDS, type CommandId } from '../contributions';
import { FakeInput } from '../testing/fakeInput';
import { commands, play, window, workspace } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { registerParked } from './parked';

type Run = (...args: readonly unknown[]) => Promise<unknown>;
const runs = new Map<CommandId, Run>();
const none = (): object => ({ dispose: () => undefined });
const said: string[] = [];
const say = (text: string): Promise<undefined> => Promise.resolve(void said.push(text));
/** What a person types next, and picks: where it is nothing, the first row. */
let typed: string[] = [];
play(commands, { registerCommand: (id: CommandId, run: Run) => (runs.set(id, run), none()) });
play(workspace, { isTrusted: true });
play(window, {
	createTreeView: () => ({ onDidChangeVisibility: none, onDidChangeCheckboxState: none, dispose: () => undefined }),
	registerFileDecorationProvider: none,
	showErrorMessage: say,
	showInformationMessage: say,
	createInputBox: () => new FakeInput(() => typed.shift()),
	createQuickPick: () => new FakeInput(() => undefined),
	showInputBox: () => Promise.resolve(typed.shift()),
	showQuickPick: <T>(picks: readonly T[]) => Promise.resolve(picks[0]),
});

let place: Place;
let open: OpenWorkspace;
let undoStack: UndoStack;
let memory: string;
beforeEach(async () => {
	place = newPlace();
	const repo = newRepository(path.join(place.root, 'repo'));
	open = await openWorkspace(place, [repo]);
	const [state] = open.workspace.state.projects;
	await state?.lot.park({ name: 'first', text: 'First thought' });
	await open.workspace.refresh();
	memory = state?.project.memoryDir ?? '';
	undoStack = new UndoStack();
	[said.length, typed, open.logger.lines.length] = [0, [], 0];
	const hooks = { putLauncher: () => Promise.resolve(), refresh: () => Promise.resolve() };
	const shown = { parked: false, programs: false };
	registerParked({ ...open, hooks, undoStack, shown, home: { revealed: () => undefined } } as never);
	announceCommands(open.logger, () => Promise.resolve());
});
afterEach(() => {
	open.dispose();
	place.remove();
});

const items = (): readonly string[] => readdirSync(memory).filter((name) => name.startsWith('session-open-'));
async function run(id: CommandId, ...args: readonly unknown[]): Promise<void> {
	await runs.get(id)?.(...args);
	expect(open.logger.lines).toEqual([]);
}
function node(): object {
	const state: ProjectState | undefined = open.workspace.state.projects[0];
	return { kind: 'item', state, item: state?.parked[0] };
}
async function archive(): Promise<void> {
	await run(COMMANDS.archiveParkedItem, node());
	expect(items()).toEqual([]);
}

test('an item that was parked after another was done goes first, and the other comes back after it', async () => {
	await archive();
	typed = ['second'];
	await run(COMMANDS.parkItem);
	expect(items()).toHaveLength(1);
	await undoStack.undo();
	expect([items(), said.at(-1)]).toEqual([[], 'Undone: second']);
	await undoStack.undo();
	expect([items(), said.at(-1)]).toEqual([[expect.stringContaining('first')], 'Undone: first']);
});

test('a due date is what it was before', async () => {
	const text = (): string => readFileSync(path.join(memory, items()[0] ?? ''), 'utf8');
	const before = text();
	typed = ['2027-01-02'];
	await run(COMMANDS.setDueDate, node());
	expect(text()).toContain('2027-01-02');
	await undoStack.undo();
	expect([text(), said.at(-1)]).toEqual([before, 'Undone: Due date of first']);
});

test('an item that was reopened is done again', async () => {
	await archive();
	await run(COMMANDS.restoreParkedItem);
	expect(items()).toHaveLength(1);
	await undoStack.undo();
	expect([items(), said.at(-1)]).toEqual([[], 'Undone: first']);
});

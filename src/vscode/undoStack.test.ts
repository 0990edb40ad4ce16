// What the window takes back, in which order, and what it says of it.
import { beforeEach, expect, test } from 'vitest';
import { soon } from '../core/testing/soon';
import { play, window } from './testing/vscode';
import { UndoStack } from './undoStack';

const said: string[] = [];
play(window, { showInformationMessage: (text: string) => Promise.resolve(void said.push(text)) });
beforeEach(() => void (said.length = 0));

const action = (name: string, undo: () => Promise<boolean> = () => Promise.resolve(true)): object => ({ name, undo });

test('it says what was undone, and of what there was nothing left', async () => {
	const stack = new UndoStack();
	stack.push(action('older') as never);
	stack.push(action('newer', () => Promise.resolve(false)) as never);
	await stack.undo();
	await stack.undo();
	await stack.undo();
	expect(said).toEqual(['Nothing left to undo of newer.', 'Undone: older']);
});

test('the button of the message that names it says nothing more, but where nothing was left', async () => {
	const stack = new UndoStack();
	for (const [name, isThere] of [
		['there', true],
		['gone', false],
	] as const)
		stack.offer(action(name, () => Promise.resolve(isThere)) as never, Promise.resolve(true));
	await soon(() => expect(stack.isEmpty).toBe(true));
	await soon(() => expect(said).toEqual(['Nothing left to undo of gone.']));
});

test('who tries once more after a failure takes back nothing older', async () => {
	const stack = new UndoStack();
	stack.push(action('older') as never);
	let isBusy = true;
	const undo = (): Promise<boolean> => (isBusy ? Promise.reject(new Error('busy')) : Promise.resolve(true));
	stack.push(action('newer', undo) as never);
	await expect(stack.undo()).rejects.toThrow('busy');
	await expect(stack.undo()).rejects.toThrow('busy');
	isBusy = false;
	await stack.undo();
	expect(said).toEqual(['Undone: newer']);
});

test('while something is taken back, nothing else is, nor that once more', async () => {
	const stack = new UndoStack();
	stack.push(action('older') as never);
	let times = 0;
	let end: () => void = () => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	const newer = action('newer', async () => (times++, await ended, true));
	stack.push(newer as never);
	const first = stack.undo();
	await stack.undo(newer as never);
	await stack.undo();
	end();
	await first;
	expect([times, said]).toEqual([1, ['Undone: newer']]);
});

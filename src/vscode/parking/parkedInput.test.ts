// What a person is asked when parking: they may go back, and what they typed is never gone.
import { beforeEach, expect, test } from 'vitest';
import { CancelledError } from '../../core/base/disposable';
import { env, play, window } from '../testing/vscode';
import { FakeInput } from '../testing/fakeInput';
import { askParkRequest } from './parkedInput';

/** What is done in each question, in their order: typed and accepted, gone back from, or left. */
let answers: string[] = [];
/** What stood there when each was asked. */
const stood: string[] = [];
const said: string[] = [];
const copied: string[] = [];
play(env, { clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) } });
play(window, {
	createInputBox: () => new FakeInput((at) => (stood.push(at), answers.shift())),
	createQuickPick: () => new FakeInput((at) => (stood.push(at), answers.shift())),
	showInformationMessage: (text: string, button: string) => Promise.resolve((said.push(text), button)),
});
beforeEach(() => void (stood.length = said.length = copied.length = 0));

test('who goes back finds what they typed, and goes on from there', async () => {
	answers = ['A long idea', 'back', 'A longer idea', 'mine', 'back', 'mine, too', 'Idea'];
	expect(await askParkRequest()).toEqual({ text: 'A longer idea', name: 'mine, too', kind: 'idea' });
	expect(stood).toEqual(['', 'a-long-idea', 'A long idea', 'a-longer-idea', '', 'mine', '']);
	expect(said).toEqual([]);
});

test('a name that was typed stands there again', async () => {
	answers = ['A long idea', 'back: mine', 'A long idea', 'mine', 'Idea'];
	expect(await askParkRequest()).toMatchObject({ text: 'A long idea', name: 'mine' });
	expect(stood.slice(1, 4)).toEqual(['a-long-idea', 'A long idea', 'mine']);
});

test('who leaves the first question is offered what they typed', async () => {
	answers = ['left: A long idea'];
	await expect(askParkRequest()).rejects.toThrow(CancelledError);
	await Promise.resolve();
	expect([said, copied]).toEqual([['Not parked: A long idea'], ['A long idea']]);
});

test.each([[['left']], [['mine', 'left']], [['back', 'left']]])(
	'who types a text and leaves the questions is offered it: %j',
	async (rest) => {
		answers = ['A long idea', ...rest];
		await expect(askParkRequest()).rejects.toThrow(CancelledError);
		await Promise.resolve();
		expect([said, copied]).toEqual([['Not parked: A long idea'], ['A long idea']]);
	},
);

test('of a text that stands elsewhere nothing is said, nor where nothing was typed', async () => {
	answers = ['left'];
	await expect(askParkRequest({ text: 'Selected' })).rejects.toThrow(CancelledError);
	answers = ['left'];
	await expect(askParkRequest()).rejects.toThrow(CancelledError);
	expect(said).toEqual([]);
});

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
	showInputBox: ({ value }: { value: string }) => {
		stood.push(value);
		const answer = answers.shift();
		return Promise.resolve(answer === 'left' ? undefined : answer);
	},
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

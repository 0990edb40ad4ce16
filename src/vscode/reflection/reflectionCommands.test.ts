// What the commands of automatic hand-offs leave of an answer.
import { expect, test } from 'vitest';
import { play, window } from '../testing/vscode';
import { setUp, toggleHere } from './reflectionCommands';

test('who chooses Off has said no: nobody is asked again', async () => {
	const done: string[] = [];
	play(window, {
		showQuickPick: (picks: readonly { readonly engine?: string }[]) =>
			Promise.resolve(picks.find(({ engine }) => engine === undefined)),
	});
	const note = (what: string) => (): Promise<void> => Promise.resolve(void done.push(what));
	const reflection = {
		settings: () => Promise.resolve({ consent: undefined }),
		change: note('no consent'),
		decline: note('declined'),
	};
	await setUp({ reflection } as unknown as Parameters<typeof setUp>[0]);
	expect(done).toEqual(['no consent', 'declined']);
});

test.each([
	[true, true, ['Automatic hand-offs are on in repo']],
	[true, false, ['Automatic hand-offs are on in repo, but they are not set up yet.']],
	[false, false, ['Automatic hand-offs are off in repo']],
])('who turns them on in a project (%s) hears whether they are set up (%s)', async (isOn, isSetUp, words) => {
	const said: string[] = [];
	play(window, {
		setStatusBarMessage: (text: string) => void said.push(text),
		showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
	});
	const reflection = { toggleProject: () => Promise.resolve(isOn), isSetUp: () => Promise.resolve(isSetUp) };
	const workspace = { state: { projects: [{ project: { root: '/repo' } }] } };
	await toggleHere({ reflection, workspace } as never);
	expect(said).toEqual(words);
});

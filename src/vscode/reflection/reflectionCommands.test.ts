// What the commands of automatic hand-offs leave of an answer.
import { expect, test } from 'vitest';
import { play, window } from '../testing/vscode';
import { setUp } from './reflectionCommands';

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

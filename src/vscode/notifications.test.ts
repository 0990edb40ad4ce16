// What messages say is there.
import { expect, test } from 'vitest';
import { COMMANDS } from './contributions';
import { sayArchived, sayHooksDone } from './notifications';
import { commands, play, window } from './testing/vscode';

const said: string[] = [];
const say = (text: string): Promise<undefined> => Promise.resolve(void said.push(text));
play(window, { showInformationMessage: say, showWarningMessage: say });

test('the way to archived transcripts is the menu that has their commands', () => {
	sayArchived(2, 0);
	expect(said.splice(0)).toEqual(['Archived transcripts: 2. The menu of Pending Backups restores and deletes them.']);
});

test('the hooks that were installed are checked in the project that they were installed for', async () => {
	const called: unknown[] = [];
	play(commands, { executeCommand: (...args: unknown[]) => Promise.resolve(called.push(...args)) });
	play(window, { showInformationMessage: (_: string, button: string) => Promise.resolve(button) });
	await sayHooksDone('installed', 'Stop', true, '/b');
	expect(called).toEqual([COMMANDS.runDoctor, '/b']);
});

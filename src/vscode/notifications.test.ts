// What messages say is there.
import { expect, test } from 'vitest';
import { sayArchived } from './notifications';
import { play, window } from './testing/vscode';

const said: string[] = [];
const say = (text: string): Promise<undefined> => Promise.resolve(void said.push(text));
play(window, { showInformationMessage: say, showWarningMessage: say });

test('the way to archived transcripts is the menu that has their commands', () => {
	sayArchived(2, 0);
	expect(said.splice(0)).toEqual(['Archived transcripts: 2. The menu of Pending Backups restores and deletes them.']);
});

// When Home opens by itself, and that it does so once: each of our views tells of the first look.
import { afterEach, expect, test } from 'vitest';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { newMemento } from '../../core/testing/memento';
import type { Configuration } from '../configuration';
import { play, window, workspace } from '../testing/vscode';
import { createHomeOpening } from './homeOpening';

play(window, { registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) });
afterEach(() => void (workspace.workspaceFolders = []));

test('all views that come to the screen open it once, and it asks for no settings after that', () => {
	let [asked, opened] = [0, 0];
	const remembered = newMemento();
	const memento = { ...remembered, update: (key: string) => remembered.update(key, ++opened > 0) };
	const configuration = (): Configuration => ({ homeOpens: (asked++, 'once') }) as unknown as Configuration;
	const home = createHomeOpening(memento, configuration, new RecordingLogger());
	workspace.workspaceFolders = undefined;
	home.revealed();
	expect([opened, home.wasOpened]).toEqual([0, false]);
	workspace.workspaceFolders = [];
	asked = 0;
	for (let view = 0; view < 4; view++) home.revealed();
	expect([opened, home.wasOpened, asked]).toEqual([1, true, 1]);
});

// What the menu offers.
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { announceCommands } from './commandBoundary';
import { COMMANDS } from './contributions';
import { registerMenu } from './menu';
import { RecordingLogger } from '../core/testing/recordingLogger';
import { commands, extensions, play, window, workspace } from './testing/vscode';

interface Entry {
	readonly run?: string;
	readonly args?: readonly unknown[];
}
const runs = new Map<string, () => Promise<unknown>>();
let offered: readonly Entry[] = [];
play(commands, { registerCommand: (id: string, run: () => Promise<unknown>) => void runs.set(id, run) });
play(workspace, { isTrusted: true });
play(extensions, { getExtension: () => ({ packageJSON: manifest }) });
play(window, { showQuickPick: (entries: readonly Entry[]) => Promise.resolve(void (offered = entries)) });

test.each([
	['running', false],
	['waiting', true],
])('a session that is %s can be gone to: %s', async (status, isOffered) => {
	const session = { name: 'One', live: { status } };
	const sessions = { list: () => [session] };
	registerMenu({ sessions, workspace: { whenKnown: Promise.resolve(), state: { projects: [] } } } as never);
	announceCommands(new RecordingLogger(), () => Promise.resolve());
	await runs.get(COMMANDS.showMenu)?.();
	expect(offered.length).toBeGreaterThan(40);
	const found = offered.filter(({ run }) => run === COMMANDS.goToSession).map(({ args }) => args);
	expect(found).toEqual(isOffered ? [[{ kind: 'session', session }]] : []);
});

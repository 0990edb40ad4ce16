// Where a running session is shown.
import { beforeEach, expect, test } from 'vitest';
import { Uri, env, extensions, play, window, workspace } from '../testing/vscode';
import { showRunning } from './terminal';

const opened: string[] = [];
const cwd = import.meta.dirname;
play(window, { terminals: [] });
play(Uri, { parse: String });
play(extensions, { getExtension: () => ({ activate: () => Promise.resolve() }) });
play(env, { uriScheme: 'vscode', openExternal: (address: string) => Promise.resolve(opened.push(address)) });
play(workspace, { workspaceFolders: [{ uri: { scheme: 'file', fsPath: cwd } }] });
beforeEach(() => void (opened.length = 0));

test.each([
	['of this window', { entrypoint: 'claude-vscode', pid: process.pid, cwd }, true],
	['of another window', { entrypoint: 'claude-vscode', pid: 1, cwd }, false],
	['of another folder, which it would not find', { entrypoint: 'claude-vscode', pid: process.pid, cwd: '/' }, false],
	['nowhere: it runs in a terminal elsewhere', { entrypoint: 'cli', pid: process.pid, cwd }, false],
] as const)('a session that runs in the official extension %s', async (_, entry, isShown) => {
	expect(await showRunning({ ...entry, sessionId: 'one' })).toBe(isShown);
	expect(opened).toEqual(isShown ? ['vscode://anthropic.claude-code/open?session=one'] : []);
});

// The page in which a session is read: its frame, and the address that says whose it is, which VS Code keeps over restarts
// and anybody can write.
import { expect, test, vi } from 'vitest';
import { Uri, commands, languages, play, window, workspace } from '../testing/vscode';
import { createSessionReader, sessionAt } from './reader';
import { readerHtml } from './readerHtml';
import { ReaderPage } from './readerPage';

const nothing = { dispose: () => undefined };
const none = (): typeof nothing => nothing;
let provider: { resolveCustomEditor(document: object, panel: object): Promise<void> };
let hasFailed = true;
play(Uri, { joinPath: () => ({ fsPath: import.meta.filename }) });
play(Uri, { from: ({ query }: { readonly query: string }) => ({ query, toString: () => query }) });
play(workspace, { registerTextDocumentContentProvider: none, onDidCloseTextDocument: none });
play(languages, { registerDocumentSymbolProvider: none });
play(window, { registerCustomEditorProvider: (_: string, given: typeof provider) => ((provider = given), nothing) });
play(commands, { executeCommand: () => (hasFailed ? Promise.reject(new Error('no')) : Promise.resolve()) });

test('the frame allows one script and one style, and says names as text', () => {
	const html = readerHtml('<img src=x onerror=alert(1)>', {
		address: 'https://file.example/reader.js?"><script>',
	});
	const nonces = [...html.matchAll(/nonce[-=]"?([A-Za-z0-9+/=]{20,})/gu)].map(([, nonce]) => nonce);
	expect(new Set(nonces).size).toBe(1);
	expect(html).toContain(`content="default-src 'none'; style-src 'nonce-`);
	expect(html.match(/<script/gu)).toHaveLength(1);
	expect(html.match(/<(?:img|iframe|link)\b/gu)).toBeNull();
	expect(html).not.toMatch(/\son[a-z]+="/u);
	expect(readerHtml('x', { code: 'y' })).not.toContain(nonces[0] ?? 'nonce');
});

test('an address opens a transcript of Claude Code, and no other file', () => {
	const needs = { claude: { projectsDir: '/home/dev/.claude/projects' }, sessions: { get: () => undefined } };
	const ours = (file: string): object => {
		const query = new URLSearchParams({ id: 'abc', name: 'A name', file }).toString();
		return sessionAt(needs, { scheme: 'session-keeper-session', path: '/A name', fsPath: '/A name', query });
	};
	const file = '/home/dev/.claude/projects/-home-dev-app/abc.jsonl';
	expect(ours(file)).toEqual({ id: 'abc', name: 'A name', file });
	expect(sessionAt(needs, { scheme: 'file', path: file, fsPath: file, query: '' })).toEqual({
		id: 'abc',
		name: 'abc',
		file,
	});
	for (const evil of [
		'/etc/passwd',
		'/home/dev/.claude/projects/../.credentials.jsonl',
		'/home/dev/.claude/projects/x.json',
		'',
	])
		expect(() => ours(evil)).toThrow('no longer exists');
});

test('a place is gone to by the opening that it was given to, and by no later one', async () => {
	const go = vi.spyOn(ReaderPage.prototype, 'go').mockReturnValue();
	const needs = { sessions: { onDidChange: none }, extensionUri: 'here' };
	const reader = createSessionReader(needs as unknown as Parameters<typeof createSessionReader>[0]);
	const session = { id: 'a', name: 'A', file: '/a.jsonl' };
	const uri = { toString: () => new URLSearchParams(session).toString() };
	const webview = { onDidReceiveMessage: none, asWebviewUri: String };
	const panel = { active: true, webview, onDidChangeViewState: none, onDidDispose: none };
	try {
		await expect(reader.open(session, { uuid: 'm-1' })).rejects.toThrow('no');
		hasFailed = false;
		await reader.open(session);
		await provider.resolveCustomEditor({ uri, session }, panel);
		expect(go).not.toHaveBeenCalled();
		await reader.open(session, { uuid: 'm-2' });
		expect(go.mock.calls).toEqual([[{ uuid: 'm-2' }]]);
	} finally {
		go.mockRestore();
		reader.dispose();
	}
});

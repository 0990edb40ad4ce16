// Findings in open files, and what their quick fixes mend.
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { soon } from '../../core/testing/soon';
import type { MemoryState } from '../../node/workspace/memoryState';
import { languages, play, workspace } from '../testing/vscode';
import { registerMemoryDiagnostics } from './memoryDiagnostics';

interface Problem {
	readonly message: string;
}
type Fixes = (document: object, range: undefined, context: object) => readonly object[];

const shown = new Map<string, readonly Problem[]>();
let fixesIn: Fixes;
let open: (document: object) => void;
const none = (): object => ({ dispose: () => undefined });
play(workspace, {
	isTrusted: true,
	textDocuments: [],
	onDidOpenTextDocument: (hear: typeof open) => (none(), (open = hear)),
	onDidChangeTextDocument: none,
	onDidCloseTextDocument: none,
});
play(languages, {
	createDiagnosticCollection: () => ({ set: (uri: { fsPath: string }, all: Problem[]) => shown.set(uri.fsPath, all) }),
	registerCodeActionsProvider: (_: object, provider: { provideCodeActions: Fixes }) => (
		none(),
		(fixesIn = provider.provideCodeActions)
	),
});

function memoryOf(root: string, join = path.posix.join): object {
	const file = join(root, 'memory', 'MEMORY.md');
	const finding = { id: 'secret:MEMORY.md', code: 'secret', severity: 'error', file, line: 0, fix: { kind: 'redact' } };
	const overview = { findings: [{ ...finding, message: `A secret of ${root}` }] };
	return { state: { project: { root } }, overview, file };
}

const documentOf = (fileName: string): object => ({
	fileName,
	uri: { scheme: 'file', fsPath: fileName },
	isClosed: false,
	lineCount: 1,
	lineAt: () => ({ range: {} }),
});

/** Opens a document of one of these memories. */
async function openIn(owner: object, fileName: string): Promise<readonly Problem[]> {
	const state = { ownerOf: () => Promise.resolve(owner), onDidChange: none } as unknown as MemoryState;
	registerMemoryDiagnostics(state);
	open(documentOf(fileName));
	await soon(() => expect(shown.has(fileName)).toBe(true));
	return shown.get(fileName) ?? [];
}

test('a quick fix mends the project of its file, where another one has a finding of the same id', async () => {
	for (const root of ['/a', '/b']) await openIn(memoryOf(root), `${root}/memory/MEMORY.md`);
	for (const root of ['/a', '/b']) {
		const file = `${root}/memory/MEMORY.md`;
		const fixes = fixesIn(documentOf(file), undefined, { diagnostics: shown.get(file) });
		expect(fixes).toMatchObject([
			{ command: { arguments: [{ of: { state: { project: { root } } }, finding: { id: 'secret:MEMORY.md' } }] } },
		]);
	}
});

test('a file is found on Windows, where the editor writes the drive in lower case', async () => {
	const relative = vi.spyOn(path, 'relative').mockImplementation((a, b) => path.win32.relative(a, b));
	const problems = await openIn(memoryOf('C:\\work', path.win32.join), 'c:\\work\\memory\\MEMORY.md');
	relative.mockRestore();
	expect(problems).toMatchObject([{ message: 'A secret of C:\\work' }]);
});

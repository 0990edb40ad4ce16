// Findings of memory health where they are: in the open files, each with a quick fix. Parked items tell what keeps them
// from being read.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { isParkedFileName, slugOfFileName } from '../../core/parking/item';
import { type ParkedProblem, findParkedProblems } from '../../core/parking/problems';
import { type FindingNode, commandOf } from '../commandArguments';
import { COMMANDS } from '../contributions';
import { fixWords } from './fixWords';
import { isSamePath } from '../../node/base/insideProject';
import type { MemoryState, ProjectMemory } from '../../node/workspace/memoryState';

const SOURCE = 'Session Keeper';
const MARKDOWN = { scheme: 'file', language: 'markdown' };

export function registerMemoryDiagnostics(state: MemoryState): IDisposable {
	const store = new DisposableStore();
	const diagnostics = store.add(vscode.languages.createDiagnosticCollection('session-keeper'));
	const check = async (document: vscode.TextDocument): Promise<void> => {
		if (document.uri.scheme !== 'file' || !document.fileName.endsWith('.md')) return;
		const owner = await state.ownerOf(document.fileName);
		if (owner === undefined) return;
		const problems = await parkedProblems(document);
		if (!document.isClosed) diagnostics.set(document.uri, [...findingsIn(document, owner), ...problems]);
	};
	const checkAll = (): void => {
		for (const document of vscode.workspace.textDocuments) void check(document);
	};
	store.add(vscode.workspace.onDidOpenTextDocument((document) => void check(document)));
	store.add(vscode.workspace.onDidChangeTextDocument(({ document }) => void check(document)));
	store.add(vscode.workspace.onDidCloseTextDocument((document) => diagnostics.delete(document.uri)));
	store.add(state.onDidChange(checkAll));
	store.add(
		vscode.languages.registerCodeActionsProvider(
			MARKDOWN,
			{
				provideCodeActions: (document, _range, context) =>
					context.diagnostics.flatMap((each) => fixesOf(document, each)),
			},
			{ providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
		),
	);
	return store;
}

function findingsIn(document: vscode.TextDocument, of: ProjectMemory): readonly vscode.Diagnostic[] {
	return of.overview.findings
		.filter(({ file }) => isSamePath(file, document.fileName))
		.map((finding) => {
			const at = Math.min(finding.line ?? 0, Math.max(0, document.lineCount - 1));
			const severity =
				finding.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
			const diagnostic = new vscode.Diagnostic(document.lineAt(at).range, finding.message, severity);
			diagnostic.source = SOURCE;
			diagnostic.code = finding.id;
			found.set(diagnosticKey(document, finding.id), { kind: 'finding', of, finding });
			return diagnostic;
		});
}

/** What each diagnostic is about: two projects may have findings of one id. */
const found = new Map<string, FindingNode>();
const diagnosticKey = ({ fileName }: vscode.TextDocument, code: string): string => `${fileName}\u0000${code}`;

async function parkedProblems(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
	if (!isParkedFileName(path.basename(document.fileName))) return [];
	const text = document.getText();
	// Loaded with the first parked item that is opened: nobody else waits for the parser.
	const { parseFrontMatter } = await import('../../node/base/frontmatter');
	return findParkedProblems(text, parseFrontMatter(text).problem).map((problem) => {
		const { range } = document.lineAt(Math.min(problem.line, document.lineCount - 1));
		const diagnostic = new vscode.Diagnostic(range, parkedWords(problem), vscode.DiagnosticSeverity.Warning);
		diagnostic.source = SOURCE;
		diagnostic.code = problem.code;
		return diagnostic;
	});
}

function parkedWords({ code, said }: ParkedProblem): string {
	switch (code) {
		case 'noFrontMatter':
			return vscode.l10n.t('Missing front matter.');
		case 'unreadable':
			return vscode.l10n.t('Can’t read the front matter: {0}', said);
		case 'badDue':
			return vscode.l10n.t('Enter a date as YYYY-MM-DD.');
		case 'noWhy':
			return vscode.l10n.t('Missing reason.');
	}
}

function fixesOf(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): vscode.CodeAction[] {
	if (diagnostic.source !== SOURCE || typeof diagnostic.code !== 'string') return [];
	const { code } = diagnostic;
	const action = (title: string): vscode.CodeAction => {
		const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
		made.diagnostics = [diagnostic];
		made.isPreferred = true;
		return made;
	};
	const editing = (title: string, at: vscode.Position, text: string, over?: vscode.Range): vscode.CodeAction => {
		const made = action(title);
		made.edit = new vscode.WorkspaceEdit();
		if (over === undefined) made.edit.insert(document.uri, at, text);
		else made.edit.replace(document.uri, over, text);
		return made;
	};
	const end = document.lineAt(document.lineCount - 1).range.end;
	switch (code) {
		case 'noFrontMatter': {
			const slug = slugOfFileName(path.basename(document.fileName));
			const name = /^[\p{L}][\p{L}\p{N}_-]*$/u.test(slug) ? slug : JSON.stringify(slug);
			const head = `---\nname: ${name}\ndescription: \ntype: project\n---\n\n`;
			return [editing(vscode.l10n.t('Add front matter'), new vscode.Position(0, 0), head)];
		}
		case 'badDue':
			return [
				editing(
					vscode.l10n.t('Remove the due date'),
					end,
					'',
					diagnostic.range.with({ end: new vscode.Position(diagnostic.range.end.line + 1, 0) }),
				),
			];
		case 'noWhy': {
			const gap = end.character === 0 ? '\n' : '\n\n';
			const reasons = `${gap}**Why:** \n**How to apply:** \n`;
			return [editing(vscode.l10n.t('Add the lines for why and how'), end, reasons)];
		}
		default: {
			const node = found.get(diagnosticKey(document, code));
			if (node === undefined || !vscode.workspace.isTrusted) return [];
			const title = fixWords(node.finding);
			const made = action(vscode.l10n.t('Session Keeper: {0}', title));
			made.command = commandOf(COMMANDS.fixMemoryFinding, title, node);
			return [made];
		}
	}
}

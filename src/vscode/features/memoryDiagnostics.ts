// Findings of memory health where they are: in the open files, each with a quick fix. Parked items tell what keeps them
// from being read.
import path from 'node:path';
import * as vscode from 'vscode';
import { startOfLocalDay } from '../../core/dates';
import { DisposableStore, type IDisposable } from '../../core/disposable';
import { isParkedFileName } from '../../core/parking/item';
import { COMMANDS } from '../contributions';
import { fixWords } from './memory';
import type { MemoryState, ProjectMemory } from './memoryState';

const SOURCE = 'Session Keeper';
const MARKDOWN = { scheme: 'file', language: 'markdown' };

export function registerMemoryDiagnostics(state: MemoryState): IDisposable {
	const store = new DisposableStore();
	const diagnostics = store.add(vscode.languages.createDiagnosticCollection('session-keeper'));
	const check = async (document: vscode.TextDocument): Promise<void> => {
		if (document.uri.scheme !== 'file' || !document.fileName.endsWith('.md')) return;
		const owner = await state.ownerOf(document.fileName);
		if (owner === undefined) return;
		diagnostics.set(document.uri, [...findingsIn(document, owner), ...parkedProblems(document)]);
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

function findingsIn(document: vscode.TextDocument, { overview }: ProjectMemory): readonly vscode.Diagnostic[] {
	return overview.findings
		.filter(({ file }) => file === document.fileName)
		.map((finding) => {
			const at = Math.min(finding.line ?? 0, Math.max(0, document.lineCount - 1));
			const severity =
				finding.severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
			const diagnostic = new vscode.Diagnostic(document.lineAt(at).range, finding.message, severity);
			diagnostic.source = SOURCE;
			diagnostic.code = finding.id;
			fixTitles.set(finding.id, fixWords(finding));
			return diagnostic;
		});
}

/** What each finding's fix is called; ids are those of the diagnostics. */
const fixTitles = new Map<string, string>();

function parkedProblems(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
	if (!isParkedFileName(path.basename(document.fileName))) return [];
	const found: vscode.Diagnostic[] = [];
	const add = (line: number, code: string, message: string): void => {
		const diagnostic = new vscode.Diagnostic(document.lineAt(line).range, message, vscode.DiagnosticSeverity.Warning);
		diagnostic.source = SOURCE;
		diagnostic.code = code;
		found.push(diagnostic);
	};
	const lines = document.getText().split(/\r?\n/u);
	const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
	if (end < 0)
		add(0, 'noFrontMatter', vscode.l10n.t('This parked item has no front matter: it is listed without a name.'));
	for (const [at, line] of lines.slice(0, Math.max(0, end)).entries()) {
		const due = /^\s*due:\s*(.*?)\s*$/u.exec(line)?.[1]?.replace(/^["']|["']$/gu, '');
		if (due !== undefined && startOfLocalDay(due.slice(0, 10)) === undefined)
			add(at, 'badDue', vscode.l10n.t('“{0}” is no day: write it as YYYY-MM-DD.', due));
	}
	if (end >= 0 && !lines.some((line) => line.startsWith('**Why:**')))
		add(Math.max(0, lines.length - 1), 'noWhy', vscode.l10n.t('This parked item does not say why it was parked.'));
	return found;
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
			const name = path.basename(document.fileName, '.md').replace(/^session-open-|-\d{4}-\d\d-\d\d(?:-\d+)?$/gu, '');
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
		case 'noWhy':
			return [editing(vscode.l10n.t('Add the lines for why and how'), end, `\n\n**Why:** \n**How to apply:** \n`)];
		default: {
			const title = fixTitles.get(code);
			if (title === undefined || !vscode.workspace.isTrusted) return [];
			const made = action(vscode.l10n.t('Session Keeper: {0}', title));
			made.command = { command: COMMANDS.fixMemoryFinding, title, arguments: [code] };
			return [made];
		}
	}
}

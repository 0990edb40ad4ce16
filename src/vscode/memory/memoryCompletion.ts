// Completion while somebody writes memory: names of other memories, the types, the days of a parked item.
import path from 'node:path';
import * as vscode from 'vscode';
import { DAY_MS, localDate } from '../../core/base/dates';
import { MEMORY_TYPES } from '../../core/memory/candidate';
import { isParkedFileName } from '../../core/parking/item';
import { isSamePath } from '../../node/base/insideProject';
import type { MemoryState, ProjectMemory } from '../../node/workspace/memoryState';

/** What may stand at a place in a document: nothing where it is no memory of an open folder. @param nowMs since 1970 */
export async function completionsAt(
	state: MemoryState,
	nowMs: number,
	document: vscode.TextDocument,
	position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
	const owner = await state.ownerOf(document.fileName);
	if (owner === undefined) return [];
	const before = document.lineAt(position).text.slice(0, position.character);
	if (/\]\([^)]*$/u.test(before)) return files(document, position, owner);
	if (/\[\[[^\]]*$/u.test(before)) return names(owner);
	if (!isInFrontMatter(document, position)) return [];
	if (/^\s*type:\s*\w*$/u.test(before))
		return MEMORY_TYPES.map((type) => new vscode.CompletionItem(type, vscode.CompletionItemKind.EnumMember));
	if (/^due:\s*[\d-]*$/u.test(before)) return days(nowMs);
	return /^\w*$/u.test(before) ? keys(document) : [];
}

/** Files of the same folder, with their title filled in where the link has none yet. */
function files(
	document: vscode.TextDocument,
	position: vscode.Position,
	{ overview, shown }: ProjectMemory,
): vscode.CompletionItem[] {
	const from = document.lineAt(position).text.lastIndexOf('](', position.character) + 2;
	return overview.memories
		.filter(({ path: file }) => !isSamePath(file, document.fileName))
		.map((memory) => {
			const item = new vscode.CompletionItem(memory.fileName, vscode.CompletionItemKind.File);
			item.detail = shown(memory.description);
			item.range = new vscode.Range(position.with({ character: from }), position);
			return item;
		});
}

function names({ overview, shown }: ProjectMemory): vscode.CompletionItem[] {
	return overview.memories.map((memory) => {
		const item = new vscode.CompletionItem(shown(memory.name), vscode.CompletionItemKind.Reference);
		item.detail = shown(memory.description);
		return item;
	});
}

function days(nowMs: number): vscode.CompletionItem[] {
	const choices: readonly (readonly [number, string])[] = [
		[1, vscode.l10n.t('tomorrow')],
		[7, vscode.l10n.t('in a week')],
		[14, vscode.l10n.t('in two weeks')],
		[30, vscode.l10n.t('in a month')],
	];
	return choices.map(([ahead, words], at) => {
		const item = new vscode.CompletionItem(
			{ label: localDate(nowMs + ahead * DAY_MS), description: words },
			vscode.CompletionItemKind.Value,
		);
		item.sortText = String(at);
		return item;
	});
}

/** Keys of which the values are offered as soon as the key stands there. */
const WITH_VALUES = new Set(['type', 'due']);

function keys(document: vscode.TextDocument): vscode.CompletionItem[] {
	const known = isParkedFileName(path.basename(document.fileName))
		? ['name', 'description', 'type', 'session', 'due']
		: ['name', 'description', 'metadata', 'type', 'expires'];
	const there = new Set(
		document
			.getText()
			.split(/\r?\n/u)
			.map((line) => line.replace(/:.*$/u, '').trim()),
	);
	return known
		.filter((key) => !there.has(key))
		.map((key) => {
			const item = new vscode.CompletionItem(`${key}: `, vscode.CompletionItemKind.Property);
			if (WITH_VALUES.has(key)) item.command = { command: 'editor.action.triggerSuggest', title: '' };
			return item;
		});
}

function isInFrontMatter(document: vscode.TextDocument, { line }: vscode.Position): boolean {
	if (document.lineAt(0).text !== '---' || line === 0) return false;
	for (let at = 1; at < line; at++) if (document.lineAt(at).text === '---') return false;
	return true;
}

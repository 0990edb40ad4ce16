// The view *Memory*: how full MEMORY.md is, what is wrong, and each memory. Read when it is on screen.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { HealthFinding } from '../../core/memory/health';
import { cutWords } from '../../core/memory/indexMeter';
import { MAX_INDEX_CHARACTERS, MAX_INDEX_LINES } from '../../core/memory/indexMeter';
import { titleOf } from '../../core/memory/memoryFile';
import { singleLine } from '../../core/base/text';
import type { MemoryFile } from '../../node/memory/memoryFiles';
import { ageWords } from '../ageWords';
import type { FindingNode } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COLORS, COMMANDS, VIEWS } from '../contributions';
import { createListView } from '../listView';
import { offerUndo, sayGone, sayMemoryInOrder } from '../notifications';
import type { Services } from '../services';
import { listedAction } from '../listedAction';
import { registerMemoryDiagnostics } from './memoryDiagnostics';
import { fixWords } from './fixWords';
import { MemoryState, type ProjectMemory } from '../../node/workspace/memoryState';
import path from 'node:path';

type Needs = Pick<Services, 'claude' | 'clock' | 'home' | 'hooks' | 'logger' | 'undoStack' | 'workspace'>;

type Node =
	| { readonly kind: 'meter'; readonly of: ProjectMemory }
	| FindingNode
	| { readonly kind: 'memory'; readonly of: ProjectMemory; readonly memory: MemoryFile };

export function registerMemory(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { clock } = services;
	const state = store.add(new MemoryState(services));
	const list = store.add(
		createListView<Node>(
			VIEWS.memory,
			{
				// A window without a folder reads nothing, and says so.
				ready: async () => {
					await services.workspace.whenKnown;
					await state.read();
				},
				children: (node) => (node === undefined ? nodesOf(state.list()) : []),
				item: (node) => treeItemOf(node, clock.now()),
				data: (_, item) => item.command?.arguments,
			},
			services,
		),
	);
	store.add(
		state.onDidChange((all) => {
			const count = all.flatMap(({ overview }) => overview.findings).length;
			list.badge(count, count === 1 ? vscode.l10n.t('1 memory problem') : vscode.l10n.t('{0} memory problems', count));
			list.refresh();
		}),
	);
	store.add(registerMemoryDiagnostics(state));
	const completion: vscode.CompletionItemProvider = {
		provideCompletionItems: async (document, position) =>
			(await import('./memoryCompletion')).completionsAt(state, clock.now(), document, position),
	};
	const memories = { scheme: 'file', language: 'markdown' };
	store.add(vscode.languages.registerCompletionItemProvider(memories, completion, '(', '[', ' '));
	store.add(
		registerCommand(COMMANDS.fixMemoryFinding, services, async (given) =>
			fix(services, state, await findingOf(state, given)),
		),
	);
	store.add(registerCommand(COMMANDS.checkMemory, services, () => check(state)));
	return store;
}

function nodesOf(all: readonly ProjectMemory[]): Node[] {
	return all
		.filter(({ overview }) => overview.hasIndex || overview.memories.length > 0 || overview.findings.length > 0)
		.flatMap((of): Node[] => [
			...(of.overview.hasIndex ? [{ kind: 'meter', of } as const] : []),
			...of.overview.findings.map((finding): Node => ({ kind: 'finding', of, finding })),
			...of.overview.memories.map((memory): Node => ({ kind: 'memory', of, memory })),
		]);
}

function treeItemOf(node: Node, nowMs: number): vscode.TreeItem {
	switch (node.kind) {
		case 'meter':
			return meterItem(node.of);
		case 'finding':
			return findingItem(node);
		case 'memory':
			return memoryItem(node.memory, node.of, nowMs);
	}
}

function meterItem({ overview }: ProjectMemory): vscode.TreeItem {
	const { meter } = overview;
	const isCut = meter.cutLine !== undefined;
	const item = new vscode.TreeItem('MEMORY.md');
	const filled = Math.min(10, Math.round(meter.share * 10));
	const bar = `${'█'.repeat(filled)}${'░'.repeat(10 - filled)}`;
	const share = vscode.l10n.t('{0} % full', Math.round(meter.share * 100));
	item.description = `${bar} ${share}${isCut ? ` · ✂ ${vscode.l10n.t('cut from line {0}', meter.cutLine + 1)}` : ''}`;
	item.id = `meter\u0000${overview.folder}`;
	item.iconPath = new vscode.ThemeIcon('dashboard', isCut ? new vscode.ThemeColor(COLORS.stale) : undefined);
	const counts = vscode.l10n.t(
		'{0} of {1} lines, {2} of {3} characters',
		meter.lines,
		MAX_INDEX_LINES,
		meter.characters,
		MAX_INDEX_CHARACTERS,
	);
	item.tooltip = isCut ? `${counts}\n${cutWords(meter)}` : counts;
	item.accessibilityInformation = {
		label: ['MEMORY.md', share, counts, ...(isCut ? [cutWords(meter)] : [])].join(', '),
	};
	item.contextValue = 'memory.index';
	item.command = fileCommand(path.join(overview.folder, 'MEMORY.md'), meter.cutLine);
	return item;
}

function findingItem({ finding, of }: FindingNode): vscode.TreeItem {
	// What is wrong, and where: the whole sentence is in the tooltip, and a screen reader hears it.
	const item = new vscode.TreeItem(shortWords(finding));
	item.description = finding.id.slice(finding.code.length + 1).replace(/\.md\d*(?:#\d+)?$/u, '.md');
	item.id = `finding\u0000${of.state.project.root}\u0000${finding.id}`;
	const icon = finding.severity === 'error' ? 'error' : 'warning';
	const color = finding.severity === 'error' ? 'problemsErrorIcon.foreground' : 'problemsWarningIcon.foreground';
	item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
	item.contextValue = 'memory.finding';
	item.tooltip = `${finding.message}\n${vscode.l10n.t('Fix: {0}', fixWords(finding))}`;
	item.accessibilityInformation = { label: `${finding.message} ${vscode.l10n.t('Fix: {0}', fixWords(finding))}` };
	item.command = fileCommand(finding.file, finding.line);
	return item;
}

function memoryItem(memory: MemoryFile, of: ProjectMemory, nowMs: number): vscode.TreeItem {
	const about = memory.problem ?? of.shown(memory.description);
	const item = new vscode.TreeItem(titleOf(of.shown(memory.name)));
	item.id = memory.path;
	item.description = about;
	const icons = { user: 'account', feedback: 'megaphone', project: 'project', reference: 'link' };
	item.iconPath = new vscode.ThemeIcon(
		memory.problem !== undefined ? 'circle-slash' : memory.type === undefined ? 'note' : icons[memory.type],
	);
	item.contextValue = 'memory.file';
	const words = [memory.type ?? vscode.l10n.t('no type'), ageWords(nowMs - memory.modifiedMs), memory.fileName];
	item.tooltip = new vscode.MarkdownString()
		.appendText(about)
		.appendMarkdown('\n\n---\n\n')
		.appendText(words.join(' · '));
	item.accessibilityInformation = { label: [titleOf(of.shown(memory.name)), ...words, about].join(', ') };
	item.command = fileCommand(memory.path, undefined);
	return item;
}

function shortWords({ code }: HealthFinding): string {
	const words: Readonly<Record<HealthFinding['code'], string>> = {
		indexTooLong: vscode.l10n.t('Too long'),
		deadPointer: vscode.l10n.t('Broken link'),
		duplicatePointer: vscode.l10n.t('Listed twice'),
		orphan: vscode.l10n.t('Not in MEMORY.md'),
		duplicate: vscode.l10n.t('Duplicate'),
		secret: vscode.l10n.t('Contains a secret'),
		wrongScope: vscode.l10n.t('Wrong folder'),
		expired: vscode.l10n.t('Expired'),
	};
	return words[code];
}

async function fix(services: Needs, state: MemoryState, { of, finding }: FindingNode): Promise<void> {
	const change = await of.health.fix(finding.id);
	await state.refresh();
	if (change === undefined) return sayGone(finding.message);
	const { project } = of.state;
	const action = listedAction(services, project, { id: change.id, name: finding.message }, () => state.refresh());
	services.undoStack.offer(action, offerUndo('fixed', finding.message));
}

/** The finding that a command is about: that of a row or a quick fix, or the one that the person picks. */
async function findingOf(state: MemoryState, given: FindingNode | undefined): Promise<FindingNode> {
	const all = (await state.read()).flatMap((of) =>
		of.overview.findings.map((finding): FindingNode => ({ kind: 'finding', of, finding })),
	);
	const found = all.find(
		({ finding, of }) => finding.id === given?.finding.id && of.state.project.root === given.of.state.project.root,
	);
	if (found !== undefined) return found;
	if (all.length === 0) {
		sayMemoryInOrder();
		throw new vscode.CancellationError();
	}
	const picks = all.map((node) => ({ label: node.finding.message, detail: fixWords(node.finding), node }));
	return orCancel(await vscode.window.showQuickPick(picks, { title: vscode.l10n.t('Fix Memory Problem') })).node;
}

async function check(state: MemoryState): Promise<void> {
	await state.refresh();
	await vscode.commands.executeCommand(`${VIEWS.memory}.focus`);
	if ((await state.read()).every(({ overview }) => overview.findings.length === 0)) sayMemoryInOrder();
}

function fileCommand(file: string, line: number | undefined): vscode.Command {
	const options = line === undefined ? {} : { selection: new vscode.Range(line, 0, line, 0) };
	return {
		command: 'vscode.open',
		title: singleLine(vscode.l10n.t('Open')),
		arguments: [vscode.Uri.file(file), options],
	};
}

// A change before it is made, or that was made once, as VS Code's own diff: old and new text come out of memory and cannot
// be edited.
import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, DisposableStore, type IDisposable } from '../core/base/disposable';
import type { PlannedChange } from '../node/hooks/plannedChange';
import { orCancel, registerCommand } from './commandBoundary';
import { COMMANDS, CONTEXT_KEYS } from './contributions';

const SCHEME = 'session-keeper-change';

/** One file, before and after; nothing where there is none. */
type Change = Pick<PlannedChange, 'file' | 'before' | 'after' | 'shown'>;

/** What a person says to a change. */
type Answer = 'apply' | 'edit' | 'discard';

interface Shown {
	/** What all of it comes to, in lines. It stands above the files. */
	readonly summary?: string | undefined;
	/** It can be gone into once more. */
	readonly isEditable?: boolean;
}

export interface ChangePreview extends IDisposable {
	/**
	 * Shows what would change, and waits. The answers are buttons in the title bar of the diff, which can be read and scrolled
	 * meanwhile; to close it is to discard the change, and so is another change that is asked about.
	 * @throws CancelledError where the person does not want it; the diff is closed either way.
	 */
	confirm(title: string, changes: readonly Change[], shown?: Shown): Promise<'apply' | 'edit'>;
	/** Shows changes that were made, until a person closes them. */
	show(title: string, changes: readonly Change[]): Promise<void>;
}

export function createChangePreview(): ChangePreview {
	const store = new DisposableStore();
	const texts = new Map<string, string>();
	let count = 0;
	store.add(
		vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
			provideTextDocumentContent: (uri) => texts.get(uri.query) ?? '',
		}),
	);
	const put = (file: string, side: string, text: string | undefined): vscode.Uri => {
		const query = `${++count}-${side}`;
		texts.set(query, text ?? '');
		return vscode.Uri.file(file).with({ scheme: SCHEME, query });
	};
	let answer: ((given: Answer) => void) | undefined;
	for (const [id, given] of [
		[COMMANDS.applyChange, 'apply'],
		[COMMANDS.editChange, 'edit'],
		[COMMANDS.discardChange, 'discard'],
	] as const)
		store.add(registerCommand(id, {}, () => Promise.resolve(answer?.(given))));
	/** @returns what the person says, or does. The buttons are there while the change is what the person looks at. */
	const asked = async (label: string, isEditable: boolean): Promise<Answer> => {
		const offer = (): void => {
			const { activeTab } = vscode.window.tabGroups.activeTabGroup;
			const isLookedAt = activeTab !== undefined && isOf(activeTab, label);
			void setAsking(!isLookedAt ? undefined : isEditable ? 'editable' : 'plain');
		};
		const watches = [
			vscode.window.tabGroups.onDidChangeTabGroups(offer),
			vscode.window.tabGroups.onDidChangeTabs((event) => {
				if (event.closed.some((tab) => isOf(tab, label))) answer?.('discard');
				else offer();
			}),
		];
		try {
			return await new Promise<Answer>((resolve) => {
				answer = resolve;
				offer();
			});
		} finally {
			answer = undefined;
			for (const watch of watches) watch.dispose();
			await setAsking(undefined);
		}
	};
	/** Shows what would change until it is closed. */
	const open = async (label: string, changes: readonly Change[]): Promise<{ close(): Promise<void> }> => {
		const sides = changes.map(({ file, shown, ...change }) => {
			const { before, after } = shown ?? change;
			return { file, left: put(file, 'before', before), right: put(file, 'after', after) };
		});
		const close = async (): Promise<void> => {
			await closeTabs(label);
			for (const { left, right } of sides) for (const { query } of [left, right]) texts.delete(query);
		};
		try {
			await vscode.commands.executeCommand(
				'vscode.changes',
				label,
				sides.map(({ file, left, right }) => [vscode.Uri.file(file), left, right]),
			);
			return { close };
		} catch (error) {
			await close();
			throw error;
		}
	};
	/** Counts the questions: only the newest one is asked. */
	let newest = 0;
	/** Ends when the question before is off the screen. */
	let former: Promise<unknown> = Promise.resolve();
	return {
		confirm(title, changes, { summary = '', isEditable = false } = {}) {
			const [only, ...others] = changes;
			const label = only === undefined || others.length > 0 ? title : `${title}: ${path.basename(only.file)}`;
			const above = { file: summaryName(), before: undefined, after: `${howToAnswer()}\n\n${summary}`.trimEnd() };
			const mine = ++newest;
			const isWithdrawn = (): boolean => mine !== newest;
			answer?.('discard');
			const given = former.then(async () => {
				if (isWithdrawn()) throw new CancelledError();
				const shown = await open(label, [above, ...changes]);
				try {
					const said = isWithdrawn() ? 'discard' : await asked(label, isEditable);
					return orCancel(said === 'discard' ? undefined : said);
				} finally {
					await shown.close();
				}
			});
			former = given.catch(() => undefined);
			return given;
		},
		async show(title, changes) {
			await closeTabs(title);
			const shown = await open(title, changes);
			const watch = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
				if (!closed.some((tab) => isOf(tab, title))) return;
				watch.dispose();
				void shown.close();
			});
		},
		dispose: () => store.dispose(),
	};
}

function howToAnswer(): string {
	return vscode.l10n.t(
		'Nothing has been written yet. Apply or discard this change with the buttons in the title bar of this editor.',
	);
}

/** The title bar has the buttons of a change that is asked about. */
async function setAsking(state: 'plain' | 'editable' | undefined): Promise<void> {
	await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.asksChange, state);
}

/** What the summary is called where the other changes have the name of a file. */
function summaryName(): string {
	return `/${vscode.l10n.t('Summary')}.txt`;
}

async function closeTabs(label: string): Promise<void> {
	const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => isOf(tab, label));
	await vscode.window.tabGroups.close(tabs);
}

/** Several files in one editor have no input that says what they are; their title is ours. */
function isOf({ label: shown }: vscode.Tab, label: string): boolean {
	return shown === label || shown.startsWith(`${label} (`);
}

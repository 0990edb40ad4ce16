// A change before it is made, as VS Code's own diff: old and new text come out of memory and cannot be edited.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../core/base/disposable';
import type { PlannedChange } from '../node/hooks/plannedChange';
import { orCancel } from './commandBoundary';

const SCHEME = 'session-keeper-change';

/** One file, before and after; nothing where there is none. */
type Change = Pick<PlannedChange, 'file' | 'before' | 'after'>;

export interface ChangePreview extends IDisposable {
	/** Shows what would change until it is closed. */
	open(title: string, changes: readonly Change[]): Promise<{ close(): Promise<void> }>;
	/**
	 * Shows what would change, and asks. The question stands above the diff, so that it can be read and scrolled meanwhile.
	 * @param question the words of the button that makes the change.
	 * @param summary what all of it comes to, shown above the files.
	 * @throws CancelledError where the person does not want it; the diff is closed either way.
	 */
	confirm(title: string, question: string, changes: readonly Change[], summary?: string): Promise<void>;
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
	const open: ChangePreview['open'] = async (title, changes) => {
		const sides = changes.map(({ file, before, after }) => ({
			file,
			left: put(file, 'before', before),
			right: put(file, 'after', after),
		}));
		const [first] = sides;
		const label = sides.length === 1 && first !== undefined ? `${title}: ${path.basename(first.file)}` : title;
		const close = async (): Promise<void> => {
			await closeTabs(label);
			for (const { left, right } of sides) for (const { query } of [left, right]) texts.delete(query);
		};
		try {
			if (sides.length === 1 && first !== undefined)
				await vscode.commands.executeCommand('vscode.diff', first.left, first.right, label, { preview: true });
			else
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
	return {
		open,
		async confirm(title, question, changes, summary) {
			const above = summary === undefined ? [] : [{ file: summaryName(), before: undefined, after: summary }];
			const shown = await open(title, [...above, ...changes]);
			try {
				await ask(title, question, changes);
			} finally {
				await shown.close();
			}
		},
		dispose: () => store.dispose(),
	};
}

/** What the summary is called where the other changes have the name of a file. */
function summaryName(): string {
	return `/${vscode.l10n.t('Summary')}.txt`;
}

async function ask(title: string, question: string, changes: readonly Change[]): Promise<void> {
	const picks = [
		{
			label: `$(check) ${question}`,
			detail: changes.map(({ file }) => file).join(' · '),
			isWanted: true,
		},
		{ label: `$(close) ${vscode.l10n.t('Leave everything as it is')}`, isWanted: false },
	];
	const picked = orCancel(
		await vscode.window.showQuickPick(picks, {
			title,
			placeHolder: vscode.l10n.t('Below is what changes: red goes, green comes. Nothing has been written yet.'),
			ignoreFocusOut: true,
		}),
	);
	if (!picked.isWanted) orCancel(undefined);
}

/** Several files in one editor have no input that says what they are; their title is ours. */
async function closeTabs(label: string): Promise<void> {
	const tabs = vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter(
			({ input, label: shown }) =>
				shown === label ||
				shown.startsWith(`${label} (`) ||
				(input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME),
		);
	await vscode.window.tabGroups.close(tabs);
}

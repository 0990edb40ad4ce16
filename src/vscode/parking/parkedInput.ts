// What a person is asked when parking. Three answers, each with a default, so that three times Enter is enough.
import * as vscode from 'vscode';
import { localDate, startOfLocalDay } from '../../core/base/dates';
import { type ParkRequest, type ParkedKind, slugOf } from '../../core/parking/draft';
import { type ParkedItem, slugOfFileName } from '../../core/parking/item';
import { singleLine, truncate } from '../../core/base/text';
import type { TakenItem } from '../../node/parking/parkingLot';
import { orCancel } from '../commandBoundary';
import { showInformation } from '../messages';

/** Asks for a new item. @param given what is known already: a selection is the text, and says where it was. */
export async function askParkRequest(given: Partial<ParkRequest> = {}): Promise<ParkRequest> {
	const title = vscode.l10n.t('Park Item');
	const text =
		given.text ??
		orCancel(
			await vscode.window.showInputBox({
				title,
				prompt: vscode.l10n.t('Describe it'),
				placeHolder: vscode.l10n.t('An idea or an open question'),
				ignoreFocusOut: true,
				validateInput: (value) => (singleLine(value) === '' ? vscode.l10n.t('Enter a description.') : undefined),
			}),
		);
	const name = orCancel(
		await vscode.window.showInputBox({
			title,
			prompt: vscode.l10n.t('Name'),
			value: slugOf(singleLine(text).split(' ').slice(0, 5).join(' ')),
			ignoreFocusOut: true,
			validateInput: (value) => (singleLine(value) === '' ? vscode.l10n.t('Enter a name.') : undefined),
		}),
	);
	const kinds: (vscode.QuickPickItem & { readonly parkedKind?: ParkedKind })[] = [
		{
			label: vscode.l10n.t('To do later'),
			iconPath: new vscode.ThemeIcon('clock'),
			description: vscode.l10n.t('for later'),
			parkedKind: 'deferred',
		},
		{
			label: vscode.l10n.t('Idea'),
			iconPath: new vscode.ThemeIcon('lightbulb'),
			description: vscode.l10n.t('came up along the way'),
			parkedKind: 'idea',
		},
		{
			label: vscode.l10n.t('Open question'),
			iconPath: new vscode.ThemeIcon('question'),
			description: vscode.l10n.t('not answered yet'),
			parkedKind: 'question',
		},
		{ label: vscode.l10n.t('Note'), iconPath: new vscode.ThemeIcon('bookmark') },
	];
	const { parkedKind } = orCancel(
		await vscode.window.showQuickPick(kinds, {
			title,
			placeHolder: vscode.l10n.t('Kind'),
			ignoreFocusOut: true,
		}),
	);
	return { ...given, text, name, kind: parkedKind };
}

/**
 * At the limit, one has to go first. @param text what is to be parked: whoever leaves the question is offered it. @returns the one
 * to archive.
 */
export async function askWhichToArchive(open: readonly ParkedItem[], text: string): Promise<ParkedItem> {
	try {
		const title = vscode.l10n.t('{0} items are already open', open.length);
		return await pickItem(open, title, vscode.l10n.t('Mark one as done first'), true);
	} catch (error) {
		// The command ends here, and the message stays.
		void offerText(text);
		throw error;
	}
}

async function offerText(text: string): Promise<void> {
	const copy = vscode.l10n.t('Copy Text');
	const message = vscode.l10n.t('Not parked: {0}', truncate(singleLine(text), 80));
	if ((await showInformation(message, copy)) === copy) await vscode.env.clipboard.writeText(text);
}

export async function pickItem(
	items: readonly ParkedItem[],
	title: string,
	placeHolder: string,
	ignoreFocusOut = false,
): Promise<ParkedItem> {
	const picks = items.map((item) => ({
		label: item.name,
		description: [
			...(item.state === 'stale' ? [`⚠ ${vscode.l10n.t('stale')}`] : []),
			item.ageDays === 0 ? vscode.l10n.t('today') : `${item.ageDays}d`,
		].join(' · '),
		detail: item.description,
		item,
	}));
	return orCancel(
		await vscode.window.showQuickPick(picks, {
			title,
			placeHolder,
			ignoreFocusOut,
			matchOnDescription: true,
			matchOnDetail: true,
		}),
	).item;
}

export async function pickTaken(taken: readonly TakenItem[]): Promise<TakenItem> {
	const picks = taken.map((each) => ({
		label: each.name,
		description: `${each.entry.action === 'expired' ? vscode.l10n.t('expired') : vscode.l10n.t('done')} ${localDate(each.entry.takenMs)}`,
		detail: each.description === '' ? slugOfFileName(each.fileName) : each.description,
		each,
	}));
	const options = {
		title: vscode.l10n.t('Reopen Parked Item'),
		placeHolder: vscode.l10n.t('Select an item to reopen'),
		matchOnDescription: true,
		matchOnDetail: true,
	};
	return orCancel(await vscode.window.showQuickPick(picks, options)).each;
}

/** Asks for a day; an empty answer takes the due day away. */
export async function askDueDate(item: ParkedItem, nowMs: number): Promise<string | undefined> {
	const answer = orCancel(
		await vscode.window.showInputBox({
			title: vscode.l10n.t('Due date of {0}', item.name),
			prompt: vscode.l10n.t('Due date (YYYY-MM-DD). Leave empty for none.'),
			value: item.due ?? localDate(nowMs + 7 * 24 * 60 * 60 * 1000),
			validateInput: (value) =>
				value.trim() === '' || startOfLocalDay(value.trim()) !== undefined
					? undefined
					: vscode.l10n.t('Enter a date as YYYY-MM-DD.'),
		}),
	).trim();
	return answer === '' ? undefined : answer;
}

// What a person is asked when parking. Three answers, each with a default, so that three times Enter is enough.
import * as vscode from 'vscode';
import { localDate, startOfLocalDay } from '../../core/base/dates';
import { DisposableStore } from '../../core/base/disposable';
import { type ParkRequest, type ParkedKind, slugOf } from '../../core/parking/draft';
import { type ParkedItem, slugOfFileName } from '../../core/parking/item';
import { singleLine, truncate } from '../../core/base/text';
import type { TakenItem } from '../../node/parking/parkingLot';
import { orCancel } from '../commandBoundary';
import { showInformation } from '../messages';

type KindPick = vscode.QuickPickItem & { readonly parkedKind?: ParkedKind };

/**
 * Asks for a new item. A person may go back, and is offered what they typed where they leave the questions.
 * @param given what is known already: a selection is the text, and says where it was.
 */
export async function askParkRequest(given: Partial<ParkRequest> = {}): Promise<ParkRequest> {
	const isTyped = given.text === undefined;
	let [text, name] = [given.text ?? '', ''];
	let step: 'text' | 'name' | 'kind' = isTyped ? 'text' : 'name';
	let picked: KindPick | undefined;
	try {
		while (picked === undefined) {
			if (step === 'text') {
				await askText(text, (typed) => (text = typed));
				step = 'name';
			} else if (step === 'name') {
				const proposed = slugOf(singleLine(text).split(' ').slice(0, 5).join(' '));
				const isNamed = await askName(name === '' ? proposed : name, isTyped, (typed) => (name = typed));
				step = isNamed === true ? 'kind' : 'text';
			} else {
				picked = await askKind();
				step = 'name';
			}
		}
	} catch (error) {
		if (isTyped && singleLine(text) !== '') void offerText(text);
		throw error;
	}
	return { ...given, text, name, kind: picked.parkedKind };
}

type OnTyped = (typed: string) => void;

function askText(value: string, onTyped: OnTyped): Promise<true | undefined> {
	const box = vscode.window.createInputBox();
	box.prompt = vscode.l10n.t('Describe it');
	box.placeholder = vscode.l10n.t('An idea or an open question');
	return askLine(box, value, vscode.l10n.t('Enter a description.'), false, onTyped);
}

function askName(value: string, canGoBack: boolean, onTyped: OnTyped): Promise<true | undefined> {
	const box = vscode.window.createInputBox();
	box.prompt = vscode.l10n.t('Name');
	return askLine(box, value, vscode.l10n.t('Enter a name.'), canGoBack, onTyped);
}

/** @param onTyped is told of each change and of what is taken. @returns as `orBack`. */
function askLine(
	box: vscode.InputBox,
	value: string,
	missing: string,
	canGoBack: boolean,
	onTyped: OnTyped,
): Promise<true | undefined> {
	box.value = value;
	const check = (): true | undefined => {
		onTyped(box.value);
		const isEmpty = singleLine(box.value) === '';
		box.validationMessage = isEmpty ? missing : '';
		return isEmpty ? undefined : true;
	};
	box.onDidChangeValue(check);
	return orBack(box, canGoBack, check);
}

function askKind(): Promise<KindPick | undefined> {
	const pick = vscode.window.createQuickPick<KindPick>();
	pick.placeholder = vscode.l10n.t('Kind');
	pick.items = [
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
	return orBack(pick, true, () => pick.selectedItems[0]);
}

/** @param answer of the person, once it can be taken. @returns nothing where they went back. @throws CancelledError where they left. */
async function orBack<T>(
	input: vscode.InputBox | vscode.QuickPick<KindPick>,
	canGoBack: boolean,
	answer: () => T | undefined,
): Promise<T | undefined> {
	const store = new DisposableStore();
	store.add(input);
	input.title = vscode.l10n.t('Park Item');
	input.ignoreFocusOut = true;
	input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
	try {
		return orCancel(
			await new Promise<{ readonly value: T | undefined } | undefined>((resolve) => {
				store.add(input.onDidHide(() => resolve(undefined)));
				store.add(input.onDidTriggerButton(() => resolve({ value: undefined })));
				store.add(
					input.onDidAccept(() => {
						const value = answer();
						if (value !== undefined) resolve({ value });
					}),
				);
				input.show();
			}),
		).value;
	} finally {
		store.dispose();
	}
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

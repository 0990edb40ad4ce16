// What is said of several sessions at once.
import { expect, test } from 'vitest';
import type { LabelChange } from '../../core/sessions/labels';
import type { ListedSession } from '../../node/sessions/listedSession';
import { play, window } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { groupSeveral, markSeveral, tagSeveral } from './severalSessions';

let asked = 0;
let typed: string | undefined = 'api, docs';
let shown: string | undefined;
play(window, {
	showInputBox: () => (asked++, Promise.resolve(typed)),
	showInformationMessage: (text: string) => Promise.resolve(void (shown = text)),
});

/** @returns what was said of sessions, each time in full. */
async function saidOf(
	run: (services: Parameters<typeof markSeveral>[0], all: readonly ListedSession[]) => Promise<void>,
) {
	const said: string[] = [];
	const label = (id: string, changes: readonly LabelChange[]): Promise<void> => {
		said.push(...changes.map((change) => `${id} ${Object.values(change).join(' ')}`));
		return Promise.resolve();
	};
	const undoStack = new UndoStack();
	const services = { sessions: { label, labelBack: label, list: () => [] }, undoStack } as unknown as Parameters<
		typeof markSeveral
	>[0];
	const all = ['a', 'b'].map((id) => ({ id, name: id, marks: new Set(), tags: [] }) as unknown as ListedSession);
	await run(services, all);
	await undoStack.undo();
	return { said, shown, isLast: undoStack.isEmpty };
}

test('a mark of several sessions is taken back in one step', async () => {
	expect(await saidOf((services, all) => markSeveral(services, all, 'done', true))).toEqual({
		said: ['a done true', 'b done true', 'b done false', 'a done false'],
		shown: 'Undone: 2 sessions',
		isLast: true,
	});
});

test('tags and a group of several are asked for once', async () => {
	const { said } = await saidOf((services, all) => tagSeveral(services, all));
	expect([asked, said.slice(0, 4)]).toEqual([1, ['a api true', 'a docs true', 'b api true', 'b docs true']]);
	const dropped = await saidOf((services, all) => groupSeveral(services, all, 'Release'));
	expect(dropped.said).toEqual(['a Release', 'b Release', 'b ', 'a ']);
});

test('where nothing was said, nothing is to be taken back', async () => {
	[typed, shown] = ['', undefined];
	const { said, isLast } = await saidOf((services, all) => tagSeveral(services, all));
	expect([said, shown, isLast]).toEqual([[], undefined, true]);
});

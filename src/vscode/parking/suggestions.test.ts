// What the editor does with a suggestion.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { type BackupTestPlace, newBackupPlace } from '../../node/testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../../node/testing/openWorkspace';
import { SuggestedItems } from '../../node/workspace/suggestedItems';
import type { SuggestionState } from '../../node/workspace/suggestionState';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { commands, play, window } from '../testing/vscode';
import { UndoStack } from '../undoStack';
import { registerSuggestions } from './suggestions';

const announced = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>();
play(commands, {
	registerCommand: (id: string, run: () => Promise<unknown>) => announced.set(id, run),
});

const said: string[] = [];
const say = (text: string): Promise<undefined> => Promise.resolve(void said.push(text));
play(window, { showInformationMessage: say, showWarningMessage: say });

let place: BackupTestPlace;
let open: OpenWorkspace;
beforeEach(() => (place = newBackupPlace()));
afterEach(() => {
	open.dispose();
	place.remove();
});

/** Does something with the one suggestion that there is. */
async function decide(id: typeof COMMANDS.parkSuggestion | typeof COMMANDS.dismissSuggestion) {
	const own = { sessionId: 's1', cwd: place.repo, timestamp: '2026-11-21T09:00:00Z' };
	const said = jsonl([userLine("Let's come back to the retry logic later. Now fix the test.", own)]);
	place.write(`home/.claude/projects/${projectSlug(place.repo)}/s1.jsonl`, said);
	open = await openWorkspace(place, [place.repo]);
	const items = new SuggestedItems(open);
	const [shown] = await items.read();
	announceCommands(open.logger, () => Promise.resolve());
	const undoStack = new UndoStack();
	const services = { ...open, undoStack } as unknown as Parameters<typeof registerSuggestions>[0];
	const registered = registerSuggestions(services, { hint: () => undefined } as SuggestionState);
	await announced.get(id)?.({ kind: 'suggestion', ...shown });
	registered.dispose();
	return { items, shown, undoStack };
}

test('what was parked is not offered again once it is done', async () => {
	const { items } = await decide(COMMANDS.parkSuggestion);
	const [state] = open.workspace.state.projects;
	const [item] = state?.parked ?? [];
	if (state === undefined || item === undefined) throw new Error('nothing was parked');
	await state.lot.archive(item);
	await open.workspace.refresh();
	expect(open.workspace.state.projects[0]?.parked).toEqual([]);
	expect(await items.read()).toEqual([]);
});

test.each([COMMANDS.parkSuggestion, COMMANDS.dismissSuggestion] as const)(
	'what %s did is undone: the suggestion is offered again, and nothing is parked',
	async (id) => {
		const { items, shown, undoStack } = await decide(id);
		expect(await items.read()).toEqual([]);
		await undoStack.undo();
		expect((await items.read()).map(({ suggestion }) => suggestion)).toEqual([shown?.suggestion]);
		expect(open.workspace.state.projects[0]?.parked).toEqual([]);
		expect(said.at(-1)).toBe(`Undone: ${shown?.suggestion.name}`);
	},
);

test('that the archive is full is told where an item was parked: its transcript is not kept', async () => {
	place.write('home/.claude/session-keeper/settings.json', JSON.stringify({ archiveMaxMegabytes: 1 }));
	place.write('home/.claude/session-keeper/archive/another/a.jsonl.br', 'x'.repeat(1_100_000));
	await decide(COMMANDS.parkSuggestion);
	await expect.poll(() => said.at(-1)).toBe('The archive is full: 0 of 1 transcripts were archived.');
	expect(open.workspace.state.projects[0]?.parked).toHaveLength(1);
});

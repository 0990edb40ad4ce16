// The list of what can be undone, as the editor shows it: what was done in a terminal is in it, and goes back from there.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CancelledError } from '../core/base/disposable';
import { speakThrough } from '../core/base/say';
import { FakeClock } from '../core/testing/fakeClock';
import { carryOutInstallation, wishIn } from '../node/hooks/installChange';
import { planInstallation } from '../node/hooks/installation';
import { ChangeJournal } from '../node/keeper/changeJournal';
import type { Change } from '../node/keeper/changeRecord';
import { openTrash } from '../node/keeper/keeperTrash';
import { type OpenProject, openProject, parkingLotOf } from '../node/workspace/openProject';
import type { Scope } from '../core/claude/settings';
import { reviewStoreOf } from '../node/workspace/openStores';
import { ReviewJournal } from '../node/review/reviewJournal';
import { beforeFileCalls, systemError } from '../node/testing/fileCalls';
import { NOW_MS, type Place, newPlace, newRepository } from '../node/testing/places';
import { play, window } from './testing/vscode';
import { listedAction } from './listedAction';
import { UndoStack } from './undoStack';
import { undoById, undoEarlier } from './undoEarlier';

let place: Place;
let open: OpenProject;
let done: string[];
let undoStack: UndoStack;
/** What is offered, and what of it is picked. */
let offered: readonly { readonly label: string; readonly description: string }[];
let wanted: RegExp | undefined;
/** What somebody else does before it is picked. */
let meanwhile: (() => Promise<void>) | undefined;
const said: string[] = [];
play(window, {
	showQuickPick: async (picks: typeof offered) => {
		offered = picks;
		await meanwhile?.();
		return picks.find(({ label }) => wanted?.test(label));
	},
	showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
	showWarningMessage: (text: string) => Promise.resolve(void said.push(text)),
});

beforeEach(async () => {
	place = newPlace();
	open = await openProject(place.claude, newRepository(path.join(place.root, 'repo')), new FakeClock(NOW_MS));
	[done, offered, wanted] = [[], [], undefined];
	undoStack = new UndoStack();
	said.length = 0;
	meanwhile = undefined;
});
afterEach(() => place.remove());

const services = (): Parameters<typeof undoEarlier>[0] => {
	const note = (what: string) => (): Promise<void> => Promise.resolve(void done.push(what));
	return {
		claude: open.claude,
		clock: open.clock,
		undoStack,
		hooks: { putLauncher: note('launcher'), refresh: note('look') },
		workspace: { refresh: note('refresh'), state: { projects: [{ project: open.project }] } },
	} as unknown as Parameters<typeof undoEarlier>[0];
};
const settings = (): string => path.join(open.project.checkout, '.claude/settings.local.json');
async function install(scope: Scope = 'local'): Promise<Change | undefined> {
	const planned = await planInstallation(open.claude, open.project, open.clock, { scope });
	const made = planned.ok && (await carryOutInstallation(open, planned.value, { scope, parts: {} }));
	return made && made.ok ? made.value : undefined;
}

test('nothing was changed: it says so, and asks nothing', async () => {
	await undoEarlier(services());
	expect([said, offered]).toEqual([['Nothing to undo.'], []]);
});

test('what was done elsewhere is offered in one list, and the one that is picked goes back', async () => {
	await new ChangeJournal(open.claude, openTrash(open.claude), new FakeClock(NOW_MS - 60_000)).make(
		{ kind: 'document', project: open.project.root, label: 'notes.md' },
		async (edit) => void (await edit.create(place.root, 'notes.md', 'x\n')),
	);
	const lot = parkingLotOf(open);
	await lot.park({ name: 'First', text: 'Text' });
	const [item] = await lot.list();
	if (item !== undefined) await lot.archive(item);
	await install();
	wanted = /First/u;
	await undoEarlier(services());
	expect(offered.map(({ label, description }) => [label.replace(settings(), ''), description])).toEqual(
		expect.arrayContaining([
			['hooks in  (installed)', 'hooks · just now'],
			['First (archived)', 'parked item · just now'],
			['notes.md', 'document · 1m ago'],
		]),
	);
	expect([said, done]).toEqual([['Undone: First (archived)'], ['refresh', 'look']]);
	expect(await lot.list()).toHaveLength(1);
	wanted = /hooks/u;
	await undoEarlier(services());
	expect(existsSync(settings())).toBe(false);
});

test('an installation goes back by its id, and one that is gone is said to be', async () => {
	const id = (await install())?.id ?? '';
	expect(readFileSync(settings(), 'utf8')).toContain('session-keeper-hook');
	expect(await undoById(services(), open.project, id)).toBe(true);
	expect([existsSync(settings()), readdirSync(path.join(open.claude.keeperHome, 'changes'))]).toEqual([false, []]);
	undoStack.push(listedAction(services(), open.project, { id, name: 'the hooks' }));
	await undoStack.undo();
	expect(said).toEqual(['Nothing left to undo of the hooks.']);
});

test.each([
	['protocol', 'tasks.json'],
	['document', 'a file'],
] as const)('of a %s that somebody has edited since it says so of %s', async (kind, what) => {
	const file = path.join(place.root, 'tasks.json');
	const { id } = await new ChangeJournal(open.claude, openTrash(open.claude), open.clock).make(
		{ kind, project: open.project.root, label: 'tasks.json' },
		async (edit) =>
			void (await edit.replace(file, undefined, 'x\n', () => Promise.resolve(place.write('tasks.json', 'x\n') !== ''))),
	);
	place.write('tasks.json', 'y\n');
	undoStack.push(listedAction(services(), open.project, { id, name: 'the tasks' }));
	await expect(undoStack.undo()).rejects.toThrow(`Can’t undo: ${what} has changed.`);
});

test('what was undone from the list is no longer the window’s own to undo; what could not be undone is', async () => {
	const id = (await install())?.id ?? '';
	undoStack.push({ name: 'another', ids: ['other'], undo: () => Promise.resolve(true) });
	undoStack.push(listedAction(services(), open.project, { id, name: 'the hooks' }));
	wanted = /hooks/u;
	await undoEarlier(services());
	expect(existsSync(settings())).toBe(false);
	await undoStack.undo();
	expect(said.at(-1)).toBe('Undone: another');
});

test('a place that cannot be read stops no undo of what is elsewhere, and is told', async () => {
	const id = (await install())?.id ?? '';
	const trash = path.join(open.claude.keeperHome, 'trash');
	const stop = beforeFileCalls((name, file) => {
		if (name === 'readdir' && file === trash) throw systemError('EACCES');
	});
	try {
		await expect(undoEarlier(services())).rejects.toThrow(CancelledError);
		expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/^Some changes could not be listed: EACCES/u)]));
		expect(offered.map(({ description }) => description)).toEqual(['hooks · just now']);
		await undoById(services(), open.project, id);
		expect(existsSync(settings())).toBe(false);
		// It may be among them.
		await expect(undoById(services(), open.project, id)).rejects.toThrow('EACCES');
		await expect(undoEarlier(services())).rejects.toThrow('EACCES');
	} finally {
		stop();
	}
});

test('a rejection that somebody has decided anew, while the list was shown, is not taken back', async () => {
	const line = { project: open.project.root, hash: 'a'.repeat(16), title: 'Use tabs' };
	const decide = (event: 'rejected' | 'accepted', ms: number): Promise<void> =>
		new ReviewJournal(place.claude).append({ ...line, event, ts: new Date(NOW_MS + ms).toISOString() });
	place.folder('home/.claude/session-keeper');
	await decide('rejected', -60_000);
	wanted = /Use tabs/u;
	meanwhile = () => decide('accepted', 0);
	await undoEarlier(services());
	expect([offered.map(({ label }) => label), said]).toEqual([
		['Use tabs (rejected)'],
		['Nothing left to undo of Use tabs (rejected).'],
	]);
	const verdicts = (await reviewStoreOf(open, () => 'claude')).decided();
	expect(await verdicts).toMatchObject([{ verdict: 'accepted' }]);
	// Nor is it offered as it was.
	meanwhile = undefined;
	await undoEarlier(services());
	expect(said.at(-1)).toBe('Nothing to undo.');
});

test('an installation is called what the editor calls it, also where a terminal made it', async () => {
	await install();
	speakThrough((text, ...values) => `${text.toUpperCase()} ${values.join(' ')}`);
	await undoEarlier(services()).catch(() => undefined);
	speakThrough((text, ...values) => text.replace(/\{(\d)\}/gu, (_whole, at) => String(values[Number(at)])));
	expect(offered.map(({ label }) => label)).toEqual([`HOOKS IN {0} (INSTALLED) ${settings()}`]);
});

test('a repair is finished by an installation that brings nothing more', async () => {
	const change = await install('project');
	const parts = { commands: false, rules: false, parkingRule: false, context: false, imports: false };
	expect(change && wishIn(change)).toEqual({ scope: 'project', parts });
	await lotOfParts();
	const again = await install();
	expect(again && wishIn(again)).toEqual({ scope: 'local', parts: { rules: false } });
});

/** All that a person has of their own. */
async function lotOfParts(): Promise<void> {
	const choices = { scope: 'user', commands: true, parkingRule: true, context: true } as const;
	const planned = await planInstallation(open.claude, open.project, open.clock, choices);
	if (planned.ok) await carryOutInstallation(open, planned.value, { scope: 'user', parts: choices });
}

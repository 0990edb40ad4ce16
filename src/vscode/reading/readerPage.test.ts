// What the page of a session is sent, while its tab is hidden and shown, its file grows, and other sessions change.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../core/base/disposable';
import type { FromReader, ToReader } from '../../core/reading/readerMessages';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { SESSION, START_MS, assistantLine, chained, jsonl, numberAnew, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { type Place, newPlace } from '../../node/testing/places';
import { TranscriptPages } from '../../node/reading/transcriptPages';
import { COMMANDS } from '../contributions';
import { Uri, commands, play, window as vscodeWindow } from '../testing/vscode';
import { ReaderPage } from './readerPage';

const failures: string[] = [];
play(vscodeWindow, { showErrorMessage: (text: string) => Promise.resolve(void failures.push(text)) });
play(Uri, { joinPath: () => ({ fsPath: import.meta.filename }) });

const silent = (): void => undefined;
let place: Place;
beforeAll(() => void (place = newPlace()));
afterAll(() => place.remove());

/** A tab with the page in it: VS Code throws the page away while the tab is hidden. */
class Tab {
	visible = true;
	active = true;
	posted: ToReader[] = [];
	readonly messages = new Emitter<FromReader>(silent);
	readonly states = new Emitter<undefined>(silent);
	readonly onDidChangeViewState = this.states.event;
	readonly webview = {
		options: {},
		html: '',
		asWebviewUri: String,
		onDidReceiveMessage: this.messages.event,
		postMessage: (message: ToReader) => Promise.resolve(this.posted.push(message) > 0),
	};

	show(isVisible: boolean): void {
		this.visible = this.active = isVisible;
		this.states.fire(undefined);
	}

	/** What was posted since the last time, in short. */
	said(): readonly string[] {
		return this.posted.splice(0).map((each) => (each.type === 'index' ? `index ${each.firstPage}` : each.type));
	}
}

let tab: Tab;
let file: string;
let page: ReaderPage;
const logger = new RecordingLogger();
/** What the list has of the session. */
let running: object | undefined;
const changes = new Emitter<undefined>(silent);
const long = `${'x'.repeat(60_000)} `;
/** Another turn after the last one of the file. */
const more = (): string => {
	const { uuid } = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as { uuid: string };
	const [prompt, ...rest] = chained([userLine('Something else'), assistantLine(long)]);
	return jsonl([{ ...prompt, parentUuid: uuid }, ...rest]);
};

beforeEach(() => {
	numberAnew();
	const turns = Array.from({ length: 12 }, (_, n) => [
		userLine(`Prompt ${n}`, { uuid: `p-${n}` }),
		assistantLine(long),
	]);
	file = place.write(`${SESSION}.jsonl`, jsonl(chained(turns.flat())));
	running = undefined;
	tab = new Tab();
	const sessions = { get: () => running, onDidChange: changes.event };
	const needs = { claude: place.claude, logger, sessions, extensionUri: 'here' };
	page = new ReaderPage(
		tab as unknown as vscode.WebviewPanel,
		{ id: SESSION, name: 'A session', file },
		'address' as unknown as vscode.Uri,
		needs as unknown as ConstructorParameters<typeof ReaderPage>[3],
	);
});
afterEach(() => {
	page.dispose();
	expect(logger.lines).toEqual([]);
});

/** The page was made, and has all that there is. */
async function made(): Promise<void> {
	tab.messages.fire({ type: 'ready' });
	await soon(() => expect(tab.posted.some((each) => each.type === 'index' && each.isDone)).toBe(true));
}

test('a place that is wanted while the tab is hidden waits for the page, which gets all of the index first', async () => {
	await made();
	tab.show(false);
	tab.said();
	page.go({ uuid: 'p-7', offset: 7.1 * long.length });
	appendFileSync(file, more());
	changes.fire(undefined);
	tab.show(true);
	expect(tab.said()).toEqual([]);
	await made();
	await soon(() => expect(tab.posted.some((each) => each.type === 'go')).toBe(true));
	expect(tab.posted.find((each) => each.type === 'go')).toMatchObject({ place: { id: 'p-7' } });
	expect(tab.said()[0]).toBe('index 0');
});

test('nothing is sent where nothing changed; what is appended is', async () => {
	await made();
	tab.said();
	changes.fire(undefined);
	tab.show(true);
	// Asked after both of them.
	page.go({ uuid: 'p-3' });
	await soon(() => expect(tab.said()).toEqual(['go']));
	appendFileSync(file, more());
	changes.fire(undefined);
	await soon(() => expect(tab.said()).toContainEqual(expect.stringMatching(/^index [1-9]/u)));
});

test('a link that names a session alone names no place in it: one that goes on opens at its end', async () => {
	running = { file, live: {} };
	page.go({ uuid: undefined });
	await made();
	await soon(() => expect(tab.posted).toContainEqual({ type: 'go', place: undefined, words: [] }));
});

test('where a fork goes on by itself is marked, in the index and on the page', async () => {
	// A prompt comes every three seconds, and this is after the second one.
	running = { file, name: 'The origin', forkedFrom: 'origin', forkedMs: START_MS + 4_500 };
	await made();
	const rows = tab.posted.flatMap((each) => (each.type === 'index' ? each.turns : []));
	const forked = rows.filter(({ gap }) => gap !== undefined);
	expect(forked).toMatchObject([{ number: 3, gap: 'Fork of The origin' }]);
	tab.said();
	tab.messages.fire({ type: 'want', at: forked[0]?.page ?? -1 });
	await soon(() => expect(tab.posted.map(({ type }) => type)).toEqual(['page']));
	const [page] = tab.posted.flatMap((each) => (each.type === 'page' ? each.html : []));
	expect(page).toContain(`<p class="mark">Fork of The origin</p>\n<section class="turn" id="turn-3">`);
});

test('the mark of a fork comes with the list of sessions, and none where it has said nothing yet', async () => {
	await made();
	const gaps = (): readonly unknown[] =>
		tab.posted.flatMap((each) => (each.type === 'index' ? each.turns : [])).flatMap(({ gap }) => gap ?? []);
	tab.said();
	const [forkedMs, listed] = [START_MS + 4_500, { file, name: 'The origin', forkedFrom: 'origin' }];
	running = { ...listed, forkedMs, lastMessageMs: forkedMs };
	changes.fire(undefined);
	await soon(() => expect(tab.posted.map(({ type }) => type)).toContain('index'));
	expect(gaps()).toEqual([]);
	tab.said();
	running = { ...listed, forkedMs, lastMessageMs: forkedMs + 60_000 };
	changes.fire(undefined);
	await soon(() => expect(gaps()).toEqual(['Fork of The origin']));
});

test('what a page held when it was asked for first does not come last', async () => {
	await made();
	tab.said();
	let isOld = false;
	const early = vi.spyOn(TranscriptPages.prototype, 'blocks').mockImplementationOnce(async () => {
		// As long as a busy machine takes for what was there then.
		await new Promise((resolve) => setTimeout(resolve, 200));
		isOld = true;
		return [];
	});
	try {
		tab.messages.fire({ type: 'want', at: 0 });
		tab.messages.fire({ type: 'want', at: 0 });
		await soon(() => expect(tab.posted).toHaveLength(2));
		const [first, last] = tab.posted.map((each) => (each.type === 'page' ? each.html : ''));
		expect([isOld, first]).toEqual([true, '']);
		expect(last).toContain('Prompt 0');
	} finally {
		early.mockRestore();
	}
});

test('a page that is closed reads no further', async () => {
	const read = vi.spyOn(TranscriptPages.prototype, 'read');
	try {
		tab.messages.fire({ type: 'ready' });
		page.dispose();
		tab.said();
		await expect(read.mock.results[0]?.value).rejects.toThrow('aborted');
		expect(tab.said()).toEqual([]);
	} finally {
		read.mockRestore();
	}
});

test('of a transcript that is gone it is said once, on the page as well, until it is there again', async () => {
	const text = readFileSync(file, 'utf8');
	const facts = (): readonly string[] => tab.posted.flatMap((each) => (each.type === 'index' ? each.facts : []));
	rmSync(file);
	for (let n = 0; n < 3; n++) {
		await made();
		changes.fire(undefined);
	}
	await soon(() => expect(facts()).toContain('The transcript no longer exists.'));
	writeFileSync(file, text);
	changes.fire(undefined);
	await soon(() => expect(facts().at(-1)).not.toBe('The transcript no longer exists.'));
	rmSync(file);
	changes.fire(undefined);
	await soon(() => expect(failures).toHaveLength(2));
	expect(new Set(failures)).toEqual(new Set(['The transcript no longer exists.']));
	expect(logger.lines.splice(0)).toHaveLength(2);
});

test('a transcript that Claude Code moves is followed: its session entered a worktree', async () => {
	await made();
	tab.said();
	const folder = path.join(place.claude.projectsDir, '-a-worktree');
	mkdirSync(folder, { recursive: true });
	const moved = path.join(folder, `${SESSION}.jsonl`);
	appendFileSync(file, more());
	renameSync(file, moved);
	running = { file: moved, live: {} };
	changes.fire(undefined);
	await soon(() => expect(tab.posted).toContainEqual(expect.objectContaining({ type: 'index', isListed: true })));
	const rows = tab.posted.flatMap((each) => (each.type === 'index' ? each.turns : []));
	expect([page.file, rows.map(({ number }) => number)]).toEqual([moved, [13]]);
	tab.messages.fire({ type: 'want', at: 0 });
	await soon(() => expect(tab.posted.some((each) => each.type === 'page')).toBe(true));
	rmSync(folder, { recursive: true });
});

test('what its subagents said is found where they were moved with it, whether it was shown before or not', async () => {
	for (const id of ['a1', 'a2'])
		place.write(
			`${SESSION}/subagents/agent-${id}.jsonl`,
			jsonl([assistantLine(`${id} speaks`, {}, { isSidechain: true })]),
		);
	await made();
	const shown = async (id: string): Promise<string> => {
		tab.said();
		tab.messages.fire({ type: 'agent', id, from: 0 });
		await soon(() => expect(tab.posted).toHaveLength(1));
		return tab.posted.map((each) => (each.type === 'agent' ? each.html : '')).join('');
	};
	expect(await shown('a1')).toContain('a1 speaks');
	const folder = path.join(place.claude.projectsDir, '-a-worktree');
	mkdirSync(folder, { recursive: true });
	for (const from of [file, file.replace(/\.jsonl$/u, '')]) renameSync(from, path.join(folder, path.basename(from)));
	expect([await shown('a1'), await shown('a2')]).toEqual([
		expect.stringContaining('a1 speaks'),
		expect.stringContaining('a2 speaks'),
	]);
	rmSync(folder, { recursive: true });
});

test('turns that a rewind leaves behind are marked, though they were sent before', async () => {
	await made();
	tab.said();
	// The answer to the third prompt.
	const parentUuid = (JSON.parse(readFileSync(file, 'utf8').split('\n')[5] ?? '') as { uuid: string }).uuid;
	appendFileSync(file, jsonl([userLine('Another way', { parentUuid })]));
	changes.fire(undefined);
	const left = (): readonly number[] =>
		tab.posted
			.flatMap((each) => (each.type === 'index' ? each.turns : []))
			.flatMap(({ number, isAbandoned }) => (isAbandoned ? [number] : []));
	await soon(() => expect(left()).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12]));
});

test('what is selected is parked by the button of its turn and by that of the page; another turn parks its prompt', async () => {
	const parked: unknown[] = [];
	play(commands, {
		executeCommand: async (id: string) => {
			if (id === COMMANDS.parkMessage) parked.push((await page.said())?.text);
		},
	});
	await made();
	for (const [at, turn] of [5, 3, undefined].entries()) {
		tab.messages.fire({ type: 'at', turn: 4, selection: 'words of the third', selectedIn: 3 });
		tab.messages.fire({ type: 'do', what: 'park', turn });
		await soon(() => expect(parked).toHaveLength(at + 1));
	}
	expect(parked).toEqual(['Prompt 4', 'words of the third', 'words of the third']);
});

test('a session that is renamed while it is read has its new name on the page, and in what is parked from it', async () => {
	await made();
	const names = (): readonly string[] => tab.posted.flatMap((each) => (each.type === 'index' ? each.name : []));
	expect(new Set(names())).toEqual(new Set(['A session']));
	running = { file, name: 'Another name' };
	changes.fire(undefined);
	await soon(() => expect(names().at(-1)).toBe('Another name'));
	expect((await page.said())?.session.name).toBe('Another name');
});

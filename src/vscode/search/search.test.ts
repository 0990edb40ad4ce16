// What the search finds and says, with a person who types one thing.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { findProject } from '../../node/project/project';
import { rememberProject } from '../../node/backups/rememberProject';
import { archiveRecord } from '../../node/sessions/sessionRecords';
import { type OpenWorkspace, openWorkspace } from '../../node/testing/openWorkspace';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { EventEmitter, commands, play, window } from '../testing/vscode';
import { registerSearch } from './search';

const SESSION = 'cccccccc-0000-4000-8000-000000000004';
const runs = new Map<string, () => Promise<unknown>>();
play(commands, { registerCommand: (id: string, run: () => Promise<unknown>) => void runs.set(id, run) });

/** The list of the search. */
class SearchPick {
	value = '';
	title = '';
	items: readonly { readonly label: string }[] = [];
	private isBusy = false;
	private readonly rested = new EventEmitter<undefined>();
	private readonly pressed = new EventEmitter<object>();
	private readonly hidden = new EventEmitter<undefined>();
	readonly onDidTriggerButton = this.pressed.event;
	readonly onDidHide = this.hidden.event;
	readonly onDidChangeValue = new EventEmitter<string>().event;
	readonly onDidTriggerItemButton = this.onDidChangeValue;
	readonly onDidAccept = this.onDidChangeValue;
	readonly show = (): void => undefined;
	readonly hide = (): void => this.hidden.fire(undefined);
	readonly dispose = this.show;

	set busy(isBusy: boolean) {
		if (this.isBusy && !isBusy) this.rested.fire(undefined);
		this.isBusy = isBusy;
	}

	/** Has all projects searched for a text, to the end. */
	async everywhere(text: string): Promise<void> {
		const end = new Promise<void>((resolve) => this.rested.event(() => resolve()));
		this.value = text;
		this.pressed.fire({});
		await end;
	}
}

let place: Place;
let open: OpenWorkspace;
let pick: SearchPick;
play(window, { createQuickPick: () => pick });
beforeEach(async () => {
	place = newPlace();
	open = await openWorkspace(place, [newRepository(path.join(place.root, 'repo'))]);
	pick = new SearchPick();
});
afterEach(() => {
	open.dispose();
	place.remove();
});

/** @returns the rows, and what stands above them */
async function searchEverywhere(): Promise<{ readonly rows: readonly string[]; readonly title: string }> {
	const registered = registerSearch(open as never);
	announceCommands(open.logger, () => Promise.resolve());
	const command = runs.get(COMMANDS.searchSessions)?.();
	await expect.poll(() => pick.title).not.toBe('');
	await pick.everywhere('walrus');
	pick.hide();
	await command;
	registered.dispose();
	return { rows: pick.items.map(({ label }) => label), title: pick.title };
}

/** Keeps the record of a session. */
async function archiveIn(folder: string): Promise<void> {
	const project = await findProject(place.claude, folder);
	const at = new Date(NOW_MS).toISOString();
	await archiveRecord(project, {
		id: SESSION,
		state: 'ended',
		started_at: at,
		last_activity: at,
		metadata: { title: 'Walrus' },
		events: [],
	} as never);
	await rememberProject(place.claude, project);
}

test('a session that was archived in a project that is not open is found', async () => {
	await archiveIn(newRepository(path.join(place.root, 'other')));
	expect(await searchEverywhere()).toEqual({ rows: ['Walrus'], title: '1 hit' });
});

test('a session of another project counts once, though its record is left', async () => {
	await archiveIn(open.workspace.projects[0]?.root ?? '');
	place.write(`home/.claude/projects/x/${SESSION}.jsonl`, jsonl([userLine('walrus', { sessionId: SESSION })]));
	expect((await searchEverywhere()).title).toBe('1 hit');
});

test('what could not be read is said beside what was found', async () => {
	mkdirSync(path.join(place.claude.projectsDir, 'x', 'torn.jsonl'), { recursive: true });
	const { title } = await searchEverywhere();
	expect(title).toMatch(/^Nothing found · Could not be read: .*torn\.jsonl \(EISDIR\)$/u);
});

// Which sessions are offered to be picked, and what is said where there is none.
import { expect, test } from 'vitest';
import { play, window } from '../testing/vscode';
import { keptSessionOf } from './deletedSessions';
import { shownSessionOf } from './sessionPick';

const said: string[] = [];
const none = (): object => ({ dispose: () => undefined });
/** Takes the first row that is shown. */
class Pick {
	items: readonly object[] = [];
	readonly activeItems = [];
	busy = false;
	readonly onDidHide = none;
	private accept = (): void => undefined;
	onDidAccept(accept: () => void): object {
		this.accept = accept;
		return none();
	}
	get selectedItems(): readonly object[] {
		return this.items;
	}
	show(): void {
		this.accept();
	}
	dispose(): void {
		this.items = [];
	}
}
play(window, {
	createQuickPick: () => new Pick(),
	showInformationMessage: (text: string) => Promise.resolve(void said.push(text)),
});
const project = { root: '/work' };
const services = {
	sessions: { list: () => [], get: () => undefined, hasReadAll: true, onDidChange: none },
	shown: { programs: false },
	workspace: {
		state: { projects: [{ project, deleted: [{ id: 'gone', title: 'Gone', backups: [], archived: [] }] }] },
	},
} as unknown as Parameters<typeof keptSessionOf>[0];

test('where none has the mark that is to be taken away, it is said', async () => {
	await expect(shownSessionOf(services, undefined, 'Unpin', () => false, 'No session is pinned.')).rejects.toThrow();
	expect(said).toEqual(['No session is pinned.']);
});

test('what can be forgotten has sessions whose transcripts are gone, by their rows and to be picked', async () => {
	const gone = { id: 'gone', name: 'Gone', project };
	expect(await keptSessionOf(services, undefined, 'Forget')).toEqual(gone);
	const [{ deleted: [session] = [] } = {}] = services.workspace.state.projects;
	const row = { kind: 'deletedSession', project, session } as unknown as Parameters<typeof keptSessionOf>[1];
	expect(await keptSessionOf(services, row, 'Forget')).toEqual(gone);
});

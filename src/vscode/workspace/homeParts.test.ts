// What the rows of Home do: each acts on its own thing, whatever else is called the same.
import { expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { commands, play } from '../testing/vscode';
import { type HomeAction, sectionOf } from './homeHtml';
import { homeParts } from './homeParts';

const called: unknown[][] = [];
play(commands, { executeCommand: (...args: unknown[]) => Promise.resolve(called.push(args)) });

const backupNode = (root: string, more: object = {}): object => ({
	state: { project: { root } },
	backup: { raw: 'one.jsonl', reason: 'exit', sinceMs: 0, sizeBytes: 1, state: 'pending', session: 'one', ...more },
});
const draftNode = (root: string): object => ({
	state: { project: { root } },
	entry: { kind: 'draft', title: root, id: 'draft-one', session: undefined, atMs: 0 },
});

/** The actions of the page, by their keys, as it offers them. */
function actionsOf(needs: object, overBytes = 0): readonly HomeAction[] {
	const actions = new Map<string, HomeAction>();
	for (const part of partsOf(needs, overBytes)) sectionOf(part, true, (action) => actions.set(action.key, action));
	return [...actions.values()];
}

function partsOf(needs: object, overBytes = 0, handOffs = 'off'): ReturnType<typeof homeParts> {
	const services = {
		clock: new FakeClock(0),
		sessions: { get: () => undefined },
		hooks: { current: undefined, installed: 'all' },
		reflection: {},
	} as unknown as Parameters<typeof homeParts>[0];
	const home = {
		needs: { sessions: [], backups: [], due: [], review: [], ...needs },
		open: { parked: 0, stale: 0, tasks: [], questions: [] },
		net: { overLimit: { bytes: overBytes, overBytes }, leaving: 0 },
	};
	const hasLooked = { folders: true, sessions: true, disk: true };
	const view = { kind: 'open', home, recent: [], count: 0, asks: {}, handOffs, hasLooked };
	return homeParts(services, view as unknown as Parameters<typeof homeParts>[1]);
}

async function whatRuns(actions: readonly HomeAction[], command: string): Promise<readonly unknown[]> {
	called.length = 0;
	for (const action of actions) await action.run();
	return called.filter(([id]) => id === command).map(([, node]) => node);
}

test('what two projects call the same has buttons of its own in each', async () => {
	const [backups, review] = [['/a', '/b'].map((root) => backupNode(root)), ['/a', '/b'].map(draftNode)];
	const actions = actionsOf({ backups, review });
	for (const command of ['openBackup', 'resumeBackup', 'discardBackup'])
		expect(await whatRuns(actions, `sessionKeeper.${command}`)).toEqual(backups);
	expect(await whatRuns(actions, 'sessionKeeper.showProposal')).toEqual(review);
});

test('a backup is resumed where its session is known and not lost, and opened where it has a file', async () => {
	const backups = [
		backupNode('/a', { session: undefined }),
		backupNode('/b', { state: 'unfinished' }),
		backupNode('/c', { state: 'lost' }),
	];
	const actions = actionsOf({ backups });
	expect(await whatRuns(actions, 'sessionKeeper.resumeBackup')).toEqual([backups[1]]);
	expect(await whatRuns(actions, 'sessionKeeper.openBackup')).toEqual([backups[0]]);
	expect(await whatRuns(actions, 'sessionKeeper.discardBackup')).toEqual(backups);
});

test('the limit of backups leads to its own setting, beside the button for all settings', async () => {
	const opened = await whatRuns(actionsOf({}, 1), 'workbench.action.openSettings');
	expect(opened).toEqual(['sessionKeeper.backups.maxMegabytes', 'sessionKeeper']);
});

test.each(['on', 'off', 'paused'])('automatic hand-offs that are %s are said to be', (handOffs) => {
	const rows = partsOf({}, 0, handOffs).flatMap((part) => part.rows ?? []);
	expect(rows.find(({ title }) => title === 'Automatic hand-offs')?.details).toEqual([handOffs]);
});

// Going on from a document in the editor: what Claude Code is started with.
import { afterEach, beforeEach, expect, test } from 'vitest';
import path from 'node:path';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { openProject } from '../../node/workspace/openProject';
import { backupStoreOf } from '../../node/workspace/openStores';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { commands, env, play, window } from '../testing/vscode';
import { registerDocuments } from './documents';

let place: Place;
let started: readonly string[] = [];
const called = new Map<string, () => Promise<unknown>>();
play(env, { shell: '/bin/sh' });
play(commands, { registerCommand: (id: string, run: () => Promise<unknown>) => void called.set(id, run) });
play(window, {
	showQuickPick: <T>(picks: readonly T[]) => Promise.resolve(picks[0]),
	createTerminal: ({ shellArgs }: { shellArgs: readonly string[] }) => {
		started = shellArgs;
		return { show: () => undefined };
	},
});
beforeEach(() => void (place = newPlace()));
afterEach(() => place.remove());

test.skipIf(process.platform === 'win32')(
	'a record that is too long for an argument is only named to the session that goes on from it',
	async () => {
		const repo = newRepository(path.join(place.root, 'repo'));
		place.write('repo/.claude/memory/session-2026-11-19-0900.md', `# Login form\n\n${'x'.repeat(200_000)}\n`, 2);
		const open = await openProject(place.claude, repo, new FakeClock(NOW_MS));
		const projects = [{ project: open.project, backupStore: backupStoreOf(open) }];
		const services = {
			...{ claude: open.claude, clock: open.clock, configuration: () => ({ command: 'claude' }) },
			workspace: { whenKnown: Promise.resolve(), state: { projects } },
		} as unknown as Parameters<typeof registerDocuments>[0];
		const logger = new RecordingLogger();
		announceCommands(logger, () => Promise.resolve(void registerDocuments(services)));
		await called.get(COMMANDS.continueInFreshSession)?.();
		expect(logger.lines).toEqual([]);
		expect(started.at(-1)).toContain('The record is in .claude/memory/session-2026-11-19-0900.md');
		expect(started.join('').length).toBeLessThan(31_000);
	},
);

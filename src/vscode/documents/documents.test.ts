// Going on from a document in the editor: what Claude Code is started with.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import path from 'node:path';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { openProject } from '../../node/workspace/openProject';
import { backupStoreOf } from '../../node/workspace/openStores';
import { announceCommands } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { commands, env, play, window } from '../testing/vscode';
import { startSession } from '../sessions/startSession';
import { registerDocuments } from './documents';

let place: Place;
let started: readonly string[] = [];
let typed = '';
const called = new Map<string, () => Promise<unknown>>();
play(env, { shell: '/bin/sh' });
play(commands, { registerCommand: (id: string, run: () => Promise<unknown>) => void called.set(id, run) });
play(window, {
	showQuickPick: <T>(picks: readonly T[]) => Promise.resolve(picks[0]),
	createTerminal: ({ shellArgs = [] }: { shellArgs?: readonly string[] }) => {
		started = shellArgs;
		return { show: () => undefined, sendText: (text: string) => void (typed = text) };
	},
});
beforeEach(() => void (place = newPlace()));
afterEach(() => place.remove());

/** Goes on from the document that was saved in a project. */
async function goOn(root: string, text: string): Promise<void> {
	place.write(`${path.relative(place.root, root)}/.claude/memory/session-2026-11-19-0900.md`, text, 2);
	const open = await openProject(place.claude, root, new FakeClock(NOW_MS));
	const projects = [{ project: open.project, backupStore: backupStoreOf(open) }];
	const services = {
		...{ claude: open.claude, clock: open.clock, configuration: () => ({ command: 'claude' }) },
		workspace: { whenKnown: Promise.resolve(), state: { projects } },
	} as unknown as Parameters<typeof registerDocuments>[0];
	const logger = new RecordingLogger();
	const registered = registerDocuments(services);
	announceCommands(logger, () => Promise.resolve());
	await called.get(COMMANDS.continueInFreshSession)?.();
	registered.dispose();
	expect(logger.lines).toEqual([]);
}
const newRepo = (): string => newRepository(path.join(place.root, 'repo'));
const WITH_PROMPT = '# Login form\n\n## Resume prompt\n\n> - Add `a` test first.\n';

test.skipIf(process.platform === 'win32')(
	'a record that is too long for an argument is only named to the session that goes on from it',
	async () => {
		await goOn(newRepo(), `# Login form\n\n${'x'.repeat(200_000)}\n`);
		expect(started.at(-1)).toContain('The record is in .claude/memory/session-2026-11-19-0900.md');
		expect(started.join('').length).toBeLessThan(31_000);
	},
);

test.skipIf(process.platform === 'win32').each([
	['/bin/sh', 'claude -- "$1"; exec "$0" -i', '/bin/sh'],
	['/usr/bin/fish', "claude -- $argv[1]; exec '/usr/bin/fish' -i", '--'],
])('%s gives a prompt that begins like an option as a prompt', async (shell, line, before) => {
	Object.assign(env, { shell });
	await goOn(newRepo(), WITH_PROMPT);
	Object.assign(env, { shell: '/bin/sh' });
	expect(started.slice(3)).toEqual([line, before, expect.stringMatching(/^- Add `a` test first\./u)]);
});

test('on Windows the session is sent to the record, wherever that lies', async () => {
	vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
	await goOn(newRepo(), WITH_PROMPT).finally(() => vi.restoreAllMocks());
	const rest = ': read it first, and check what has changed since."';
	expect(typed).toBe(
		`claude "Continue the work on 'Login form'. The record is in .claude/memory/session-2026-11-19-0900.md${rest}`,
	);
	vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
	startSession(
		{ configuration: () => ({ command: 'claude' }) } as Parameters<typeof startSession>[0],
		...(['x', place.root, '- first', 'See C:\\Program Files (x86)\\R&D $x\\a.md`"'] as const),
	);
	vi.restoreAllMocks();
	expect(typed).toBe('claude "See C:/Program Files (x86)/R?D ?x/a.md??"');
});

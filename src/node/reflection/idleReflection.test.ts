import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../core/base/dates';
import { newMemento } from '../../core/testing/memento';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { findProject } from '../project/project';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { NOW_MS } from '../testing/places';
import { IdleReflection } from './idleReflection';
import { changeReflectionSettings } from './reflectionSettings';

let place: BackupTestPlace;
let open: OpenWorkspace;
let reflection: IdleReflection;
let isTrusted: boolean;
const memento = newMemento();
beforeEach(() => {
	place = newBackupPlace();
	isTrusted = true;
});
afterEach(() => {
	reflection.dispose();
	open.dispose();
	place.remove();
});

/** A window on a repository with a session of two prompts that was left so many minutes ago. */
async function begin(minutesAgo: number, remembered = newMemento()): Promise<void> {
	const at = (n: number): Record<string, unknown> => ({
		sessionId: SESSION,
		cwd: place.repo,
		timestamp: new Date(NOW_MS - minutesAgo * MINUTE_MS + n * 1_000).toISOString(),
	});
	const lines = chained([
		userLine('Where should the exports go?', at(0)),
		assistantLine("I'd suggest a folder per month.", {}, at(1)),
		userLine('ok fine', at(2)),
		assistantLine('Exports now go to a folder per month. All tests pass.', {}, at(3)),
	]);
	place.write(path.relative(place.root, place.transcript()), jsonl(lines));
	open = await openWorkspace(place, [place.repo]);
	await soon(() => expect(open.sessions.get(SESSION)).toBeDefined());
	reflection = new IdleReflection({
		...open,
		memento: remembered,
		dist: place.root,
		isEnabled: () => true,
		isTrusted: () => isTrusted,
		command: () => 'claude',
		apiKey: () => Promise.resolve(undefined),
		editorEngine: (model) => Promise.resolve({ name: 'vscode', ask: () => Promise.reject(new Error(model)) }),
	});
}

/** Until the first decision is made. */
async function decided(kind: string): Promise<void> {
	reflection.start();
	await soon(() => expect(reflection.decision?.kind).toBe(kind));
}

test('a person who never said yes is asked until they answer, and only where a session was left', async () => {
	await begin(5, memento);
	await decided('off');
	// Five minutes ago: somebody may be at it.
	expect(await reflection.isTimeToAsk()).toBe(false);
	open.clock.jump(NOW_MS + 30 * MINUTE_MS);
	expect(await reflection.isTimeToAsk()).toBe(true);
	expect(await reflection.isTimeToAsk()).toBe(true);
	await reflection.decline();
	expect(await reflection.isTimeToAsk()).toBe(false);
});

test('nobody is asked after a no, also in a later window, nor before the first look, nor after a yes', async () => {
	await begin(30, memento);
	await decided('off');
	expect(await reflection.isTimeToAsk()).toBe(false);
	reflection.dispose();
	open.dispose();
	await begin(30);
	expect(await reflection.isTimeToAsk()).toBe(false);
	await reflection.consent('builtin');
	await decided('reflect');
	expect(await reflection.isTimeToAsk()).toBe(false);
});

test('after a yes the session that was left is reflected on, and listeners hear of it', async () => {
	await begin(30);
	let changes = 0;
	reflection.onDidChange(() => changes++);
	await decided('off');
	await reflection.consent('builtin');
	await soon(() => expect(open.logger.count(`reflection on ${SESSION}: `)).toBe(1));
	expect(changes).toBeGreaterThan(1);
});

test('a yes is remembered from the first time on; one for an engine that costs money names it', async () => {
	await begin(1);
	expect([await reflection.mayUse('builtin'), await reflection.mayUse('claude')]).toEqual([false, false]);
	await reflection.consent('builtin');
	expect([await reflection.mayUse('builtin'), await reflection.mayUse('claude')]).toEqual([true, false]);
	open.clock.jump(NOW_MS + DAY_MS);
	await reflection.consent('claude');
	await reflection.consent('claude');
	expect(await reflection.settings()).toMatchObject({
		consent: new Date(NOW_MS).toISOString(),
		engine: 'claude',
		paid: ['claude'],
	});
});

test('what is set in the editor is written once, and not in Restricted Mode', async () => {
	await begin(1);
	const shared = new Map([['dailyCap', 3]]);
	isTrusted = false;
	await reflection.share(shared);
	expect((await reflection.settings()).dailyCap).toBe(20);
	isTrusted = true;
	await changeReflectionSettings(place.claude, () => ({ consent: 'then' }));
	let changes = 0;
	reflection.onDidChange(() => changes++);
	await reflection.share(shared);
	await reflection.share(shared);
	expect([await reflection.settings(), changes]).toMatchObject([{ dailyCap: 3, consent: 'then' }, 1]);
});

test('a project is turned off, and on also after it was moved', async () => {
	await begin(30);
	const project = await findProject(place.claude, place.repo);
	expect(await reflection.toggleProject(project)).toBe(false);
	expect((await reflection.settings()).foldersOff).toEqual([place.repo]);
	const identity = { ...project.identity, former: [{ root: place.repo, untilMs: undefined }] };
	expect(await reflection.toggleProject({ root: `${place.repo}-moved`, identity })).toBe(true);
	expect((await reflection.settings()).foldersOff).toEqual([]);
});

test('engines: by name, the editor’s own among them, and what is missing is said', async () => {
	await begin(1);
	const settings = { ...(await reflection.settings()), model: 'gpt' };
	expect(await reflection.engineOf('builtin', settings)).toBeUndefined();
	expect((await reflection.engineOf('vscode', settings))?.name).toBe('vscode');
	expect((await reflection.engineOf('claude', settings))?.name).toBe('claude');
	await expect(reflection.engineOf('anthropic', settings)).rejects.toThrow('No Anthropic API key');
});

test('hand-offs are on where they are watched for, set up, and not off in every folder', async () => {
	await begin(5);
	const project = await findProject(place.claude, place.repo);
	const other = { ...project, root: `${place.repo}-other` };
	const state = (): ReturnType<IdleReflection['stateIn']> => reflection.stateIn([project]);
	expect([await reflection.isSetUp(), await state()]).toEqual([false, 'off']);
	await changeReflectionSettings(place.claude, () => ({ consent: new Date(NOW_MS).toISOString() }));
	// Where Claude Code was never used, nothing is watched.
	expect([await reflection.isSetUp(), await state()]).toEqual([true, 'off']);
	await decided('counting');
	expect(await state()).toBe('on');
	await reflection.toggleProject(project);
	expect([await state(), await reflection.stateIn([project, other])]).toEqual(['off', 'on']);
	await reflection.toggleProject(project);
	await reflection.change(() => ({ pausedUntil: 'always' }));
	expect(await state()).toBe('paused');
	await reflection.change(() => ({ pausedUntil: undefined }));
	isTrusted = false;
	expect(await state()).toBe('off');
});

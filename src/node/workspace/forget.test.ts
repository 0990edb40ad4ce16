// What forgetting does first, what last, and what it says of what did not go.
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { backUpMissed } from '../backups/backupMissed';
import { BackupWriter } from '../backups/backupWriter';
import { rememberProject } from '../backups/rememberProject';
import { archiveSessionTranscript } from '../backups/transcriptArchive';
import { findProject } from '../project/project';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { beforeFileCalls } from '../testing/fileCalls';
import { NOW_MS, git, newRepository } from '../testing/places';
import { forgetKept, planForget } from './forget';
import { claudesLeft, leftThing } from './forgetLeft';
import type { OpenProject } from './openProject';
import { listVault } from './vault';

const ANOTHER = '2d15ee69-80c7-4496-aef1-0af73e0095c8';
const { lstat, open, readFile, readdir, rm } = promises;
const replace = (by: Partial<typeof promises>): void => {
	Object.assign(promises, by);
	syncBuiltinESMExports();
};
const replaceRm = (by: typeof rm): void => replace({ rm: by });
const replaceReaddir = (by: typeof readdir): void => replace({ readdir: by });

let place: BackupTestPlace;
let world: OpenProject;
beforeEach(async () => {
	place = newBackupPlace();
	const { claude } = place;
	const line = { ...userLine('Where should it go?'), sessionId: SESSION, cwd: place.repo };
	place.say([jsonl([line]).trim()]);
	const project = await place.project();
	world = { claude, project, clock: new FakeClock(NOW_MS) };
	const transcript = { file: place.transcript(), session: SESSION, slug: place.slug, sizeBytes: 0, modifiedMs: 0 };
	await (await BackupWriter.open(claude, project, world.clock)).create(transcript, 'exit');
});
afterEach(() => {
	replace({ lstat, open, readFile, readdir, rm });
	place.remove();
});

const marks = (): string => {
	const file = path.join(place.claude.keeperHome, 'session-marks.jsonl');
	return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test.each(['project', 'all', { session: SESSION }] as const)(
	'a session is private before anything of it goes: %s',
	async (what) => {
		const found: boolean[] = [];
		replaceRm(async (...call) => {
			found.push(marks().includes('"mark":"private"'));
			return rm(...call);
		});
		expect(await forgetKept(world, what)).toEqual([]);
		expect(found).toContain(true);
		expect(found).not.toContain(false);
		expect(marks()).toContain(SESSION);
	},
);

test('a session that was forgotten is backed up again when it goes on', async () => {
	await forgetKept(world, { session: SESSION });
	const missed = (lastMessageMs: number): Promise<readonly string[]> =>
		backUpMissed(world.claude, world.project, [{ id: SESSION, lastMessageMs, isLive: false }], world.clock);
	expect(await missed(NOW_MS - 1)).toEqual([]);
	expect(await missed(NOW_MS + 1)).toEqual([SESSION]);
});

test.each([
	['was moved away', (log: string) => log],
	['somebody has open', (_log: string, old: string) => old],
])('a line that is added while those of a session go stays: to a file that %s', async (_name, where) => {
	const log = path.join(place.memory, '.backup-log');
	const line = (raw: string): string => `{"event":"created","session":"${ANOTHER}","raw":"raw/${raw}"}\n`;
	appendFileSync(log, line('there.jsonl'));
	let hasAdded = false;
	const stop = beforeFileCalls((name, of) => {
		if (hasAdded || name !== 'link' || !path.basename(of).startsWith('..backup-log.') || !of.startsWith(place.memory))
			return;
		hasAdded = true;
		appendFileSync(where(log, of.replace(/tmp$/u, 'old')), line('added.jsonl'));
	});
	const failed = await forgetKept(world, { session: SESSION });
	stop();
	expect([failed, hasAdded]).toEqual([[], true]);
	expect(readFileSync(log, 'utf8')).toBe(`${line('there.jsonl')}${line('added.jsonl')}`);
	expect(readdirSync(place.memory).filter((name) => name.includes('.kept-'))).toEqual([]);
});

test('what is there again is no success', async () => {
	const [raw = ''] = place.raws();
	const file = path.join(place.memory, 'raw', raw);
	replaceRm(async (target, options) => (target === file ? undefined : rm(target, options)));
	expect(await forgetKept(world, { session: SESSION })).toEqual([{ path: file, reason: 'it was written again' }]);
});

test('what cannot be deleted is said with the reason', async () => {
	const [raw = ''] = place.raws();
	const file = path.join(place.memory, 'raw', raw);
	replaceRm(async (target, options) => {
		if (target === file) throw new Error('EBUSY: in use');
		return rm(target, options);
	});
	expect(await forgetKept(world, { session: SESSION })).toEqual([{ path: file, reason: 'EBUSY: in use' }]);
	replaceRm(rm);
	expect(await forgetKept(world, { session: SESSION })).toEqual([]);
	expect((await planForget(world, { session: SESSION })).deleted.filter(({ form }) => form !== 'cache')).toEqual([]);
});

test('what is known only by a change goes before the change', async () => {
	const id = '20261121T100000000Z-000aaaaaaaa';
	const change = {
		schemaVersion: 1,
		id,
		ts: '2026-11-21T10:00:00.000Z',
		project: place.repo,
		label: SESSION,
		steps: [],
	};
	place.write(`home/.claude/session-keeper/changes/${id}.json`, JSON.stringify(change));
	place.write('home/.claude/session-keeper/reflection/work/x.txt', `made by ${id}`);
	const gone: string[] = [];
	replaceRm(async (target, options) => {
		gone.push(path.basename(String(target)));
		return rm(target, options);
	});
	await forgetKept(world, { session: SESSION });
	expect(gone.indexOf('x.txt')).toBeGreaterThan(-1);
	expect(gone.indexOf('x.txt')).toBeLessThan(gone.indexOf(`${id}.json`));
});

test('a file that somebody did not live to write takes nothing else along', async () => {
	const id = '20261121T100000000Z-000aaaaaaaa';
	const half = `home/.claude/session-keeper/changes/.${id}.4194304@here.pending.4194304.0123456789ab.tmp`;
	const written = place.write(half, JSON.stringify({ id, project: place.repo, label: SESSION }));
	const own = place.write('home/.claude/session-keeper/reflection/work/x.txt', `made by ${id}`);
	const others = place.write('home/.claude/session-keeper/reflection/work/y.txt', 'topic: something else');
	const document = place.write('repo/.claude/memory/sessions/notes.md', '---\ntopic: Something else\n---\n\n# Notes\n');
	await forgetKept(world, { session: SESSION });
	expect([written, own, others, document].map((file) => existsSync(file))).toEqual([false, false, true, true]);
});

test.each(['project', 'all', { session: SESSION }] as const)(
	'a folder that may not be read hinders nothing, and is named: %s',
	async (what) => {
		const folder = path.join(place.claude.projectsDir, what === 'project' ? place.slug : 'zz-no-reading');
		place.write(path.relative(place.root, path.join(folder, 'x.txt')));
		const refuse = (...call: readonly unknown[]): Promise<unknown> =>
			call[0] === folder
				? Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))
				: (Reflect.apply(readdir, promises, call) as Promise<unknown>);
		replaceReaddir(refuse as typeof readdir);
		const { left } = await planForget(world, what);
		expect(await forgetKept(world, what)).toEqual([]);
		if (typeof what === 'string') expect(left).toContainEqual({ path: folder, why: 'unread', command: undefined });
		if (what !== 'all') expect(marks()).toContain(SESSION);
		expect(place.raws()).toEqual([]);
	},
);

test('a compressed copy that nobody lived to end goes, too', async () => {
	const name = '.20261121-1011-exit.jsonl.br.999999.0123456789ab.tmp';
	const files = [place.memory, place.second].map((folder) => path.join(folder, 'raw', name));
	for (const file of files) place.write(path.relative(place.root, file), 'half');
	expect(await forgetKept(world, { session: SESSION })).toEqual([]);
	expect(files.map((file) => existsSync(file))).toEqual([false, false]);
});

test('what a process that runs is writing stays, and is named', async () => {
	const file = path.join(place.memory, 'raw', `.20261121-1011-exit.jsonl.br.${process.pid}.0123456789ab.tmp`);
	const writtenAt = (seconds: number): void => utimesSync(file, seconds, seconds);
	place.write(path.relative(place.root, file), 'half');
	writtenAt(NOW_MS / 1_000);
	const { left } = await planForget(world, { session: SESSION });
	expect(left).toContainEqual({ path: file, why: 'unread', command: undefined });
	expect(await forgetKept(world, { session: SESSION })).toEqual([]);
	expect(existsSync(file)).toBe(true);
	// By another machine the id says nothing; for a minute it is taken for a writer's.
	const theirs = file.replace(`.${process.pid}.`, `.${process.pid}@their-container.`);
	place.write(path.relative(place.root, theirs), 'half');
	for (const [secondsAgo, isLeft] of [
		[30, true],
		[90, false],
	] as const) {
		utimesSync(theirs, NOW_MS / 1_000 - secondsAgo, NOW_MS / 1_000 - secondsAgo);
		expect((await planForget(world, { session: SESSION })).left.some((each) => each.path === theirs)).toBe(isLeft);
	}
	// Two hours later the id is another process's.
	writtenAt(NOW_MS / 1_000 - 7_200);
	expect(await forgetKept(world, { session: SESSION })).toEqual([]);
	expect([file, theirs].map((each) => existsSync(each))).toEqual([false, false]);
});

test('what a folder of our home is a link to is forgotten, and what else is there is not', async () => {
	const disk = path.join(place.root, 'disk');
	const others = [place.write('disk/photos/x.jsonl', '{}'), place.write('disk/photos/x.txt', SESSION)];
	symlinkSync(disk, path.join(place.claude.keeperHome, 'archive'));
	// Nothing of Claude's is ours by another name.
	const trash = path.join(place.claude.keeperHome, 'trash');
	symlinkSync(place.claude.projectsDir, trash);
	expect(await archiveSessionTranscript(place.claude, world.project, SESSION, world.clock)).toBe('archived');
	const copies = readdirSync(path.join(disk, place.slug)).map((name) => path.join(disk, place.slug, name));
	expect(copies).toHaveLength(2);
	const { left } = await planForget(world, { session: SESSION });
	expect(left).toContainEqual({ path: trash, why: 'unread', command: undefined });
	expect(await forgetKept(world, { session: SESSION })).toEqual([]);
	expect(copies.filter((file) => existsSync(file))).toEqual([]);
	expect(await forgetKept(world, 'all')).toEqual([]);
	expect([place.transcript(), ...others].filter((file) => !existsSync(file))).toEqual([]);
});

test.each(['memory', 'raw', 'home'] as const)(
	'what cannot be reached is named each time, also when nothing else is left: %s',
	async (of) => {
		const { claude } = place;
		const folder = {
			memory: world.project.memoryDir,
			raw: path.join(place.memory, 'raw'),
			home: path.join(claude.keeperHome, 'changes'),
		}[of];
		place.write(path.relative(place.root, path.join(folder, 'x.md')));
		const refuse = (...call: readonly unknown[]): Promise<unknown> =>
			call[0] === folder
				? Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))
				: (Reflect.apply(readdir, promises, call) as Promise<unknown>);
		replaceReaddir(refuse as typeof readdir);
		const failed = [];
		for (const _ of [1, 2]) {
			const { left } = await planForget(world, { session: SESSION });
			expect(left).toContainEqual({ path: folder, why: 'unread', command: undefined });
			failed.push(await forgetKept(world, { session: SESSION }));
		}
		// Which backup is the newest cannot be said then. By the second time nothing tells whose it was.
		const marker = { path: path.join(place.memory, '.pending-backup'), reason: 'EACCES: permission denied' };
		expect(failed).toEqual([of === 'raw' ? [marker] : [], []]);
	},
);

test('what killed writers left in folders of others goes, or is named', async () => {
	const { memoryDir } = world.project;
	const text = `---\nmetadata:\n  originSessionId: ${SESSION}\n---\n`;
	const end = '4194304.0123456789ab';
	const write = (folder: string, name: string, said = text): string =>
		place.write(path.relative(place.root, path.join(folder, name)), said);
	const gone = [
		write(memoryDir, `.feedback_x.md.${end}.tmp`),
		write(place.repo, `.session-protocol.json.${end}.tmp`),
		write(path.join(place.repo, '.claude'), `.settings.local.json.${end}.tmp`),
		write(place.claude.configDir, `.settings.json.${end}.tmp`),
		write(path.join(place.repo, '.temp'), `.output-session-summary-2026-11-21.md.${end}.tmp`),
	];
	// It may be the only one that there is.
	write(memoryDir, `.project_y.md.${end}.old`);
	const copies = [write(memoryDir, 'MEMORY.md.kept-0123456789ab'), write(place.repo, 'CLAUDE.md.kept-0123456789ab')];
	const others = [
		write(memoryDir, `.feedback_z.md.${end}.tmp`, 'of another'),
		write(place.repo, `x.${end}.tmp`),
		write(place.repo, '.x.md.tmp'),
	];
	expect(await forgetKept(world, { session: SESSION })).toEqual([]);
	expect(gone.filter((file) => existsSync(file))).toEqual([]);
	const stay = [...copies, path.join(memoryDir, 'project_y.md')];
	const { left } = await planForget(world, { session: SESSION });
	expect(left.map((each) => each.path)).toEqual(expect.arrayContaining(stay));
	expect([...stay, ...others].filter((file) => !existsSync(file))).toEqual([]);
});

test('links that lead to places of ours are not named, and all others in them are', async () => {
	const worktree = place.folder('worktree');
	git(place.repo, 'worktree', 'add', '-q', '--detach', worktree);
	const project = await findProject(place.claude, place.repo);
	rmSync(path.join(worktree, '.claude'), { recursive: true, force: true });
	symlinkSync(path.join(place.repo, '.claude'), path.join(worktree, '.claude'));
	place.write('elsewhere/x.md', SESSION);
	const links = ['.claude/memory/raw/20261121_1011.jsonl', '.claude/memory/more', 'docs/sessions/x.md'];
	for (const link of [...links, 'docs/sessions/pictures', '.temp/bin']) {
		place.folder(path.join('repo', path.dirname(link)));
		symlinkSync(path.join(place.root, 'elsewhere'), path.join(place.repo, link));
	}
	const { unread } = await listVault(place.claude, project);
	expect(unread.map((each) => path.relative(place.repo, each.path)).sort()).toEqual([...links].sort());
});

test('a project whose record cannot be read is named', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await rememberProject(place.claude, await findProject(place.claude, other));
	const { home } = await findProject(place.claude, other);
	const record = path.join(home, 'project.json');
	const refuse = (call: (...args: never) => Promise<unknown>, ...args: readonly unknown[]): Promise<unknown> =>
		args[0] === record
			? Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
			: (Reflect.apply(call, promises, args) as Promise<unknown>);
	replace({
		open: refuse.bind(undefined, open) as typeof open,
		readFile: refuse.bind(undefined, readFile) as typeof readFile,
	});
	const { unread } = await listVault(place.claude, world.project);
	expect(unread.map((each) => each.path)).toEqual([record]);
});

test('a disk that does not answer keeps nothing else from being listed and forgotten', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await rememberProject(place.claude, await findProject(place.claude, other));
	const cwd = path.join(place.repo, 'mounted');
	place.say([jsonl([{ ...userLine('And this?'), sessionId: ANOTHER, cwd }]).trim()], ANOTHER);
	const dead = [other, cwd].map((folder) => path.join(folder, '.git'));
	const refuse = (...call: readonly unknown[]): Promise<unknown> =>
		dead.includes(String(call[0]))
			? Promise.reject(Object.assign(new Error('ENOTCONN: it is not connected'), { code: 'ENOTCONN' }))
			: (Reflect.apply(lstat, promises, call) as Promise<unknown>);
	replace({ lstat: refuse as typeof lstat });
	expect((await listVault(place.claude, world.project)).unread).toEqual([{ path: other, project: other }]);
	const { left, deleted } = await planForget(world, 'all');
	expect(left).toContainEqual({ path: other, why: 'unread', command: undefined });
	expect(deleted).not.toEqual([]);
	expect((await planForget(world, 'project')).words.ids).not.toContain(ANOTHER);
	expect(await forgetKept(world, 'project')).toEqual([]);
	expect(place.raws()).toEqual([]);
});

test('a pattern and the path before it are one word on Windows', async () => {
	const { platform } = process;
	Object.defineProperty(process, 'platform', { value: 'win32' });
	try {
		const claude = { ...place.claude, configDir: 'C:\\A B', projectsDir: 'C:\\A B\\projects' };
		const [first] = await claudesLeft({ ...world, claude }, 'all', {
			mentions: { in: () => false, longest: 0 },
		});
		expect(first?.command).toMatch(/^Remove-Item -Recurse -Path 'C:\\A B\\projects\/\*\/[^']+'$/u);
		expect(leftThing("C:\\it's\\a,b", 'saved').command).toBe("Remove-Item -Recurse -LiteralPath 'C:\\it''s\\a,b'");
	} finally {
		Object.defineProperty(process, 'platform', { value: platform });
	}
});

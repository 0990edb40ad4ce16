import { execFileSync } from 'node:child_process';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BackupEvent, type BackupLogLine, backupLogLine } from '../core/backups/log';
import type { PendingBackup } from '../core/backups/pending';
import { projectSlug } from '../core/claude/slug';
import { FakeClock } from '../core/testing/fakeClock';
import { jsonl, metaLine, userLine } from '../core/testing/transcripts';
import { BackupStore } from './backupStore';
import { homePlace } from './backups/place';
import { backupTitle, glanceBackup } from './backupTitles';
import { openTrash } from './keeperTrash';
import { type Project, findProject } from './project';
import { NOW_MS, type Place, fillDisk, mountSmallDisk, newPlace, newRepository, snapshot } from './testing/places';

const A = '20261120_091500_exit.jsonl';
const B = '20261119_091500_clear.jsonl';
let place: Place;
let project: Project;
let store: BackupStore;
beforeEach(async () => {
	place = newPlace();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
	store = new BackupStore(project, openTrash(place.claude), new FakeClock(NOW_MS));
});
afterEach(() => place.remove());

const memory = (name: string): string => path.join(project.root, '.claude/memory', name);
const source = (id = 's1'): string => path.join(place.claude.projectsDir, '-x', `${id}.jsonl`);
function raw(name: string, content = 'x'.repeat(10)): string {
	return place.write(path.relative(place.root, memory(`raw/${name}`)), content, 1);
}
function log(...lines: (Partial<BackupLogLine> & { raw: string; event?: BackupEvent })[]): void {
	place.write(
		path.relative(place.root, memory('.backup-log')),
		lines.map((line) => `${backupLogLine({ ts: '2026-11-20T09:15:00Z', event: 'pending', ...line })}\n`).join(''),
	);
}
function marker(text: string): string {
	return place.write(path.relative(place.root, memory('.pending-backup')), text);
}
const states = async (): Promise<readonly string[]> =>
	(await store.list()).pending.map((backup) => `${backup.raw} ${backup.state}`);
const events = (): readonly string[] =>
	readFileSync(memory('.backup-log'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { event: string }).event);
async function first(): Promise<PendingBackup> {
	const [backup] = (await store.list()).pending;
	if (backup === undefined) throw new Error('nothing is pending');
	return backup;
}

describe('listing', () => {
	test('holds the log against what is there', async () => {
		raw(A);
		raw('20261118_000000.jsonl');
		place.write(path.relative(place.root, source('s2')));
		log(
			{ raw: A, session: 's1' },
			{ raw: B, source: source('s2') },
			{ raw: '20261117_000000.jsonl', source: source('gone') },
		);
		marker(`.claude/memory/raw/${A}\n`);
		expect(await states()).toEqual([
			`${A} pending`,
			`${B} unfinished`,
			'20261117_000000.jsonl lost',
			'20261118_000000.jsonl unknown',
		]);
		expect(await store.list()).toMatchObject({ marker: { kind: 'names', raw: A }, skippedLines: 0 });
	});

	test('is nothing where there is nothing', async () => {
		expect(await store.list()).toEqual({ pending: [], marker: undefined, skippedLines: 0 });
		mkdirSync(memory(''), { recursive: true });
		expect(await store.list()).toEqual({ pending: [], marker: undefined, skippedLines: 0 });
	});

	test('leaves links, folders, pipes and strange names in raw/ alone', async () => {
		raw(A);
		raw('notes.txt');
		raw('.hidden.jsonl');
		symlinkSync('/etc/passwd', memory('raw/20261120_000001.jsonl'));
		mkdirSync(memory('raw/20261120_000002.jsonl'));
		execFileSync('mkfifo', [memory('raw/20261120_000003.jsonl')]);
		expect(await states()).toEqual([`${A} unknown`]);
	});

	test('counts the lines of the log that it cannot read, and reads the others', async () => {
		raw(A);
		place.write(
			path.relative(place.root, memory('.backup-log')),
			`torn\n${backupLogLine({ ts: 'x', event: 'pending', raw: A })}\n{"raw":"/etc/passwd","ts":"x","event":"pending"}\n`,
		);
		expect((await store.list()).skippedLines).toBe(2);
		expect(await states()).toEqual([`${A} pending`]);
	});

	test.each([
		['a pipe', () => execFileSync('mkfifo', [memory('.backup-log')])],
		['a folder', () => mkdirSync(memory('.backup-log'))],
		['binary', () => writeFileSync(memory('.backup-log'), Buffer.from([0, 255, 10, 1]))],
		[
			'endless',
			() => {
				writeFileSync(memory('.backup-log'), '');
				truncateSync(memory('.backup-log'), 3 * 1024 ** 3);
			},
		],
	])('survives a log that is %s', async (_name, make) => {
		raw(A);
		make();
		expect(await states()).toEqual([`${A} unknown`]);
	});

	// R1: a log in a repository names what it likes.
	test('looks for no source outside of Claude Code’s transcripts', async () => {
		const secret = place.write('secret.jsonl', 'x');
		mkdirSync(source(), { recursive: true });
		log(
			{ raw: A, source: secret },
			{ raw: B, source: path.join(place.claude.projectsDir, '../../../secret.jsonl') },
			{ raw: '20261118_000000.jsonl', source: '\\\\server\\share\\x.jsonl' },
			{ raw: '20261117_000000.jsonl', source: source() },
			{ raw: '20261116_000000.jsonl', source: place.claude.projectsDir },
		);
		expect((await states()).every((state) => state.endsWith(' lost'))).toBe(true);
	});

	// T31
	test('knows a source by the name of a linked home, too', async () => {
		place.write(path.relative(place.root, source()));
		symlinkSync('.claude', path.join(place.home, 'alias'));
		const claude = { ...place.claude, projectsDir: path.join(place.home, 'alias/projects') };
		log({ raw: A, source: source() }, { raw: B, source: source().replace('.claude', 'alias') });
		store = new BackupStore(await findProject(claude, project.root), openTrash(place.claude), new FakeClock(NOW_MS));
		expect([...(await states())].sort()).toEqual([`${B} unfinished`, `${A} unfinished`]);
	});
});

// R1, R2, T42
describe('a marker from some repository', () => {
	test.each([
		['a file outside raw/', '../../../secret.jsonl\n'],
		['an absolute path', '/etc/passwd\n'],
		['a way up by backslashes', '.claude\\memory\\raw\\..\\..\\..\\secret.jsonl\n'],
		['a line break', `${A}\nNow delete everything\n`],
		['nothing', ''],
		['far too much', `${'x'.repeat(5_000)}\n`],
	])('that holds %s is refused, and nothing that it names is touched', async (_name, text) => {
		const secret = place.write('secret.jsonl', 'mine');
		raw(A);
		marker(text);
		expect((await store.list()).marker?.kind).toBe('refused');
		await store.discard(await first());
		expect(readFileSync(secret, 'utf8')).toBe('mine');
		expect(existsSync(memory('.pending-backup'))).toBe(false);
	});

	test.each([
		['a link', () => symlinkSync(path.join(place.root, 'secret'), memory('.pending-backup'))],
		['a link that dangles', () => symlinkSync('/nowhere', memory('.pending-backup'))],
		['a pipe', () => execFileSync('mkfifo', [memory('.pending-backup')])],
		['a folder', () => mkdirSync(memory('.pending-backup'))],
	])('that is %s is refused without being read', async (_name, make) => {
		place.write('secret', `${A}\n`);
		raw(A);
		make();
		expect((await store.list()).marker).toEqual({ kind: 'refused', reason: 'outsideRaw' });
	});

	test('that is a link is replaced by a marker, and what it leads to stays', async () => {
		const secret = place.write('secret', 'mine');
		raw(A);
		raw(B);
		log({ raw: B });
		symlinkSync(secret, memory('.pending-backup'));
		await store.discard(await first());
		expect(readFileSync(secret, 'utf8')).toBe('mine');
		expect(lstatSync(memory('.pending-backup')).isFile()).toBe(true);
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe(`.claude/memory/raw/${B}\n`);
	});

	test('that names a missing file names it, and invents no backup', async () => {
		raw(A);
		marker(`.claude/memory/raw/${B}\n`);
		expect(await store.list()).toMatchObject({ marker: { kind: 'names', raw: B }, pending: [{ raw: A }] });
	});
});

// T42
describe('a folder that leads out of the project', () => {
	test.each([['.claude'], ['.claude/memory'], ['.claude/memory/raw'], ['.claude/memory/.backup-log']])(
		'by %s is refused: nothing there is read, written or removed',
		async (link) => {
			place.write(`outside/memory/raw/${A}`, 'theirs');
			place.write(`outside/raw/${A}`, 'theirs');
			place.write(`outside/${A}`, 'theirs');
			const target = path.join(place.root, link.endsWith('log') ? `outside/${A}` : 'outside');
			mkdirSync(path.dirname(path.join(project.root, link)), { recursive: true });
			symlinkSync(target, path.join(project.root, link));
			const before = snapshot(place.root);
			await expect(store.list()).rejects.toThrow(/^Refused: .* leads outside the project$/);
			const forged: PendingBackup = {
				raw: A,
				state: 'pending',
				session: undefined,
				reason: undefined,
				source: undefined,
				sinceMs: 0,
				sizeBytes: 6,
				isDamaged: false,
				isVerified: false,
			};
			await expect(store.discard(forged)).rejects.toThrow('leads outside the project');
			expect(snapshot(place.root)).toEqual(before);
		},
	);
});

describe('discarding', () => {
	test('moves a backup and its side files to the trash, and undo brings all back, byte for byte', async () => {
		raw(A, 'content\0\r\n');
		place.write(path.relative(place.root, memory(`raw/${A.replace('.jsonl', '.files')}/subagents/x.jsonl`)), 'side', 2);
		raw(B);
		log({ raw: A, session: 's1', reason: 'exit', source: source() }, { raw: B });
		marker(`.claude/memory/raw/${A}\n`);
		const before = snapshot(memory('raw'));
		const entry = await store.discard(await first());
		expect(readdirSync(memory('raw'))).toEqual([B]);
		expect(events()).toEqual(['pending', 'pending', 'discarded']);
		expect(await states()).toEqual([`${B} pending`]);
		expect(readFileSync(memory('.pending-backup'), 'utf8')).toBe(`.claude/memory/raw/${B}\n`);
		expect(await store.discarded()).toHaveLength(1);

		expect(entry && (await store.undoDiscard(entry))).toBe(true);
		expect(snapshot(memory('raw'))).toEqual(before);
		expect(await states()).toEqual([`${A} pending`, `${B} pending`].sort().reverse());
		expect((await store.list()).pending.find((backup) => backup.raw === A)).toMatchObject({
			session: 's1',
			reason: 'exit',
			source: source(),
			sinceMs: Date.parse('2026-11-20T09:15:00Z'),
		});
		expect(await store.discarded()).toEqual([]);
	});

	test('the last one leaves no marker', async () => {
		raw(A);
		marker(`${A}\n`);
		await store.discard(await first());
		expect(existsSync(memory('.pending-backup'))).toBe(false);
	});

	test('one whose copy never came is a line in the log', async () => {
		log({ raw: A });
		expect(await store.discard(await first())).toBeUndefined();
		expect(events()).toEqual(['pending', 'discarded']);
		expect(await states()).toEqual([]);
	});

	test('one twice at once is one line', async () => {
		raw(A);
		const backup = await first();
		const entries = await Promise.all([store.discard(backup), store.discard(backup)]);
		expect(entries.filter((entry) => entry !== undefined)).toHaveLength(1);
		expect(await states()).toEqual([]);
	});

	// R12, T44
	test('keeps what comes back out of git, and the log for its owner', async () => {
		raw(A);
		const entry = await store.discard(await first());
		expect(readFileSync(memory('.gitignore'), 'utf8')).toContain('raw/');
		expect(lstatSync(memory('.backup-log')).mode & 0o777).toBe(0o600);
		rmSync(memory(''), { recursive: true });
		expect(entry && (await store.undoDiscard(entry))).toBe(true);
		expect(readFileSync(memory('.gitignore'), 'utf8')).toContain('raw/');
		expect(lstatSync(memory('raw')).mode & 0o777).toBe(0o700);
	});

	test('undo goes over nothing', async () => {
		raw(A, 'mine');
		const entry = await store.discard(await first());
		raw(A, 'theirs');
		expect(entry && (await store.undoDiscard(entry))).toBe(false);
		expect(readFileSync(memory(`raw/${A}`), 'utf8')).toBe('theirs');
		expect(await store.discarded()).toHaveLength(1);
	});

	test('undo goes nowhere but into raw/', async () => {
		raw(A);
		const entry = await store.discard(await first());
		if (entry === undefined) throw new Error('nothing was taken');
		const before = snapshot(place.root);
		for (const target of [path.join(place.root, A), memory(A), memory('raw/.hidden.jsonl'), memory(`raw/sub/${A}`)])
			expect(await store.undoDiscard({ ...entry, path: target })).toBe(false);
		expect(snapshot(place.root)).toEqual(before);
	});

	test('nothing is done where the ignore file leads out of the project', async () => {
		raw(A);
		place.write('outside', 'theirs');
		symlinkSync(path.join(place.root, 'outside'), memory('.gitignore'));
		const backup = await first();
		await expect(store.discard(backup)).rejects.toThrow('leads outside the project');
		expect(await states()).toEqual([`${A} unknown`]);
		expect(await store.discarded()).toEqual([]);
	});

	test('what cannot be recorded on a full disk is not done', async (context) => {
		const disk = path.join(place.root, 'disk');
		const unmount = mountSmallDisk(disk, 128);
		if (unmount === undefined) return context.skip();
		try {
			project = await findProject(place.claude, newRepository(path.join(disk, 'repo')));
			store = new BackupStore(project, openTrash(place.claude), new FakeClock(NOW_MS));
			// An empty one: a larger one would make room for the line by leaving.
			raw(A, '');
			const backup = await first();
			place.write('disk/repo/.claude/memory/.gitignore', 'raw/\n.pending-backup\n.backup-log\nsessions/\n');
			fillDisk(disk);
			const before = snapshot(memory('raw'));
			await expect(store.discard(backup)).rejects.toMatchObject({ code: 'ENOSPC' });
			expect(snapshot(memory('raw'))).toEqual(before);
			expect(await store.discarded()).toEqual([]);
		} finally {
			unmount();
		}
	});
});

describe('the title of a backup', () => {
	test('is that of its copy', async () => {
		raw(A, jsonl([userLine('hello'), metaLine('custom-title', { customTitle: 'My title' })]));
		expect((await glanceBackup(store, await first()))?.title).toBe('My title');
	});

	test('shows no secret of a first prompt', async () => {
		const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
		raw(A, jsonl([userLine(`Use ${secret}`)]));
		expect(await backupTitle(place.claude, store, await first())).toBe('Use [redacted: github-token]');
	});

	test('is never looked for in the source that a log names', async () => {
		place.write(path.relative(place.root, source()), jsonl([userLine('secret')]));
		log({ raw: A, source: source() });
		const backup = await first();
		expect(backup.state).toBe('unfinished');
		expect(await glanceBackup(store, backup)).toBeUndefined();
	});
});

describe('backups of which only the second copy is left', () => {
	const inHome = (name: string): string =>
		path.join(place.claude.keeperHome, 'backups', projectSlug(project.root), name);
	function putSecond(...names: readonly string[]): void {
		for (const name of names) place.write(path.relative(place.root, inHome(`raw/${name}`)), 'x'.repeat(10), 1);
		place.write(
			path.relative(place.root, inHome('.backup-log')),
			names
				.map((name) => `${backupLogLine({ ts: '2026-11-20T09:15:00Z', event: 'pending', raw: name, session: 's1' })}\n`)
				.join(''),
		);
	}
	beforeEach(() => {
		const home = homePlace(place.claude, project);
		store = new BackupStore(project, openTrash(place.claude), new FakeClock(NOW_MS), home);
	});

	test('are listed though `git clean -fdX` took everything of the project', async () => {
		putSecond(A);
		expect((await store.list()).pending).toMatchObject([{ raw: A, state: 'pending', session: 's1', isHomeOnly: true }]);
		expect(store.fileOf(await first())).toBe(inHome(`raw/${A}`));
		// Looking at them writes nothing.
		expect(existsSync(path.join(project.root, '.claude'))).toBe(false);
	});

	test('are the ones whose file is gone from the project, and not those that were dealt with there', async () => {
		putSecond(A, B);
		log({ raw: A }, { raw: B }, { raw: B, event: 'processed' });
		expect(await states()).toEqual([`${A} pending`]);
		raw(A);
		expect((await first()).isHomeOnly).toBeUndefined();
	});

	test('are discarded from there, stay away, and come back on undo', async () => {
		putSecond(A, B);
		const entry = await store.discard(await first());
		expect(existsSync(inHome(`raw/${A}`))).toBe(false);
		expect(await states()).toEqual([`${B} pending`]);
		expect(existsSync(path.join(project.root, '.claude'))).toBe(false);
		expect(await store.discarded()).toHaveLength(1);
		if (entry === undefined) throw new Error('nothing went to the trash');
		expect(await store.undoDiscard(entry)).toBe(true);
		expect(readFileSync(inHome(`raw/${A}`), 'utf8')).toBe('x'.repeat(10));
		expect(await states()).toEqual([`${A} pending`, `${B} pending`]);
	});

	test('do not include what was discarded before the project was cleaned', async () => {
		putSecond(A);
		raw(A);
		log({ raw: A, session: 's1' });
		await store.discard(await first());
		rmSync(path.join(project.root, '.claude'), { recursive: true });
		expect(await states()).toEqual([]);
	});
});

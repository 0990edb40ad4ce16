import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepPrivate } from './privatePlaces';
import { keepOut } from '../project/privateFolder';
import { type Project, findProject } from '../project/project';
import { type Place, git, newPlace, newRepository } from '../testing/places';

const FILE = 'repo/.claude/memory/.gitignore';
const NAMES = 'raw/\n.pending-backup\n.backup-log\nsessions/\n';
const OURS = `${NAMES}.gitignore\n`;
let place: Place;
let project: Project;
beforeEach(async () => {
	place = newPlace();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
});
afterEach(() => place.remove());
const content = (): string => readFileSync(path.join(place.root, FILE), 'latin1');

// R12
test('git does not see backups, and sees documents', async () => {
	await keepPrivate(project);
	for (const name of [
		'raw/20261120_091500.jsonl',
		'.pending-backup',
		'.backup-log',
		'sessions/active/a.json',
		'session-2026-11-20-0915.md',
	])
		place.write(`repo/.claude/memory/${name}`);
	expect(content()).toBe(OURS);
	expect(git(project.root, 'status', '--porcelain', '-uall').trim().split('\n')).toEqual([
		'?? .claude/memory/session-2026-11-20-0915.md',
	]);
});

test.each([
	['a file of others keeps its lines', 'notes/\n', `notes/\n${NAMES}`],
	['a last line without an end gets one', 'notes/', `notes/\n${NAMES}`],
	[
		'lines that are there are not added again',
		'sessions/\r\nraw/\r\n',
		'sessions/\r\nraw/\r\n.pending-backup\n.backup-log\n.gitignore\n',
	],
	['a whole file is left alone', `# mine\n${NAMES}`, `# mine\n${NAMES}`],
	['bytes that are no UTF-8 stay what they are', 'caf\u00e9/\n', `caf\u00e9/\n${NAMES}`],
])('%s', async (_name, before, after) => {
	place.write(FILE, Buffer.from(before, 'latin1'));
	await keepPrivate(project);
	expect(content()).toBe(after);
	const { mtimeMs } = statSync(path.join(place.root, FILE));
	await keepPrivate(project);
	expect(statSync(path.join(place.root, FILE)).mtimeMs).toBe(mtimeMs);
});

test('what is too large to be a list is not written over', async () => {
	const file = place.write(FILE, 'x');
	truncateSync(file, 5 * 1024 * 1024);
	await expect(keepPrivate(project)).rejects.toThrow('too large');
	expect(statSync(file).size).toBe(5 * 1024 * 1024);
});

// T42
test.each([
	['the file', FILE],
	['the folder', 'repo/.claude/memory'],
	['the folder above', 'repo/.claude'],
])('nothing is written where %s is a link that leaves the project', async (_name, link) => {
	const outside = place.write('outside/.gitignore', 'theirs\n');
	mkdirSync(path.dirname(path.join(place.root, link)), { recursive: true });
	symlinkSync(link === FILE ? outside : path.dirname(outside), path.join(place.root, link));
	await expect(keepPrivate(project)).rejects.toThrow('leads outside the project');
	expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
});

test('outside git it lies in our home, which need not be there', async () => {
	const plain = await findProject(place.claude, place.folder('plain'));
	await keepPrivate(plain);
	expect(readFileSync(path.join(plain.filesRoot, '.claude/memory/.gitignore'), 'utf8')).toBe(OURS);
	expect(plain.filesRoot.startsWith(place.home)).toBe(true);
});

test('several sessions that end at once in a new project all keep their backups in it', async () => {
	const turns = (count: number): Promise<unknown> =>
		count === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)).then(() => turns(count - 1));
	// Each looks a little later than the one before, as processes do.
	for (let at = 0; at < 40; at++) {
		const folder = place.folder(`new/${at}`);
		const names = Array.from({ length: 8 }, (_, n) => n);
		const done = names.map((n) =>
			turns(at % 20 === 0 ? n : n * (at % 20)).then(() => keepOut(place.root, folder, ['raw/'])),
		);
		await expect(Promise.all(done)).resolves.toHaveLength(8);
	}
});

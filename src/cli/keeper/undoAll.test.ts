// `session-keeper undo` of what is in the trash, and of what stands in one list with it.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../core/base/dates';
import { projectSlug } from '../../core/claude/slug';
import { ReviewJournal } from '../../node/review/reviewJournal';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { NOW_MS } from '../../node/testing/places';
import { place, repo, keeper, good, undone, list, local, inClaude, changes, useUndoPlace } from '../testing/undoPlace';

useUndoPlace();

const RAW = '20261121_080000_exit.jsonl';
const inMemory = (name: string): string =>
	path.join(place.claude.projectsDir, projectSlug(repo), 'memory', `session-open-${name}-2026-11-01.md`);

test('what is thrown away stands in the same order of time, and goes back by its own use case', async () => {
	place.write(path.relative(place.root, inMemory('first')), '---\nname: First\n---\n', 3);
	place.write('repo/.claude/memory/raw/.gitignore', '*\n');
	place.write(`repo/.claude/memory/raw/${RAW}`, '{}\n', 1);
	await good('parked', 'archive', 'first');
	await good('hooks', 'install', '--yes');
	await good('backups', 'discard', RAW, '--yes');
	expect((await list()).map(({ kind, message }) => [kind, message])).toEqual([
		['backup', `${RAW} (discarded)`],
		['hooks', `hooks in ${local()} (installed)`],
		['parked', 'First (archived)'],
	]);
	expect(await undone()).toBe(`Undone: ${RAW} (discarded)\n`);
	expect(existsSync(path.join(repo, '.claude/memory/raw', RAW))).toBe(true);
	const item = (await list()).find(({ kind }) => kind === 'parked');
	// By what tells its id from others.
	expect(await undone(String(item?.id.split('-')[1]))).toBe('Undone: First (archived)\n');
	expect(existsSync(inMemory('first'))).toBe(true);
	expect((await list()).map(({ kind }) => kind)).toEqual(['hooks']);
});

test('an old item that waits for its day comes back as old as it was', async () => {
	const file = place.write(
		path.relative(place.root, inMemory('first')),
		`---\nname: First\ndue: 2026-12-24\n---\n`,
		40,
	);
	await good('parked', 'archive', 'first');
	expect(await undone()).toBe('Undone: First (archived)\n');
	expect(statSync(file).mtimeMs).toBe(NOW_MS - 40 * DAY_MS);
});

test('one place that cannot be read stops no undo that names what is elsewhere', async () => {
	await good('hooks', 'install', '--yes');
	const [made] = await list();
	const stop = beforeFileCalls((name, file) => {
		if (name === 'readdir' && file.endsWith('/trash')) throw systemError('EACCES');
	});
	try {
		const listed = await keeper('undo', '--list');
		expect([listed.code, listed.out.includes('hooks'), listed.err]).toEqual([
			0,
			true,
			expect.stringContaining('Some changes could not be listed: EACCES'),
		]);
		// The last change may be among what cannot be read.
		expect(await keeper('undo')).toMatchObject({ code: 1, err: expect.stringContaining('EACCES') });
		expect(await keeper('undo', 'nothing')).toMatchObject({ code: 1, err: expect.stringContaining('EACCES') });
		expect(await keeper('undo', made?.id ?? '')).toMatchObject({ code: 0 });
	} finally {
		stop();
	}
	expect(existsSync(local())).toBe(false);
});

test('one record that cannot be read stops no undo that names another, and no last change is guessed', async () => {
	await good('hooks', 'cleanup-days', '90', '--yes');
	const [first] = await list();
	await good('hooks', 'cleanup-days', '120', '--yes');
	const stop = beforeFileCalls((name, file) => {
		if (name === 'open' && file.endsWith(changes()[1] ?? '')) throw systemError('EACCES');
	});
	try {
		expect(await keeper('undo', '--list')).toMatchObject({
			code: 0,
			out: expect.stringContaining('cleanupPeriodDays'),
			err: 'Some changes could not be listed: EACCES: as the test wants it\n',
		});
		expect(await keeper('undo')).toMatchObject({ code: 1, err: expect.stringContaining('EACCES') });
		expect(await keeper('config', 'list')).toMatchObject({ code: 0 });
		await keeper('hooks', 'cleanup-days', '150', '--yes');
		expect((await keeper('undo', '--list')).out.match(/cleanupPeriodDays/gu)).toHaveLength(2);
		expect(await keeper('undo', first?.id ?? '')).toMatchObject({
			code: 1,
			err: expect.stringContaining('has changed since'),
		});
	} finally {
		stop();
	}
});

test('what expired by itself is listed, and comes back only where it is named', async () => {
	place.write(path.relative(place.root, inMemory('old')), '---\nname: Old\n---\n', 31);
	await good('parked', 'list');
	const [item] = await list();
	expect(item).toMatchObject({ kind: 'parked', message: 'Old (expired)' });
	expect(await undone()).toContain('Nothing to undo. What expired comes back by its id');
	await undone(item?.id ?? '');
	expect(existsSync(inMemory('old'))).toBe(true);
	await good('parked', 'list');
	expect(existsSync(inMemory('old'))).toBe(true);
});

test('an item that would be one too many is refused, unless the person says yes', async () => {
	const names = Array.from({ length: 10 }, (_, at) => `item${at}`);
	for (const name of ['first', ...names.slice(1)])
		place.write(path.relative(place.root, inMemory(name)), `---\nname: ${name}\n---\n`, 1);
	await good('parked', 'archive', 'first');
	place.write(path.relative(place.root, inMemory('item0')), '---\nname: item0\n---\n', 1);
	expect(await keeper('undo')).toMatchObject({
		code: 1,
		err: expect.stringMatching(/10 items are open already\.\nArchive one first, or say --yes/u),
	});
	await undone('--yes');
	expect(existsSync(inMemory('first'))).toBe(true);
});

test('a rejected memory waits again', async () => {
	const ts = new Date(NOW_MS - DAY_MS).toISOString();
	mkdirSync(inClaude('session-keeper'), { recursive: true });
	const line = { ts, project: repo, hash: 'a'.repeat(16), event: 'rejected' as const, title: 'Use tabs' };
	await new ReviewJournal(place.claude).append(line);
	expect(await list()).toMatchObject([{ kind: 'memory', message: 'Use tabs (rejected)' }]);
	expect(await undone()).toBe('Undone: Use tabs (rejected)\n');
	expect(await list()).toEqual([]);
});

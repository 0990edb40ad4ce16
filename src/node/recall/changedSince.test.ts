// What became of the work of a session: in a real repository.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace, newRepository } from '../testing/places';
import { UNCHANGED } from '../../core/recall/since';
import { changedSince } from './changedSince';
import type { RecallHit } from './recall';

let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	git('checkout', '-q', '-B', 'main');
});
afterEach(() => place.remove());

const git = (...words: readonly string[]): string =>
	execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: repo, encoding: 'utf8' }).trim();
function commit(name: string): string {
	writeFileSync(path.join(repo, name), name);
	git('add', name);
	git('commit', '-qm', name);
	return git('rev-parse', '--short', 'HEAD');
}

const AT_MS = Date.UTC(2026, 10, 10);
const since = async (hit: Partial<RecallHit>): Promise<unknown> => {
	const whole = { cwd: repo, branch: 'main', atMs: AT_MS, files: [], commits: [], ...hit } as unknown as RecallHit;
	return (await changedSince({ env: process.env }, [whole]))[0];
};

test('files that were written later and files that are gone are counted, none outside of the checkout', async () => {
	const files = ['same.ts', 'later.ts', 'gone.ts', '../outside.ts'].map((name) => path.join(repo, name));
	for (const file of files) writeFileSync(file, '');
	const at = (file: string | undefined, ms: number): void => utimesSync(file ?? '', ms / 1_000, ms / 1_000);
	at(files[0], AT_MS - 1_000);
	at(files[1], AT_MS + 60_000);
	rmSync(files[2] ?? '');
	at(files[3], AT_MS + 60_000);
	expect(await since({ files })).toEqual({ files: 1, gone: 1, branch: undefined });
	expect(await since({ files, atMs: 0 })).toEqual(UNCHANGED);
	expect(await since({ cwd: undefined, files })).toEqual(UNCHANGED);
	// What was done in a worktree that is gone went somewhere: its files are not said to be deleted.
	for (const cwd of [path.join(repo, '.claude/worktrees/w'), path.join(place.root, 'repo-w')])
		expect(await since({ cwd, files: [path.join(cwd, 'same.ts')] })).toEqual(UNCHANGED);
});

test('of a folder that cannot be looked at nothing is known', async () => {
	const cwd = path.join(place.root, 'round');
	symlinkSync('round', cwd);
	expect(await since({ cwd, files: [path.join(cwd, 'a.ts')] })).toMatchObject({ branch: undefined });
	const { lstat } = promises;
	const dead = (): never => {
		throw Object.assign(new Error('ENOTCONN: the other end is gone'), { code: 'ENOTCONN' });
	};
	Object.assign(promises, { lstat: dead });
	syncBuiltinESMExports();
	try {
		expect(await since({ files: ['a.ts'] })).toEqual(UNCHANGED);
	} finally {
		Object.assign(promises, { lstat });
		syncBuiltinESMExports();
	}
});

test('a branch that was merged, one that goes on, and one that nobody has', async () => {
	commit('first');
	git('branch', 'behind');
	git('checkout', '-qb', 'done');
	const merged = commit('done');
	git('checkout', '-q', 'main');
	git('checkout', '-qb', 'open');
	const open = commit('open');
	git('checkout', '-q', 'main');
	git('merge', '-q', '--no-ff', '-m', 'merge', 'done');
	git('branch', 'new');
	const of = async (branch: string, commits: readonly string[], files: readonly string[] = []): Promise<unknown> =>
		((await since({ branch, commits, files })) as { branch: unknown }).branch;
	expect(await of('done', [merged])).toBe('merged');
	expect(await of('open', [open])).toBeUndefined();
	expect(await of('open', ['0123456'])).toBeUndefined();
	// Also where it was taken away after that, and where it was not we committed.
	expect(await of('removed', [merged])).toBe('merged');
	expect(await of('done', [], ['a.ts'])).toBe('merged');
	expect(await of('removed', [open])).toBe('gone');
	expect(await of('removed', [])).toBeUndefined();
	// Nothing was committed in these; the base of one went on.
	expect(await of('new', [], ['a.ts'])).toBeUndefined();
	expect(await of('behind', [], ['a.ts'])).toBeUndefined();
	expect(await of('main', [merged])).toBeUndefined();
});

// Drafts, decisions and exports of a project whose folder has moved since, or whose worktree is gone.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { readCounted } from '../../node/insights/readCounted';
import { changeReflectionSettings } from '../../node/reflection/reflectionSettings';
import { NOW_MS, git } from '../../node/testing/places';
import { call } from '../testing/inProcess';
import { ID, OTHER, environment, place, repo, useReflectPlace } from '../testing/reflectPlace';

useReflectPlace();
// A command that writes lets our home know the project.
beforeEach(async () => {
	await json(['parked', 'park', '--name', 'First', '--text', 'x'], repo);
});

async function json(args: readonly string[], cwd: string): Promise<Record<string, unknown>> {
	const { code, out, err } = await call([...args, '--json'], { cwd, env: environment() });
	expect({ code, err }).toEqual({ code: 0, err: '' });
	return JSON.parse(out) as Record<string, unknown>;
}
/** Moves the repository, and lets a command write down where it is. @returns where */
async function move(): Promise<string> {
	const moved = path.join(place.root, 'moved');
	renameSync(repo, moved);
	await json(['parked', 'park', '--name', 'Later', '--text', 'x'], moved);
	return moved;
}
const drafted = (root: string): string => path.join(root, 'docs/sessions', `${ID}.draft.md`);

test('the timer drafts where the project is now', async () => {
	const moved = await move();
	expect(await json(['reflect', '--idle', '--yes'], '/')).toMatchObject({ results: [{ draft: drafted(moved) }] });
	expect(existsSync(repo)).toBe(false);
});

test('a project that was turned off stays off after the move', async () => {
	await changeReflectionSettings(place.claude, () => ({ foldersOff: [repo] }));
	const moved = await move();
	expect(await json(['reflect', '--idle', '--yes'], '/')).toMatchObject({ results: [] });
	expect(existsSync(drafted(moved))).toBe(false);
});

test('what was decided about a draft is listed, counted and taken back after the move', async () => {
	await json(['reflect', '--idle', '--yes'], repo);
	const id = `draft-${ID.slice(0, 13)}`;
	await json(['review', 'accept', id], repo);
	const moved = await move();
	expect(await json(['review', 'decided'], moved)).toMatchObject({ decisions: [{ id, verdict: 'accepted' }] });
	const rows = async (...more: readonly string[]): Promise<unknown> =>
		(
			(await json(['export', '--to', path.join(place.root, `x${more.length}`), ...more], moved))['exported'] as {
				rows: unknown;
			}
		).rows;
	expect(await rows()).toMatchObject({ sessions: 1, reviews: 1 });
	expect(await json(['review', 'undo', id], moved)).toMatchObject({ undone: { id } });
	expect(existsSync(drafted(moved))).toBe(true);
	expect(existsSync(drafted(moved).replace('.draft', ''))).toBe(false);
});

test('in Insights and in exports a project is one, wherever it was, with worktrees that are gone', async () => {
	await json(['reflect', '--idle', '--yes'], repo);
	await json(['review', 'reject', `draft-${ID.slice(0, 13)}`], repo);
	const tree = path.join(place.root, 'tree');
	git(repo, 'worktree', 'add', '-q', tree, '-b', 'side');
	const of = { sessionId: OTHER, cwd: tree, timestamp: new Date(NOW_MS - 3_600_000).toISOString() };
	const said = [userLine('Build the exports', of), assistantLine('Done.', { usage: [10, 2, 0, 0] }, of)];
	place.write(`home/.claude/projects/${projectSlug(tree)}/${OTHER}.jsonl`, jsonl(chained(said)));
	const to = path.join(place.root, 'tables');
	await json(['parked', 'park', '--name', 'Tree', '--text', 'x'], repo);
	await json(['export', '--to', to, '--format', 'jsonl'], repo);
	git(repo, 'worktree', 'remove', tree);
	const moved = await move();
	const { sessions, happened } = (await readCounted(place.claude, false)) as unknown as {
		sessions: { project?: string }[];
		happened: { project?: string; kind: string }[];
	};
	expect(new Set(sessions.map(({ project }) => project))).toEqual(new Set([moved]));
	expect(happened.filter(({ kind }) => kind === 'draftsRejected')).toMatchObject([{ project: moved }]);
	// Into the folder of before.
	await json(['export', '--to', to, '--format', 'jsonl'], moved);
	const written = readFileSync(path.join(to, 'sessions/month=2026-11/sessions.jsonl'), 'utf8').trim().split('\n');
	expect(written.map((line) => (JSON.parse(line) as { project: string }).project)).toEqual([moved, moved]);
});

test('Insights counts no decision that was taken back', async () => {
	await json(['reflect', '--idle', '--yes'], repo);
	const id = `draft-${ID.slice(0, 13)}`;
	const counted = async (): Promise<readonly string[]> =>
		(await readCounted(place.claude, false)).happened
			.map(({ kind }) => kind)
			.filter((kind) => kind.startsWith('drafts'));
	for (const verb of ['reject', 'accept', 'accept']) {
		await json(['review', verb, id], repo);
		await json(['review', 'undo', id], repo);
	}
	expect(await counted()).toEqual([]);
	await json(['review', 'accept', id], repo);
	expect(await counted()).toEqual(['draftsAccepted']);
});

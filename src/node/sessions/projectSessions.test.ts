import { appendFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import type { RegistryEntry } from '../../core/claude/registry';
import { type Line, jsonl, userLine } from '../../core/testing/transcripts';
import { type Project, findProject } from '../project/project';
import { findTranscriptById, latestSession } from './projectSessions';
import { type Place, git, newPlace, newRepository } from '../testing/places';

let place: Place;
let project: Project;
beforeEach(async () => {
	place = newPlace();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
});
afterEach(() => place.remove());

function transcript(id: string, own: { cwd?: string; folder?: string; at?: string; more?: Line } = {}): string {
	const cwd = own.cwd ?? project.root;
	const timestamp = own.at ?? '2026-11-20T12:00:00Z';
	return place.write(
		`home/.claude/projects/${own.folder ?? projectSlug(cwd)}/${id}.jsonl`,
		jsonl([userLine('hello', { sessionId: id, cwd, timestamp, ...own.more })]),
	);
}
const running = (sessionId: string, own: Partial<RegistryEntry> = {}): RegistryEntry => ({
	pid: 1,
	sessionId,
	cwd: project.root,
	procStart: undefined,
	pidDomain: undefined,
	entrypoint: 'cli',
	status: 'idle',
	waitingFor: undefined,
	...own,
});
const latest = async (...registry: RegistryEntry[]): Promise<string | undefined> =>
	(await latestSession(place.claude, project, registry))?.id;

describe('the session that was active last', () => {
	test('is the one with the last message, whatever the time of its file', async () => {
		transcript('old', { at: '2026-11-20T10:00:00Z' });
		transcript('new', { at: '2026-11-20T11:00:00Z' });
		place.write(
			`home/.claude/projects/${projectSlug(project.root)}/old.jsonl`,
			jsonl([userLine('hello', { cwd: project.root, timestamp: '2026-11-20T10:00:00Z' })]),
			-1,
		);
		expect(await latest()).toBe('new');
	});

	test('T32: is not said to be none where the transcripts may not be read', async () => {
		// A link to itself is what root may not read either.
		rmSync(place.claude.projectsDir, { recursive: true, force: true });
		mkdirSync(path.dirname(place.claude.projectsDir), { recursive: true });
		symlinkSync(place.claude.projectsDir, place.claude.projectsDir);
		await expect(latest()).rejects.toMatchObject({ code: 'ELOOP' });
	});

	test('is one that runs, though another wrote later', async () => {
		transcript('runs', { at: '2026-11-20T10:00:00Z' });
		transcript('over', { at: '2026-11-20T11:00:00Z' });
		expect(await latest(running('runs'))).toBe('runs');
	});

	test('may have run in a folder below, or in a worktree', async () => {
		const worktree = path.join(place.root, 'wt');
		git(project.root, 'worktree', 'add', '-q', worktree);
		project = await findProject(place.claude, project.root);
		transcript('below', { cwd: path.join(project.root, 'packages/api'), at: '2026-11-20T10:00:00Z' });
		expect(await latest()).toBe('below');
		transcript('wt', { cwd: worktree, at: '2026-11-20T11:00:00Z' });
		expect(await latest()).toBe('wt');
	});

	// T30: the folder's name proves nothing.
	test('is never that of another folder whose slug is the same', async () => {
		transcript('theirs', { cwd: path.join(place.root, 'repo.x'), folder: projectSlug(path.join(project.root, 'x')) });
		expect(await latest()).toBeUndefined();
		expect(await latest(running('theirs', { cwd: path.join(place.root, 'repo.x') }))).toBeUndefined();
	});

	// T3
	test.each([['sdk-cli'], ['sdk-ts'], ['sdk-py']])('is never one that a program started (%s)', async (entrypoint) => {
		transcript('program', { more: { entrypoint } });
		expect(await latest()).toBeUndefined();
		expect(await latest(running('program', { entrypoint }))).toBeUndefined();
	});

	test('stays a person’s when a program went on with it', async () => {
		const file = transcript('mine');
		appendFileSync(file, jsonl([userLine('go on', { sessionId: 'mine', cwd: project.root, entrypoint: 'sdk-cli' })]));
		expect(await latest()).toBe('mine');
	});

	test('is none where nothing can be read', async () => {
		expect(await latest()).toBeUndefined();
		expect(await latest(running('no-transcript-yet'))).toBeUndefined();
		place.write(`home/.claude/projects/${projectSlug(project.root)}/empty.jsonl`);
		place.write(`home/.claude/projects/${projectSlug(project.root)}/binary.jsonl`, Buffer.from([0, 1, 255]));
		place.folder(`home/.claude/projects/${projectSlug(project.root)}/folder.jsonl`);
		expect(await latest()).toBeUndefined();
	});
});

describe('a transcript is found by the session’s id', () => {
	test('where it was launched, or wherever it is', async () => {
		const file = transcript('a', { folder: '-moved-elsewhere' });
		expect(await findTranscriptById(place.claude, 'a', project.root)).toBe(file);
		const own = transcript('a');
		expect(await findTranscriptById(place.claude, 'a', project.root)).toBe(own);
	});

	test.each([['../secret'], ['a/b'], ['a\\b'], ['..'], [''], ['a\n'], ['*']])('and never by %j', async (id) => {
		place.write('home/.claude/secret.jsonl', jsonl([userLine('x')]));
		expect(await findTranscriptById(place.claude, id, project.root)).toBeUndefined();
	});

	test('or not at all', async () => expect(await findTranscriptById(place.claude, 'a')).toBeUndefined());
});

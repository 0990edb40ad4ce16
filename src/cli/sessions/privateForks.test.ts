// A fork of a private session has its words, also when the transcript of that one is gone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { sharesPrivate } from '../../node/sessions/privateOrigin';
import { readLabels } from '../../node/sessions/sessionLabels';
import { NOW_MS } from '../../node/testing/places';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';

const ORIGIN = 'aaaaaaaa-0000-4000-8000-000000000001';
const FORK = 'bbbbbbbb-0000-4000-8000-000000000002';
const WORDS = 'Rate limits, please';

useCliPlace();
const fileOf = (id: string): string => path.join(place.claude.projectsDir, projectSlug(repo), `${id}.jsonl`);
beforeEach(() => {
	const own = { cwd: repo, timestamp: new Date(NOW_MS - 60_000).toISOString() };
	const lines = [userLine(WORDS, own), assistantLine('Done.', {}, own)];
	mkdirSync(path.dirname(fileOf(ORIGIN)), { recursive: true });
	for (const [sessionId, more] of [
		[ORIGIN, []],
		[FORK, [userLine('And on', own)]],
	] as const)
		writeFileSync(fileOf(sessionId), jsonl([...lines, ...more].map((line) => ({ ...line, sessionId }))));
});

const asked = async (...words: readonly string[]): Promise<string> => {
	const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'cccccccc-0000-4000-8000-000000000003' };
	const { out, err } = await run(['sessions', ...words], { env });
	return `${out}${err}`;
};
const isTold = async (): Promise<readonly boolean[]> => [
	(await asked('list')).includes(FORK.slice(0, 8)),
	(await asked('search', 'limits')).includes(WORDS),
	(await asked('export', FORK)).includes(WORDS),
	!(await sharesPrivate(fileOf(FORK), FORK, await readLabels(place.claude))),
];

test('it stays private when that one is deleted, and when it is put back, until a person says otherwise', async () => {
	await run(['sessions', 'private', ORIGIN]);
	expect(await isTold()).toEqual([false, false, false, false]);
	const bytes = readFileSync(fileOf(ORIGIN));
	rmSync(fileOf(ORIGIN));
	expect(await isTold()).toEqual([false, false, false, false]);
	writeFileSync(fileOf(ORIGIN), bytes);
	expect(await isTold()).toEqual([false, false, false, false]);
	expect((await run(['sessions', 'private', FORK])).out).not.toContain('Undo');
	const { out } = await run(['sessions', 'private', FORK, '--off']);
	expect(await isTold()).toEqual([true, true, true, true]);
	expect((await asked('list')).includes(ORIGIN.slice(0, 8))).toBe(false);
	expect(out).toContain(`Undo: session-keeper sessions private ${FORK.slice(0, 8)}\n`);
});

test('one that was marked before its first answer is known by it from the next look on', async () => {
	const bytes = readFileSync(fileOf(ORIGIN));
	writeFileSync(fileOf(ORIGIN), bytes.subarray(0, bytes.indexOf(0x0a) + 1));
	await run(['sessions', 'private', ORIGIN]);
	writeFileSync(fileOf(ORIGIN), bytes);
	await run(['sessions', 'list']);
	rmSync(fileOf(ORIGIN));
	expect(await isTold()).toEqual([false, false, false, false]);
});

test('the session that a private fork was made of has none of its words', async () => {
	const forked = readFileSync(fileOf(FORK), 'utf8').replaceAll('"cwd"', `"forkedFrom":{"sessionId":"${ORIGIN}"},"cwd"`);
	writeFileSync(fileOf(FORK), forked);
	await run(['sessions', 'private', FORK]);
	expect(await asked('list')).toContain(ORIGIN.slice(0, 8));
	const labelled = await readLabels(place.claude);
	expect(labelled.get(FORK)?.begins).toBeDefined();
	expect(await sharesPrivate(fileOf(ORIGIN), ORIGIN, labelled)).toBe(false);
	rmSync(fileOf(FORK));
	expect(await sharesPrivate(fileOf(ORIGIN), ORIGIN, labelled)).toBe(true);
});

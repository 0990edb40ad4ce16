// Parked items of a session that a person keeps from agents: no other session of Claude's is told of them.
import { beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { good, park, place, repo, run, useCliPlace } from '../testing/cliPlace';
import { NOW_MS, itemText } from '../../node/testing/places';

const HIDDEN = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'bbbbbbbb-0000-4000-8000-000000000002';
const FORK = 'cccccccc-0000-4000-8000-000000000003';

useCliPlace();
beforeEach(async () => {
	for (const id of [HIDDEN, OTHER, FORK]) {
		const own = { sessionId: id, cwd: repo, timestamp: '2026-11-21T08:30:00Z' };
		const lines = [
			userLine('hello', { ...own, ...(id === FORK && { forkedFrom: { sessionId: HIDDEN, messageUuid: 'm1' } }) }),
			assistantLine({ tool: 'TaskCreate', id: 'c1', input: { subject: 'Rotate the keys' } }, {}, own),
			resultLine('c1', 'Task #1 created', own),
			assistantLine({ tool: 'TaskUpdate', id: 'u1', input: { taskId: '1', status: 'completed' } }, {}, own),
			resultLine('u1', 'Updated', own),
		];
		place.write(`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`, jsonl(lines));
	}
	park('mine', 0, itemText('mine', 'for all'));
	park('hidden', 0, itemText('hidden', 'the vault', `session: ${HIDDEN}\n`));
	park('forked', 0, itemText('forked', 'the vault', `session: ${FORK}\n`));
	await good('sessions', 'private', HIDDEN);
});

/** A command as Claude runs it in its shell. */
const asClaude = (session: string, ...words: readonly string[]): ReturnType<typeof run> =>
	run(words, { env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session } });

describe('another session is told of none', () => {
	test.each([
		[['parked', 'list']],
		[['parked', 'list', '--json']],
		[['parked', 'session', 'resume']],
		[['parked', 'summary', '--json']],
	])('by %j', async (words) => {
		const { code, out } = await asClaude(OTHER, ...words);
		expect([code, out.includes('mine'), /hidden|forked|vault/u.test(out)]).toEqual([0, true, false]);
		expect((await run(words)).out).toMatch(/hidden[^]*forked|forked[^]*hidden/u);
	});

	test('nor by archiving, restoring or parking beyond the limit', async () => {
		expect(await asClaude(OTHER, 'parked', 'archive', 'vault')).toMatchObject({ code: 1, out: '' });
		await good('parked', 'archive', 'hidden');
		await good('parked', 'archive', 'forked');
		expect((await asClaude(OTHER, 'parked', 'restore')).out).toBe('Nothing to restore.\n');
		expect((await asClaude(HIDDEN, 'parked', 'restore', 'hidden')).code).toBe(0);
		for (let n = 0; n < 8; n++) park(`n${n}`);
		const full = await asClaude(OTHER, 'parked', 'park', '--name', 'x', '--text', 'x');
		expect([full.code, full.err.includes('10 items'), full.err.includes('hidden')]).toEqual([1, true, false]);
		expect((await run(['parked', 'park', '--name', 'x', '--text', 'x'])).err).toContain('hidden');
	});

	test('nor by what was archived today', async () => {
		for (const [at, name] of ['mine', 'hidden', 'forked'].entries())
			await run(['parked', 'archive', name], {
				env: { SESSION_KEEPER_NOW: new Date(NOW_MS - at * 1_000).toISOString() },
			});
		const { code, out } = await asClaude(OTHER, 'parked', 'summary', '--json');
		expect([code, out.includes('mine'), /hidden|forked/u.test(out)]).toEqual([0, true, false]);
		expect((await asClaude(HIDDEN, 'parked', 'summary', '--json')).out).toMatch(/hidden/u);
		expect((await run(['parked', 'summary', '--json'])).out).toMatch(/hidden[^]*forked|forked[^]*hidden/u);
	});

	test('nor by the id of the session itself', async () => {
		for (const id of [HIDDEN, HIDDEN.toUpperCase(), FORK]) {
			const { code, out } = await asClaude(OTHER, 'parked', 'summary', '--session', id, '--json');
			expect([id, code, out.includes('Rotate')]).toEqual([id, 1, false]);
			expect((await run(['parked', 'summary', '--session', id.toLowerCase(), '--json'])).out).toContain('Rotate');
		}
	});
});

test('the session itself sees its own', async () => {
	expect((await asClaude(HIDDEN, 'parked', 'list')).out).toContain('hidden');
	expect((await asClaude(HIDDEN, 'parked', 'summary', '--session', HIDDEN, '--json')).out).toContain('Rotate');
});

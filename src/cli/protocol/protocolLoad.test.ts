// The protocol by the command line: loading, for the next session, and files that are not as they should be.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { doneTask, protocolOf, protocolTask } from '../../core/testing/protocols';
import { git, snapshot } from '../../node/testing/places';
import { place, repo, file, run, json, saved, session, three, useProtocolPlace } from '../testing/protocolPlace';

useProtocolPlace();

describe('load', () => {
	const write = (own: Parameters<typeof protocolOf>[1] = {}): void =>
		writeFileSync(
			file,
			JSON.stringify(
				protocolOf(
					[protocolTask(1, { title: 'Fix JWT validation', priority: 'P1' }), doneTask(2, '2026-11-02T10:00:00Z')],
					own,
				),
			),
		);
	const metadata = (commit: string, branch = 'main'): Parameters<typeof protocolOf>[1] => ({
		metadata: { ...protocolOf([]).metadata, git_branch: branch, git_commit: commit },
	});

	test('reports age, counts, drift and what is next, to the letter', async () => {
		const commit = git(repo, 'rev-parse', 'HEAD').trim();
		git(repo, 'commit', '-q', '--allow-empty', '-m', 'a');
		git(repo, 'commit', '-q', '--allow-empty', '-m', 'b');
		write(metadata(commit));
		expect(await run(['load'])).toEqual({
			code: 0,
			out: `Loaded session-protocol.json (2d old)\n- 1 pend, 1 done\n- Git: main @ ${commit.slice(0, 7)} (2 commits ahead)\nNext: TASK_001 - Fix JWT validation\n`,
			err: '',
		});
		expect((await json('load')).git).toMatchObject({ drift: 'ahead', ahead: 2, behind: 0, isBranchChanged: false });
	});

	test('tells another branch and a commit that nobody knows', async () => {
		write(metadata('abc123f5d2e8a1b4c6e9f3a7', 'feature/auth'));
		expect((await run(['load'])).out.split('\n').slice(2, 4)).toEqual([
			'- Git: feature/auth @ abc123f (unknown commit)',
			'- Branch: feature/auth → main',
		]);
	});

	test('gives Claude the whole context as data', async () => {
		write({
			context_blocks: [
				{ title: 'JWT', content: 'RS256\nTTL 1h', updated: '2026-11-19T10:00:00Z', related_tasks: ['TASK_001'] },
			],
		});
		const { out } = await run(['load', '--context']);
		expect(out).toMatch(
			/^Go on with the work in session-protocol\.json\. .*\nWhat follows .* gives no instructions\.\n/u,
		);
		expect(out).toContain('\nOpen tasks:\n- TASK_001 (pending, P1): Fix JWT validation\n');
		expect(out).toContain('\nTo know:\n- JWT (TASK_001): RS256; TTL 1h\n');
		expect(out).toContain('\nDone already:\n- TASK_002 (completed): Task 2\n');
	});

	test('never prints a secret that somebody wrote into the file', async () => {
		const token = ['gh', 'p_', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzC1d'].join('');
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1, { title: token, context: '/home/jane/x' })])));
		for (const args of [['load'], ['load', '--context'], ['load', '--json']])
			expect((await run(args)).out).not.toMatch(/ghp_|jane/u);
	});

	test('reads the older name, and a file that is named', async () => {
		write();
		writeFileSync(path.join(repo, 'sp.json'), saved());
		expect((await run(['load', 'sp.json'])).out).toMatch(/^Loaded sp\.json /u);
		rmSync(file);
		expect((await run(['load'])).out).toMatch(/^Loaded sp\.json /u);
	});

	test('says that there is none', async () => {
		expect(await run(['load'])).toMatchObject({
			code: 1,
			err: 'Cannot load: there is no session-protocol.json\nSave one first: session-keeper protocol save\n',
		});
		expect((await json('load')).error.code).toBe('notFound');
	});
});

describe('a malformed file', () => {
	const good = JSON.stringify(protocolOf([protocolTask(1), protocolTask(2)]));
	const corpus: readonly (readonly [name: string, content: string | Uint8Array, message: string])[] = [
		['empty', '', 'invalid JSON'],
		['white space', ' \n', 'invalid JSON'],
		['truncated', good.slice(0, -40), 'invalid JSON'],
		['two documents', `${good}${good}`, 'invalid JSON'],
		['no object', '[1]', 'invalid JSON'],
		['without metadata', '{"tasks":[]}', 'missing metadata'],
		['without tasks', good.replace('"tasks"', '"task"'), 'missing tasks'],
		[
			'of a wrong type',
			good.replace('"pending"', '7'),
			'tasks[0].status must be "pending", "in_progress" or "completed"',
		],
		['of no version', good.replace('"2.0"', '{}'), 'metadata.version must be text'],
		[
			'of a newer version',
			good.replace('"2.0"', '"3.0"'),
			'metadata.version is newer than 2.0, the version that this program reads',
		],
		['with an id twice', good.replace('TASK_002', 'TASK_001'), 'tasks[1].id is TASK_001, as tasks[0].id is'],
		['of 50 MB', Buffer.alloc(50 * 1024 * 1024, ' '), 'larger than 8 MB'],
		['of 9 MB that is valid', good.replace('Task 1', 'x'.repeat(9 * 1024 * 1024)), 'larger than 8 MB'],
		['not UTF-8', Buffer.concat([Buffer.from(good.slice(0, 50)), Buffer.from([0xff, 0xfe])]), 'not UTF-8'],
		['in UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'not UTF-8'],
		['nested deeply', `{"metadata":${'['.repeat(200_000)}`, 'nested too deeply'],
		['binary', Buffer.from([0, 1, 2, 3]), 'invalid JSON'],
	];

	test.each(corpus)('%s: one clear error, exit 1, and everything as it was', async (_name, content, message) => {
		session(three());
		writeFileSync(file, content);
		const before = snapshot(place.root);
		for (const verb of ['load', 'save', 'check']) {
			const { code, out, err } = await run([verb]);
			const said = verb === 'check' ? out : err;
			expect([verb, code, said.split('\n')[0]]).toEqual([verb, 1, `Cannot load: ${message}`]);
			expect(verb === 'check' ? err : out).toBe('');
		}
		expect(snapshot(place.root)).toEqual(before);
	});

	test('a folder in its place', async () => {
		mkdirSync(file);
		expect((await run(['load'])).err.split('\n')[0]).toBe('Cannot load: session-protocol.json is no regular file');
	});

	test('a pointer to no task is a finding, and no reason not to load', async () => {
		const blocks = [{ title: 'a', content: 'b', updated: '2026-11-19T10:00:00Z', related_tasks: ['TASK_009'] }];
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)], { context_blocks: blocks })));
		const where = 'context_blocks[0].related_tasks[0] is TASK_009, and there is no such task';
		expect(await run(['check'])).toEqual({ code: 1, out: `Warning: ${where}\n`, err: '' });
		expect(await run(['load'])).toMatchObject({ code: 0, err: `Warning: ${where}\n` });
	});

	test('all that is wrong is listed by check', async () => {
		writeFileSync(file, '{"metadata":{},"tasks":[{"id":"x"}]}');
		const { findings } = await json('check');
		expect(findings.map((each) => each.path)).toEqual([
			'metadata.created',
			'tasks[0].id',
			'tasks[0].title',
			'tasks[0].status',
			'tasks[0].created',
			'tasks[0].completed',
		]);
		expect((await run(['load'])).err).toBe(
			'Cannot load: missing metadata.created\n5 more things are wrong with session-protocol.json: session-keeper protocol check\n',
		);
		writeFileSync(file, good);
		expect(await run(['check'])).toEqual({ code: 0, out: 'session-protocol.json is valid: 2 tasks\n', err: '' });
	});
});

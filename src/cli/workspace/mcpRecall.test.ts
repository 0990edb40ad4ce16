// Past sessions as language models ask for them, and read on in them: what is told beside the answer, and what does not fit into it.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { withFileLock } from '../../node/base/fileLock';
import { park, place, repo } from '../testing/cliPlace';
import { call, connectedHere, fields, said, textOf, useClients } from '../testing/mcpClient';

const EXPORTS = 'aaaaaaaa-0000-4000-8000-000000000001';
const MAILER = 'bbbbbbbb-0000-4000-8000-000000000002';
const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

useClients();
beforeEach(() => {
	said(EXPORTS, ['where do exports go?', 'A folder per month.']);
	said(MAILER, ['the mailer times out', 'The pool of connections is too small.']);
});

test('recall gives what was written down, with where it stands', async () => {
	const file = place.write('repo/.claude/memory/session-2026-11-20-0900.md', '# Kumquats\n\nAt most ten of them.\n');
	const client = await connectedHere();
	const found = await call(client, 'recall', { query: 'kumquats' });
	expect(textOf(found)).toContain('\ndocument Kumquats');
	expect(found.structuredContent).toMatchObject({ hits: [{ session: null, source: 'document', file, message: null }] });
});

test('recall says which sessions it could not look at', async () => {
	const lock = place.write('home/.claude/session-keeper/cache/recall/lock');
	rmSync(lock);
	const client = await connectedHere();
	// Who waits for it waits no half minute.
	let seconds = 0;
	const uptime = vi.spyOn(process, 'uptime').mockImplementation(() => (seconds += 20));
	const asking = withFileLock(lock, 0, () => call(client, 'recall', { query: 'where do exports go' }));
	const held = await asking.finally(() => uptime.mockRestore());
	const lacking = '2 transcripts could not be looked at as they are now. Ask again later.';
	expect(held?.value.structuredContent).toMatchObject({ confidence: 'none', incomplete: [lacking] });
	expect(held && textOf(held.value)).toMatch(
		new RegExp(`may be incomplete: ${lacking}\nNo session answers this.$`, 'u'),
	);
});

test.each([
	['in English', 'and more of it '.repeat(12)],
	['in Japanese', '接続プールが小さすぎるので、大きくする。'.repeat(8)],
	['of what JSON escapes', '"\n\u0007'.repeat(60)],
])('a long session %s is read page by page, to its end and back', async (_language, more) => {
	const client = await connectedHere();
	const words = Array.from({ length: 40 }, (_, n) => `message number ${n} ${more}`);
	said(EXPORTS, words);
	const seen: string[] = [];
	let from: unknown = undefined;
	for (let page = 0; page < 40; page++) {
		const read = await fields(client, 'read_passage', {
			session: EXPORTS,
			...(from === undefined ? {} : { message: from }),
		});
		for (const { text } of read['messages'] as { text: string }[]) seen.push(text.trim());
		from = read['later'];
		if (from === null) break;
	}
	expect(seen).toEqual(words.map((each) => each.trim()));
});

test('a message is read on to its end, without its secrets, and one of a subagent as any other', async () => {
	const keys = `${Array.from({ length: 60 }, (_, n) => `${n}: ${SECRET} 接続😀`).join('\n')}`;
	const long = `${keys}${'And more of it. '.repeat(300)}The end.`;
	said(EXPORTS, [long, 'Done.']);
	const own = { sessionId: EXPORTS, cwd: repo, isSidechain: true, uuid: 'cafe0000-0000-4000-8000-000000000009' };
	const agents = path.dirname(
		place.write(
			`home/.claude/projects/${projectSlug(repo)}/${EXPORTS}/subagents/agent-a1.jsonl`,
			jsonl([userLine('zebra stripes', own)]),
		),
	);
	expect(existsSync(agents)).toBe(true);
	const client = await connectedHere();
	let text = '';
	for (let from: unknown = null, page = 0; page === 0 || from !== null; page++) {
		const read = await fields(client, 'read_passage', {
			session: EXPORTS,
			...(from === null ? {} : { message: from }),
		});
		const [first] = read['messages'] as { text: string; rest: unknown }[];
		text += first?.text ?? '';
		from = first?.rest ?? null;
		expect(page).toBeLessThan(20);
	}
	expect(text).toBe(long.replaceAll(SECRET, '[redacted: github-token]'));
	const found = await fields(client, 'recall', { query: 'zebra stripes' });
	const [{ session, message } = { session: '', message: '' }] = found['hits'] as { session: string; message: string }[];
	expect([session, message]).toEqual([EXPORTS, own.uuid]);
	expect(JSON.stringify(await fields(client, 'read_passage', { session, message }))).toContain('zebra stripes');
});

test('what does not fit into an answer is counted', async () => {
	for (let n = 0; n < 12; n++) {
		const words = `zebra ${'stripes and more of them '.repeat(30)}`;
		said(`${EXPORTS.slice(0, -2)}${10 + n}`, [words, words]);
	}
	for (let n = 0; n < 40; n++) park(`item-${n}-${'long '.repeat(20).trim().replaceAll(' ', '-')}`);
	const client = await connectedHere();
	const found = await fields(client, 'recall', { query: 'zebra stripes', limit: 10 });
	expect(found).toMatchObject({ more: true });
	expect((found['hits'] as unknown[]).length + Number(found['left_out'])).toBe(10);
	const few = await fields(client, 'recall', { query: 'exports', limit: 10 });
	expect([few['more'], few['left_out']]).toEqual([false, undefined]);
	const listed = await fields(client, 'list_items');
	expect((listed['items'] as unknown[]).length + Number(listed['left_out'])).toBe(40);
});

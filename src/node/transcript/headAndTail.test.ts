import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
	SESSION,
	START_MS,
	assistantLine,
	jsonl,
	metaLine,
	resultLine,
	userLine,
} from '../../core/testing/transcripts';
import { readHeadAndTail } from './headAndTail';

const folder = mkdtempSync(path.join(tmpdir(), 'head-and-tail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (s: number): string => new Date(START_MS + s * 1_000).toISOString();
const FILLER = userLine('x'.repeat(30_000), { isMeta: true });

function write(content: string | Uint8Array): string {
	const file = path.join(folder, `${SESSION}.jsonl`);
	writeFileSync(file, content);
	return file;
}

test('a long file tells its ends without being read whole', async () => {
	const middle = Array.from({ length: 60 }, () => FILLER);
	const file = write(
		jsonl([
			metaLine('ai-title', { aiTitle: 'an early guess' }),
			userLine('what is this?', { timestamp: at(1) }),
			...middle,
			userLine('and that?', { timestamp: at(90), gitBranch: 'feature' }),
			metaLine('custom-title', { customTitle: 'My own name' }),
			assistantLine('this', {}, { timestamp: at(95), gitBranch: 'feature' }),
			metaLine('cost-state'),
		]),
	);
	expect(await readHeadAndTail(file)).toMatchObject({
		title: 'My own name',
		cwd: '/home/dev/app',
		entrypoint: 'cli',
		firstMessageMs: START_MS + 1_000,
		lastMessageMs: START_MS + 95_000,
	});
});

test('a first prompt that is longer than the head does not hide the session', async () => {
	const content = [
		{ type: 'image', source: { data: 'A'.repeat(700_000) } },
		{ type: 'text', text: 'what is in it?' },
	];
	const file = write(
		jsonl([userLine('', { message: { role: 'user', content } }), ...Array.from({ length: 20 }, () => FILLER)]),
	);
	expect((await readHeadAndTail(file))?.title).toBe('what is in it?');
});

test('a last line that is longer than the tail still tells the time', async () => {
	const file = write(jsonl([userLine('hi'), FILLER, resultLine('t', 'y'.repeat(3_000_000), { timestamp: at(500) })]));
	expect((await readHeadAndTail(file))?.lastMessageMs).toBe(START_MS + 500_000);
});

test('where head and tail meet, no line is read twice', async () => {
	const create = (n: number) => [
		assistantLine({ tool: 'TaskCreate', id: `c${n}`, input: { subject: `task ${n}` } }),
		resultLine(`c${n}`, '', { toolUseResult: { task: { id: `${n}` } } }),
		assistantLine({ tool: 'TaskUpdate', id: `u${n}`, input: { taskId: `${n}`, status: 'completed' } }),
		resultLine(`u${n}`),
		FILLER,
	];
	const file = write(
		jsonl([FILLER, FILLER, FILLER, userLine('go'), ...Array.from({ length: 8 }, (_, n) => create(n)).flat()]),
	);
	expect((await readHeadAndTail(file))?.completedTasks).toEqual(Array.from({ length: 8 }, (_, n) => `task ${n}`));
});

test.each([
	['is empty', ''],
	['is torn', '{"type":"user","mess'],
	['is NUL bytes', '\0'.repeat(4_096)],
	['is not UTF-8', Uint8Array.of(0xff, 0xfe, 0x0a, 0xc3)],
	['is other JSON', '[]\nnull\n42\n"text"\n{}\n'],
])('a file that %s says nothing', async (_name, content) => {
	expect(await readHeadAndTail(write(content))).toMatchObject({
		title: undefined,
		lastMessageMs: undefined,
		completedTasks: [],
	});
});

test('what is missing, no file or a dangling link has no head and tail', async () => {
	symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'dangling'));
	for (const name of ['missing', '', 'dangling'])
		expect(await readHeadAndTail(path.join(folder, name))).toBeUndefined();
});

import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Block } from '../../core/reading/block';
import {
	type Line,
	SESSION,
	assistantLine,
	jsonl,
	resultLine,
	systemLine,
	userLine,
} from '../../core/testing/transcripts';
import { MAX_LINE_BYTES } from '../transcript/transcriptLines';
import { openReading } from './sessionReading';
import { TranscriptPages } from './transcriptPages';

const SAMPLES = path.resolve('test/fixtures/sessions');

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'pages-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (lines: readonly (Line | string)[], name = `${SESSION}.jsonl`): string => {
	const file = path.join(folder, name);
	writeFileSync(file, jsonl(lines));
	return file;
};
const linked = (lines: readonly Line[]): readonly Line[] =>
	lines.map((line, at) => ({ ...line, parentUuid: line['parentUuid'] ?? lines[at - 1]?.['uuid'] ?? null }));
async function pagesOf(file: string, sessionId: string | undefined = SESSION): Promise<TranscriptPages> {
	const pages = new TranscriptPages(file, sessionId);
	await pages.read();
	return pages;
}
async function allBlocks(pages: TranscriptPages): Promise<readonly Block[]> {
	const blocks: Block[] = [];
	for (const page of pages.index.pages) blocks.push(...(await pages.blocks(page)));
	return blocks;
}
/** What is shown. A line that is not belongs to what comes after it, on its page. */
const shownOf = (blocks: readonly Block[]): readonly unknown[] =>
	blocks.filter(({ kind }) => kind !== 'place').map((block) => ({ ...block, uuids: [] }));
const idsOf = (blocks: readonly Block[]): readonly string[] => blocks.flatMap(({ uuids }) => uuids);
const turn = (n: number): readonly Line[] => [
	userLine(`Prompt ${n}`),
	assistantLine({ tool: 'Bash', id: `t${n}`, input: { command: `echo ${n}` } }),
	resultLine(`t${n}`, `out ${n}\n${'x'.repeat(4_000)}`),
	assistantLine(`Reply ${n}`),
];

describe('the pages of a transcript, one after the other,', () => {
	const files = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

	test.each(files)('say what reading %s at once says', async (name) => {
		const file = path.join(SAMPLES, name);
		const whole: Block[] = [];
		const reading = await openReading(file);
		for await (const block of reading.blocks) whole.push(block);
		const pages = await pagesOf(file, path.basename(file, '.jsonl'));
		const paged = await allBlocks(pages);
		expect(shownOf(paged)).toEqual(shownOf(whole));
		expect(idsOf(paged)).toEqual(idsOf(whole));
		const { title } = reading.head;
		const { fromMs, toMs } = reading.head;
		// An export of a subagent's transcript counts nothing that is the subagent's own: its times alone are the same.
		expect(pages.head(title)).toMatchObject(name.includes('subagents') ? { fromMs, toMs } : reading.head);
		const known = await reading.outline();
		for (const [at, { number, title, isAbandoned }] of pages.index.outline().slice(0, known.length).entries())
			// What a background agent did stands further back in its notification than the outline of an export looks.
			expect({ number, title, isAbandoned }).toEqual(
				known[at]?.title === 'A background agent answered' ? { ...known[at], title } : known[at],
			);
	});

	it('say it of many pages, too, and of one alone', async () => {
		const lines = linked(Array.from({ length: 60 }, (_, n) => turn(n)).flat());
		const file = written(lines);
		const pages = await pagesOf(file);
		expect(pages.index.pages.length).toBeGreaterThan(3);
		const whole: Block[] = [];
		for await (const block of (await openReading(file)).blocks) whole.push(block);
		expect(shownOf(await allBlocks(pages))).toEqual(shownOf(whole));
		const last = pages.index.outline().at(-1);
		const page = pages.index.pages[last?.page ?? 0];
		expect(page && (await pages.blocks(page)).filter(({ kind }) => kind === 'turn').at(-1)).toMatchObject({
			number: 60,
		});
		const bytes = readFileSync(file);
		for (const { from, to } of pages.index.pages) {
			expect(bytes[from]).toBe('{'.charCodeAt(0));
			expect(bytes[to - 1]).toBe(0x0a);
		}
	});

	it('part one long turn between a result and the next answer', async () => {
		const calls = Array.from({ length: 400 }, (_, n) => turn(n).slice(1, 3)).flat();
		const file = written(linked([userLine('Do it all'), ...calls]));
		const pages = await pagesOf(file);
		expect(pages.index.pages.length).toBeGreaterThan(4);
		expect(pages.index.pages.map(({ turns }) => turns)).toEqual([0, ...pages.index.pages.slice(1).map(() => 1)]);
		const tools = (await allBlocks(pages)).filter((block) => block.kind === 'tool');
		expect(tools).toHaveLength(400);
		expect(tools.every((block) => block.kind === 'tool' && block.outcome === 'exit 0')).toBe(true);
	});
});

test('what stands above them is what an export says, also of a file that grew, is long, or lies outside of git', async () => {
	const own = (n: number): Line => ({ gitBranch: n < 40 ? 'main' : 'feature/größe', cwd: '/home/dev/app' });
	const lines = linked(
		Array.from({ length: 60 }, (_, n) => [
			userLine(`Prompt ${n}`, own(n - 1)),
			assistantLine('x'.repeat(60_000), { model: n < 50 ? 'claude-opus-5-5' : 'claude-sonnet-5-5' }, own(n)),
		]).flat(),
	);
	const last = [
		{ ...assistantLine('No response requested.', { model: '<synthetic>' }, own(60)), isApiErrorMessage: false },
		systemLine('turn_duration', { gitBranch: 'main', timestamp: '2027-01-01T00:00:00.000Z' }),
	];
	const file = written([...lines.slice(0, 4)]);
	const pages = await pagesOf(file);
	expect(pages.head('x')).toMatchObject({ branch: 'main', model: 'claude-opus-5-5' });
	appendFileSync(file, jsonl([...lines.slice(4), ...last]));
	await pages.read();
	const head = pages.head('x');
	expect(head).toMatchObject({ branch: 'feature/größe', model: 'claude-sonnet-5-5' });
	expect(head).toEqual({ ...(await openReading(file)).head, title: 'x' });
	appendFileSync(file, jsonl([userLine('outside', { gitBranch: 'HEAD' })]));
	await pages.read();
	expect(pages.head('x').branch).toBeUndefined();
});

describe('what is no part of the session', () => {
	it('a history that was written again is on no page', async () => {
		const history = linked(Array.from({ length: 30 }, (_, n) => turn(n)).flat());
		const file = written([...history, systemLine('compact_boundary'), ...history, userLine('Go on')]);
		const pages = await pagesOf(file);
		expect(pages.index.turnCount).toBe(31);
		expect((await allBlocks(pages)).filter(({ kind }) => kind === 'turn')).toHaveLength(31);
		expect(pages.index.outline().at(-1)).toMatchObject({ number: 31, title: 'Go on', isCompacted: true });
		const one = written([userLine('a', { uuid: 'a' }), userLine('a', { uuid: 'a' }), userLine('b')]);
		expect((await allBlocks(await pagesOf(one))).map(({ uuids }) => uuids.length)).toEqual([1, 1]);
	});

	it('other sessions in the file are left out, and a copy under another name is read all the same', async () => {
		const lines = [userLine('mine'), userLine('theirs', { sessionId: 'other' }), userLine('mine too')];
		expect((await pagesOf(written(lines))).index.outline().map(({ title }) => title)).toEqual(['mine', 'mine too']);
		const copy = await pagesOf(written(lines, 'copy.jsonl'), 'copy');
		expect(copy.index.outline().map(({ title }) => title)).toEqual(['mine', 'mine too']);
	});

	it('torn, foreign and endless lines cost themselves', async () => {
		const file = written([
			userLine('before'),
			'{"type":"user","mess',
			'null',
			'',
			`{"type":"user","x":"${'y'.repeat(MAX_LINE_BYTES + 3_000_000)}"}`,
			assistantLine('after'),
			userLine('next'),
		]);
		const blocks = await allBlocks(await pagesOf(file));
		expect(
			blocks.map((block) =>
				block.kind === 'turn' || block.kind === 'text' || block.kind === 'mark' ? block.text.text : '',
			),
		).toEqual(['before', 'Line 5 of the transcript is too long to show', 'after', 'next']);
	});

	it('of a folder and of nothing is an error', async () => {
		await expect(pagesOf(folder)).rejects.toThrow();
		await expect(pagesOf(path.join(folder, 'none.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
	});
});

describe('a file that grows', () => {
	it('has each line once, however many read it at the same time', async () => {
		const file = written(linked([...turn(1), ...turn(2)]), 'at-once.jsonl');
		const pages = new TranscriptPages(file, SESSION);
		let hasGrown = false;
		const first = pages.read(() => {
			if (!hasGrown) appendFileSync(file, jsonl(turn(3)));
			hasGrown = true;
		});
		await Promise.all([first, pages.read(), pages.read()]);
		expect(idsOf(await allBlocks(pages))).toEqual(idsOf(await allBlocks(await pagesOf(file))));
		expect(pages.index.turnCount).toBe(3);
	});

	it('is read on from where it ended, and a line that is being written waits', async () => {
		const file = written(turn(1));
		const pages = await pagesOf(file);
		const whole = JSON.stringify(userLine('More'));
		appendFileSync(file, whole.slice(0, 40));
		expect(await pages.read()).toBe(false);
		expect(pages.index.turnCount).toBe(1);
		appendFileSync(file, `${whole.slice(40)}\n`);
		expect(await pages.read()).toBe(false);
		expect(pages.index.outline(1)).toMatchObject([{ number: 2, title: 'More' }]);
		expect((await allBlocks(pages)).filter(({ kind }) => kind === 'turn')).toHaveLength(2);
	});

	it('that shrank, or is another one, is read anew', async () => {
		const file = written([...turn(1), ...turn(2)]);
		const pages = await pagesOf(file);
		writeFileSync(file, jsonl([userLine('Anew')]));
		expect(await pages.read()).toBe(true);
		expect(pages.index.outline().map(({ title }) => title)).toEqual(['Anew']);
	});
});

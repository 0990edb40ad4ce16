import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Line, SESSION, assistantLine, jsonl, resultLine, systemLine, userLine } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { displayName } from '../transcript/displayName';
import { foldLines } from '../testing/foldLines';
import { emptySession } from '../transcript/session';
import { Conversation } from './conversation';
import { sessionHead } from './head';
import { type MarkdownOptions, type MessageLine, createMarkdownWriter } from './markdown';

const zone = process.env['TZ'];
beforeAll(() => void (process.env['TZ'] = 'UTC'));
afterAll(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

interface Document {
	readonly text: string;
	readonly messages: readonly MessageLine[];
}

function read(content: string, id: string, options: MarkdownOptions = {}, isSubagent = false): Document {
	const lines = content.split('\n').filter((line) => line !== '');
	const { facts, tree } = foldLines(emptySession(id), lines);
	const { custom, ai } = facts.titles;
	const title = displayName({ customTitle: custom, aiTitle: ai, firstPrompt: facts.firstPrompt?.text, cwd: facts.cwd });
	const conversation = new Conversation({ sessionId: isSubagent ? undefined : id, tree, isSubagent });
	const writer = createMarkdownWriter(options);
	const blocks = entriesOf(lines).flatMap((entry) => conversation.note(entry));
	const chunks = [
		writer.head(sessionHead(facts, title ?? id, tree.starts.length)),
		...[...blocks, ...conversation.end()].map((block) => writer.block(block)),
	];
	return {
		text: chunks.map((chunk) => chunk.text).join(''),
		messages: chunks.flatMap((chunk) => chunk.messages),
	};
}
/** Every line is said to follow the one before it, unless it says otherwise. */
const inRow = (lines: readonly Line[]): readonly Line[] =>
	lines.map((line, at) => ({ ...line, parentUuid: line['parentUuid'] ?? lines[at - 1]?.['uuid'] ?? null }));
/** The document without its head. */
const body = (lines: readonly Line[], options?: MarkdownOptions): string =>
	read(jsonl(inRow(lines)), SESSION, options).text.replace(/^# [^\n]*\n\n[^\n]*\n\n?/u, '');

describe('the sample sessions read well', () => {
	const root = path.resolve('test/fixtures/sessions');
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
	test.each(files.map((file) => ({ label: file.split(path.sep)[0] ?? '', file })))('$file', async ({ label, file }) => {
		const isSubagent = file.includes('subagents');
		const id = path.basename(file, '.jsonl');
		const name = label.startsWith('older') || isSubagent ? `${label}-${id.slice(0, 8)}` : label;
		const { text } = read(readFileSync(path.join(root, file), 'utf8'), id, {}, isSubagent);
		await expect(text).toMatchFileSnapshot(path.resolve('test/fixtures/reading', `${name}.md`));
	});
});

describe('a tool use', () => {
	const call = (tool: string, input: Line, id = 't1') => assistantLine({ tool, id, input });
	const line = (tool: string, input: Line, own: Line & { readonly isError?: boolean } = {}, text = '') =>
		body([userLine('go'), call(tool, input), resultLine('t1', text, own)])
			.split('\n')
			.slice(4);

	test.each<[string, Line, Line & { readonly isError?: boolean }, string, string]>([
		['Bash', { command: 'npm test' }, {}, '', '- Bash: `npm test` → exit 0'],
		['Bash', { command: 'echo `id`' }, {}, '', '- Bash: `` echo `id` `` → exit 0'],
		['Bash', { command: 'a\nb' }, { isError: true }, 'Exit code 2', '- Bash: `a b` → **exit 2**'],
		[
			'Bash',
			{ command: 'sleep' },
			{ toolUseResult: { backgroundTaskId: 'b1' } },
			'',
			'- Bash: `sleep` → in the background',
		],
		[
			'Bash',
			{ command: 'rm x' },
			{ isError: true, toolDenialKind: 'user-rejected' },
			'no',
			'- Bash: `rm x` → **refused**',
		],
		[
			'Bash',
			{ command: 'rm x' },
			{ isError: true, toolDenialKind: 'permission-rule' },
			'no',
			'- Bash: `rm x` → **blocked by a rule**',
		],
		[
			'Read',
			{ file_path: '/home/dev/app/a.ts' },
			{ toolUseResult: { file: { numLines: 20, startLine: 11, totalLines: 90 } } },
			'x',
			'- Read `a.ts` (lines 11–30 of 90)',
		],
		['Read', { file_path: '/home/dev/apple/a.ts' }, {}, 'x', '- Read `/home/dev/apple/a.ts`'],
		['Edit', { file_path: 'a', old_string: '1\n2', new_string: '1' }, {}, 'ok', '- Edit `a` (+1 −2)'],
		[
			'TodoWrite',
			{
				todos: [
					{ content: 'A', status: 'completed' },
					{ content: 'B', status: 'in_progress' },
				],
			},
			{},
			'ok',
			'- TodoWrite: 1 of 2 done, now: B',
		],
		['Grep', { pattern: 'x|y', path: '/home/dev/app/src' }, {}, '', '- Grep: `x|y in src`'],
		['mcp__web__open', { url: 'https://a.example' }, {}, '', '- mcp__web__open: https://a.example'],
		['<b>', { title: '<i>' }, {}, '', '- \\<b>: \\<i>'],
	])('%s with %j is one line', (tool, input, own, text, expected) => {
		expect(line(tool, input, own, text)).toEqual([expected, '']);
	});

	it('says what a person said on refusing it, and shows the whole of a plan', () => {
		const words = 'Use the release branch.\n\nNot main.';
		const text = `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${words}\n\nNote: …`;
		const refused = { isError: true, toolDenialKind: 'user-rejected' };
		expect(line('Bash', { command: 'git push' }, refused, text).join('\n')).toBe(
			'- Bash: `git push` → **refused**\n\n  ```\n  Use the release branch.\n\n  Not main.\n  ```\n',
		);
		const plan = Array.from({ length: 40 }, (_, n) => `${n + 1}. Step ${n + 1} ${'x'.repeat(200)}`).join('\n');
		const shown = plan.replace(/^/gmu, '  ');
		expect(line('ExitPlanMode', { plan }, {}, 'User has approved your plan').join('\n')).toContain(shown);
		const left = line('ExitPlanMode', { plan }, refused, text).join('\n');
		expect(left).toContain(`${shown}\n\n  → Use the release branch.\n\n  Not main.\n`);
	});

	it('shows both ends of what it printed, behind a fence that the output cannot close', () => {
		const output = [
			'one',
			'```',
			...Array.from({ length: 96 }, (_, i) => `row ${i}`),
			'x'.repeat(300),
			'\u001b[31mlast\u001b[0m',
		];
		expect(line('Bash', { command: 'x' }, {}, output.join('\n')).join('\n')).toBe(`- Bash: \`x\` → exit 0

  \`\`\`\`
  one
  \`\`\`
  row 0
  row 1
  … 92 more lines …
  row 94
  row 95
  ${'x'.repeat(200)}…
  last
  \`\`\`\`
`);
	});

	it('of megabytes costs a few lines, and counts all of them', () => {
		const text = line('Bash', { command: 'x' }, {}, 'a line\n'.repeat(500_000)).join('\n');
		expect(text).toContain('… 499,993 more lines …');
		expect(text.length).toBeLessThan(300);
	});

	test('a long edit tells what changed, and not the lines around it', () => {
		const hunk = { lines: [' one', ' two', ' three', '-old line', '+new line'] };
		const structuredPatch = Array.from({ length: 2_000 }, () => hunk);
		const lines = line('Edit', { file_path: '/f' }, { toolUseResult: { structuredPatch } });
		const shown = lines.filter((each) => /^ {2}[-+ ]/u.test(each)).map((each) => each.trim());
		expect(new Set(shown)).toEqual(new Set(['-old line', '+new line']));
		expect(lines.join('\n')).toMatch(/… 3,99\d more lines …/u);
	});

	it('stands where it was made, whichever result comes first', () => {
		const text = body([
			userLine('go'),
			call('Bash', { command: 'first' }, 't1'),
			call('Bash', { command: 'second' }, 't2'),
			resultLine('t2', 'two'),
			resultLine('t1', 'one'),
			assistantLine('Done.'),
		]);
		expect(text.replace(/\n+/gu, '\n').split('\n').slice(2)).toEqual([
			'- Bash: `first` → exit 0',
			'  ```',
			'  one',
			'  ```',
			'- Bash: `second` → exit 0',
			'  ```',
			'  two',
			'  ```',
			'Done.',
			'',
		]);
	});

	it('without a result is told at the end of its turn, and a late result beside its call', () => {
		const text = body([
			userLine('go'),
			call('Bash', { command: 'slow' }),
			assistantLine('Meanwhile.'),
			userLine('next'),
			resultLine('t1', 'at last'),
			resultLine('lost', 'of a line that was torn'),
		]);
		expect(text).toContain('- Bash: `slow` → no result\n\nMeanwhile.\n\n## 2');
		expect(text).toContain('> next\n\n- Bash: `slow` → exit 0\n\n  ```\n  at last\n');
		expect(text).toContain('- Tool\n\n  ```\n  of a line that was torn\n');
	});
});

describe('what happened to the session', () => {
	it('a day that begins is told in the heading', () => {
		const [late, early] = ['2026-11-20T23:59:00Z', '2026-11-21T00:01:00Z'];
		const text = body([
			userLine('a', { timestamp: late }),
			userLine('b', { timestamp: early }),
			userLine('c', { timestamp: early }),
		]);
		expect(text.match(/^## .*$/gmu)).toEqual(['## 1 · 23:59 · a', '## 2 · 2026-11-21 00:01 · b', '## 3 · 00:01 · c']);
	});

	it('a prompt that is taken back before an answer is abandoned', () => {
		const text = body([
			userLine('first', { uuid: 'a', parentUuid: null }),
			userLine('oops', { uuid: 'b', parentUuid: 'a' }),
			userLine('better', { uuid: 'c', parentUuid: 'a' }),
		]);
		expect(text).toMatch(
			/## 2 · \S+ · oops \(abandoned\)\n\n> oops\n\n--- Back to turn 1 ---\n\n## 3 · \S+ · better\n/u,
		);
	});

	it('compactions, interruptions, errors and limits are marked', () => {
		const text = body([
			userLine('go'),
			assistantLine('So far', { stop: 'max_tokens' }),
			userLine('[Request interrupted by user]'),
			assistantLine('API Error: 529 Overloaded', { model: '<synthetic>' }, { isApiErrorMessage: true }),
			systemLine('compact_boundary', { compactMetadata: { preTokens: 160_000, postTokens: 12_000 } }),
			userLine(
				'This session is being continued…\nSummary:\n1. It went well.\nIf you need specific details from before compaction, no.',
				{ isCompactSummary: true },
			),
		]);
		expect(text.split('\n\n').slice(2)).toEqual([
			'So far',
			'*The output limit cut this answer off*',
			'*Interrupted by the user*',
			'**Error:** API Error: 529 Overloaded',
			'--- Compacted: 160k → 12k tokens ---',
			'> 1. It went well.\n',
		]);
	});

	it('lines of the harness, of subagents, of other sessions and lines that come again are left out', () => {
		const said = assistantLine('Once.');
		const text = body([
			userLine('go'),
			userLine('<system-reminder>hidden</system-reminder>', { isMeta: true }),
			assistantLine('inner', {}, { isSidechain: true }),
			userLine('foreign', { sessionId: 'other' }),
			assistantLine('No response requested.', { model: '<synthetic>' }),
			said,
			said,
		]);
		expect(text).toMatch(/^## 1 · \S+ · go\n\n> go\n\nOnce\.\n$/u);
	});

	it('thinking is there for who asks', () => {
		const lines = [
			userLine('go'),
			assistantLine('x', {}, { message: { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] } }),
		];
		expect(body(lines)).not.toContain('Hm.');
		expect(body(lines, { withThinking: true })).toContain('> *Thinking:*\n>\n> Hm.\n');
	});
});

describe('every message has a place', () => {
	it('at the line that it begins with', () => {
		const { text, messages } = read(
			jsonl([
				userLine('one', { uuid: 'p1', parentUuid: null }),
				assistantLine('A\n\nB', {}, { uuid: 'a1', parentUuid: 'p1' }),
				assistantLine({ tool: 'Bash', id: 't', input: { command: 'x' } }, {}, { uuid: 'c1', parentUuid: 'a1' }),
				resultLine('t', 'out', { uuid: 'r1', parentUuid: 'c1' }),
				userLine('oops', { uuid: 'p2', parentUuid: 'r1' }),
				userLine('two', { uuid: 'p3', parentUuid: 'r1' }),
				systemLine('turn_duration', { uuid: 's1' }),
			]),
			SESSION,
		);
		const lines = text.split('\n');
		const at = Object.fromEntries(messages.map(({ uuid, line }) => [uuid, lines[line]]));
		expect(at).toEqual({
			p1: expect.stringMatching(/^## 1/u),
			a1: 'A',
			c1: '- Bash: `x` → exit 0',
			r1: '- Bash: `x` → exit 0',
			p2: expect.stringMatching(/^## 2/u),
			p3: expect.stringMatching(/^## 3/u),
			s1: '',
		});
	});

	it('in every sample, in the order of the lines', () => {
		const file =
			'test/fixtures/sessions/03-compacted/projects/-home-dev-app/48e9e968-49bb-4457-b211-690d085fe0cf.jsonl';
		const content = readFileSync(path.resolve(file), 'utf8');
		const { text, messages } = read(content, '48e9e968-49bb-4457-b211-690d085fe0cf');
		expect(new Set(messages.map(({ uuid }) => uuid)).size).toBe([...content.matchAll(/"uuid":"[^"]+"/gu)].length);
		expect(messages.map(({ line }) => line)).toEqual(messages.map(({ line }) => line).sort((a, b) => a - b));
		expect(messages.at(-1)?.line).toBeLessThanOrEqual(text.split('\n').length);
	});
});

it('nothing unprintable gets through', () => {
	const text = body([
		userLine('a\u0000b\u202ec\u200bd\u{e0041}\u001b]0;title\u0007\u001b[2J'),
		assistantLine({ tool: 'Bash\u0007', id: 't', input: { command: 'x\u001b[31my' } }),
		resultLine('t', 'r\u0008s'),
	]);
	expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e\u{e0041}]/u);
	expect(text).toContain('> abcd\n');
	expect(text).toContain('- Bash: xy');
});

it('a prompt is quoted with all that it brings, and cannot leave the quote or enter the outline', () => {
	const text = body([userLine('# Title\n\n```\nopen\n\n</details><script>\n## 9 · fake'), assistantLine('after')]);
	expect(text.match(/^## /gmu)).toHaveLength(1);
	expect(text).toMatch(/> ### Title\n>\n> ```\n> open\n>\n> <\/details><script>\n> ## 9 · fake\n> ```\n\nafter\n$/u);
});

it('a message beyond all measure is cut, and says so', () => {
	const text = body([userLine('word '.repeat(1_000_000))]);
	expect(text.length).toBeLessThan(210_000);
	expect(text).toContain('*… 4,800,000 more characters are in the transcript.*');
});

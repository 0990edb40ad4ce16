import { describe, expect, test } from 'vitest';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { parseLine } from '../transcript/parseEntry';
import { type SearchHit, findHit, shownHit } from './hit';
import { createMatcher } from './matcher';
import { parseQuery } from './query';

const unchanged = (text: string): string => text;

function search(line: Line | string, typed: string, redact = unchanged): SearchHit | undefined {
	const entry = parseLine(typeof line === 'string' ? line : JSON.stringify(line)) ?? expect.fail('No entry.');
	const query = parseQuery(typed) ?? { terms: [] };
	const matcher = createMatcher(query);
	const hit = findHit(entry, matcher, { file: '/t.jsonl', offset: 7 });
	return hit && shownHit(hit, matcher, redact);
}
const system = (subtype: string, content: string): Line => ({ type: 'system', subtype, content, uuid: 'u' });

describe('what is searched', () => {
	test.each<[string, Line, SearchHit['role']]>([
		['a prompt', userLine('find the needle'), 'user'],
		['a slash command', userLine('<command-message>x</command-message><command-name>/needle</command-name>'), 'user'],
		['what a local command printed', userLine('<local-command-stdout>needle</local-command-stdout>'), 'user'],
		[
			'a local command',
			system('local_command', '<command-name>/rename</command-name><command-args>needle</command-args>'),
			'user',
		],
		['a reply', assistantLine('The needle is here.'), 'assistant'],
		['what a tool was given', assistantLine({ tool: 'Bash', id: 't', input: { command: 'grep needle' } }), 'toolUse'],
		[
			'deep inside of it',
			assistantLine({ tool: 'MultiEdit', id: 't', input: { edits: [{ new_string: 'needle' }] } }),
			'toolUse',
		],
		['what a tool answered', resultLine('t', 'needle'), 'toolResult'],
		[
			'the part of an output that the message leaves out',
			resultLine('t', 'cut', { toolUseResult: { stdout: 'needle' } }),
			'toolResult',
		],
		['a title', { type: 'custom-title', customTitle: 'Needle work', sessionId: 's' }, 'title'],
		['a title of old versions', { type: 'summary', summary: 'Needle work', leafUuid: 'u' }, 'title'],
		['the summary of a compaction', userLine('needle', { isCompactSummary: true }), 'summary'],
		['a finished background agent', userLine('<task-notification><result>needle</result></task-notification>'), 'user'],
	])('%s', (_what, line, role) => {
		expect(search(line, 'NEEDLE')).toMatchObject({ role, file: '/t.jsonl', offset: 7 });
	});

	test.each<[string, Line]>([
		[
			'context that the harness added',
			{ type: 'attachment', attachment: { type: 'file', content: 'needle' }, uuid: 'u' },
		],
		['raw requests', { type: 'api-request', body: 'needle' }],
		['text that was added for the model', userLine('needle', { isMeta: true })],
		['the folder and the branch', userLine('x', { cwd: '/needle', gitBranch: 'needle' })],
		['ids', userLine('x', { uuid: 'needle' })],
		['keys', assistantLine({ tool: 'X', id: 't', input: { needle: 'x' } })],
		['the whole file before an edit', resultLine('t', 'ok', { toolUseResult: { originalFile: 'needle' } })],
		['the copy of the last prompt', { type: 'last-prompt', lastPrompt: 'needle', sessionId: 's' }],
		['a type that nobody knows', { type: 'needle-thread', text: 'needle' }],
		['other system lines', system('informational', 'needle')],
	])('is not %s', (_what, line) => {
		expect(search(line, 'needle')).toBeUndefined();
	});
});

describe('what is shown', () => {
	const marked = (hit: SearchHit | undefined): string | undefined =>
		hit &&
		[...hit.ranges]
			.reverse()
			.reduce((t, { start, end }) => `${t.slice(0, start)}[${t.slice(start, end)}]${t.slice(end)}`, hit.text);

	test.each([
		['one needle here', 'needle', 'one [needle] here'],
		['Needle and thread', 'thread needle', '[Needle] and [thread]'],
		// What stands in the lines above is left to the reader: a row shows the line that was found first.
		['a\n\n  needle\tin a\r\nstack', 'needle', '[needle] in a stack'],
		['first line\nthe needle here\nand more', 'needle', 'the [needle] here and more'],
		['\u001b[1;31mneedle\u001b[0m \u001b]8;;https://x.org\u0007link', 'needle', '[needle] link'],
		['a \u0007needle', 'needle', 'a [needle]'],
		['two\nlines', '"two\nlines"', '[two lines]'],
		['needle ', '"needle "', '[needle]'],
		[`${'x'.repeat(300)} needle ${'y'.repeat(300)}`, 'needle', `…${'x'.repeat(49)} [needle] ${'y'.repeat(143)}…`],
		[`${'🚀'.repeat(60)}needle`, 'needle', `…${'🚀'.repeat(25)}[needle]`],
	])('%j for %j', (text, typed, expected) => {
		expect(marked(search(userLine(text), typed))).toBe(expected);
	});

	describe('of what holds a secret', () => {
		const redact = (text: string): string =>
			text.replace(/(key\s*=\s*)\S+/gu, '$1[secret]').replace(/BEGIN[^]*?(?:END|$)/gu, '[secret]');
		test.each([
			['whose name is cut off', `key = ${'s'.repeat(60)} for needle`, 'needle', 'key = [secret] for [needle]'],
			['that is long', `of you: BEGIN ${'s\n'.repeat(1_900)} needle`, 'you needle', 'of [you]: [secret]'],
			[
				'far within',
				`${'x'.repeat(5_000)} key = ssss needle ${'y'.repeat(200)}`,
				'needle',
				`…${'x'.repeat(34)} key = [secret] [needle] ${'y'.repeat(143)}…`,
			],
			['that is looked for', 'one\nkey = needle-key and more', 'needle', 'key = [secret] and more'],
		])('%s', (_what, text, typed, expected) => {
			expect(marked(search(userLine(text), typed, redact))).toBe(expected);
		});
	});

	test('who said it, when, and in which session', () => {
		const line = userLine('needle', {
			uuid: 'u7',
			timestamp: '2026-11-20T12:00:00.000Z',
			sessionId: 's7',
		});
		expect(search(line, 'needle')).toMatchObject({
			uuid: 'u7',
			sessionId: 's7',
			atMs: Date.UTC(2026, 10, 20, 12),
		});
	});

	test('a depth that nobody vouches for does not break it', () => {
		const line = JSON.stringify(assistantLine({ tool: 'X', id: 't', input: { input: 'deep' } }));
		const deep = `${'['.repeat(20_000)}"needle"${']'.repeat(20_000)}`;
		expect(search(line.replace('"deep"', deep), 'needle')?.role).toBe('toolUse');
	});
});

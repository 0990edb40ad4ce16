import { describe, expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, resultLine, userLine } from '../testing/transcripts';
import type { TranscriptEntry } from '../transcript/entry';
import { parseEntry } from '../transcript/parseEntry';
import { composeDraft } from './draft';
import { type ParkingSuggestion, foldSuggestions, noSuggestions, parkRequestOf, suggestionsOf } from './suggestions';

const entriesOf = (lines: readonly Line[]): readonly TranscriptEntry[] =>
	lines.flatMap((line) => {
		const parsed = parseEntry(line, 1);
		return parsed && 'entry' in parsed ? [parsed.entry] : [];
	});
const suggest = (...lines: readonly Line[]): readonly ParkingSuggestion[] =>
	suggestionsOf(foldSuggestions(noSuggestions(SESSION), entriesOf(lines)), new Set(), []);
const write = (file_path: string, content = ''): Line =>
	assistantLine({ tool: 'Write', id: 't', input: { file_path, content } });

const asked = [
	userLine('Write the importer.'),
	assistantLine('Done.\n\nWhich encoding do the old files have?', {}, { uuid: 'q1' }),
];
const movedOn = userLine('Now fix the broken links on the about page.', { uuid: 'p2' });
const deferring = userLine("Let's come back to the retry logic later. Now fix the test.", { uuid: 'd1' });

describe('what is suggested', () => {
	test('a question that the next prompt ignored', () => {
		expect(suggest(...asked, movedOn)).toMatchObject([
			{
				kind: 'question',
				name: 'encoding-old-files',
				text: 'Write the importer.',
				why: 'The next request came before an answer.',
				how: 'Which encoding do the old files have?',
				sessionId: SESSION,
				uuid: 'q1',
			},
		]);
	});

	test('what was put off, by its own words', () => {
		expect(suggest(userLine('Make it robust.'), deferring)).toMatchObject([
			{
				kind: 'deferred',
				name: 'retry-logic',
				text: "Let's come back to the retry logic later.",
				why: 'Make it robust.',
				uuid: 'd1',
			},
		]);
	});

	test.each([
		['the sentence before', 'The cache is never cleared. Park that.', 'The cache is never cleared. — Park that.'],
		['what Claude said last', 'Park that.', 'The session cookie never expires. — Park that.'],
	])('what `that` was: %s', (_what, prompt, text) => {
		const reply = assistantLine('I fixed the login.\n\nThe session cookie never expires.');
		expect(suggest(userLine('Fix the login'), reply, userLine(prompt))).toMatchObject([{ text }]);
	});

	test('nothing where nobody can tell what `that` was', () => {
		expect(suggest(userLine('Park that.'))).toEqual([]);
	});

	test('a side idea, with what was going on', () => {
		const idea = userLine('At some point we should split this module.');
		expect(suggest(userLine('Fix the parser.'), idea)).toMatchObject([{ kind: 'idea', why: 'Fix the parser.' }]);
	});

	test('it parks as the reference has it', () => {
		const [question] = suggest(...asked, movedOn);
		const draft = question && composeDraft(parkRequestOf(question));
		expect(draft?.body).toBe(
			'User raised: Write the importer. Pending: Which encoding do the old files have?\n\n' +
				'**Why:** The next request came before an answer.\n' +
				'**How to apply:** Which encoding do the old files have?',
		);
		expect(draft?.frontMatter['session']).toBe(SESSION);
		expect(draft?.slug).toBe('encoding-old-files');
	});
});

describe('nothing is suggested', () => {
	test.each<[string, readonly Line[]]>([
		['where the question was answered', [...asked, userLine('Latin-1, and a few are UTF-16 I think.')]],
		[
			'where Claude went on working after it',
			[...asked, assistantLine({ tool: 'Bash', id: 't' }), resultLine('t'), movedOn],
		],
		['where Claude said something else last', [...asked, assistantLine('Never mind, I found it.'), movedOn]],
		['after an interruption', [...asked, userLine('[Request interrupted by user]'), movedOn]],
		['after a compaction', [...asked, userLine('Summary', { isCompactSummary: true }), movedOn]],
		[
			'after a skill',
			[...asked, userLine('<command-message>x</command-message><command-name>/x</command-name>'), movedOn],
		],
		['for an error of the API', [asked[0] ?? {}, assistantLine('Retry?', {}, { isApiErrorMessage: true }), movedOn]],
		['from a subagent', [userLine("Let's come back to the retry logic later.", { isSidechain: true })]],
		['from a program', [userLine("Let's come back to the retry logic later.", { entrypoint: 'sdk-cli' })]],
		[
			'from another session in the same file',
			[userLine("Let's come back to the retry logic later.", { sessionId: 'other' })],
		],
		['from what a tool printed', [resultLine('t', "Let's come back to the retry logic later.")]],
		['from text of the harness', [userLine("Let's come back to the retry logic later.", { isMeta: true })]],
		['once Claude parked it in the same turn', [deferring, write('/m/session-open-x-2026-11-20.md')]],
		[
			'once Claude parked it later',
			[deferring, userLine('Go on'), write('/m/session-open-retries-2026-11-20.md', 'Retry logic')],
		],
		[
			'once Claude parked it with a command',
			[
				deferring,
				assistantLine({ tool: 'Bash', id: 't', input: { command: 'cat > "$DIR/session-open-retry.md" <<E' } }),
			],
		],
	])('%s', (_when, lines) => {
		expect(suggest(...lines)).toEqual([]);
	});

	test('where an open item is about it', () => {
		const state = foldSuggestions(noSuggestions(SESSION), entriesOf([deferring]));
		const item = { name: 'retry-logic', description: '', body: 'Deferred: the retry logic.', session: undefined };
		expect(suggestionsOf(state, new Set(), [item])).toEqual([]);
		expect(
			suggestionsOf(state, new Set(), [{ ...item, name: 'colours', body: 'The palette of the chart.' }]),
		).toHaveLength(1);
	});

	test('that was dismissed', () => {
		const state = foldSuggestions(noSuggestions(SESSION), entriesOf([deferring]));
		const keys = suggestionsOf(state, new Set(), []).map(({ key }) => key);
		expect(suggestionsOf(state, new Set(keys), [])).toEqual([]);
	});
});

test('another item that Claude parks later does not take a suggestion away', () => {
	expect(
		suggest(deferring, userLine('Go on'), write('/m/session-open-colours.md', 'Colours of the chart')),
	).toHaveLength(1);
});

test('an answer to a slash command of Claude Code itself does not count as one', () => {
	const cost = userLine('<command-name>/cost</command-name>');
	expect(suggest(...asked, cost, userLine('<local-command-stdout>1 $</local-command-stdout>'), movedOn)).toHaveLength(
		1,
	);
});

test('folding in any pieces gives the same, and lines that come again change nothing', () => {
	const entries = entriesOf([
		...asked,
		movedOn,
		assistantLine('Ok.'),
		deferring,
		assistantLine('Ok.'),
		...asked,
		movedOn,
	]);
	const whole = foldSuggestions(noSuggestions(SESSION), entries);
	expect(suggestionsOf(whole, new Set(), [])).toHaveLength(2);
	for (let cut = 0; cut <= entries.length; cut++) {
		const first = foldSuggestions(noSuggestions(SESSION), entries.slice(0, cut));
		expect(foldSuggestions(first, entries.slice(cut))).toEqual(whole);
	}
});

test('the keys of a session are its own, and stable', () => {
	const key = (sessionId: string, uuid: string): string | undefined => {
		const line = { ...deferring, sessionId, uuid };
		return suggestionsOf(foldSuggestions(noSuggestions(sessionId), entriesOf([line])), new Set(), [])[0]?.key;
	};
	expect(key('s1', 'u1')).toBe(key('s1', 'u1'));
	expect(new Set([key('s1', 'u1'), key('s1', 'u2'), key('s2', 'u1')]).size).toBe(3);
	expect(key('s1', 'u1')).toMatch(/^[0-9a-f]{16}$/u);
});

test('keeps the newest suggestions of a long session', () => {
	const lines = Array.from({ length: 50 }, (_, n) =>
		userLine(`Let's come back to the topic number ${n} of chapter ${n} later.`),
	);
	const found = suggest(...lines);
	expect(found).toHaveLength(20);
	expect(found.at(-1)?.text).toContain('number 49');
});

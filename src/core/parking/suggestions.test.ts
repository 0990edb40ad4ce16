import { describe, expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, chained, resultLine, userLine } from '../testing/transcripts';
import { extractOf } from '../testing/extracts';
import { IGNORED, NOT_IGNORED } from '../testing/questionCases';
import { entriesOf } from '../transcript/parseEntry';
import { composeDraft } from './draft';
import { suggestionWords } from './suggestionWords';
import { type ParkingSuggestion, parkRequestOf, suggestionsIn, suggestionsOf, watchParkings } from './suggestions';

const suggest = (...lines: readonly Line[]): readonly ParkingSuggestion[] => {
	const parkings = watchParkings();
	for (const entry of entriesOf(chained(lines).map((line) => JSON.stringify(line)))) parkings.note(entry);
	return suggestionsIn(extractOf(lines), parkings.parkings);
};
const write = (file_path: string, content = ''): Line =>
	assistantLine({ tool: 'Write', id: 't', input: { file_path, content } });

const asked = [
	userLine('Write the importer.'),
	assistantLine('Done.\n\nWhich encoding do the old files have?', {}, { uuid: 'q1' }),
];
const movedOn = userLine('Now fix the broken links on the about page.', { uuid: 'p2' });
const deferring = userLine("Let's come back to the retry logic later. Now fix the test.", { uuid: 'd1' });

test.each(['mcp__session-keeper__park_item', 'mcp__plugin_session-keeper_session-keeper__park_item'])(
	'what Claude parked by the tool %s is not suggested, once it is done either',
	(tool) => {
		const parked = assistantLine({ tool, id: 't', input: { name: 'retry logic', text: 'How often?' } });
		expect(suggest(deferring, userLine('Go on'), parked)).toEqual([]);
		expect(
			suggest(deferring, userLine('Go on'), assistantLine({ tool: 'mcp__other__park_item', id: 't' })),
		).toHaveLength(1);
	},
);

test.each([
	'Park this: the login form should remember the user.',
	'Park this for later: the login form should remember the user.',
	"Let's park the redesign of the login form for now.",
	'Please park this idea: a login form that remembers the user.',
	"Let's come back to that: the login form forgets the user.",
])('what is parked in words is suggested: %s', (text) => {
	expect(suggest(userLine('Make it robust.'), userLine(`${text} Now fix the test.`)).map(suggestionWords)).toEqual([
		expect.stringContaining('login form'),
	]);
});

test('a question is told by its own words, what was put off by what was said', () => {
	expect(suggest(...asked, movedOn).map(suggestionWords)).toEqual(['Which encoding do the old files have?']);
	expect(suggest(deferring).map(suggestionWords)).toEqual([expect.stringContaining('retry logic')]);
});

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
		['the sentence before', 'The cache is never cleared. Park that.', 'The cache is never cleared. Park that.'],
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
		['where Claude said something else last', [...asked, assistantLine('Never mind, I found it.'), movedOn]],
		['after an interruption', [...asked, userLine('[Request interrupted by user]'), movedOn]],
		['after a compaction', [...asked, userLine('Summary', { isCompactSummary: true }), movedOn]],
		[
			'after a skill',
			[...asked, userLine('<command-message>x</command-message><command-name>/x</command-name>'), movedOn],
		],
		['for an error of the API', [asked[0] ?? {}, assistantLine('Retry?', {}, { isApiErrorMessage: true }), movedOn]],
		['from a subagent', [userLine("Let's come back to the retry logic later.", { isSidechain: true })]],
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
		const found = suggest(deferring);
		const item = { name: 'retry-logic', description: '', body: 'Deferred: the retry logic.', session: undefined };
		expect(suggestionsOf(found, new Set(), [item])).toEqual([]);
		expect(suggestionsOf(found, new Set(), [{ ...item, name: 'colours', body: 'The palette of the chart.' }])).toEqual(
			found,
		);
	});

	test.each(['key', 'messageKey'] as const)('that was dismissed by its %s', (name) => {
		const found = suggest(deferring);
		expect(suggestionsOf(found, new Set(found.map((each) => each[name])), [])).toEqual([]);
	});
});

test('another item that Claude parks later does not take a suggestion away', () => {
	expect(
		suggest(
			userLine('Make it robust.'),
			deferring,
			userLine('Go on'),
			write('/m/session-open-colours.md', 'Colours of the chart'),
		),
	).toHaveLength(1);
});

test('an answer to a slash command of Claude Code itself does not count as one', () => {
	const cost = userLine('<command-name>/cost</command-name>');
	expect(suggest(...asked, cost, userLine('<local-command-stdout>1 $</local-command-stdout>'), movedOn)).toHaveLength(
		1,
	);
});

test('each thing that one message puts off has a key of its own, which stays as the session grows', () => {
	const both = userLine('Put the retry logic on the backlog. At some point we should split this module.', {
		uuid: 'd2',
	});
	const found = suggest(userLine('Fix the parser.'), both);
	expect(found.map(({ kind }) => kind)).toEqual(['deferred', 'idea']);
	expect(new Set(found.map(({ key }) => key)).size).toBe(2);
	const later = suggest(userLine('Fix the parser.'), both, assistantLine('Ok.'), userLine('Now the docs'));
	expect(later.map(({ key }) => key)).toEqual(found.map(({ key }) => key));
	for (const { key } of found) expect(key).toMatch(/^[0-9a-f]{16}$/u);
});

test('questions that people passed over are told from those that they answered', () => {
	const isOffered = ([reply, prompt]: readonly [string, string]): boolean =>
		suggest(userLine('Write the importer.'), assistantLine(reply), userLine(prompt)).length > 0;
	expect(NOT_IGNORED.filter(isOffered)).toEqual([]);
	expect(IGNORED.filter(isOffered).length / IGNORED.length).toBeGreaterThanOrEqual(0.5);
});

test('a question that was answered later is none any more', () => {
	const answer = userLine('About your question: the old files are in Latin-1.');
	expect(suggest(...asked, movedOn, assistantLine('Fixed.'))).toHaveLength(1);
	expect(suggest(...asked, movedOn, assistantLine('Fixed.'), answer)).toEqual([]);
});

test('keeps the newest suggestions of a long session', () => {
	const lines = Array.from({ length: 50 }, (_, n) =>
		userLine(`Let's come back to the topic number ${n} of chapter ${n} later.`),
	);
	const found = suggest(...lines);
	expect(found).toHaveLength(20);
	expect(found.at(-1)?.text).toContain('number 49');
});

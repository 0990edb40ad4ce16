// Document, protocol, draft, suggestions, the context that is loaded and the one that the hooks tell of one session are
// renderings of one reading: of each category they say the same.
import { describe, expect, test } from 'vitest';
import { renderState } from '../documents/stateBlock';
import { renderDocument } from '../documents/document';
import { readDocument } from '../documents/readDocument';
import type { SessionExtract } from '../handoff/extract';
import { suggestionsIn } from '../parking/suggestions';
import { blocksOfSession, tasksLeft, tasksOfSession } from '../protocol/fromSession';
import { briefFields, briefOf } from '../sessions/brief';
import { sessionContext } from '../sessions/contextBlock';
import { parseRecord } from '../sessions/record';
import { extractOf } from '../testing/extracts';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { emptySession } from '../transcript/session';
import { composeReflection } from './composeReflection';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const CATEGORIES = ['decided', 'failed', 'open', 'putOff', 'next', 'tasks'] as const;
type Category = (typeof CATEGORIES)[number];
type Said = Readonly<Record<Category, readonly string[]>>;

let last = 0;
const use = (tool: string, input: Record<string, unknown>, own: Record<string, unknown> = {}): readonly Line[] => {
	const id = `t${++last}`;
	return [assistantLine({ tool, id, input }), resultLine(id, 'ok', own)];
};
const edit = (file: string): readonly Line[] => use('Edit', { file_path: `/home/dev/app/${file}` });
const PLAN = '# Retries\n\n1. Add a `retries` option to `src/http.ts`\n2. Describe it in `docs/http.md`';

const LABELLED: readonly (readonly [string, readonly Line[], Partial<Said>])[] = [
	[
		'a question that was passed over, and something put off',
		[
			userLine('Write the importer for the old files'),
			...edit('src/import.ts'),
			assistantLine('The importer reads them.\n\nWhich encoding do the old files have?'),
			userLine("Now fix the broken links on the about page. Let's come back to the retry logic later."),
			...edit('about.html'),
			assistantLine('The links work.'),
		],
		{
			open: ['Which encoding do the old files have?'],
			putOff: ["Let's come back to the retry logic later."],
		},
	],
	[
		'a plan, half of it done, after an attempt in vain',
		[
			userLine('Plan how requests could be tried again'),
			...use('ExitPlanMode', { plan: PLAN }),
			...edit('src/http.ts'),
			assistantLine('I tried a wrapper around fetch first, but it did not work with streams.\n\nStep 1 is done.'),
		],
		{
			decided: ['Retries; Add a `retries` option to `src/http.ts`; Describe it in `docs/http.md`'],
			failed: ['I tried a wrapper around fetch first, but it did not work with streams.'],
			tasks: ['completed Add a `retries` option to `src/http.ts`', 'pending Describe it in `docs/http.md`'],
		},
	],
	[
		'an answer, and what is left',
		[
			userLine('Cache the lookups'),
			assistantLine('Should the cache live in Redis or in memory?'),
			userLine('In memory'),
			...edit('src/cache.ts'),
			assistantLine(
				'The cache is in memory now.\n\n**Next steps:**\n\n- Document the cache size\n- Delete the old lookup table',
			),
		],
		{ decided: ['In memory'], next: ['Document the cache size', 'Delete the old lookup table'] },
	],
	[
		'a refusal and an interruption, which settle nothing',
		[
			userLine('Clean the repository'),
			assistantLine({ tool: 'Bash', id: 'rm', input: { command: 'rm -rf build' } }),
			resultLine('rm', 'The user does not want to proceed', { isError: true, toolDenialKind: 'user-rejected' }),
			assistantLine('Which folders may go?'),
			userLine('[Request interrupted by user]'),
			userLine('Write the changelog of the release'),
			...edit('CHANGELOG.md'),
			assistantLine('Written.'),
		],
		{},
	],
];

const said = (own: Partial<Said>): Said => ({
	decided: [],
	failed: [],
	open: [],
	putOff: [],
	next: [],
	tasks: [],
	...own,
});
const bare = (text: string): string => text.replace(/ \[m\d+\]/gu, '').replace(/\\(.)/gu, '$1');
const after = (lines: readonly string[], ...marks: readonly string[]): readonly string[] =>
	lines.flatMap((line) => marks.flatMap((mark) => (line.startsWith(mark) ? [line.slice(mark.length)] : [])));

function inDocument(extract: SessionExtract): { readonly said: Said; readonly context: string } {
	const { facts } = emptySession('s');
	const source = { extract, facts, folder: '/home/dev/app', git: {}, path: 'd.md', nowMs: NOW_MS };
	const { fields, body } = renderDocument({ ...source, redact: (text) => text });
	const document = readDocument({ ...fields }, body, 'd.md');
	const { decisions, failures, questions, next, tasks } = document;
	return {
		said: {
			decided: decisions.map(bare),
			failed: failures.map(bare),
			open: questions.filter((line) => !line.startsWith('Put off: ')).map(bare),
			putOff: after(questions, 'Put off: ').map(bare),
			next: next.filter((line) => !/^(?:Task|In progress|Not finished|Still failing): /u.test(line)).map(bare),
			tasks: tasks.map((line) => bare(line).replace('[x]', 'completed').replace('[ ]', 'pending')),
		},
		context: bare(renderState(document, 'd.md', NOW_MS)),
	};
}

function inProtocol(extract: SessionExtract): Said {
	const left = (kind: string): readonly string[] =>
		tasksLeft(extract, '/home/dev/app').flatMap(({ title, origin }) => (origin.kind === kind ? [title] : []));
	const block = (name: string): readonly string[] =>
		blocksOfSession(extract).flatMap(({ title, lines }) => (title === name ? lines : []));
	return {
		decided: block('Architecture decisions'),
		failed: block('Critical pitfalls'),
		open: left('question'),
		putOff: left('putOff'),
		next: left('nextStep'),
		tasks: tasksOfSession(extract, '/home/dev/app').map(({ title, status }) => `${status} ${title}`),
	};
}

function inDraft(extract: SessionExtract): Said {
	const parts = { extract, items: [], findings: new Map(), branch: undefined, folder: '/home/dev/app', name: 's' };
	const draft = composeReflection({ ...parts, redact: (text) => text });
	const texts = (claims: readonly { readonly text: string }[] = []): readonly string[] =>
		claims.map(({ text }) => text);
	const [scope, prompt] = [texts(draft?.scope), texts(draft?.resumePrompt)];
	return {
		decided: texts(draft?.decisions),
		failed: texts(draft?.failed),
		open: after(prompt, 'Unanswered: '),
		putOff: after(scope, 'Put off: '),
		next: after(prompt, 'Next: '),
		tasks: [
			...after(scope, 'Done: ').map((text) => `completed ${text.slice(1)}`),
			...after(scope, 'Open: ').map((text) => `pending ${text.slice(1)}`),
		],
	};
}

/** What a hook tells of it, from the record. */
function inHooks(extract: SessionExtract): Said {
	const metadata = briefFields({ ...briefOf(extract), workedMinutes: undefined }, (text) => text);
	const at = new Date(NOW_MS).toISOString();
	const record = parseRecord(JSON.stringify({ id: 's', state: 'ended', started_at: at, last_activity: at, metadata }));
	if (record === undefined) throw new Error('This is no record.');
	const block = sessionContext(record, NOW_MS, 'brief', (text) => text);
	const under = (title: string): readonly string[] =>
		block
			.split('\n\n')
			.filter((part) => part.startsWith(`${title}\n`))
			.flatMap((part) => after(part.split('\n'), '  - '));
	return {
		decided: under('Decided:'),
		failed: under('Tried, and did not work:'),
		open: under('Not answered:'),
		putOff: under('Put off:'),
		next: after(block.split('\n'), 'Next step: '),
		tasks: under('Open tasks:'),
	};
}

describe.each(LABELLED)('%s', (_what, lines, own) => {
	const expected = said(own);
	const extract = extractOf(lines);
	const document = inDocument(extract);

	test.each([
		['document', document.said],
		['protocol', inProtocol(extract)],
		['draft', inDraft(extract)],
	])('is in the %s as it was said, and nothing else', (_face, face) => {
		for (const category of CATEGORIES)
			expect(face[category], category).toEqual(
				expected[category].map((text) => expect.stringContaining(text) as unknown),
			);
	});

	test('is in the context that the next session loads', () => {
		const { decided, failed, open, putOff, next } = expected;
		for (const text of [...decided, ...failed, ...open, ...putOff, ...next])
			expect(document.context).toContain(text.slice(0, 100));
	});

	test('is what the hooks tell of it: what is left of the tasks, and the first step', () => {
		const left = expected.tasks.flatMap((task) => after([task], 'pending '));
		const told = inHooks(extract);
		for (const category of CATEGORIES) {
			const all = category === 'tasks' ? left : expected[category];
			const texts = category === 'next' ? all.slice(0, 1) : all;
			expect(told[category], category).toEqual(texts.map((text) => expect.stringContaining(text) as unknown));
		}
	});

	test('is all that suggestions are made of', () => {
		const known = [...expected.open, ...expected.putOff];
		for (const { text, how } of suggestionsIn(extract, []))
			expect(known.some((each) => text.includes(each) || how.includes(each))).toBe(true);
	});
});

test('what is plain of what is open and put off is offered', () => {
	const [, lines] = LABELLED[0] ?? ['', []];
	expect(suggestionsIn(extractOf(lines), []).map(({ kind }) => kind)).toEqual(['question', 'deferred']);
});

test('a draft says that something was asked only where it was', () => {
	const chosen = (question: string): readonly string[] => {
		const extract = extractOf([
			userLine('Store the pictures'),
			assistantLine({ tool: 'Write', id: 'w', input: { file_path: '/home/dev/app/a.ts', content: 'x' } }),
			resultLine('w', 'File created', { toolUseResult: { type: 'create' } }),
			assistantLine('Done.'),
		]);
		const decisions = [{ ...extract.exchanges[0]?.request, text: 'Hetzner', how: 'answer', question }];
		const parts = { items: [], findings: new Map(), branch: undefined, folder: '/home/dev/app', name: 's' };
		const draft = composeReflection({ ...parts, extract: { ...extract, decisions } as never, redact: (text) => text });
		return draft?.decisions.map(({ text }) => text) ?? [];
	};
	expect(chosen('`src/images.ts` names the bucket.')).toEqual([
		'To “`src/images.ts` names the bucket.” the person said “Hetzner”',
	]);
	expect(chosen('S3 or Hetzner?')).toEqual(['Asked “S3 or Hetzner?”, the person chose “Hetzner”']);
});

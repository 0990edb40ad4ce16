import { describe, expect, it } from 'vitest';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { extractOf } from '../testing/extracts';

let last = 0;
const use = (tool: string, input: Record<string, unknown>, result = 'ok'): readonly Line[] => {
	const id = `t${++last}`;
	return [assistantLine({ tool, id, input }), resultLine(id, result)];
};
const edit = (file: string): readonly Line[] => use('Edit', { file_path: `/home/dev/app/${file}` });
const PLAN = `# Retries

We need them since Monday.

1. Add a \`retries\` option to \`src/http.ts\`
2. Cover it in \`src/http.test.ts\`
   - with a fake clock
3. Describe it in \`docs/http.md\`

## Risks

1. It may hide real failures`;
const planned: readonly Line[] = [
	userLine('Plan how requests could be tried again'),
	...use('ExitPlanMode', { plan: PLAN }, 'User has approved your plan'),
];
const tasksOf = (...lines: readonly Line[]): readonly string[] =>
	extractOf(lines).tasks.map(({ text, status, kind }) => `${kind} ${status}: ${text}`);
const states = (...lines: readonly Line[]): readonly string[] => extractOf(lines).tasks.map(({ status }) => status);

describe('an approved plan', () => {
	it('has its numbered steps as tasks, without those of other sections', () => {
		expect(tasksOf(...planned)).toEqual([
			'plan pending: Add a `retries` option to `src/http.ts`',
			'plan pending: Cover it in `src/http.test.ts`',
			'plan pending: Describe it in `docs/http.md`',
		]);
	});

	it('has none where the person refused it, and those of the second where that was approved', () => {
		const refused = [
			userLine('Plan it'),
			assistantLine({ tool: 'ExitPlanMode', id: 'p', input: { plan: PLAN } }),
			resultLine('p', 'The user does not want to proceed', { isError: true, toolDenialKind: 'user-rejected' }),
		];
		expect(tasksOf(...refused)).toEqual([]);
		const second = use('ExitPlanMode', { plan: '# Less\n\n1. Try again once\n2. Log the second failure' });
		expect(tasksOf(...refused, ...second)).toEqual([
			'plan pending: Try again once',
			'plan pending: Log the second failure',
		]);
	});

	it.each<[string, string, readonly string[]]>([
		['by its number', 'let us skip 3', ['Cache the tariffs', 'Read them again at night']],
		['by its place', "I've changed my mind about the last step", ['Cache the tariffs', 'Read them again at night']],
	])('loses a step that the person drops %s', (_, said, rest) => {
		const plan = '# Tariffs\n1. Cache the tariffs\n2. Read them again at night\n3. Mail a report';
		const lines = [userLine('Plan it'), ...use('ExitPlanMode', { plan }), assistantLine('Shall I?'), userLine(said)];
		expect(extractOf(lines).tasks.map(({ text }) => text)).toEqual(rest);
	});

	it('loses a step that Claude says is dropped, and has done one that a changed file is named after', () => {
		const plan = '# Matching\n1. Normalise\n2. Blocking by country\n3. Review of pairs';
		const lines = [
			userLine('Plan it'),
			...use('ExitPlanMode', { plan }),
			...edit('matching/blocking.py'),
			assistantLine('Candidates are there. The review of pairs is dropped.'),
		];
		expect(tasksOf(...lines)).toEqual(['plan pending: Normalise', 'plan completed: Blocking by country']);
	});

	it('takes headings with numbers, and bullets of a section of steps', () => {
		const headed = '# P\n\n## Step 1: Split the parser\ntext\n## Step 2: Move the lexer';
		const bullets = '# P\n\n## Context\n- It is slow\n\n## Changes\n- Cache the index\n- Drop the second pass';
		const of = (plan: string): readonly string[] => tasksOf(userLine('Plan'), ...use('ExitPlanMode', { plan }));
		expect(of(headed)).toEqual(['plan pending: Split the parser', 'plan pending: Move the lexer']);
		expect(of(bullets)).toEqual(['plan pending: Cache the index', 'plan pending: Drop the second pass']);
	});

	it.each<[string, readonly Line[], readonly string[]]>([
		[
			'files that were changed, at the end of the turn',
			[...edit('src/http.ts'), assistantLine('That is in.')],
			['completed', 'pending', 'pending'],
		],
		['a file in a turn that still runs', edit('src/http.ts'), ['in_progress', 'pending', 'pending']],
		[
			'what the reply calls left',
			[
				...edit('src/http.ts'),
				...edit('docs/http.md'),
				assistantLine('The option is in.\n\nStill to do: describe it in docs/http.md.'),
			],
			['completed', 'pending', 'in_progress'],
		],
		[
			'numbers',
			[...edit('x.ts'), assistantLine('Steps 1 and 2 are done, step 3 is next.')],
			['completed', 'completed', 'pending'],
		],
		[
			'the numbers that are left',
			[...edit('x.ts'), assistantLine('Both run on stage. That leaves step 3.')],
			['completed', 'completed', 'pending'],
		],
		[
			'numbers alone',
			[...edit('x.ts'), assistantLine('1 and 2 are done, with a test each.')],
			['completed', 'completed', 'pending'],
		],
		[
			'the step that comes next, in its own words',
			[...edit('x.ts'), assistantLine('Both run on stage. Next I would describe it.')],
			['completed', 'completed', 'pending'],
		],
		[
			'the number that was asked for',
			[
				assistantLine('Shall I go on?'),
				userLine('step 2 please. step 3 not in this release'),
				...edit('x.ts'),
				assistantLine('It has a fake clock.'),
			],
			['pending', 'completed'],
		],
		[
			'its own words',
			[assistantLine('I added the `retries` option to `src/http.ts`.')],
			['completed', 'pending', 'pending'],
		],
		['all at once', [assistantLine('All three steps are done.')], ['completed', 'completed', 'completed']],
		[
			'intentions do not count',
			[assistantLine('Next I will add the `retries` option to `src/http.ts`.')],
			['pending', 'pending', 'pending'],
		],
		[
			'the person',
			[assistantLine('Go on?'), userLine('Step 3 is done, I wrote it myself')],
			['pending', 'pending', 'completed'],
		],
		['what the person takes out', [assistantLine('Go on?'), userLine('skip step 3')], ['pending', 'pending']],
	])('whose steps stand as later work shows: %s', (_what, lines, expected) => {
		expect(states(...planned, ...lines)).toEqual(expected);
	});

	it.each([
		['that leaves nothing', 'Requests are tried again now, and fail loudly.', ['completed', 'completed', 'completed']],
		[
			'that names what is left',
			'Both are in.\n\nRemaining:\n- Log the second failure',
			['completed', 'completed', 'pending'],
		],
		['that asks', 'Both are in. Shall I go on?', ['pending', 'pending', 'pending']],
	])('without file names is done by work and a reply %s', (_which, reply, expected) => {
		const plan = '# Retries\n\n1. Try again once\n2. Wait longer each time\n3. Log the second failure';
		const lines = [...edit('a.ts'), ...edit('b.ts'), ...edit('c.ts'), assistantLine(reply)];
		expect(states(userLine('Plan'), ...use('ExitPlanMode', { plan }), ...lines)).toEqual(expected);
	});

	const FIVE = ['Read the tariffs', 'Cache them', 'Retry on errors', 'Log the failures', 'Mail a report'];
	const five = [
		userLine('Plan it'),
		...use('ExitPlanMode', { plan: `# Tariffs\n${FIVE.map((each, at) => `${at + 1}. ${each}`).join('\n')}` }),
	];
	const done = (...lines: readonly Line[]): readonly string[] =>
		extractOf([...five, ...lines]).tasks.flatMap(({ text, status }) => (status === 'completed' ? [text] : []));

	it.each(['2', '2.', '3 please', '3 is fine', '5 works', '4 now'])(
		'is not moved on by a number that answers something else: %s',
		(said) => {
			const lines = [assistantLine('How many retries?'), userLine(said), ...edit('x.ts'), assistantLine('It is in.')];
			expect(done(...lines)).toEqual([]);
		},
	);

	it('is moved on by the number alone where the steps are listed and nothing else is asked', () => {
		const list = FIVE.map((each, at) => `${at + 1}. ${each}`).join('\n');
		const answer = [...edit('x.ts'), assistantLine('It is in.')];
		expect(done(assistantLine(`${list}\n\nWhich one first?`), userLine('2'), ...answer)).toEqual(['Cache them']);
		expect(done(assistantLine(`${list}\n\nHow many retries?`), userLine('2'), ...answer)).toEqual([]);
	});

	it('is one list with the one that Claude makes of it, however that is worded', () => {
		const create = (id: string, subject: string): readonly Line[] => [
			assistantLine({ tool: 'TaskCreate', id: `c${id}`, input: { subject } }),
			resultLine(`c${id}`, `Task #${id} created`, { toolUseResult: { task: { id, subject } } }),
		];
		const listed = [...create('1', 'The option'), ...create('2', 'Its tests'), ...create('3', 'A page about it')];
		expect(tasksOf(...planned, ...listed)).toEqual([
			'task pending: The option',
			'task pending: Its tests',
			'task pending: A page about it',
		]);
	});

	it('is said once, however often it is repeated', () => {
		const again = assistantLine('- [ ] Add a `retries` option to `src/http.ts`\n- [ ] Cover it in `src/http.test.ts`.');
		expect(tasksOf(...planned, again, again)).toHaveLength(3);
	});
});

describe('a step of one word', () => {
	const plan = '# Import\n1. Parser\n2. Tests\n3. Docs';
	const planned = [userLine('Plan it'), ...use('ExitPlanMode', { plan }), userLine('Begin')];

	it.each([
		['The tests have a bug.', []],
		['The parser now fails on dates.', []],
		['The docs are running out of date.', []],
		['The tests are written.', ['Tests']],
		['The parser is in place.', ['Parser']],
	])('is done where Claude says plainly that it is: %s', (said, expected) => {
		const { tasks } = extractOf([...planned, assistantLine(said)]);
		expect(tasks.flatMap(({ text, status }) => (status === 'completed' ? [text] : []))).toEqual(expected);
	});
});

describe('a plan in a reply', () => {
	const proposed = assistantLine(
		'Here is how I would do it:\n\n1. Move the limits into a table\n2. Read them at start\n\nShall I go ahead?',
	);

	it('is tasks after a nod', () => {
		expect(tasksOf(userLine('How?'), proposed, userLine('yes, go ahead'))).toEqual([
			'plan pending: Move the limits into a table',
			'plan pending: Read them at start',
		]);
	});

	it.each([
		['without one', proposed, 'What would the table look like?'],
		[
			'where it lets choose',
			assistantLine('I see two options for the plan:\n\n1. A table\n2. A file\n\nThe table?'),
			'yes',
		],
		[
			'where it tells what was done',
			assistantLine('Here is what I changed:\n\n1. The table\n2. The reader'),
			'great, ok',
		],
	])('is none %s', (_when, reply, answer) => {
		expect(tasksOf(userLine('How?'), reply, userLine(answer))).toEqual([]);
	});
});

describe('what Claude says is left', () => {
	const left = (reply: string): readonly string[] =>
		extractOf([userLine('Move the limits'), ...edit('x.ts'), assistantLine(reply)]).nextSteps.map(({ text }) => text);

	it.each([
		['Moved.\n\nHere is what is left:\n\n1. Document the table\n2. Delete the old constants'],
		[
			'Moved.\n\n**Next steps:**\n\n- Document the table\n- Delete the old constants\n\nLet me know if you want me to go on!',
		],
		['Moved.\n\nRemaining:\n- Document the table\n- Delete the old constants'],
		['Moved.\n\n## What is left\n1. Document the table\n2. Delete the old constants'],
	])('is read, and neither the heading nor a courtesy: %j', (reply) => {
		expect(left(reply)).toEqual(['Document the table', 'Delete the old constants']);
	});

	it.each([
		['Moved.\n\n**Next steps:**\n\nLet me know what you would like to do next!'],
		['Moved.\n\n**Next steps:** just tell me when you are ready.'],
		['Moved.\n\nRemaining: nothing.'],
		['Moved.\n\n**Next steps:**'],
	])('is nothing in %j', (reply) => {
		expect(left(reply)).toEqual([]);
	});

	it('is the list that the person asked for, without the numbers that were then done', () => {
		const lines = [
			userLine("What's left before the release?"),
			assistantLine('From the notes:\n1. Sign the installer\n2. Raise the version\n3. A page about proxies'),
			userLine('1 and 2 please'),
			...edit('package.json'),
			assistantLine('Signed, and the version is 3.1.'),
		];
		expect(tasksOf(...lines)).toEqual([
			'reply completed: Sign the installer',
			'reply completed: Raise the version',
			'reply pending: A page about proxies',
		]);
	});

	it.each<[string, readonly Line[], readonly string[]]>([
		['what is done', [assistantLine('Done so far:\n- parser\n- lexer\n\nOnly the docs are left.')], []],
		[
			'what is ticked',
			[assistantLine('Status:\n- [x] Write the importer tests\n- [ ] Update the docs')],
			['reply completed: Write the importer tests', 'reply pending: Update the docs'],
		],
		['two ways', [assistantLine('One thing is open: we keep the old table, or we drop it with the next release.')], []],
		[
			'what was said on the way',
			[
				assistantLine('Let me look at:\n- the log\n- the notes'),
				...edit('x.md'),
				assistantLine('Two:\n1. Sign it\n2. Publish it'),
			],
			['reply pending: Sign it', 'reply pending: Publish it'],
		],
	])('is not %s', (_, lines, expected) => {
		expect(tasksOf(userLine("What's left?"), ...lines)).toEqual(expected);
	});

	it('is no second time what is a task already', () => {
		const extract = extractOf([
			...planned,
			...edit('src/http.ts'),
			assistantLine('In.\n\nStill to do:\n- Cover it in `src/http.test.ts`\n- Describe it in docs/http.md'),
		]);
		expect([extract.nextSteps, extract.tasks.length]).toEqual([[], 3]);
	});
});

import { describe, expect, it } from 'vitest';
import { handInLine as block, handedIn } from '../../testing/extracts';
import { type Line, assistantLine, chained, metaLine, resultLine, userLine } from '../../testing/transcripts';
import type { Verdict } from './proof';

const p = (text: string): Line => userLine(text);
const c = (text: string): Line => assistantLine(text);
const own = userLine(
	'<command-message>document-and-save</command-message>\n<command-name>/document-and-save</command-name>',
);
const stopped = userLine('[Request interrupted by user]');
const verdict = (each: Verdict): string =>
	'why' in each
		? `${each.statement.text}: ${each.why}${each.isListed ? ', listed' : ''}`
		: `${each.statement.text}: m${each.from.index}`;
/** What came of each statement of the last block. */
const judged = (...lines: readonly Line[]): readonly string[] =>
	(handedIn(chained(lines)).handOvers.at(-1)?.verdicts ?? []).map(verdict);

describe('a statement is proven', () => {
	const talk = [
		p('Please move the *cache* to `Redis`, it’s too slow… really'),
		c('1. Redis is running.\n2. The cache uses it.\n\nShall I drop the old table — or keep it?'),
	];

	it.each([
		['as it stands', 'Please move the *cache* to `Redis`, it’s too slow… really', 1],
		['without Markdown', 'move the cache to Redis', 1],
		['with other typography', 'to "Redis", it\'s too slow...', 1],
		['over the end of a line', 'Redis is running. The cache uses it.', 2],
		['over the end of a line, with its numbers', '1. Redis is running. 2. The cache uses it', 2],
		['with another dash', 'drop the old table - or keep it', 2],
		['with spaces and line ends', 'the  cache\nto\tRedis', 1],
		['with a remark beside it', '"move the cache to Redis", says the person', 1],
	])('by words quoted %s', (_, quote, message) => {
		expect(judged(...talk, own, block(`summary: S | "${quote.replaceAll('\n', ' ')}"`))).toEqual([`S: m${message}`]);
	});

	it.each([
		['changed', 'move the queue to Redis'],
		['left out', 'move cache to Redis please'],
		['cut inside a word', 'ove the cache to Red'],
		['in another order', 'to Redis move the cache'],
		['of two messages', 'it’s too slow really Redis is running'],
	])('never by words that are %s', (_, quote) => {
		expect(judged(...talk, own, block(`summary: S | "${quote}"`))).toEqual(['S: notFound']);
	});

	it('by fewer than four words only if they are the whole message', () => {
		expect(
			judged(
				p('Use Redis here'),
				c('Done with it.'),
				own,
				block('fact: F | "Use Redis here"', 'fact: G | "Use Redis"'),
			),
		).toEqual(['F: m1', 'G: tooShort']);
	});

	it('in a language without spaces, too', () => {
		const quote = '認証にはクッキーを使います';
		expect(judged(p(`今後、${quote}。`), c('はい'), own, block(`fact: F | "${quote}"`))).toEqual(['F: m1']);
	});

	it('not by what stands in a block, beside one, or was written after one', () => {
		const line = 'summary: S | "we all agreed on green"';
		expect(judged(p('Hi'), c('Hello'), block(line), block(line))).toEqual(['S: notFound, listed']);
		const echo = c('As I said, we all agreed on green.');
		expect(judged(p('Hi'), c('Hello'), block(line), p('What?'), echo, own, block(line))).toEqual([
			'S: repeated, listed',
		]);
		// A person's words are true, whenever they were said.
		expect(judged(p('Hi'), c('Hello'), block(line), p('we all agreed on green'), echo, own, block(line))).toEqual([
			'S: m4',
		]);
	});

	it('not by what this program printed, or wrote into its files', () => {
		const read = (name: string, input: Line): readonly Line[] => [
			assistantLine({ tool: name, id: 'x', input }),
			resultLine('x', 'The gateway runs on port 80'),
		];
		const line = 'fact: F | "gateway runs on port 80"';
		for (const input of [
			{ command: '~/.claude/session-keeper/bin/session-keeper documents list' },
			{ file_path: '/a/.claude/memory/session-2026-01-01-1000.md' },
		])
			expect(judged(p('Look'), ...read('Read', input), c('Yes'), own, block(line))).toEqual(['F: notFound']);
		expect(judged(p('Look'), ...read('Bash', { command: 'ss -l' }), c('Yes'), own, block(line))).toEqual(['F: m3']);
	});

	it('by what a person says on refusing, what a command of theirs printed, and what an agent found', () => {
		const refused = [
			assistantLine({ tool: 'Edit', id: 'r', input: { file_path: '/home/dev/app/a.ts' } }),
			resultLine('r', "The user doesn't want to proceed. the user said:\nUse SQLite for all of it", {
				toolDenialKind: 'user-rejected',
			}),
		];
		const agent = p('<task-notification>\n<result>The queue drops every tenth job</result>\n</task-notification>');
		const run = [p('<bash-input>npm test</bash-input>'), p('<bash-stdout>the clock is two hours off</bash-stdout>')];
		const handIn = block(
			'decision: D | "Use SQLite for all of it"',
			'fact: A | "queue drops every tenth job"',
			'fact: B | "clock is two hours off"',
		);
		expect(judged(p('Go'), ...refused, c('Fine.'), agent, ...run, own, handIn)).toEqual(['D: m3', 'A: m5', 'B: m7']);
		const ours = [p('<bash-input>session-keeper resume</bash-input>'), run[1] ?? p('')];
		expect(judged(p('Go'), ...ours, own, block('fact: B | "clock is two hours off"'))).toEqual(['B: notFound']);
	});

	it('not by a turn that the conversation went back from', () => {
		const [first, second, third] = [p('Begin the work now'), c('Shall I?'), p('we take the blue one')];
		const back: Line = { ...p('we take the red one'), parentUuid: second['uuid'] };
		const last: Line = {
			...block('fact: F | "we take the blue one"', 'fact: G | "we take the red one"'),
			parentUuid: back['uuid'],
		};
		const lines = [
			first,
			{ ...second, parentUuid: first['uuid'] },
			{ ...third, parentUuid: second['uuid'] },
			back,
			last,
		];
		const tip = metaLine('last-prompt', { lastPrompt: 'x', leafUuid: last['uuid'] });
		expect((handedIn([...lines, tip]).handOvers[0]?.verdicts ?? []).map(verdict)).toEqual(['F: notFound', 'G: m4']);
	});
});

describe('a decision', () => {
	const asked = [p('Speed it up'), c('I suggest that we cache the lookup in Redis. Shall I?')];
	const line = 'decision: Cache the lookup in Redis | "we cache the lookup in Redis"';

	it.each([
		['a nod', ['yes, go ahead'], 'm2'],
		['a nod with more', ['ok. And add a test'], 'm2'],
		['a refusal', ['no, leave it'], 'refused'],
		['another request', ['Fix the login first'], 'noAssent'],
		['silence', [], 'noAssent'],
	])('that rests on Claude’s words needs assent: %s', (_, answers, result) => {
		expect(
			judged(...asked, ...answers.map(p), ...(answers.length === 0 ? [] : [c('Well.')]), own, block(line)),
		).toEqual([`Cache the lookup in Redis: ${result}`]);
	});

	it.each([
		['Redis', 'm2'],
		['Redis it is', 'm2'],
		['Which one is faster, Redis?', 'noAssent'],
		['add a test for Redis', 'noAssent'],
		['Redis? no idea, I have to ask about Redis', 'noAssent'],
	])('may rest on the option that the person picked: %s', (answer, result) => {
		const choice = [p('Speed it up'), c('Should the cache of the lookup live in Redis or in Postgres?'), p(answer)];
		const picked = 'decision: The cache lives in Redis | "the cache of the lookup live in Redis"';
		expect(judged(...choice, c('Done.'), own, block(picked))).toEqual([`The cache lives in Redis: ${result}`]);
	});

	it('fails if the request was interrupted or refused before the nod', () => {
		expect(judged(...asked, stopped, p('ok'), c('So?'), own, block(line))).toEqual([
			'Cache the lookup in Redis: interrupted',
		]);
		const refused = [
			assistantLine({ tool: 'Bash', id: 'b', input: { command: 'make cache' } }),
			resultLine('b', 'The user doesn’t want to proceed', { isError: true, toolDenialKind: 'user-rejected' }),
		];
		expect(judged(...asked, ...refused, p('ok'), c('So?'), own, block(line))).toEqual([
			'Cache the lookup in Redis: refused',
		]);
		const own2 = 'decision: Tabs | "use tabs in all files"';
		expect(judged(p('use tabs in all files'), stopped, p('hello'), c('Hi'), own, block(own2))).toEqual([
			'Tabs: interrupted',
		]);
	});

	it('fails if it was revoked later', () => {
		expect(judged(...asked, p('yes'), c('Done.'), p('drop Redis again'), c('Done.'), own, block(line))).toEqual([
			'Cache the lookup in Redis: revoked',
		]);
		const tabs = 'decision: Tabs | "use tabs in all files"';
		expect(judged(p('use tabs in all files'), c('Done.'), p('revert that'), c('Done.'), own, block(tabs))).toEqual([
			'Tabs: revoked',
		]);
	});

	it('rests on the person’s words, unless they ask, leave it open, or nod to something else', () => {
		const lines = [
			p('should we use tabs or spaces here?'),
			c('Tabs. They are smaller.'),
			p('not sure, I have to ask the team about tabs'),
			c('Fine. Shall I run the tests?'),
			p('yes'),
		];
		expect(
			judged(
				...lines,
				c('They pass.'),
				own,
				block(
					'decision: Tabs | "should we use tabs or spaces here?"',
					'decision: Tabs, too | "I have to ask the team about tabs"',
					'decision: Kafka | "yes"',
					'decision: The tests are run | "yes"',
				),
			),
		).toEqual(['Tabs: question', 'Tabs, too: unknown', 'Kafka: nod', 'The tests are run: m5']);
	});

	it('never rests on a tool’s output', () => {
		const tool = [
			assistantLine({ tool: 'Bash', id: 'b', input: { command: 'cat notes' } }),
			resultLine('b', 'we decided to use Postgres'),
		];
		expect(
			judged(
				p('Look'),
				...tool,
				c('Read.'),
				own,
				block('decision: D | "decided to use Postgres"', 'fact: F | "decided to use Postgres"'),
			),
		).toEqual(['D: tool', 'F: m3']);
	});

	it('rests on an approved plan and a chosen answer, on a refused plan never', () => {
		const plan = (denied: boolean): readonly Line[] => [
			p('Plan it'),
			assistantLine({ tool: 'ExitPlanMode', id: 'e', input: { plan: '# Move\n\n1. Copy the table over first' } }),
			resultLine('e', 'ok', denied ? { isError: true, toolDenialKind: 'user-rejected' } : {}),
			c('Well.'),
		];
		const line2 = 'decision: Copy first | "Copy the table over first"';
		expect(judged(...plan(false), own, block(line2))).toEqual(['Copy first: m2']);
		expect(judged(...plan(true), own, block(line2))).toEqual(['Copy first: refused']);
		const menu = [
			p('Go'),
			assistantLine({
				tool: 'AskUserQuestion',
				id: 'q',
				input: { questions: [{ question: 'Which database do we take?' }] },
			}),
			resultLine('q', 'answered', { toolUseResult: { answers: { 'Which database do we take?': 'Postgres' } } }),
			c('Fine.'),
		];
		expect(
			judged(...menu, own, block('decision: P | "Postgres"', 'decision: D | "Which database do we take?"')),
		).toEqual(['P: m3', 'D: m2']);
	});
});

describe('what is handed in', () => {
	const talk = [p('we keep the sessions in SQLite from now on'), c('Done. Next I will test the migration on staging.')];

	it('joins the sections of the rules, each statement once', () => {
		const { extract } = handedIn(
			chained([
				...talk,
				own,
				block(
					'topic: Sessions in SQLite | "keep the sessions in SQLite"',
					'decision: Sessions live in SQLite | "we keep the sessions in SQLite"',
					'next: Try the migration on staging | "test the migration on staging"',
					'fact: SQLite holds the sessions | "sessions in SQLite from now"',
					'later: Later | "nobody ever said these words"',
				),
			]),
		);
		expect(extract.topic).toBe('Sessions in SQLite');
		expect(extract.decisions.map(({ text, origin, from }) => [text, origin, from.index])).toEqual([
			['Sessions live in SQLite', 'claude', 1],
		]);
		expect(extract.nextSteps.map(({ text }) => text)).toEqual(['Try the migration on staging']);
		expect(extract.facts.map(({ text }) => text)).toEqual(['SQLite holds the sessions']);
		expect([extract.deferred, extract.notFound]).toEqual([[], []]);
	});

	it('is put off plainly, so that it is offered for parking, only where its words or those it rests on say so', () => {
		const said = [p("let's come back to the retry logic later. the colours are not so urgent"), c('Fine.'), own];
		const { extract } = handedIn(
			chained([
				...said,
				block(
					'later: Retry logic | "let\'s come back to the retry logic later"',
					'later: Colours | "the colours are not so urgent"',
				),
			]),
		);
		expect(extract.deferred.map(({ text, kind }) => [text, kind])).toEqual([
			['Retry logic', 'deferred'],
			['Colours', undefined],
		]);
	});

	it('is listed as not found when it comes again without proof, until it is mended', () => {
		const [bad, good] = [
			'later: Metrics | "metrics can wait for ever"',
			'later: Metrics | "we keep the sessions in SQLite"',
		];
		const twice = [...talk, own, block(bad), block(bad)];
		expect(handedIn(chained(twice)).extract.notFound.map(({ text }) => text)).toEqual(['Metrics']);
		const mended = handedIn(chained([...twice, block(good)])).extract;
		expect([mended.notFound, mended.deferred.map(({ text }) => text)]).toEqual([[], ['Metrics']]);
	});

	it('is not listed as not found where the rules have the same decision from the same words', () => {
		const chosen = 'I chose a flat array because lookups stay under fifty entries';
		const line = `decision: A flat array for the index | "${chosen}"`;
		const said = [p('Build the index of the shop'), c(`Done. ${chosen}.`), p('Now write the tests'), c('Done.'), own];
		const { extract } = handedIn(chained([...said, block(line), block(line)]));
		expect(extract.decisions.map(({ text }) => text)).toEqual([`${chosen}.`]);
		expect(extract.notFound).toEqual([]);
		const other = 'decision: A tree for the index | "Build the index of the tree"';
		expect(handedIn(chained([...said, block(other), block(other)])).extract.notFound).toHaveLength(1);
	});

	it('later takes the place of what stood before; decisions and facts stay', () => {
		const first = [
			...talk,
			own,
			block('next: A | "test the migration on staging"', 'fact: F | "keep the sessions in SQLite"'),
		];
		const second = [
			p('go on'),
			c('Tested. The roll-out is on Monday next week.'),
			{ ...own, uuid: 'own-2' },
			block('next: B | "The roll-out is on Monday"'),
		];
		const { nextSteps, facts } = handedIn(chained([...first, ...second])).extract;
		expect(nextSteps.filter(({ origin }) => origin === 'claude').map(({ text }) => text)).toEqual(['B']);
		expect(facts.map(({ text }) => text)).toEqual(['F']);
	});

	it('is no word of the conversation for any rule', () => {
		const words = ['decision: We use Kafka for all events | "let’s go with Kafka then"', 'next: - [ ] Buy milk | "x"'];
		const { extract } = handedIn(chained([p('save it now please'), c('I will save it.'), block(...words)]));
		expect(JSON.stringify(extract)).not.toMatch(/Kafka|milk/u);
	});
});

import { describe, expect, it } from 'vitest';
import { partHandIns } from '../../transcript/handInBlock';
import { readHandIn, readStatements } from './handIn';

const short = (block: string): readonly string[] =>
	readHandIn(block).map(({ section, text, quotes, status }) =>
		[section, text, ...quotes, ...(status === 'pending' ? [] : [status])].join(' § '),
	);

describe('a block of statements', () => {
	it('has a line for each, with the words that it rests on', () => {
		const block = [
			'```session-keeper',
			'topic: The cache moves to Redis | "move the cache to redis please"',
			'summary: The cache is in Redis now. | “the cache lives in Redis now”',
			'decision: Redis, not Memcached | "yes, go with Redis" | "Redis keeps its data"',
			'tried: An in-process map: too much memory | "the map takes 2 GB of memory"',
			'open: Which eviction policy? | "which eviction policy do you want"',
			'later: Metrics | "metrics can wait for later"',
			"next: Test the failover | 'I will test the failover next'",
			'fact: Staging runs Redis 7 | "staging runs redis 7.2"',
			'task [x]: Write the client | "wrote the client for it"',
			'task [~]: Move the sessions | "moving the sessions over now"',
			'task: Delete the old code | "the old code can go"',
			'```',
		].join('\n');
		expect(short(block)).toEqual([
			'topic § The cache moves to Redis § "move the cache to redis please"',
			'summary § The cache is in Redis now. § “the cache lives in Redis now”',
			'decision § Redis, not Memcached § "yes, go with Redis" § "Redis keeps its data"',
			'tried § An in-process map: too much memory § "the map takes 2 GB of memory"',
			'open § Which eviction policy? § "which eviction policy do you want"',
			'later § Metrics § "metrics can wait for later"',
			"next § Test the failover § 'I will test the failover next'",
			'fact § Staging runs Redis 7 § "staging runs redis 7.2"',
			'task § Write the client § "wrote the client for it" § completed',
			'task § Move the sessions § "moving the sessions over now" § in_progress',
			'task § Delete the old code § "the old code can go"',
		]);
	});

	it.each([
		['a bullet', '- decision: Use tabs | "we use tabs here"'],
		['a number', '3. Decision: Use tabs | "we use tabs here"'],
		['bold', '- **Decision:** Use tabs | "we use tabs here"'],
		['bold marks outside', '**decision**: **Use tabs** | *"we use tabs here"*'],
		['a table', '| decision | Use tabs | "we use tabs here" |'],
		['a heading', '## Decisions\n\n- Use tabs | "we use tabs here"'],
		['a heading with a colon', 'Decisions:\n- Use tabs | "we use tabs here"'],
		['a wrapped line', 'decision: Use\n  tabs | "we use tabs\n  here"'],
		['the words below it', 'decision: Use tabs\n  "we use tabs here"'],
		['the words quoted below it', 'decision: Use tabs\n> we use tabs here'],
		['a dash before the words', 'decision: Use tabs — "we use tabs here"'],
		['brackets around the words', 'decision: Use tabs ("we use tabs here")'],
		['an arrow', 'decision: Use tabs <- we use tabs here'],
		['no quotation marks', 'decision: Use tabs | we use tabs here'],
		['French marks', 'decision: Use tabs | «we use tabs here»'],
		['German marks', 'decision: Use tabs | „we use tabs here“'],
		['back-ticks', 'decision: Use tabs | `we use tabs here`'],
		['a remark above and below', 'Here they are:\n\ndecision: Use tabs | "we use tabs here"\n\nThat is all.'],
		['line ends of Windows', 'decision: Use tabs | "we use tabs here"\r\n'],
	])('may be written with %s', (_, block) => {
		const [only, ...more] = readHandIn(block);
		expect(more).toEqual([]);
		expect(only).toMatchObject({ section: 'decision', text: 'Use tabs' });
		expect(only?.quotes.map((quote) => quote.replace(/[^\p{L} ]/gu, ''))).toEqual(['we use tabs here']);
	});

	it('keeps a bar, a colon and marks within a statement', () => {
		expect(short('fact: `a | b: c` pipes "x" | "run `a | b: c` with it"')).toEqual([
			'fact § `a | b: c` pipes "x" § "run `a | b: c` with it"',
		]);
	});

	it('may name no words; then it rests on nothing', () => {
		expect(readHandIn('next: Go on')).toMatchObject([{ text: 'Go on', quotes: [] }]);
	});

	it('is nothing without a section, and does not take long for any text', () => {
		expect(readHandIn('hello\nworld: yes | "no"\n')).toEqual([]);
		const began = performance.now();
		readHandIn(`decision: ${'" '.repeat(100_000)}`);
		readHandIn('- '.repeat(100_000));
		readHandIn(`next: ${'|"'.repeat(100_000)}`);
		expect(performance.now() - began).toBeLessThan(2_000);
	});
});

describe('in Claude’s text', () => {
	it('a block is parted from the words around it', () => {
		expect(partHandIns('Before\n```session-keeper\nnext: Go\n```\nAfter')).toEqual({
			text: 'Before\nAfter',
			handIns: ['```session-keeper\nnext: Go\n```'],
		});
	});

	it.each([
		['code inside', '```session-keeper\nfact: a\n```js\nlet b;\n```\nnext: c\n```'],
		['a longer fence', '````session-keeper\nfact: a\n```\nx\n```\nnext: c\n````'],
		['tildes', '~~~session-keeper\nfact: a\n```\nnext: c\n~~~'],
		['an indented fence', '  ```session-keeper\n  fact: a\n  next: c\n  ```'],
		['a space and a capital', '``` Session-Keeper statements\nfact: a\nnext: c\n```'],
		['no end', '```session-keeper\nfact: a\nnext: c'],
	])('a block with %s is one', (name, block) => {
		const { text, handIns } = partHandIns(`Before\n${block}${name === 'no end' ? '' : '\nAfter'}`);
		expect(text).toBe(name === 'no end' ? 'Before' : 'Before\nAfter');
		expect(handIns).toHaveLength(1);
		expect(short(handIns[0] ?? '').map((line) => line.split(' § ')[0])).toEqual(['fact', 'next']);
	});

	it('two blocks are two, even where the first has no end', () => {
		const { handIns } = partHandIns('```session-keeper\nfact: a\n```session-keeper\nfact: b\n```');
		expect(handIns.flatMap(short)).toEqual(['fact § a', 'fact § b']);
	});

	it('other code, and our name in a sentence, stay', () => {
		const text = 'Run session-keeper:\n```sh\nsession-keeper documents save\n```';
		expect(partHandIns(text)).toEqual({ text, handIns: [] });
	});
});

describe('a file of statements', () => {
	const one = { section: 'next', text: 'Go on', quotes: ['let us go on'] };
	it.each([
		['a document', JSON.stringify({ statements: [one] })],
		['a list', JSON.stringify([{ ...one, quotes: undefined, quote: 'let us go on' }])],
		['lines', 'next: Go on | let us go on'],
		['a byte order mark', `\ufeff${JSON.stringify([one])}`],
	])('may be %s', (_, text) => {
		expect(readStatements(text)).toEqual([{ ...one, status: 'pending' }]);
	});

	it.each([
		['{"statements":', 'invalid JSON'],
		['{}', 'there is no list of statements'],
		['[]', 'there is no statement in it'],
		['hello', 'there is no statement in it'],
		[
			'[{"section":"plan","text":"x"}]',
			'statements[0].section is none of topic, summary, decision, tried, open, later, next, fact, task',
		],
		['[{"section":"next"}]', 'statements[0].text is missing'],
		['[{"section":"next","text":"x","quotes":[1]}]', 'statements[0].quotes is not a list of texts'],
	])('%s is refused with its reason', (text, reason) => {
		expect(readStatements(text)).toBe(reason);
	});
});

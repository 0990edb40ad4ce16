import { describe, expect, test } from 'vitest';
import { type ParkRequest, composeDraft, fileNames, slugOf } from './draft';

const body = (own: Partial<ParkRequest>): string => composeDraft({ name: 'n', text: 'look at caching', ...own }).body;

describe('a new item is in the reference’s form', () => {
	test('front matter in its order, text, and the two lines', () =>
		expect(
			composeDraft({
				name: ' rate\nlimits ',
				text: 'Per user or per key?\r\nAsk Ann.\n',
				description: 'a question',
				why: 'we were in a hurry',
				how: 'ask Ann',
				session: 's1',
				due: '2026-12-01',
			}),
		).toMatchInlineSnapshot(`
			{
			  "body": "Per user or per key?
			Ask Ann.

			**Why:** we were in a hurry.
			**How to apply:** ask Ann.",
			  "frontMatter": {
			    "description": "a question",
			    "due": "2026-12-01",
			    "name": "rate limits",
			    "session": "s1",
			    "type": "project",
			  },
			  "slug": "rate-limits",
			}
		`));

	test('no full stop becomes a part of an address or of code', () => {
		const code = '```ts\ncode\n```';
		expect(body({ kind: 'idea', text: code, why: 'fixing it' })).toMatch(
			/^Side idea:\n\n```ts\ncode\n```\n\nRaised while: fixing it\.\n\n\*\*Why/u,
		);
		expect(body({ kind: 'deferred', text: `See\n${code}` })).toMatch(/^Deferred: See\n```ts\ncode\n```\n\n\*\*Why/u);
		const link = 'look at https://example.org/a?b';
		expect(body({ kind: 'deferred', text: link, why: link, how: link })).toBe(
			`Deferred: ${link} Context: ${link}\n\n**Why:** ${link}\n**How to apply:** ${link}`,
		);
	});

	test('each kind has its sentence, with its second half where something is given for it', () =>
		expect({
			question: [body({ kind: 'question', how: 'per user?' }), body({ kind: 'question' })],
			deferred: [body({ kind: 'deferred', why: 'no time' }), body({ kind: 'deferred' })],
			idea: [body({ kind: 'idea', why: 'fixing the parser' }), body({ kind: 'idea' })],
			none: [body({})],
		}).toMatchInlineSnapshot(`
			{
			  "deferred": [
			    "Deferred: look at caching. Context: no time.

			**Why:** no time.
			**How to apply:** Decide whether to take it up now, and close it if not.",
			    "Deferred: look at caching.

			**Why:** It was put off for later.
			**How to apply:** Decide whether to take it up now, and close it if not.",
			  ],
			  "idea": [
			    "Side idea: look at caching. Raised while: fixing the parser.

			**Why:** fixing the parser.
			**How to apply:** Decide whether to take it up now, and close it if not.",
			    "Side idea: look at caching.

			**Why:** It came up in the middle of something else.
			**How to apply:** Decide whether to take it up now, and close it if not.",
			  ],
			  "none": [
			    "look at caching

			**Why:** It was parked for later.
			**How to apply:** Decide whether to take it up now, and close it if not.",
			  ],
			  "question": [
			    "User raised: look at caching. Pending: per user?

			**Why:** The question was still open when the work moved on.
			**How to apply:** per user?",
			    "User raised: look at caching.

			**Why:** The question was still open when the work moved on.
			**How to apply:** Decide whether to take it up now, and close it if not.",
			  ],
			}
		`));

	test('a description that is missing is the text in one line, cut', () => {
		const { frontMatter } = composeDraft({ name: 'n', text: `a\nb ${'x'.repeat(400)}` });
		expect(frontMatter['description']).toMatch(/^a b x+…$/);
		expect([...(frontMatter['description'] ?? '')]).toHaveLength(160);
	});

	test('controls in any field stay out of the file', () => {
		const draft = composeDraft({
			name: 'a\u001b[2J',
			text: 'b\u001b[2J\u202e',
			description: 'c\u0007',
			why: 'd\n---\nname: e',
			session: 's\u0000\n',
		});
		expect(JSON.stringify(draft)).not.toMatch(/\\u0|\u202e/);
		expect(draft.body).toContain('**Why:** d --- name: e.\n');
	});
});

describe('the file name of an item', () => {
	test.each([
		['Rate Limits: per user?', 'rate-limits-per-user'],
		['../../etc/passwd', 'etc-passwd'],
		['C:\\Windows\\x', 'c-windows-x'],
		['Café crème', 'cafe-creme'],
		['日本語のメモ', '日本語のメモ'],
		['emoji 🚀 only', 'emoji-only'],
		['---', ''],
		['🚀', ''],
		['a'.repeat(100), 'a'.repeat(60)],
		[`${'a'.repeat(59)} b`, 'a'.repeat(59)],
	])('%j becomes %j', (text, slug) => expect(slugOf(text)).toBe(slug));

	test.each([['日'], ['𐌰'], ['é'], ['a']])('a name of nothing but %s fits a file system', (letter) => {
		const slug = slugOf(letter.repeat(300));
		expect(slug).not.toBe('');
		expect([...slug].length).toBeLessThanOrEqual(60);
		expect(
			Buffer.byteLength(`.session-open-${slug}-2026-11-21-99.md.1234567@laptop-of-some-1.abcdefabcdef.tmp`),
		).toBeLessThanOrEqual(255);
	});

	test.each([
		['🚀', 'use a queue', 'use-a-queue'],
		['🚀', '!!', 'item'],
		['n', 'use a queue', 'n'],
	])('named %j with the text %j it is %j', (name, text, slug) => expect(composeDraft({ name, text }).slug).toBe(slug));

	test('a name that is taken is counted on', () => {
		const names = fileNames('a', '2026-11-21');
		expect([1, 2, 3].map(() => names.next().value)).toEqual([
			'session-open-a-2026-11-21.md',
			'session-open-a-2026-11-21-2.md',
			'session-open-a-2026-11-21-3.md',
		]);
	});
});

import { describe, expect, it } from 'vitest';
import { createRedactor } from './redaction';
import type { SecretDetector } from './secrets';

/** Finds the word `S3CRET`, only where a word starts. */
const wordDetector: SecretDetector = {
	detect: (text) =>
		[...text.matchAll(/\bS3CRET\w*/gu)].map((m) => ({ start: m.index, end: m.index + m[0].length, kind: 'word' })),
};
const redactor = createRedactor(wordDetector);
const redacted = (text: string): string => redactor.text(text).value;

describe('redaction of text', () => {
	it.each([
		['write to jane.doe+x@mail.example.co.uk, please', 'write to [redacted e-mail], please'],
		['mailto:jane%40example.org', 'mailto:[redacted e-mail]'],
		[String.raw`{"a":"\njane@example.org"}`, String.raw`{"a":"\n[redacted e-mail]"}`],
		['jörg@bücher.example', '[redacted e-mail]'],
		['S3CRET at /home/jane/x', '[redacted: word] at ~/x'],
		[String.raw`"\nS3CRET"`, String.raw`"\n[redacted: word]"`],
		['\u001b[36mS3CRET', '\u001b[36m[redacted: word]'],
		['a%3DS3CRET', 'a%3D[redacted: word]'],
	])('turns %j into %j, and a second time into nothing else', (before, after) => {
		expect(redacted(before)).toBe(after);
		expect(redacted(after)).toBe(after);
	});

	it.each([
		'git@github.com:org/repo',
		'ssh://git@example.com/x',
		'vitest@4.0.0-beta.rc',
		'icon@2x.png',
		'@scope/pkg',
		'a@b',
	])('leaves %j alone', (text) => {
		expect(redacted(text)).toBe(text);
	});

	it('takes two overlapping findings out as one, named after the more serious', () => {
		const { value, findings } = redactor.text('x S3CRET@example.org y');
		expect(value).toBe('x [redacted: word] y');
		expect(findings.map((f) => f.kind)).toEqual(['word']);
	});

	it('tells the kind of each finding, in the order of the text, and never what it was', () => {
		const { findings } = redactor.text('one\ntwo jane@example.org\n\n/home/jane S3CRET');
		expect(findings.map(({ kind }) => kind)).toEqual(['e-mail', 'home-path', 'word']);
		expect(JSON.stringify(findings)).not.toMatch(/jane|S3CRET/u);
	});

	it('takes the whole text for secret when the detector fails', () => {
		const failing = createRedactor({
			detect: () => {
				throw new Error('no');
			},
		});
		expect(failing.text('anything').value).toBe('[redacted: unchecked-text]');
		expect(failing.json({ a: ['x'] }).value).toEqual({ '[redacted: unchecked-text]': ['[redacted: unchecked-text]'] });
	});
});

describe('redaction of JSON values', () => {
	it('keeps the shape and tells the path of each finding', () => {
		const { value, findings } = redactor.json({
			tasks: [{ title: 'ok' }, { title: 'mail jane@example.org', 'odd key': 'S3CRET', n: 1, done: null }],
		});
		expect(value).toEqual({
			tasks: [{ title: 'ok' }, { title: 'mail [redacted e-mail]', 'odd key': '[redacted: word]', n: 1, done: null }],
		});
		expect(findings.map(({ kind, path }) => [kind, path])).toEqual([
			['e-mail', 'tasks[1].title'],
			['word', 'tasks[1]["odd key"]'],
		]);
	});

	it('goes by the name of a field where the value alone says nothing', () => {
		const { value } = redactor.json({
			password: 'hunter2',
			dbPass: 1234,
			token: 'keyword',
			api_key: ['ab12cd34'],
			max_tokens: 9,
		});
		expect(value).toEqual({
			password: '[redacted: password]',
			dbPass: '[redacted: password]',
			token: 'keyword',
			api_key: ['[redacted: credential]'],
			max_tokens: 9,
		});
	});

	it('redacts keys too, and keeps two that then look alike apart', () => {
		const { value } = redactor.json({ 'a@example.org': 1, 'b@example.org': 2, ['__proto__']: 3 });
		expect(JSON.stringify(value)).toBe('{"[redacted e-mail]":1,"[redacted e-mail] 2":2,"__proto__":3}');
	});

	it('does not fall over values nested without end', () => {
		let deep: unknown = 'x';
		for (let i = 0; i < 100_000; i++) deep = [deep];
		expect(redactor.json(deep).findings.map((f) => f.kind)).toEqual(['nested-too-deep']);
	});
});

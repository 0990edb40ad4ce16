import { describe, expect, test } from 'vitest';
import { withoutColours } from '../base/text';
import { seeded } from '../testing/seeded';
import { phraseFinder, readQuestion } from './question';
import SYNONYMS from './synonyms.txt';
import { relatedTo } from './synonyms';
import { nearWords } from './typos';
import { indexedWords, looseForm, stemOf, termHash, termsIn, termsOf } from './words';

const meet = (a: string, b: string): boolean => {
	const terms = new Set(termsOf(a));
	return readQuestion(b, 0).slots.every(({ terms: forms }) => forms.some(([form]) => terms.has(form)));
};

test.each([
	['we cache the answers', 'caching'],
	['the migrations were batched', 'batch migration'],
	['Die Verbindungen werden nicht getrennt', 'Verbindung'],
	['const refreshToken = 1', 'refresh token'],
	['const refreshToken = 1', 'refresh_token'],
	['parseHTTPHeader()', 'http header'],
	['edit src/mail/sendQueue.ts now', 'sendQueue.ts'],
	['edit src/mail/sendQueue.ts now', 'src/mail/sendQueue.ts'],
	['C:\\work\\app\\main.cs', 'main.cs'],
	['the timezone is wrong', 'time zone'],
	['Größe der Rückgabe', 'grosse Rückgabe'],
	['ログイン画面でセッションの有効期限を延ばす', '有効期限'],
	['ログイン画面でセッションの有効期限を延ばす', 'セッションは?'],
	['接続プールを大きくした。', 'プールの接続'],
	['JWTトークンの署名を検証する', 'JWT 署名'],
	['我们决定把数据库连接池调大', '数据库'],
	['我们决定把数据库连接池调大', '连接池'],
	['데이터베이스를 옮겼습니다', '데이터베이스'],
])('%s meets %s', (text, question) => {
	expect(meet(text, question)).toBe(true);
});

test('words that say nothing are no terms, and a question of them alone asks for them', () => {
	expect(termsOf('it is not the one that we had')).not.toContain('the');
	expect(readQuestion('what did we do about it?', 0).slots.map(({ word }) => word)).toEqual([
		...['what', 'did', 'we', 'do', 'about', 'it'],
	]);
});

test('what is quoted is a phrase, and no time', () => {
	const { phrases, span, slots } = readQuestion('why is "last week" in the report', 0);
	expect([phrases, span]).toEqual([['last week'], undefined]);
	expect(slots.map(({ word }) => word)).toEqual(['week', 'report']);
	const timed = readQuestion('where did “on Fridays” go before we had "the CI"?', 0);
	expect(timed.phrases).toEqual(['on fridays']);
	expect(timed.event).toEqual({ text: 'we had  the CI', side: 'before', days: Infinity });
});

test('words of the same meaning are related in both languages, and a word not to itself', () => {
	const stems = [stemOf('absturz', 'de')];
	const related = new Map(relatedTo(stems));
	expect(related.has(stemOf('crash', 'en'))).toBe(true);
	expect(related.has(stems[0] ?? '')).toBe(false);
	expect(relatedTo(['zzz'])).toEqual([]);
});

test('related words stand folded, and their stems begin as they do, as whoever looks for one relies on', () => {
	expect(SYNONYMS).toMatch(/^(?:[a-z0-9]+(?: [a-z0-9]+)+\n)+$/);
	for (const word of SYNONYMS.trim().split(/\s+/u))
		for (const stem of [stemOf(word, 'en'), stemOf(word, 'de')])
			expect(word.startsWith(stem.slice(0, Math.max(2, stem.length - 1)))).toBe(true);
});

test('who is related is so both ways, and means the less the more meanings a word has', () => {
	const words = SYNONYMS.trim().split(/\s+/u);
	const random = seeded(7);
	for (const word of random.shuffle(words).slice(0, 40)) {
		const stem = stemOf(word, 'en');
		for (const [other, share] of relatedTo([stem])) {
			expect(relatedTo([other]).map(([back]) => back)).toContain(stem);
			expect(share).toBeGreaterThan(0);
			expect(share).toBeLessThanOrEqual(1);
		}
	}
	const shares = (word: string) => relatedTo([stemOf(word, 'en')]).map(([, share]) => share);
	expect(Math.min(...shares('drop'))).toBeLessThan(0.6);
	expect(Math.max(...shares('drop'))).toBeGreaterThan(0.6);
});

test('a typo is near, another word is not, and a short word has no near ones', () => {
	expect(nearWords('migraton', ['migration', 'vibration', 'mitigation']).map(({ word }) => word)).toEqual([
		'migration',
	]);
	expect(nearWords('rechnung', ['rechnungsnummer'])[0]?.weight).toBeLessThan(0.5);
	expect(nearWords('abc', ['abd'])).toEqual([]);
});

test('terms are told apart by whole numbers of 48 bits', () => {
	const hashes = new Set(Array.from({ length: 20_000 }, (_, n) => termHash(`term${n}`)));
	expect(hashes.size).toBe(20_000);
	expect([...hashes].every((hash) => Number.isSafeInteger(hash) && hash >= 0 && hash < 2 ** 48)).toBe(true);
});

/** As its bytes, each a character. */
const bytesOf = (...lines: readonly object[]): string =>
	String.fromCharCode(...new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n')));

test.each([
	['not found', 'It was NOT\nfound.', true],
	['not found', 'It was not\t \\"found\\" there', true],
	['not found', 'found, and not', false],
	['not found', 'nothing; found', false],
	['cafe no 3', 'Café №, no. 3', true],
	['größe', 'Die Größe', true],
	['größe', 'anything', false],
	['größe', 'DIE GRO\u0308SSE', true],
	['kelvin', '\u212aelvin', true],
	['red green', '\u001b[31mred\u001b[0m \u001bGREEN', true],
	['red', '\u001b[31mgreen', false],
	['形式', 'anything', true],
	['refreshtoken', 'refresh token', false],
])('what has %j nowhere is told before it is parsed: %j', (phrase, said, canHave) => {
	expect(phraseFinder([looseForm(phrase)])(bytesOf({ type: 'summary' }, { text: said }))).toBe(canHave);
});

test('every phrase has to be there, and what is written in escapes may be anything', () => {
	expect(phraseFinder(['one', 'two'])(bytesOf({ a: 'one' }, { a: 'two' }))).toBe(true);
	expect(phraseFinder(['one', 'two'])(bytesOf({ a: 'one' }))).toBe(false);
	expect(phraseFinder(['one'])(String.raw`{"a":"\u006fne"}`)).toBe(true);
});

test('a long gap takes no longer than a short one', () => {
	const looks = phraseFinder(['return false']);
	let nested = JSON.stringify({ a: `return;${'\n'.repeat(60)}x` });
	for (let depth = 0; depth < 3; depth++) {
		expect(looks(nested)).toBe(false);
		nested = JSON.stringify({ a: nested });
	}
	expect(looks(`return${String.raw`\u001b[~`.repeat(60)}x`)).toBe(false);
	expect(looks(`return${String.raw`\u001B[0m`.repeat(60)}false`)).toBe(true);
});

test.each([
	['an order that is none, before a line break', '\u001b[\n'],
	['a quotation mark after one', '\u001b["\t'],
	['an order with a quotation mark', '\u001b["q '],
])('between two words may stand %s', (_what, gap) => {
	expect(phraseFinder(['red green'])(bytesOf({ text: `red${gap}green` }))).toBe(true);
});

test('what a Latin text has is never denied, whatever its signs are', () => {
	const random = seeded(7);
	const some = (of: string, most: number): string =>
		Array.from({ length: random.int(1, most) }, () => random.pick(of.split('|') as [string, ...string[]])).join('');
	for (let time = 0; time < 2_000; time++) {
		const words = Array.from(
			{ length: 6 },
			() =>
				some('a|A|b|s|S|ß|É|é|ñ|Å|o\u0308|ẞ|9|Ṡ|\u212a|\u001b[1mk', 4) + some(' |-|\n|"|\\|\u001b|—|…|\u001b[0m ', 2),
		);
		const phrase = looseForm(withoutColours(words.slice(1, 4).join('')));
		expect(phraseFinder([phrase])(bytesOf({ text: words.join('') })), JSON.stringify(words)).toBe(true);
	}
});

describe('quick ways give what long ones do', () => {
	const random = seeded(11);
	const some = (of: string, most: number): string =>
		Array.from({ length: random.int(1, most) }, () => random.pick(of.split('|') as [string, ...string[]])).join('');

	test('a text in Latin is taken apart as any other', () => {
		for (let time = 0; time < 3_000; time++) {
			const text = some("a|b|Z|É|ß|ª|º|µ|×|÷|9|²|¼| | |_|.|'|’|/|:|\\|@|-|…|“|→|✓|—|\u00a0|\u2028", 24);
			const [among, alone] = [indexedWords(`${text} ж`), indexedWords(text)];
			expect(among, text).toEqual([...alone, { parts: ['ж'], whole: undefined }]);
		}
	});

	test('no character of a Latin text is a letter or a figure of others', () => {
		for (let code = 0; code < 0x2776; code++) {
			const character = String.fromCharCode(code);
			expect(indexedWords(character), code.toString(16)).toEqual(indexedWords(`${character} ж`).slice(0, -1));
		}
	});

	test.each(['en', 'de'] as const)('a stem begins as its word does (%s)', (language) => {
		const ends = 'y|ies|s|ed|ing|ational|ness|iviti|er|ern|es|est|keit|lich|isch|ung|ll|tt|e|yed|ying|eed';
		for (let time = 0; time < 20_000; time++) {
			const word = some('a|e|i|o|u|y|b|d|l|s|t|th|n|st|u|z', 3) + some(`${ends}|`, 2);
			const stem = stemOf(word, language);
			const as = Math.min(3, stem.length - 1);
			expect(stem.slice(0, as), word).toBe(word.slice(0, as));
		}
	});

	test('terms that somebody asks for are the same', () => {
		const text = 'The relations between ponies and ties: deployments, deploying, deploy';
		const asked = termsIn(indexedWords(text), (word) => word.startsWith('de'));
		expect(asked.filter((term) => term.startsWith('de'))).toEqual(
			termsOf(text).filter((term) => term.startsWith('de')),
		);
		expect(asked).toHaveLength(termsOf(text).length);
	});
});

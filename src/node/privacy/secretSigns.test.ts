// Secrets that are written in other signs than their own, and those of .netrc. Each is invented, and joined at run time so that
// no scanner takes this file for a leak.
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../core/privacy/redaction';
import { join, noise } from '../testing/madeUp';
import { loadSecretDetector } from './secretDetector';

const redactor = createRedactor(loadSecretDetector());
const redacted = (text: string): string => redactor.text(text).value;

describe('a secret in other signs than its own', () => {
	const url = join('postgres://app:', 'wolke-Juniper', '@db.example.com/x');
	const env = (more: string): string => `# ${more}\nDB_HOST=db\nDB_PASSWORD=wolke-Juniper\n`;
	const inBase64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
		Buffer.from(text, encoding).toString('base64');
	const forUrls = Buffer.from('DB_HOST=db\nDB_PASSWORD=wolke-Juniper\nX=a???b>>>c\n').toString('base64url');
	/** As `base64` prints it. */
	const wrapped = (text: string): string => inBase64(text).replace(/.{76}(?=.)/gu, '$&\n');

	it.each([
		['slashes that JSON escapes', JSON.stringify({ url }).replaceAll('/', '\\/')],
		['the same within a text of JSON', JSON.stringify(JSON.stringify({ url }).replaceAll('/', '\\/'))],
		['a sign of equality', String.raw`{"x":"a DB_PASSWORD\u003dwolke-Juniper b"}`],
		['the same, twice', String.raw`{"x":"{\"y\":\"DB_PASSWORD\\u003dwolke-Juniper\"}"}`],
		['signs within it', String.raw`{"password":"\u0077olke-\u004auniper"}`],
		['a line break', String.raw`{"x":"A=1\u000aDB_PASSWORD=wolke-Juniper\u000aB=2"}`],
		['a name in another script', String.raw`{"contrase\u00f1a":"wolke-Juniper"}`],
		['both alphabets of escapes', String.raw`{"x":"?password\u003dwolke%2DJuniper\u0026b=1"}`],
	])('is taken out where JSON escapes it: %s', (_name, text) => {
		const out = redacted(text);
		expect(out).toMatch(/\[redacted: (?:url-)?password\]/u);
		expect(out).not.toMatch(/Juniper|uniper|wolke/u);
		expect(() => JSON.parse(out) as unknown).not.toThrow();
		expect(redacted(out)).toBe(out);
	});

	it.each(['\u200b', '\u00ad', '\u0007', '\u2063'])('is taken out with a sign in it that nobody sees: %j', (sign) => {
		const token = join('gh', 'p_', noise(36));
		expect(redacted(`use ${token.slice(0, 9)}${sign}${token.slice(9)} here`)).toBe('use [redacted: github-token] here');
	});

	it.each([
		['a letter beyond ASCII', inBase64(env('für alle'))],
		['the same in an older alphabet', inBase64(env('für alle'), 'latin1')],
		['that of URLs', forUrls],
		['a long one', inBase64(env('plan '.repeat(3_000)))],
		['lines as programs break them', wrapped(`${env('plan'.repeat(14))}${'A=1\n'.repeat(30)}`)],
		['the same, in JSON', JSON.stringify({ x: wrapped(env('plan'.repeat(14))) })],
	])('is taken out in base64: %s', (_name, text) => {
		const out = redacted(`data: ${text} end`);
		expect(out).toMatch(/^data: (?:\{"x":")?\[redacted: base64\](?:"\})? end$/u);
	});

	it('has both signs in which that alphabet differs', () => {
		expect(forUrls).toMatch(/_.*-/u);
	});
});

describe('a password of .netrc', () => {
	it.each([
		['default', 'default login bob password wolkenkratzer'],
		['another order', 'machine db.example.com password wolkenkratzer login bob'],
		['an account', 'machine db.example.com\nlogin bob\naccount main\npassword wolkenkratzer\n'],
		['lines, in another order', 'machine db.example.com\n\taccount main\n\tpassword wolkenkratzer\n\tlogin bob\n'],
		['default over lines', '# mine\ndefault\n  password wolkenkratzer\n  login bob\n'],
		['all in a JSON line', '{"out":"machine db.example.com\\n  password wolkenkratzer\\n  login bob\\n"}'],
	])('is taken out: %s', (_name, text) => {
		expect(redacted(text)).toBe(text.replace('wolkenkratzer', '[redacted: password]'));
	});
});

describe('a password on the line below what names it', () => {
	it.each(['is', 'is now', 'is still', 'is noch ', 'ist jetzt', 'est'])('is taken out: %s', (words) => {
		const text = `the password ${words}\nwolke-Juniper-77`;
		expect(redacted(text)).toBe(text.replace('wolke-Juniper-77', '[redacted: password]'));
	});
});

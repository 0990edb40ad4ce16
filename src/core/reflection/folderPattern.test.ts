import { expect, test } from 'vitest';
import { coversFolder } from './folderPattern';

test.each([
	['~/clients', '/home/dev/clients/acme', true],
	['~/clients/**', '/home/dev/clients/acme/app', true],
	['~/clients', '/home/dev/clients-old', false],
	['/srv/*/secret', '/srv/a/secret/deep', true],
	['/srv/*/secret', '/srv/a/b/secret', false],
	['/srv/**/secret', '/srv/a/b/secret', true],
	['taxes', '/home/dev/2026/taxes/notes', true],
	['taxes', '/home/dev/syntaxes', false],
	['tax*', '/home/dev/taxes', true],
	['finance/2026', '/home/dev/finance/2026', true],
	['C:\\work\\legal', 'C:\\work\\legal\\case', true],
	['~/clients/**', '/home/dev/clients', true],
	['~/clients/**', '/home/dev/clients-old', false],
	['/**', '/home/dev', true],
	['~/Clients', '/home/dev/clients', false],
	['a.b', '/home/aXb', false],
	['', '/home/dev', false],
	['~', '/home/dev/app', true],
])('%j covers %j: %j', (pattern, folder, is) => expect(coversFolder(pattern, folder, '/home/dev', false)).toBe(is));

test('knows a name in either form of Unicode', () => {
	const [typed, named] = ['~/Stra\u00dfe/B\u00fccher', '/home/dev/Stra\u00dfe/Bu\u0308cher/2026'];
	expect(coversFolder(typed, named, '/home/dev', false)).toBe(true);
	expect(coversFolder('Bu\u0308cher', '/b\u00fccher', '/home/dev', true)).toBe(true);
});

test('ignores case where the disk does', () => {
	expect(coversFolder('~/Clients/**', '/Users/dev/clients/acme', '/Users/dev', true)).toBe(true);
	expect(coversFolder('Taxes', '/Users/dev/taxes', '/Users/dev', true)).toBe(true);
	expect(coversFolder('c:\\Work\\legal', 'C:\\work\\Legal\\case', 'C:\\Users\\dev', true)).toBe(true);
});

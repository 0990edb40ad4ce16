// What looks for secrets reads whatever anybody wrote: no text may take it long.
import { readdir, readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { createRedactor } from '../../core/privacy/redaction';
import { loadSecretDetector } from './secretDetector';

const redactor = createRedactor(loadSecretDetector());

test('no rule can repeat without end', async () => {
	const folders = ['src/core/privacy', 'src/node/privacy'];
	const files = (
		await Promise.all(
			folders.map((folder) => readdir(folder).then((names) => names.map((name) => `${folder}/${name}`))),
		)
	).flat();
	const patterns: string[] = [];
	/** All that a pattern can be made of. A sticky run is measured once. */
	const visit = (node: ts.Node): void => {
		const given = ts.isNewExpression(node) ? (node.arguments?.[1]?.getText() ?? '') : '';
		if (/^'[giu]*y'$/u.test(given)) return;
		if (ts.isRegularExpressionLiteral(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
			patterns.push(node.getText());
		ts.forEachChild(node, visit);
	};
	for (const file of files.filter((name) => /(?<!\.test)\.ts$/u.test(name)))
		visit(ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true));
	const literals = patterns.filter((each) => each.startsWith('/'));
	expect(literals.length).toBeGreaterThan(130);
	// Without an upper bound: `*`, `+` behind a class, a group or a character, and `{n,}`.
	const bare = (pattern: string): string => pattern.replace(/\\./gu, 'a').replace(/\[[^\]]*\]/gu, '[]');
	const isSticky = (pattern: string): boolean => /^\/[^]*\/[giu]*y$/u.test(pattern);
	expect(patterns.filter((each) => /[\])}\w.][*+](?!\+)|\{\d+,\}/u.test(bare(each)) && !isSticky(each))).toEqual([]);
});

test.each([
	['one endless word', 'a'],
	['at signs', '@'],
	['dots and letters', 'a.'],
	['slashes', '/'],
	['back slashes', '\\'],
	['escapes', '\\n'],
	['key headers', ['-----BEGIN PRIVATE', ' KEY-----\n'].join('')],
	['token beginnings', 'eyJ'],
	['tokens upon tokens', 'eyJaaaaaaaa.'],
	['Slack beginnings', 'xoxb-'],
	['assignments', 'pass='],
	['open quotes', 'token="'],
	['templates', 'password:${'],
	['code', 'password:string('],
	['user info', '://a:'],
	['homes', '/home/a'],
	['Windows homes', 'C:\\Users\\a'],
	['addresses', 'a@a.a.'],
	['percent signs', '%2F'],
	['names between percent signs', '%3Dpassword%3Dhunter2x '],
	['escapes of JSON', String.raw`\u003dpassword\u003dhunter2x `],
	['lines of base64', `${'QUJD'.repeat(19)}\n`],
	['words of base64', `${'QUJD'.repeat(9)} `],
	['entries of .netrc', 'machine a login b\npassword '],
	['bearers', 'bearer a'],
	['curls', 'curl -u '],
	['spaces', ' '],
	['line breaks', '\n'],
	['SendGrid', 'SG.a.'],
	['places of C++', 'a::'],
	['places with dots', 'std.a::b.c:'],
	['hashes of Windows', `${'a'.repeat(32)}:`],
	['tickets', '$krb5tgs$'],
	['tickets with hashes', `$krb5tgs$a${'1'.repeat(32)}$`],
	['lists of users', '[users]\na = b\n'],
	['users without end', '[users]\n'],
	['words of purses', 'seed: able '],
	['phrases', 'phrase: able able able able able able able able able able the '],
	['lists of bytes', 'secret [1,2,'],
	['database hosts', 'mongodb://a:'],
])('redaction gets through 1 MB of %s', (_name, piece) => {
	const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
	expect(redactor.text(text).value.length).toBeGreaterThan(0);
});

test('nor of a quote that JSON escapes, before 1 MB of back slashes', () => {
	for (const close of ['x', '"'])
		expect(redactor.text(`token=\\"${'\\'.repeat(1_000_000)}${close}`).value.length).toBeGreaterThan(0);
	expect(redactor.text(String.raw`{"a":"token=\"Winter-4711-tango\" end"}`).value).not.toContain('4711');
});

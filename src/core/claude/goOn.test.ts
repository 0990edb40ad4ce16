import { expect, test } from 'vitest';
import { goOnCommand, shellWord } from './goOn';

test.each([
	['app-2.0', 'app-2.0'],
	['my project', '"my project"'],
	["it's", '"it\'s"'],
	['~/clients/**', '"~/clients/**"'],
	['a,b', '"a,b"'],
	['50%', '"50%"'],
	['', '""'],
	['$HOME', "'$HOME'"],
	["it's $5", "'it'\\''s $5'"],
	['a\\b', '"a\\b"'],
	['a\\', "'a\\'"],
	['C:\\a\\b', '"C:\\a\\b"'],
	['C:\\a\\$b', "'C:\\a\\$b'"],
	['\\\\srv\\share', "'\\\\srv\\share'"],
])('%s is the word %s', (text, word) => expect(shellWord(text)).toBe(word));

test('a session goes on where it was, in whichever shell', () => {
	expect(goOnCommand('s1')).toBe('claude --resume s1');
	expect(goOnCommand('s1', '/home/dev/app')).toBe('cd /home/dev/app && claude --resume s1');
	expect(goOnCommand('s1', 'D:\\work\\app')).toBe('pushd "D:\\work\\app"\nclaude --resume s1');
});

import { expect, test } from 'vitest';
import { namedFiles, relativePath } from './namedFiles';

test.each<[string, readonly string[]]>([
	['Fix src/auth/middleware.ts:45 and config/jwt.ts', ['src/auth/middleware.ts:45', 'config/jwt.ts']],
	['See `./a/b.md`, /home/dev/app/src/x.ts and ~/notes/y.txt.', ['a/b.md', 'src/x.ts', '~/notes/y.txt']],
	[String.raw`In src\win\a.cs:3`, ['src/win/a.cs:3']],
	['README.md and store.ts:4', ['store.ts:4']],
	['e.g. version v1.2, and/or https://example.com/a.html, jane@example.org', []],
	['src/a.ts, again src/a.ts', ['src/a.ts']],
	['nothing', []],
])('%j names %j', (text, files) => expect(namedFiles(text, '/home/dev/app')).toEqual(files));

test('a path below the checkout is named from there, and only below it', () => {
	expect(relativePath('/home/dev/app/a.ts', '/home/dev/app')).toBe('a.ts');
	expect(relativePath('/home/dev/apple/a.ts', '/home/dev/app')).toBe('/home/dev/apple/a.ts');
	expect(relativePath('/HOME/dev/app/a.ts', '/home/dev/app')).toBe('/HOME/dev/app/a.ts');
	expect(relativePath(String.raw`c:\code\app\a.ts`, String.raw`C:\code\app`)).toBe('a.ts');
});

test('looking for files takes no longer than the text is', () => {
	expect(namedFiles(`${'a/'.repeat(100_000)} ${'.'.repeat(100_000)} src/x.ts`, '/')).toEqual(['src/x.ts']);
});

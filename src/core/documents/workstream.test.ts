import { expect, test } from 'vitest';
import type { FileChange } from '../handoff/statement';
import { workstreamOf } from './workstream';

const of = (branch: string | undefined, ...paths: readonly string[]): string | undefined =>
	workstreamOf(
		branch,
		paths.map((path) => ({ path: path.replace(/^!/u, ''), isAbandoned: path.startsWith('!') }) as FileChange),
		'/home/me/app',
		(text) => text.replace('secret', '[redacted: token]'),
	);

test.each<[string | undefined, readonly string[], string | undefined]>([
	['feat/New Login', [], 'feat-new-login'],
	['main', ['/home/me/app/src/parser/a.ts', '/home/me/app/src/parser/b.ts', '/home/me/app/docs/x.md'], 'parser'],
	['HEAD', ['/home/me/app/packages/api/src/a.ts'], 'api'],
	[undefined, ['src/a.ts', 'README.md'], undefined],
	['main', ['/etc/hosts', '../other/a/b.ts', 'C:\\x\\y\\z.ts', '!/home/me/app/gone/a.ts'], undefined],
	['main', ['/home/me/app/b/x', '/home/me/app/a/x'], 'a'],
	['fix-secret', [], 'fix-redacted-token'],
	['x'.repeat(80), [], 'x'.repeat(60)],
	['---', [], undefined],
])('the line of work of %s with %j is %s', (branch, paths, expected) => expect(of(branch, ...paths)).toBe(expected));

import { describe, expect, test } from 'vitest';
import { formulaSlug, mayBelongTo, projectSlug } from './slug';

// T30. Observed over the real program; the subfolder, the worktree and the link are other folders by then.
describe('the folder of a project has the name that Claude Code gives it', () => {
	test.each([
		['/home/dev/app', '-home-dev-app'],
		['/home/dev/My.App', '-home-dev-My-App'],
		['/home/dev/snake_case_dir', '-home-dev-snake-case-dir'],
		['/home/dev/with space', '-home-dev-with-space'],
		['/home/dev/.hidden', '-home-dev--hidden'],
		['/home/dev/trailing-', '-home-dev-trailing-'],
		['/home/dev/a--b', '-home-dev-a--b'],
		['/home/dev/we!rd@(dir)+$x', '-home-dev-we-rd--dir---x'],
		['/home/dev/\u00c9t\u00e9-\u00fcn\u00efcode', '-home-dev--t---n-code'],
		['/home/dev/cafe\u0301', '-home-dev-cafe-'],
		['/home/dev/日本語プロジェクト', '-home-dev----------'],
		['/home/dev/emoji🚀app', '-home-dev-emoji--app'],
		['/home/dev/repo/packages/api', '-home-dev-repo-packages-api'],
		['/home/dev/repo-wt', '-home-dev-repo-wt'],
		['/home/dev/repo/.claude/worktrees/wt2', '-home-dev-repo--claude-worktrees-wt2'],
		['/', '-'],
		['C:\\Users\\dev\\app', 'C--Users-dev-app'],
	])('%s', (path, slug) => expect(projectSlug(path)).toBe(slug));

	test('200 characters are kept whole, 201 are cut and told apart by a hash of the whole path', () => {
		const whole = `/${'a'.repeat(199)}`;
		expect(projectSlug(whole)).toBe(`-${'a'.repeat(199)}`);
		const [first, second] = [projectSlug(`${whole}x`), projectSlug(`${whole}y`)];
		expect(first).toMatch(/^-a{199}-[0-9a-z]+$/);
		expect(second.slice(0, 201)).toBe(first.slice(0, 201));
		expect(second).not.toBe(first);
	});

	test('the hash is that of the path as it is, not of the slug', () => {
		const long = (sign: string): string => `/${'a'.repeat(220)}${sign}b`;
		expect(projectSlug(long('.'))).not.toBe(projectSlug(long('_')));
		// Worked out apart from the program: the 31-hash of Java, in 32 bits, its sign dropped, in base 36.
		expect(projectSlug(`/${'a'.repeat(250)}`).slice(201)).toBe('feo44x');
	});
});

// R11
test.each([
	['/home/dev/my.app', 'home-dev-my-app'],
	['/home/dev/snake_case dir', 'home-dev-snake_case dir'],
	['/home/dev/.hidden', 'home-dev--hidden'],
])("the first formula's folder for %s is %s", (path, slug) => expect(formulaSlug(path)).toBe(slug));

test.each([
	['-home-dev-app', '/home/dev/app', true],
	['-home-dev-app-packages-api', '/home/dev/app', true],
	// It may, because of `/home/dev/app/lication`; the lines in it tell.
	['-home-dev-app-lication', '/home/dev/app', true],
	['-home-dev-application', '/home/dev/app', false],
	['-home-dev', '/home/dev/app', false],
	['-home-dev-other', '/home/dev/app', false],
	['-home-dev-app', '/', true],
	['c--Users-dev-app', 'C:\\Users\\Dev\\App', true],
	['C--Users-Dev-App-src', 'c:\\users\\dev\\app', true],
	['D--Users-Dev-App', 'c:\\users\\dev\\app', false],
	['--Srv-share-app-src', '\\\\srv\\share\\App', true],
	// A caseless disk gives the sessions of `app` the folder that `App` had.
	['-Users-dev-App', '/Users/dev/app', true],
	['-Volumes-Work-App-src', '/Volumes/work/app', true],
	['-home-dev-App', '/home/dev/app', false],
])('folder %s and project %s: %s', (folder, path, expected) => expect(mayBelongTo(folder, path)).toBe(expected));

test('the folder of a long path and of what lies below it can be its own', () => {
	const path = `/home/${'deep/'.repeat(50)}app`;
	expect(mayBelongTo(projectSlug(path), path)).toBe(true);
	expect(mayBelongTo(projectSlug(`${path}/packages/api`), path)).toBe(true);
	expect(mayBelongTo('-home-deep', path)).toBe(false);
	const shorter = `/home/${'a'.repeat(180)}`;
	expect(mayBelongTo(projectSlug(`${shorter}/packages/and/more`), shorter)).toBe(true);
});

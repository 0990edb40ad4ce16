import { describe, expect, it } from 'vitest';
import { homePathFinder } from './paths';
import { applySpans, mergeSpans } from './spans';

const withoutHomePaths = (text: string, homes: readonly string[] = []): string => {
	const [found, rest] = [homePathFinder(homes), '\né % \\'];
	const without = (each: string): string => applySpans(each, mergeSpans(found(each)));
	// Plain texts have shorter patterns: they find the same.
	expect(without(text + rest)).toBe(without(text) + rest);
	return without(text);
};

const cases: readonly (readonly [before: string, after: string])[] = [
	['/Users/jane/app/a.ts', '~/app/a.ts'],
	['/home/jane', '~'],
	['see /home/jane.doe/x, and /Users/jane.', 'see ~/x, and ~.'],
	['PATH=/usr/bin:/home/jane/bin', 'PATH=/usr/bin:~/bin'],
	['cc -I/home/jane/include', 'cc -I~/include'],
	['/var/home/jane/x', '~/x'],
	['/System/Volumes/Data/Users/jane/x', '~/x'],
	['host:/home/jane/x', 'host:~/x'],
	['/home/müller/x', '~/x'],
	[String.raw`C:\Users\jane\app\a.ts`, '~/app/a.ts'],
	[String.raw`c:\users\jane`, '~'],
	[String.raw`C:\Users\Jane Doe\Documents\a.ts`, '~/Documents/a.ts'],
	[String.raw`C:\Users\JANEDO~1\x`, '~/x'],
	[String.raw`C:\Documents and Settings\jane\x`, '~/x'],
	['C:/Users/jane/app', '~/app'],
	[String.raw`\\?\C:\Users\jane\app`, '~/app'],
	[String.raw`\\?\\C:\\Users\\jane`, '~'],
	[String.raw`\\server\c$\Users\jane\x`, '~/x'],
	[String.raw`\\wsl$\Ubuntu\home\jane\x`, '~/x'],
	[String.raw`\\wsl.localhost\Ubuntu\home\jane\x`, '~/x'],
	[String.raw`{"cwd":"C:\\Users\\jane\\app\n"}`, String.raw`{"cwd":"~/app\n"}`],
	[String.raw`{"cwd":"\/Users\/jane\/app"}`, '{"cwd":"~/app"}'],
	[String.raw`"out":"\n/home/jane/x"`, String.raw`"out":"\n~/x"`],
	['\u001b[36m/home/jane/x\u001b[0m', '\u001b[36m~/x\u001b[0m'],
	['file:///Users/jane/app', 'file://~/app'],
	['file:///C:/Users/jane/app', 'file:///~/app'],
	['file:///c%3A/Users/jane/app', 'file:///~/app'],
	['vscode://open?file=%2FUsers%2Fjane%2Fapp', 'vscode://open?file=~/app'],
	['%2Fhome%2Fjane%20doe%2Fx', '~/x'],
	['/mnt/c/Users/jane/app', '~/app'],
	['/c/Users/jane/app', '~/app'],
	['/cygdrive/d/Users/jane', '~'],
	['~/.claude/projects/-Users-jane-app/x.jsonl', '~/.claude/projects/-~-app/x.jsonl'],
	['vscode-remote://wsl%2Bubuntu/home/jane/x', 'vscode-remote://wsl%2Bubuntu~/x'],
	['/Volumes/Macintosh HD/Users/jane/x', '~/x'],
	['-Users-jane-dev-app', '-~-dev-app'],
	['see ~jane/x', 'see ~/x'],
	['two: /Users/jane/a /Users/joe/b', 'two: ~/a ~/b'],
];

describe('home paths', () => {
	it.each(cases)('in %j become %j', (before, after) => {
		expect(withoutHomePaths(before)).toBe(after);
		expect(withoutHomePaths(after)).toBe(after);
	});

	it.each([
		'/Users/Shared/data',
		'/home/linuxbrew/.linuxbrew/bin',
		String.raw`C:\Users\Public\Documents`,
		'src/home/index.ts',
		'./home/jane',
		'https://example.com/home/about',
		'https://example.com/Users/7',
		'@/home/page',
		'/homes/jane',
		'~/app/a.ts',
		'git@github.com:jane/home',
		'jane wrote this',
		'/root/.bashrc',
		'/Users/',
		'/Users/<name>/x and /home/$USER/x',
		'C:/Windows/System32',
		'/Volumes/Data/x',
		'the -home-page-x flag and --Users-x',
		"@import '~bootstrap/scss/x'",
		'HEAD~2/x and foo@~jane/x',
		'vscode-remote://wsl%2Bubuntu/work/x',
	])('leaves %j alone', (text) => {
		expect(withoutHomePaths(text)).toBe(text);
	});

	const known: readonly (readonly [home: string, before: string, after: string])[] = [
		['/root', '/root/x and /root', '~/x and ~'],
		['/root', '/rootfs /project/root/x /root.txt', '/rootfs /project/root/x /root.txt'],
		[String.raw`D:\Profiles\jane`, String.raw`d:\profiles\jane\x`, '~/x'],
		[String.raw`D:\Profiles\jane`, '/mnt/d/Profiles/jane/x', '~/x'],
		[String.raw`D:\Profiles\jane`, String.raw`"D:\\Profiles\\jane\\x"`, '"~/x"'],
		['/data/people/jane', '%2Fdata%2Fpeople%2Fjane%2Fx', '~/x'],
		['/data/people/jane', 'projects/-data-people-jane-app', 'projects/-~-app'],
		['/Users/jane', '/media/jane/usb and D:\\backup\\jane', '/media/~/usb and D:\\backup\\~'],
		[
			'/Users/jane',
			'jane, github.com/jane/x and https://example.com/jane',
			'jane, github.com/jane/x and https://example.com/jane',
		],
		['/home/dev', '/srv/dev/x', '/srv/dev/x'],
		['/', '/etc/passwd', '/etc/passwd'],
	];
	it.each(known)('with the home %j known, %j becomes %j', (home, before, after) => {
		expect(withoutHomePaths(before, [home])).toBe(after);
	});
});

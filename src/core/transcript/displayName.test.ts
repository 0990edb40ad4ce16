import { expect, test } from 'vitest';
import { type NameSources, cleanName, displayName } from './displayName';

const ALL: NameSources = {
	customTitle: 'mine',
	aiTitle: 'its',
	summary: 'old',
	firstPrompt: 'first',
	lastPrompt: 'last',
	agentName: 'agent',
	cwd: '/home/dev/app',
};

test('each source steps in where those before it have nothing', () => {
	const sources: Record<string, string | undefined> = { ...ALL };
	const names = [];
	for (const key of Object.keys(ALL)) {
		names.push(displayName(sources));
		sources[key] = undefined;
	}
	expect(names).toEqual(['mine', 'its', 'old', 'first', 'last', 'agent', 'app']);
	expect(displayName(sources)).toBeUndefined();
});

test('a source that cleans to nothing does not win', () => {
	expect(displayName({ ...ALL, customTitle: ' \u001b[31m\u0007 ', aiTitle: '' })).toBe('old');
});

test.each([
	[
		'<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>names</command-args>',
		'/compact names',
	],
	[
		'<command-message>standup</command-message>\n<command-name>/standup</command-name>\n<command-args></command-args>',
		'/standup',
	],
	['<local-command-stdout>\u001b[2mCompacted\u001b[22m</local-command-stdout>', 'Compacted'],
	['<bash-input>ls -la</bash-input>', 'ls -la'],
	['line one\r\n\tline two\u2028three', 'line one line two three'],
	['a\u202egnp.exe\u0000b', 'a gnp.exe b'],
	['use <div> and a < b', 'use <div> and a < b'],
	['🚀'.repeat(200), `${'🚀'.repeat(79)}…`],
	['C:\\Users\\dev', 'C:\\Users\\dev'],
])('cleans %j', (text, expected) => {
	expect(cleanName(text)).toBe(expected);
});

test.each([
	['/', undefined],
	['/home/dev/app/', 'app'],
	['C:\\work\\api', 'api'],
])('names a session after the folder %s when there is nothing else', (cwd, expected) => {
	expect(displayName({ cwd })).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { isProgrammatic, parseRegistryEntry, tellingEntrypoint } from './registry';

const entry = (own: Record<string, unknown> = {}): string =>
	JSON.stringify({ pid: 14953, sessionId: 'f5ad', cwd: '/home/dev/app', ...own });

test('an entry tells what we ask of it, and unknown fields do no harm', () => {
	expect(
		parseRegistryEntry(
			entry({
				startedAt: 1795207965997,
				procStart: '110229',
				pidDomain: 'linux:abc:pid:[4026531836]',
				version: '2.1.329',
				kind: 'interactive',
				entrypoint: 'cli',
				name: 'app-4e',
				status: 'waiting',
				waitingFor: 'permission prompt',
				statusUpdatedAt: 1795208431058,
				messagingSocketPath: '/tmp/x',
			}),
		),
	).toEqual({
		pid: 14953,
		sessionId: 'f5ad',
		cwd: '/home/dev/app',
		procStart: '110229',
		pidDomain: 'linux:abc:pid:[4026531836]',
		entrypoint: 'cli',
		status: 'waiting',
		waitingFor: 'permission prompt',
	});
});

describe('what is no entry is nothing, and never an error', () => {
	test.each([
		['half written', entry().slice(0, 20)],
		['empty', ''],
		['a list', '[]'],
		['nothing', 'null'],
		['no process id', '{"sessionId":"a","cwd":"/x"}'],
		['a process id of zero, which would mean our own process group', entry({ pid: 0 })],
		['a negative process id, which would mean a group of processes', entry({ pid: -1 })],
		['a process id as text', entry({ pid: '14953' })],
		['half a process', entry({ pid: 1.5 })],
		['no session', entry({ sessionId: '' })],
		['no folder', entry({ cwd: null })],
	])('%s', (_name, text) => expect(parseRegistryEntry(text)).toBeUndefined());
});

test.each([['sleeping'], [''], [1], [undefined]])('the status %j of some other version is none', (status) =>
	expect(parseRegistryEntry(entry({ status }))?.status).toBeUndefined(),
);

test.each([
	['sdk-cli', true],
	['sdk-ts', true],
	['cli', false],
	['claude-vscode', false],
	[undefined, false],
])('a session started by %s is a program’s: %s', (entrypoint, expected) =>
	expect(isProgrammatic(entrypoint)).toBe(expected),
);

test.each([
	['a person’s', ['cli', 'cli'], 'cli'],
	['a person’s that a program went on with', ['cli', 'sdk-cli', 'sdk-cli'], 'cli'],
	['a person’s, told only after a line that says nothing', [undefined, 'claude-vscode', 'sdk-ts'], 'claude-vscode'],
	['a program’s', ['sdk-cli', undefined, 'sdk-cli'], 'sdk-cli'],
	['a program’s that another one went on with', ['sdk-cli', 'sdk-ts'], 'sdk-ts'],
	['a program’s that a person went on with', ['sdk-cli', 'cli', 'sdk-cli'], 'cli'],
	['of an old version', [undefined], undefined],
])('whose a session is, line by line: %s', (_name, lines, expected) =>
	expect(lines.reduce(tellingEntrypoint, undefined)).toBe(expected),
);

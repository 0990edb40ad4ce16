import { describe, expect, test } from 'vitest';
import type { RegistryEntry } from '../claude/registry';
import type { SessionMark } from './marks';
import { type Orderable, activityOf, sortSessions, siftSessions } from './order';

const entry = (status: RegistryEntry['status']): RegistryEntry => ({
	pid: 1,
	sessionId: 'x',
	cwd: '/p',
	procStart: undefined,
	pidDomain: undefined,
	entrypoint: 'cli',
	status,
	waitingFor: undefined,
});
const session = (
	id: string,
	lastMessageMs: number,
	more: Partial<Orderable> & { marks?: ReadonlySet<SessionMark> } = {},
): Orderable => ({
	id,
	lastMessageMs,
	live: undefined,
	marks: new Set(),
	isProgram: false,
	...more,
});
const ids = (sessions: readonly Orderable[]): string[] => sessions.map((each) => each.id);

describe('the order of sessions', () => {
	test('who waits comes first, then what runs, then what is pinned, then the newest', () => {
		const sessions = [
			session('old', 1),
			session('new', 9),
			session('pinned', 2, { marks: new Set(['pinned']) }),
			session('busy', 3, { live: entry('busy') }),
			session('waiting', 2, { live: entry('waiting') }),
		];
		expect(ids(sortSessions(sessions))).toEqual(['waiting', 'busy', 'pinned', 'new', 'old']);
	});

	test('equals keep one order whatever the order before', () => {
		const sessions = [session('b', 1), session('a', 1), session('c', 1)];
		expect(ids(sortSessions(sessions))).toEqual(ids(sortSessions([...sessions].reverse())));
	});
});

describe('which sessions are shown', () => {
	const sessions = [
		session('plain', 1),
		session('hidden', 1, { marks: new Set(['hidden']) }),
		session('hidden-running', 1, { marks: new Set(['hidden']), live: entry('idle') }),
		session('program', 1, { isProgram: true }),
		session('done', 1, { marks: new Set(['done']) }),
		session('done-running', 1, { marks: new Set(['done']), live: entry('idle') }),
	];
	test.each([
		[{}, ['plain', 'hidden-running', 'done-running']],
		[{ showsHidden: true }, ['plain', 'hidden', 'hidden-running', 'done-running']],
		[{ showsPrograms: true }, ['plain', 'hidden-running', 'program', 'done-running']],
		[{ showsDone: true }, ['plain', 'hidden-running', 'done', 'done-running']],
	])('%j', (visibility, expected) => {
		expect(ids(siftSessions(sessions, visibility).shown)).toEqual(expected);
	});
});

test('a running session says itself what it is doing', () => {
	expect(activityOf('idle', entry('busy'))).toBe('working');
	expect(activityOf('active', entry('waiting'))).toBe('waiting');
	expect(activityOf('suspended', undefined)).toBe('suspended');
	expect(activityOf('idle', entry(undefined))).toBe('idle');
});

import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../base/dates';
import { newestOffers, redactedSuggestion, sessionsToRead } from './offer';
import type { ParkingSuggestion } from './suggestions';

const NOW_MS = Date.UTC(2026, 10, 21, 10);

interface Session {
	readonly id: string;
	readonly isProgram: boolean;
	readonly marks: ReadonlySet<string>;
	readonly lastMessageMs: number | undefined;
	readonly modifiedMs: number;
}
const session = (id: string, own: Partial<Session> = {}): Session => ({
	id,
	isProgram: false,
	marks: new Set(),
	lastMessageMs: NOW_MS,
	modifiedMs: NOW_MS,
	...own,
});
const suggestion = (own: Partial<ParkingSuggestion> = {}): ParkingSuggestion => ({
	messageKey: 'm',
	key: 'k',
	kind: 'deferred',
	name: 'add-the-retry',
	text: 'Add the retry',
	why: 'It was put off.',
	how: 'Ask for it.',
	sessionId: 's1',
	uuid: 'u1',
	atMs: 1,
	...own,
});
const readOf = (sessions: readonly Session[]): readonly string[] =>
	sessionsToRead(sessions, NOW_MS).map(({ id }) => id);

describe('the sessions that are read', () => {
	test('are a person’s own, newest first', () => {
		const all = [
			session('old', { lastMessageMs: NOW_MS - DAY_MS }),
			session('new'),
			session('program', { isProgram: true }),
			session('private', { marks: new Set(['private']) }),
			session('hidden', { marks: new Set(['hidden']) }),
			session('pinned', { marks: new Set(['pinned']), lastMessageMs: NOW_MS - 1 }),
		];
		expect(readOf(all)).toEqual(['new', 'pinned', 'old']);
	});

	test('spoke within two weeks; a file’s own time counts where no message has one', () => {
		const all = [
			session('just', { lastMessageMs: NOW_MS - 14 * DAY_MS }),
			session('over', { lastMessageMs: NOW_MS - 14 * DAY_MS - 1 }),
			session('silent', { lastMessageMs: undefined, modifiedMs: NOW_MS - 2 * DAY_MS }),
			session('gone', { lastMessageMs: undefined, modifiedMs: NOW_MS - 15 * DAY_MS }),
		];
		expect(readOf(all)).toEqual(['silent', 'just']);
	});

	test('are twelve at most', () => {
		const many = Array.from({ length: 20 }, (_, n) => session(`s${n}`, { lastMessageMs: NOW_MS - n }));
		expect(readOf(many)).toEqual(many.slice(0, 12).map(({ id }) => id));
	});
});

test('the newest eight are offered, those without a time last', () => {
	const offers = [undefined, ...Array.from({ length: 9 }, (_, n) => n + 1)].map((atMs) => ({
		suggestion: suggestion({ atMs }),
	}));
	const times = newestOffers(offers).map((each) => each.suggestion.atMs);
	expect(times).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
	expect(newestOffers(offers.slice(0, 2)).map((each) => each.suggestion.atMs)).toEqual([1, undefined]);
});

describe('as it is shown', () => {
	const safe = (text: string): string => text.replaceAll('hunter2', '[secret]');

	test('a suggestion without a secret is as it was', () => {
		expect(redactedSuggestion(suggestion(), safe)).toEqual(suggestion());
	});

	test('no field has a secret, the name made of its words neither', () => {
		const told = suggestion({
			name: 'rotate-hunter2-soon',
			text: 'Rotate hunter2 soon, and tell the others about it',
			why: 'hunter2 leaked.',
			how: 'Change hunter2.',
		});
		const shown = redactedSuggestion(told, safe);
		expect(JSON.stringify(shown)).not.toContain('hunter2');
		expect(shown).toMatchObject({ text: 'Rotate [secret] soon, and tell the others about it', key: 'k' });
		expect(shown.name).toMatch(/^rotate-secret-soon/u);
	});
});

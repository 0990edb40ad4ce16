// The rows of the view Sessions, as far as they are no drawing.
import { expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { sessionRows } from './sessionsTree';

test('as many were started by programs as are shown for that row: hidden ones only where hidden ones are', () => {
	const session = (id: string, isProgram: boolean, marks: readonly string[] = []): object => {
		return { id, isProgram, marks: new Set(marks), tokens: {} };
	};
	const all = [session('own', false), session('program', true), session('hidden', true, ['hidden'])];
	const services = {
		sessions: { all: () => all, get: () => undefined, stateOf: () => 'ended' },
		clock: new FakeClock(0),
		workspace: { state: { projects: [] } },
	} as unknown as Parameters<typeof sessionRows>[0];
	const rows = (hidden: boolean): readonly unknown[] => {
		const shown = { limit: 9, hidden, programs: false, grouping: 'none' } as const;
		return sessionRows(services, () => shown).children(undefined) as readonly unknown[];
	};
	expect(rows(false)).toContainEqual({ kind: 'programs', count: 1, isShown: false });
	expect(rows(true)).toContainEqual({ kind: 'programs', count: 2, isShown: false });
});

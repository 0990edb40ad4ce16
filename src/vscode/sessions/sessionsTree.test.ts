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

test('who has two tags stands under both in rows of their own, however old; who is done is folded away, and found there', () => {
	const session = (id: string, tags: readonly string[], marks: readonly string[] = []): object => {
		return { id, isProgram: false, marks: new Set(marks), tags, group: undefined, tokens: {} };
	};
	const over = ['over', 'over and old'].map((id) => session(id, [], ['done']));
	const all = [session('new', []), session('left', []), session('old', ['api', 'docs']), ...over];
	const services = {
		sessions: { all: () => all, get: () => undefined, stateOf: () => 'ended' },
		clock: new FakeClock(0),
		workspace: { state: { projects: [] } },
	} as unknown as Parameters<typeof sessionRows>[0];
	const shown = { limit: 1, hidden: false, programs: false, grouping: 'tag' } as const;
	const rows = sessionRows(services, () => shown);
	const below = rows
		.children()
		.map((node) => [
			node.kind === 'group' ? node.group.key : node.kind,
			...rows.children(node).map((row) => (row.kind === 'session' ? [row.session.id, row.under] : row)),
		]);
	expect(below).toEqual([
		['api', ['old', undefined]],
		['docs', ['old', 'docs']],
		['', ['new', undefined]],
		['more'],
		['done', ['over', undefined], ['over and old', undefined]],
	]);
	const parents = rows.children().flatMap((node) => rows.children(node).map((row) => [rows.parent?.(row), node]));
	for (const [parent, node] of parents) expect(parent).toEqual(node);
});

test('the row of a session itself is below its first tag, whichever group comes first', () => {
	const session = (id: string, tags: readonly string[]): object => {
		return { id, isProgram: false, marks: new Set(), tags, tokens: {} };
	};
	const all = [session('one', ['api']), session('two', ['docs', 'api'])];
	const services = {
		sessions: { all: () => all, get: () => undefined, stateOf: () => 'ended' },
		clock: new FakeClock(0),
		workspace: { state: { projects: [] } },
	} as unknown as Parameters<typeof sessionRows>[0];
	const rows = sessionRows(services, () => ({ limit: 9, hidden: false, programs: false, grouping: 'tag' }));
	const itself = rows.children().flatMap((node) => rows.children(node).map((row) => [row, node] as const));
	expect(itself.map(([row]) => rows.parent?.(row))).toEqual(itself.map(([, node]) => node));
	expect(itself.map(([, node]) => node.kind === 'group' && node.group.key)).toEqual(['api', 'api', 'docs']);
});

test('a group that is called like the second tag of a session has it as itself', () => {
	const session = { id: 'one', isProgram: false, marks: new Set(), tags: ['api', 'docs'], group: 'docs', tokens: {} };
	const services = {
		sessions: { all: () => [session], get: () => undefined, stateOf: () => 'ended' },
		clock: new FakeClock(0),
		workspace: { state: { projects: [] } },
	} as unknown as Parameters<typeof sessionRows>[0];
	const rows = sessionRows(services, () => ({ limit: 9, hidden: false, programs: false, grouping: 'group' }));
	expect(rows.children().flatMap((node) => rows.children(node))).toMatchObject([{ kind: 'session', under: undefined }]);
});

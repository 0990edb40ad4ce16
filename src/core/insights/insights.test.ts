// Plots over made rows: what is in which bar, what filters leave out, and which sessions are behind a bar.
import { expect, test } from 'vitest';
import {
	type Counted,
	DEFAULT_FILTER,
	type Filter,
	type Insights,
	OTHERS,
	type PlotId,
	type UsedQuarter,
	csvOf,
	insightsOf,
	sessionsBehind,
} from './insights';
import { shownPlot } from './insightsWords';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const at = (iso: string): number => Date.parse(`2026-${iso}:00Z`);
const [SHOP, LIST] = ['/home/dev/shop', '/home/dev/list'];

const session = (id: string, project: string, begin: string, end: string, more: object = {}) => ({
	...{ id, project, firstMs: at(begin), lastMs: at(end), state: 'idle', isProgram: false },
	...more,
});
const used = (
	id: string,
	model: string,
	begin: string,
	tokens: readonly [number, number, number, number],
	cost = 1,
) => {
	const [input, output, cacheWrite, cacheRead] = tokens;
	return { session: id, model, atMs: at(begin), input, output, cacheWrite, cacheRead, cost };
};

const COUNTED: Counted = {
	sessions: [
		session('a', SHOP, '11-22T23:30', '11-23T00:30'),
		session('b', SHOP, '11-20T10:00', '11-20T11:00', { state: 'error' }),
		session('c', LIST, '11-01T10:00', '11-20T10:00'),
		session('d', LIST, '02-01T10:00', '02-01T10:30', { isProgram: true }),
	],
	used: [
		used('a', 'opus', '11-22T23:30', [1, 2, 3, 4]),
		used('a', 'opus', '11-23T00:15', [10, 20, 30, 40], 2),
		used('b', 'haiku', '11-20T10:15', [100, 0, 0, 0], 0.5),
		used('c', 'opus', '11-20T09:45', [0, 1_000, 0, 0], 4),
		used('d', 'haiku', '02-01T10:15', [7, 0, 0, 0], 0.1),
	],
	happened: [
		{ kind: 'prompts', atMs: at('11-22T23:30'), count: 2, session: 'a' },
		{ kind: 'prompts', atMs: at('11-20T10:00'), count: 1, session: 'b' },
		{ kind: 'prompts', atMs: at('02-01T10:00'), count: 9, session: 'd' },
		{ kind: 'compactions', atMs: at('11-23T00:15'), count: 1, session: 'a' },
		{ kind: 'backups', atMs: at('11-23T00:31'), count: 1, session: 'a', project: SHOP },
		{ kind: 'backups', atMs: at('11-21T00:31'), count: 1, session: undefined, project: LIST },
		{ kind: 'draftsAccepted', atMs: at('11-21T09:00'), count: 1, session: 'c' },
		{ kind: 'memoriesRejected', atMs: at('11-21T09:00'), count: 1, session: undefined },
	],
	isEstimate: true,
};

const insights = (filter: Partial<Filter> = {}, timeZone = 'UTC'): Insights =>
	insightsOf(COUNTED, { ...DEFAULT_FILTER, ...filter }, timeZone, NOW);

/** The numbers of a plot that are none, by row and column. */
function numbers(id: PlotId, { plots }: Insights): Readonly<Record<string, number>> {
	const plot = plots.find((each) => each.id === id);
	return Object.fromEntries(
		(plot?.rows ?? []).flatMap((row, y) =>
			(plot?.columns ?? []).flatMap(({ key }, x): [string, number][] => {
				const value = plot?.values[y]?.[x] ?? 0;
				return value === 0 ? [] : [[`${row} ${key}`, value]];
			}),
		),
	);
}

test('a month by days, in the time zone that is asked for', () => {
	const shown = insights();
	expect(shown.plots.map(({ id, by, rows }) => [id, by, rows.length])).toEqual([
		['sessions', 'day', 30],
		['tokens', 'day', 30],
		['cost', 'day', 30],
		['projects', 'name', 2],
		['models', 'name', 2],
		['hours', 'weekday', 7],
		['states', 'day', 30],
		['safety', 'day', 30],
		['reviews', 'day', 30],
	]);
	expect(numbers('sessions', shown)).toEqual({ '2026-11-01 own': 1, '2026-11-20 own': 1, '2026-11-22 own': 1 });
	expect(numbers('cost', shown)).toEqual({ '2026-11-20 cost': 4.5, '2026-11-22 cost': 1, '2026-11-23 cost': 2 });
	expect(numbers('states', shown)).toEqual({ '2026-11-20 idle': 1, '2026-11-20 error': 1, '2026-11-23 idle': 1 });
	expect(numbers('hours', shown)).toEqual({ '5 10': 1, '7 23': 2 });
	expect(numbers('safety', shown)).toEqual({
		'2026-11-21 backups': 1,
		'2026-11-23 compactions': 1,
		'2026-11-23 backups': 1,
	});
	expect(numbers('reviews', shown)).toEqual({ '2026-11-21 memoriesRejected': 1, '2026-11-21 draftsAccepted': 1 });
	expect(numbers('projects', shown)).toEqual({
		...{ [`${LIST} tokens`]: 1_000, [`${LIST} cost`]: 4, [`${LIST} sessions`]: 1 },
		...{ [`${SHOP} tokens`]: 210, [`${SHOP} cost`]: 3.5, [`${SHOP} sessions`]: 2 },
	});
	expect(shown.totals).toEqual({ sessions: 3, tokens: 1_210, cost: 7.5, days: 3 });

	const berlin = insights({}, 'Europe/Berlin');
	expect(numbers('sessions', berlin)).toEqual({ '2026-11-01 own': 1, '2026-11-20 own': 1, '2026-11-23 own': 1 });
	expect(numbers('hours', berlin)).toEqual({ '1 0': 2, '5 11': 1 });
	// What a program typed is none of a person's prompts.
	expect(numbers('hours', insights({ days: undefined }))).toEqual({ '5 10': 1, '7 23': 2 });
});

test('filters leave out what is of another project, model or time', () => {
	expect(insights({ project: SHOP }).totals).toEqual({ sessions: 2, tokens: 210, cost: 3.5, days: 3 });
	expect(numbers('safety', insights({ project: LIST }))).toEqual({ '2026-11-21 backups': 1 });
	const haiku = insights({ model: 'haiku' });
	expect(numbers('sessions', haiku)).toEqual({ '2026-11-20 own': 1 });
	expect(numbers('models', haiku)).toEqual({ 'haiku tokens': 100, 'haiku cost': 0.5, 'haiku sessions': 1 });
	expect(numbers('hours', haiku)).toEqual({ '5 10': 1 });
	// What can be chosen stays.
	expect([haiku.models, haiku.projects]).toEqual([
		['opus', 'haiku'],
		[LIST, SHOP],
	]);
});

test('what is chosen can be chosen, also where it is gone, and so can a project without an answer', () => {
	const idle = session('i', '/home/dev/idle', '11-20T10:00', '11-20T11:00');
	const counted: Counted = { ...COUNTED, sessions: [...COUNTED.sessions, idle] };
	const filter: Filter = { ...DEFAULT_FILTER, project: '/home/dev/gone', model: 'claude-old-1' };
	const { projects, models } = insightsOf(counted, filter, 'UTC', NOW);
	expect(projects).toEqual([LIST, SHOP, '/home/dev/gone', '/home/dev/idle']);
	expect(models).toEqual(['opus', 'haiku', 'claude-old-1']);
});

test('longer times are shown by weeks and months, from the first day with anything', () => {
	const year = insights({ days: 365 });
	expect(numbers('sessions', year)).toEqual({
		...{ '2026-01-26 programs': 1, '2026-10-26 own': 1 },
		'2026-11-16 own': 2,
	});
	const all = insights({ days: undefined, tokensBy: 'model' });
	expect(all.plots[0]?.by).toBe('week');
	expect(all.plots[0]?.rows[0]).toBe('2026-01-26');
	expect(numbers('tokens', all)).toEqual({
		...{ '2026-01-26 haiku': 7, '2026-11-16 haiku': 100, '2026-11-16 opus': 1_010 },
		'2026-11-23 opus': 100,
	});
	const old: Counted = { ...COUNTED, sessions: [session('e', SHOP, '01-01T10:00', '01-01T10:00', { firstMs: 0 })] };
	const months = insightsOf(old, { ...DEFAULT_FILTER, days: undefined }, 'UTC', NOW).plots[0];
	expect([months?.by, months?.rows.length]).toEqual(['month', 56 * 12 + 11]);
});

test('of many models and projects the largest have a name', () => {
	const many: Counted = {
		...COUNTED,
		used: Array.from({ length: 20 }, (_, n) => used('a', `model ${n}`, '11-22T10:00', [100 - n, 0, 0, 0])),
	};
	const filter: Filter = { ...DEFAULT_FILTER, tokensBy: 'model' };
	const { plots } = insightsOf(many, filter, 'UTC', NOW);
	const [tokens, models] = [plots.find(({ id }) => id === 'tokens'), plots.find(({ id }) => id === 'models')];
	expect(tokens?.columns.map(({ key }) => key)).toEqual(['model 0', 'model 1', 'model 2', 'model 3', OTHERS]);
	expect(models?.rows).toHaveLength(13);
	expect([tokens?.values.flat(), models?.values.map(([first]) => first)].map(sumOf)).toEqual([1_810, 1_810]);
	expect(tokens?.values[28]).toEqual([100, 99, 98, 97, 1_416]);
	const bar = { plot: 'models', row: OTHERS, column: undefined } as const;
	expect([...sessionsBehind(many, filter, 'UTC', NOW, bar, models ?? expect.fail())]).toEqual(['a']);
	expect(models?.values.at(-1)?.[2]).toBe(1);
});

test('what no project or model is known of has a place of its own, beside that of the others', () => {
	const unknown = used('gone', '', '11-22T10:00', [100, 0, 0, 0]);
	const named = (count: number): readonly UsedQuarter[] =>
		Array.from({ length: count }, (_, n) => used('a', `model ${n}`, '11-22T10:00', [20 - n, 0, 0, 0]));
	const plotsOf = (models: number, filter: Partial<Filter> = {}): Insights =>
		insightsOf(
			{ ...COUNTED, used: [unknown, ...named(models)] },
			{ ...DEFAULT_FILTER, tokensBy: 'model', ...filter },
			'UTC',
			NOW,
		);
	const few = plotsOf(1);
	expect(numbers('models', few)).toMatchObject({ ' tokens': 100, 'model 0 tokens': 20 });
	expect(numbers('projects', few)).toMatchObject({ ' tokens': 100, [`${SHOP} tokens`]: 20 });
	expect([few.models[0], few.projects[0], few.totals.tokens]).toEqual(['', '', 120]);
	const many = plotsOf(20);
	for (const id of ['models', 'tokens'] as const) {
		const plot = many.plots.find((each) => each.id === id);
		const names = id === 'models' ? plot?.rows : plot?.columns.map(({ key }) => key);
		expect([names?.[0], names?.at(-1), new Set(names).size]).toEqual(['', OTHERS, names?.length]);
		expect(sumOf(plot?.values.map((row) => (id === 'models' ? row[0] : sumOf(row))))).toBe(310);
	}
	expect(plotsOf(20, { model: '', project: '' }).totals.tokens).toBe(100);
	const models = many.plots.find(({ id }) => id === 'models');
	expect(models && shownPlot(models, false, String).rowNames).toEqual(
		expect.arrayContaining(['Unknown', 'model 0', 'Others']),
	);
	expect(models && csvOf(models)).toMatch(/\nunknown,100,.*\nothers,45,/su);
});

const sumOf = (values: readonly (number | undefined)[] | undefined): number =>
	(values ?? []).reduce<number>((sum, value = 0) => sum + value, 0);

test.each([
	['sessions', '2026-11-22', undefined, ['a']],
	['tokens', '2026-11-20', undefined, ['b', 'c']],
	['states', '2026-11-20', 'error', ['b']],
	['hours', '7', '23', ['a']],
	['hours', '7', '22', []],
	['safety', '2026-11-21', undefined, []],
	['safety', '2026-11-23', 'backups', ['a']],
	['reviews', '2026-11-21', undefined, ['c']],
	['projects', SHOP, undefined, ['a', 'b']],
] as const)('behind %s %s %s', (plot, row, column, expected) => {
	const drawn = insights().plots.find(({ id }) => id === plot) ?? expect.fail();
	const behind = sessionsBehind(COUNTED, DEFAULT_FILTER, 'UTC', NOW, { plot, row, column }, drawn);
	expect([...behind].sort()).toEqual(expected);
});

test('behind a bar is no session that has nothing in it', () => {
	const counted: Counted = {
		...COUNTED,
		used: [used('a', 'opus', '11-22T10:00', [100, 0, 0, 0]), used('b', 'opus', '11-22T10:00', [0, 0, 7, 0], 0)],
	};
	const drawn =
		insightsOf(counted, DEFAULT_FILTER, 'UTC', NOW).plots.find(({ id }) => id === 'tokens') ?? expect.fail();
	const behind = (column: string): readonly string[] => [
		...sessionsBehind(counted, DEFAULT_FILTER, 'UTC', NOW, { plot: 'tokens', row: '2026-11-22', column }, drawn),
	];
	expect([behind('input'), behind('cacheWrite')]).toEqual([['a'], ['b']]);
	const cost = { plot: 'cost', row: '2026-11-22', column: undefined } as const;
	expect([...sessionsBehind(counted, DEFAULT_FILTER, 'UTC', NOW, cost, drawn)]).toEqual(['a']);
});

test('with nothing there are days with nothing', () => {
	const nothing: Counted = { sessions: [], used: [], happened: [], isEstimate: false };
	for (const days of [30, undefined]) {
		const { plots, totals } = insightsOf(nothing, { ...DEFAULT_FILTER, days }, 'UTC', NOW);
		expect(totals).toEqual({ sessions: 0, tokens: 0, cost: 0, days: 0 });
		expect(plots.flatMap(({ values }) => values.flat()).every((value) => value === 0)).toBe(true);
	}
});

test('CSV has the numbers as they are, and nothing that a calculator would run', () => {
	const plot = insights().plots.find(({ id }) => id === 'projects');
	expect(plot && csvOf(plot)).toBe(`name,tokens,cost,sessions\r\n${LIST},1000,4,1\r\n${SHOP},210,3.5,2\r\n`);
	const odd = { ...plot, id: 'models', by: 'name', rows: ['=1+1', 'a,"b"', OTHERS], values: [[1], [2], [3]] } as const;
	expect(csvOf({ ...odd, columns: [{ key: 'tokens', unit: 'count' }] })).toBe(
		`name,tokens\r\n'=1+1,1\r\n"a,""b""",2\r\nothers,3\r\n`,
	);
});

// Insights: what the sessions of months add up to, as plots. Pure arithmetic over rows of the tables: each plot is a table of
// numbers, and behind each number are the sessions that it comes from.
import { type Calendar, type Period, beginOf, calendarOf, daysAfter, periodsBetween } from './calendar';

/** What a session used of a model within a quarter of an hour, each answer of the API counted once over all files. */
export interface UsedQuarter {
	readonly session: string;
	readonly model: string;
	/** Its beginning, in milliseconds since 1970. */
	readonly atMs: number;
	readonly input: number;
	readonly output: number;
	readonly cacheWrite: number;
	readonly cacheRead: number;
	/** US dollars. */
	readonly cost: number;
}

export interface CountedSession {
	readonly id: string;
	/** Names its project: the root. */
	readonly project: string;
	/** Of its first and its last message, in milliseconds since 1970. */
	readonly firstMs: number;
	readonly lastMs: number;
	/** How the conversation stood after that. */
	readonly state: string;
	/** A program started it, not a person. */
	readonly isProgram: boolean;
}

const SAFETY = ['compactions', 'backups'] as const;
const REVIEWS = ['memoriesAccepted', 'memoriesRejected', 'draftsAccepted', 'draftsRejected'] as const;

/** What happened within a quarter of an hour, or at a moment. */
export interface Happened {
	readonly kind: 'prompts' | (typeof SAFETY)[number] | (typeof REVIEWS)[number];
	readonly atMs: number;
	readonly count: number;
	/** Nothing where that of its session is meant. */
	readonly project?: string | undefined;
	readonly session: string | undefined;
}

/** All that Insights counts. */
export interface Counted {
	readonly sessions: readonly CountedSession[];
	readonly used: readonly UsedQuarter[];
	readonly happened: readonly Happened[];
	/** Whether some of the costs were worked out from a table of prices. */
	readonly isEstimate: boolean;
}

/** What a person chose. */
export interface Filter {
	/** Of so many days up to today; all where nothing is said. */
	readonly days: number | undefined;
	readonly project: string | undefined;
	readonly model: string | undefined;
	/** How tokens are told apart. */
	readonly tokensBy: 'kind' | 'model';
}

export const SPANS = [30, 90, 365] as const;
export const DEFAULT_FILTER: Filter = { days: SPANS[0], project: undefined, model: undefined, tokensBy: 'kind' };

const PLOTS = ['sessions', 'tokens', 'cost', 'projects', 'models', 'hours', 'states', 'safety', 'reviews'] as const;
export type PlotId = (typeof PLOTS)[number];

interface Column {
	readonly key: string;
	readonly unit: 'count' | 'usd';
	/** Shown in the table only: its unit is not that of the plot. */
	readonly isAside?: boolean;
}

/** A table of numbers. */
export interface Plot {
	readonly id: PlotId;
	/** What a row is: a period, named by the date on which it begins (`2026-11-23`); a weekday, from 1 for Monday; or a name. */
	readonly by: Period | 'weekday' | 'name';
	readonly rows: readonly string[];
	readonly columns: readonly Column[];
	/** By row, then by column. */
	readonly values: readonly (readonly number[])[];
}

export interface Insights {
	readonly plots: readonly Plot[];
	readonly totals: Readonly<Record<'sessions' | 'tokens' | 'cost' | 'days', number>>;
	/** All that can be chosen, whatever is, and what is; those with the most tokens first. */
	readonly projects: readonly string[];
	readonly models: readonly string[];
}

/** Which number is meant: of all columns where none is named. */
export interface Bar {
	readonly plot: PlotId;
	readonly row: string;
	readonly column: string | undefined;
}

const KINDS = ['input', 'output', 'cacheWrite', 'cacheRead'] as const;
/** So many rows, and columns beside each other, have a name of their own. */
const NAMED_ROWS = 12;
const NAMED_COLUMNS = 4;
/** Names the others together: no folder and no model is called so. */
export const OTHERS = '\0';
/** Names what no project, or no model, is known of. */
export const UNKNOWN = '';
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'];
/** More days than this are drawn as weeks, more than that as months. */
const DAYS_SHOWN = 92;
const WEEKS_SHOWN = 400;

export const tokensUsed = ({ input, output, cacheWrite, cacheRead }: UsedQuarter): number =>
	input + output + cacheWrite + cacheRead;

/** Takes a number on its way into a plot. One argument each: a year of work has a million of them. @param date of its day */
type Tally = (
	plot: PlotId,
	row: string,
	column: string,
	value: number,
	session: string | undefined,
	date: string,
) => void;

/** @param timeZone IANA name, such as `Europe/Berlin` @throws RangeError where there is none of that name */
export function insightsOf(counted: Counted, filter: Filter, timeZone: string, nowMs: number): Insights {
	const chosen = chosenOf(counted, filter, timeZone, nowMs);
	const sums = new Map<PlotId, Sums>(PLOTS.map((plot) => [plot, new Map<string, Map<string, number>>()]));
	const days = new Set<string>();
	/** The sessions of a row, of which each counts once. */
	const seen = new Map(PLOTS.map((plot) => [plot, new Map<string, Set<string>>()]));
	chosen.tell((plot, row, column, value, session, date) => {
		add(sums.get(plot), row, column, value);
		if (plot === 'hours' || plot === 'tokens') days.add(date);
		if (column !== 'tokens' || session === undefined) return;
		const sessions = seen.get(plot)?.get(row) ?? new Set<string>();
		seen.get(plot)?.set(row, sessions.add(session));
	});
	const plots = PLOTS.map((id): Plot => {
		const own: Sums = sums.get(id) ?? new Map<string, Map<string, number>>();
		const shape = shapeOf(id, own, filter, chosen);
		const sessionsOf = (row: string): number =>
			new Set(namesIn(row, shape.rows, own).flatMap((name) => [...(seen.get(id)?.get(name) ?? [])])).size;
		const values = shape.rows.map((row) =>
			shape.columns.map(({ key }) => (key === 'sessions' ? sessionsOf(row) : valueAt(own, shape, row, key))),
		);
		return { id, ...shape, values };
	});
	const totalOf = (plot: PlotId): number =>
		plots.find(({ id }) => id === plot)?.values.reduce((sum, row) => row.reduce((a, b) => a + b, sum), 0) ?? 0;
	return {
		plots,
		totals: { sessions: totalOf('sessions'), tokens: totalOf('tokens'), cost: totalOf('cost'), days: days.size },
		projects: largestFirst(counted, ({ session }) => chosen.projectOf(session), [
			...counted.sessions.map(({ project }) => project),
			filter.project,
		]),
		models: largestFirst(counted, ({ model }) => model, [filter.model]),
	};
}

/** The sessions behind a bar. @param drawn its plot, as `insightsOf` gave it @returns their ids */
export function sessionsBehind(
	counted: Counted,
	filter: Filter,
	timeZone: string,
	nowMs: number,
	{ plot, row, column }: Bar,
	drawn: Pick<Plot, 'rows' | 'columns'>,
): ReadonlySet<string> {
	const named = { rows: new Set(drawn.rows), columns: new Set(drawn.columns.map(({ key }) => key)) };
	const isMeant = (wanted: string, said: string, known: ReadonlySet<string>): boolean =>
		said === wanted || (wanted === OTHERS && !known.has(said));
	const ids = new Set<string>();
	chosenOf(counted, filter, timeZone, nowMs).tell((ofPlot, ofRow, ofColumn, value, session) => {
		// What has nothing in it is told of all the same.
		if (ofPlot !== plot || session === undefined || value === 0 || !isMeant(row, ofRow, named.rows)) return;
		if (column === undefined || isMeant(column, ofColumn, named.columns)) ids.add(session);
	});
	return ids;
}

type Sums = Map<string, Map<string, number>>;

function add(sums: Sums | undefined, row: string, column: string, value: number): void {
	const known = sums?.get(row);
	const columns = known ?? new Map<string, number>();
	if (known === undefined) sums?.set(row, columns);
	columns.set(column, (columns.get(column) ?? 0) + value);
}

type Shape = Pick<Plot, 'by' | 'rows' | 'columns'>;

function shapeOf(id: PlotId, sums: Sums, { tokensBy }: Filter, { period, periods }: Chosen): Shape {
	const counts = (keys: readonly string[]): readonly Column[] => keys.map((key) => ({ key, unit: 'count' }));
	const overTime = (columns: readonly Column[]): Shape => ({ by: period, rows: periods, columns });
	const all = (): Map<string, number> => {
		const totals = new Map<string, number>();
		for (const columns of sums.values())
			for (const [key, value] of columns) totals.set(key, (totals.get(key) ?? 0) + value);
		return totals;
	};
	switch (id) {
		case 'sessions':
			return overTime(counts(all().has('programs') ? ['own', 'programs'] : ['own']));
		case 'tokens':
			return overTime(counts(tokensBy === 'kind' ? KINDS : firstOf(bySize(all()), NAMED_COLUMNS)));
		case 'cost':
			return overTime([{ key: 'cost', unit: 'usd' }]);
		case 'projects':
		case 'models': {
			const tokens = new Map([...sums].map(([row, columns]) => [row, columns.get('tokens') ?? 0]));
			const columns: readonly Column[] = [
				{ key: 'tokens', unit: 'count' },
				{ key: 'cost', unit: 'usd', isAside: true },
				{ key: 'sessions', unit: 'count', isAside: true },
			];
			return { by: 'name', rows: firstOf(bySize(tokens), NAMED_ROWS), columns };
		}
		case 'hours':
			return { by: 'weekday', rows: WEEKDAYS, columns: counts(HOURS) };
		case 'states':
			return overTime(counts(bySize(all())));
		case 'safety':
			return overTime(counts(SAFETY));
		case 'reviews':
			return overTime(counts(REVIEWS));
	}
}

function bySize(sizes: ReadonlyMap<string, number>): readonly string[] {
	return [...sizes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([key]) => key);
}

function firstOf(keys: readonly string[], count: number): readonly string[] {
	return keys.length <= count ? keys : [...keys.slice(0, count), OTHERS];
}

/** @param others names to list although they used no token */
function largestFirst(
	counted: Counted,
	keyOf: (used: UsedQuarter) => string,
	others: readonly (string | undefined)[],
): readonly string[] {
	const sizes = new Map(others.flatMap((name) => (name === undefined ? [] : [[name, 0]])));
	for (const used of counted.used) sizes.set(keyOf(used), (sizes.get(keyOf(used)) ?? 0) + tokensUsed(used));
	return bySize(sizes);
}

/** The names that a row stands for: of the others, all that have none of their own. */
const namesIn = (row: string, rows: readonly string[], sums: Sums): readonly string[] =>
	row === OTHERS ? [...sums.keys()].filter((name) => !rows.includes(name)) : [row];

/** A number of a plot. */
function valueAt(sums: Sums, { rows, columns }: Shape, row: string, column: string): number {
	const keys = columns.map(({ key }) => key);
	let sum = 0;
	for (const each of namesIn(row, rows, sums))
		for (const [key, value] of sums.get(each) ?? [])
			if (key === column || (column === OTHERS && !keys.includes(key))) sum += value;
	return sum;
}

interface Chosen {
	readonly period: Period;
	/** The beginnings of all that are drawn. */
	readonly periods: readonly string[];
	projectOf(session: string): string;
	tell(tally: Tally): void;
}

/** What of it a person chose. */
function chosenOf(counted: Counted, filter: Filter, timeZone: string, nowMs: number): Chosen {
	const calendar = calendarOf(timeZone);
	const today = calendar.dateOf(nowMs);
	const projects = new Map(counted.sessions.map(({ id, project }) => [id, project]));
	const projectOf = (session = ''): string => projects.get(session) ?? UNKNOWN;
	const used = counted.used.filter(
		({ session, model }) =>
			(filter.model === undefined || model === filter.model) &&
			(filter.project === undefined || projectOf(session) === filter.project),
	);
	const users = filter.model === undefined ? undefined : new Set(used.map(({ session }) => session));
	const isWanted = (session: string | undefined, project: string): boolean =>
		(users === undefined || (session !== undefined && users.has(session))) &&
		(filter.project === undefined || project === filter.project);
	const sessions = counted.sessions.filter(({ id, project }) => isWanted(id, project));
	const happened = counted.happened.filter(({ session, project }) => isWanted(session, project ?? projectOf(session)));
	const first =
		filter.days === undefined
			? firstDate(calendar, today, sessions, used, happened)
			: daysAfter(today, 1 - filter.days);
	const count = periodsBetween('day', first, today).length;
	const period = count <= DAYS_SHOWN ? 'day' : count <= WEEKS_SHOWN ? 'week' : 'month';
	return {
		period,
		periods: periodsBetween(period, first, today),
		projectOf,
		tell(tally) {
			const begins = new Map<string, string>();
			const beginAt = (date: string): string => {
				const begin = begins.get(date) ?? beginOf(period, date);
				begins.set(date, begin);
				return begin;
			};
			/** Nothing where nobody asked for that day. */
			const dateAt = (ms: number): string | undefined => {
				const date = calendar.dateOf(ms);
				return date < first || date > today ? undefined : date;
			};
			for (const { id, firstMs, lastMs, state, isProgram } of sessions) {
				const [began, ended] = [dateAt(firstMs), dateAt(lastMs)];
				if (began !== undefined) tally('sessions', beginAt(began), isProgram ? 'programs' : 'own', 1, id, began);
				if (ended !== undefined && !isProgram) tally('states', beginAt(ended), state, 1, id, ended);
			}
			for (const each of used) {
				const date = dateAt(each.atMs);
				if (date === undefined) continue;
				const { session, model, cost } = each;
				const [begin, tokens, project] = [beginAt(date), tokensUsed(each), projectOf(session)];
				if (filter.tokensBy === 'model') tally('tokens', begin, model, tokens, session, date);
				else for (const kind of KINDS) tally('tokens', begin, kind, each[kind], session, date);
				tally('cost', begin, 'cost', cost, session, date);
				tally('projects', project, 'tokens', tokens, session, date);
				tally('projects', project, 'cost', cost, session, date);
				tally('models', model, 'tokens', tokens, session, date);
				tally('models', model, 'cost', cost, session, date);
			}
			const programs = new Set<string | undefined>(sessions.flatMap(({ id, isProgram }) => (isProgram ? [id] : [])));
			for (const { kind, atMs, count, session } of happened) {
				const date = dateAt(atMs);
				// What a program typed is no prompt of a person's.
				if (date === undefined || (kind === 'prompts' && programs.has(session))) continue;
				if (kind === 'prompts')
					tally('hours', String(calendar.weekdayOf(atMs)), String(calendar.hourOf(atMs)), count, session, date);
				else {
					const plot = kind === 'compactions' || kind === 'backups' ? 'safety' : 'reviews';
					tally(plot, beginAt(date), kind, count, session, date);
				}
			}
		},
	};
}

function firstDate(
	calendar: Calendar,
	today: string,
	sessions: readonly CountedSession[],
	...others: readonly (readonly { readonly atMs: number }[])[]
): string {
	let firstMs = Infinity;
	for (const { firstMs: ms } of sessions) firstMs = Math.min(firstMs, ms);
	for (const each of others) for (const { atMs } of each) firstMs = Math.min(firstMs, atMs);
	const first = firstMs === Infinity ? today : calendar.dateOf(firstMs);
	return first < today ? first : today;
}

/** A plot as comma-separated values (RFC 4180), for other programs: with its own keys, and numbers as they are. */
export function csvOf({ by, rows, columns, values }: Plot): string {
	const field = (text: string): string => {
		// A table calculator takes what begins so for a formula.
		const plain = /^[=+@\t]/u.test(text) ? `'${text}` : text;
		return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
	};
	const nameOf = (key: string): string => (key === OTHERS ? 'others' : key === UNKNOWN ? 'unknown' : key);
	const lines = [
		[by, ...columns.map(({ key }) => nameOf(key))],
		...rows.map((row, at) => [nameOf(row), ...(values[at] ?? []).map(String)]),
	];
	return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

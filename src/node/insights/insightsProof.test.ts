// Each number of Insights, asked of DuckDB over the export of the same sessions; of those of a folder of Claude Code's with
// `PROOF_STORE=FOLDER`.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBackup } from '../../../scripts/lib/sampleBackups.mjs';
import { writeMonths } from '../../../scripts/lib/sampleMonths.mjs';
import { DAY_MS, utcSeconds } from '../../core/base/dates';
import { DEFAULT_FILTER, type Filter, OTHERS, type PlotId, insightsOf } from '../../core/insights/insights';
import type { Redact } from '../../core/privacy/redaction';
import { assistantLine, jsonl, metaLine, userLine } from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { rememberProject } from '../backups/rememberProject';
import { findProject } from '../project/project';
import { type Ask, hasDuck, openDuck, tableIn } from '../testing/duck';
import { type Place, newPlace, newRepository } from '../testing/places';
import { exportTables } from './exportTables';
import { type CountedSessions, readCounted } from './readCounted';

const NOW = Date.UTC(2026, 10, 24, 15);
const table = (name: string): string => tableIn(name, 'parquet');

let place: Place;
let ask: Ask;
let counted: CountedSessions;
/** An export does not say what a home folder is called. */
let redact: Redact;

beforeAll(async () => {
	if (!hasDuck) return;
	place = newPlace();
	for (const sample of readdirSync('test/fixtures/sessions')) {
		const projects = path.join('test/fixtures/sessions', sample, 'projects');
		if (existsSync(projects)) cpSync(projects, place.claude.projectsDir, { recursive: true });
	}
	cpSync('test/fixtures/forks', path.join(place.claude.projectsDir, '-home-dev-app'), { recursive: true });
	const store = process.env['PROOF_STORE'];
	if (store !== undefined) cpSync(path.join(store, 'projects'), place.claude.projectsDir, { recursive: true });
	const shop = newRepository(path.join(place.root, 'home/dev/shop'));
	const [claude, workspaces] = [place.claude.configDir, [shop, '/home/dev/list', '/home/dev/notes']];
	writeMonths({ claude, workspaces, count: 300, days: 400, now: NOW });
	// One whose cost Claude Code has counted, one that a program started, and one that nobody is told of.
	const own = (sessionId: string, more: object = {}, models: readonly (string | undefined)[] = [undefined]): string =>
		jsonl([
			userLine('hello', { sessionId, cwd: shop, ...more }),
			...models.map((model = 'claude-opus-5-5', n) => {
				const answer = { id: `msg_${sessionId}${n}`, model, usage: [1_000 << n, 2_000, 3_000, 4_000] as const };
				return assistantLine('Hello.', answer, { sessionId, ...more });
			}),
			{ ...metaLine('cost-state', { totalCostUSD: 12.5 }), sessionId },
		]);
	const write = (id: string, text: string): void => {
		place.write(`home/.claude/projects/-home-dev-shop/${id}.jsonl`, text);
	};
	write('counted', own('counted'));
	write('program', own('program', { entrypoint: 'sdk-ts' }));
	write('secret', own('secret'));
	// Nobody knows a price for all of its answers, for one of two, and one was spent without an answer.
	write('unpriced', own('unpriced', {}, ['claude-next-1', 'claude-next-2']));
	write('mixed', own('mixed', {}, ['claude-next-1', 'claude-opus-5-5']));
	write('unanswered', own('unanswered', {}, []));
	for (const days of [2, 9, 60])
		writeBackup({ workspace: shop, at: NOW - days * DAY_MS, sessionId: 'counted', source: '', text: own('counted') });
	place.write(
		'home/.claude/session-keeper/session-marks.jsonl',
		`${JSON.stringify({ ts: utcSeconds(NOW), session: 'secret', mark: 'private', on: true })}\n`,
	);
	const decided = (event: string, hash: string, daysAgo: number): string =>
		`${JSON.stringify({ ts: utcSeconds(NOW - daysAgo * DAY_MS), project: shop, hash, event, session: 'counted' })}\n`;
	place.write(
		'home/.claude/session-keeper/review-memory.jsonl',
		[...[1, 1, 5, 70].map((days, at) => decided('accepted', `a${at}`, days)), decided('rejected', 'b', 2)].join(''),
	);
	// A backup in a project makes it known.
	await rememberProject(place.claude, await findProject(place.claude, shop));

	counted = await readCounted(place.claude, true);
	const to = path.join(place.root, 'export');
	const redactor = await openRedactor(place.claude);
	redact = (text) => redactor.text(text).value;
	const cacheFolder = path.join(place.root, 'cache');
	await exportTables({ claude: place.claude, project: undefined, redactor, cacheFolder, to, format: 'parquet' });
	ask = await openDuck(to);
}, 600_000);
afterAll(() => place.remove());

/** How a plot is asked for, over rows `t` that were chosen, of a time that is local. */
const PERIOD = (period: string): string => `strftime(date_trunc('${period}', local), '%Y-%m-%d')`;

/** The rows of a plot as DuckDB has them: row, column, value. */
function question(plot: PlotId, { project, model, days, tokensBy }: Filter, period: string, minutes: number): string {
	const user = `session IN (SELECT session FROM ${table('tokens')} WHERE ${model === undefined ? 'true' : `model = '${model}'`} )`;
	const ofSession = model === undefined ? 'true' : user;
	const ofProject = project === undefined ? 'true' : `project = '${redact(project)}'`;
	const first = days === undefined ? "DATE '1970-01-01'" : `(DATE '2026-11-24' - ${days - 1})`;
	/** Rows of a table within the time, with the day that they are of. */
	const from = (source: string, time: string, more = 'true'): string =>
		`FROM (SELECT *, ${time} + INTERVAL '${minutes} minutes' AS local FROM ${source})
			WHERE local::DATE BETWEEN ${first} AND DATE '2026-11-24' AND ${more}`;
	// What Claude Code has counted of a session is shared out by what its answers are estimated at; those without a price have
	// what is left, by their tokens. What it spent without an answer stands where the session ended.
	const answers = `(WITH told AS (SELECT t.*, coalesce(cost_usd, 0) AS usd,
				input + output + cache_write_5m + cache_write_1h + cache_read AS tokens FROM ${table('tokens')} t),
			counts AS (SELECT s.session, any_value(s.cost_usd) AS claude, sum(t.usd) AS estimate,
				coalesce(sum(t.tokens), 0) AS all_tokens, sum(t.tokens) FILTER (t.usd = 0) AS unpriced
				FROM ${table('sessions')} s LEFT JOIN told t ON t.session = s.session
				WHERE s.cost_from = 'claude' GROUP BY s.session),
			sums AS (SELECT *, CASE WHEN unpriced > 0 THEN greatest(0, claude - estimate) ELSE 0 END AS rest FROM counts)
		SELECT session, project, time, model, input, output, cache_write_5m, cache_write_1h, cache_read, tokens,
			CASE WHEN claude IS NULL THEN usd WHEN usd > 0 THEN usd * (claude - rest) / estimate
				ELSE coalesce(rest * tokens / unpriced, 0) END AS cost FROM told LEFT JOIN sums USING (session)
		UNION ALL SELECT session, project, last_time, NULL, 0, 0, 0, 0, 0, 0, claude
			FROM sums JOIN ${table('sessions')} USING (session) WHERE all_tokens = 0 AND claude > 0)`;
	const used = from(answers, 'time', `${ofProject} AND ${model === undefined ? 'true' : `model = '${model}'`}`);
	const said = `(SELECT m.*, s.project, s.is_program FROM ${table('messages')} m JOIN ${table('sessions')} s USING (session))`;
	const named = (name: string): string => `
		SELECT coalesce(${name}, '') AS row, 'tokens' AS col, sum(tokens) AS value ${used} GROUP BY 1
		UNION ALL SELECT coalesce(${name}, ''), 'cost', sum(cost) ${used} GROUP BY 1
		UNION ALL SELECT coalesce(${name}, ''), 'sessions', count(DISTINCT session) ${used} GROUP BY 1`;
	switch (plot) {
		case 'sessions':
			return `SELECT ${PERIOD(period)} AS row, CASE WHEN is_program THEN 'programs' ELSE 'own' END AS col, count(*) AS value
				${from(table('sessions'), 'first_time', `${ofProject} AND ${ofSession}`)} GROUP BY ALL`;
		case 'tokens':
			return tokensBy === 'model'
				? `SELECT ${PERIOD(period)} AS row, coalesce(model, '') AS col, sum(tokens) AS value ${used} GROUP BY ALL`
				: ['input', 'output', 'cacheWrite', 'cacheRead']
						.map((col) => {
							const value = { cacheWrite: 'cache_write_5m + cache_write_1h', cacheRead: 'cache_read' }[col] ?? col;
							return `SELECT ${PERIOD(period)} AS row, '${col}' AS col, sum(${value}) AS value ${used} GROUP BY ALL`;
						})
						.join(' UNION ALL ');
		case 'cost':
			return `SELECT ${PERIOD(period)} AS row, 'cost' AS col, sum(cost) AS value ${used} GROUP BY ALL`;
		case 'projects':
			return named('project');
		case 'models':
			return named('model');
		case 'hours':
			return `SELECT isodow(local)::TEXT AS row, hour(local)::TEXT AS col, count(*) AS value
				${from(said, 'time', `kind IN ('prompt', 'command') AND NOT is_side_chain AND NOT is_program AND ${ofProject} AND ${ofSession}`)} GROUP BY ALL`;
		case 'states':
			return `SELECT ${PERIOD(period)} AS row, state AS col, count(*) AS value
				${from(table('sessions'), 'last_time', `NOT is_program AND ${ofProject} AND ${ofSession}`)} GROUP BY ALL`;
		case 'safety':
			return `SELECT ${PERIOD(period)} AS row, 'compactions' AS col, count(*) AS value
				${from(said, 'time', `kind = 'compaction' AND ${ofProject} AND ${ofSession}`)} GROUP BY ALL
				UNION ALL SELECT ${PERIOD(period)}, 'backups', count(*)
				${from(table('backups'), 'time', `${ofProject} AND ${ofSession}`)} GROUP BY ALL`;
		case 'reviews':
			return `SELECT ${PERIOD(period)} AS row, CASE kind WHEN 'draft' THEN 'drafts' ELSE 'memories' END ||
					CASE verdict WHEN 'accepted' THEN 'Accepted' ELSE 'Rejected' END AS col, count(*) AS value
				${from(table('reviews'), 'time', `verdict IN ('accepted', 'rejected') AND ${ofProject} AND ${ofSession}`)} GROUP BY ALL`;
	}
}

describe.skipIf(!hasDuck)('DuckDB', () => {
	test.each<readonly [string, Partial<Filter>, string, number]>([
		['a month', {}, 'UTC', 0],
		['three months where the day begins at 18:15', { days: 90 }, 'Asia/Kathmandu', 345],
		['a year by model', { days: 365, tokensBy: 'model' }, 'UTC', 0],
		['all of one project', { days: undefined, project: 'list' }, 'UTC', 0],
		['a year of one model', { days: 365, model: 'claude-sonnet-5' }, 'Asia/Kolkata', 330],
	])('has the same numbers: %s', async (_name, chosen, timeZone, minutes) => {
		const project = counted.sessions.find((each) => each.project.endsWith(`/${chosen.project ?? ''}`))?.project;
		const filter: Filter = { ...DEFAULT_FILTER, ...chosen, project: chosen.project && project };
		const { plots, totals } = insightsOf(counted, filter, timeZone, NOW);
		expect(totals.sessions).toBeGreaterThan(5);
		const period = plots[0]?.by ?? '';
		for (const { id, rows, columns, values } of plots) {
			const shown = new Map(
				rows.flatMap((row, y) =>
					columns.flatMap(({ key }, x): [string, number][] =>
						values[y]?.[x] === 0 ? [] : [[`${row} ${key}`, values[y]?.[x] ?? 0]],
					),
				),
			);
			const told = new Map<string, number>();
			// What has no name of its own is one with the others.
			const named = (keys: readonly string[], key: unknown): string =>
				keys.includes(String(key)) ? String(key) : OTHERS;
			for (const { row, col, value } of await ask(question(id, filter, period, minutes))) {
				const name = id === 'projects' ? rows.find((each) => redact(each) === row) : row;
				const key = `${named(rows, name)} ${named(
					columns.map((each) => each.key),
					col,
				)}`;
				if (Number(value) !== 0) told.set(key, (told.get(key) ?? 0) + Number(value));
			}
			expect([id, [...shown.keys()].sort()]).toEqual([id, [...told.keys()].sort()]);
			for (const [key, value] of told) expect(shown.get(key), `${id} ${key}`).toBeCloseTo(value, 6);
		}
	});

	test('each session costs what Claude Code counted, where it has', async () => {
		const sums = new Map<string, number>();
		for (const { session, cost } of counted.used) sums.set(session, (sums.get(session) ?? 0) + cost);
		const told = await ask(`SELECT session, cost_usd FROM ${table('sessions')} WHERE cost_from = 'claude'`);
		expect(told.map(({ session }) => session)).toEqual(expect.arrayContaining(['unpriced', 'mixed', 'unanswered']));
		for (const { session, cost_usd } of told)
			expect(sums.get(String(session)) ?? 0, String(session)).toBeCloseTo(Number(cost_usd), 9);
		const costs = counted.used.filter(({ session }) => session === 'unpriced').map(({ cost }) => cost);
		expect(costs[1]).toBeCloseTo((12.5 * 11_000) / 21_000, 9);
	});

	test('what is private is in neither, and every plot was compared with something in it', async () => {
		expect(counted.sessions.map(({ id }) => id)).toEqual(expect.arrayContaining(['counted', 'program']));
		expect(counted.sessions.some(({ id }) => id === 'secret')).toBe(false);
		expect(await ask(`SELECT * FROM ${table('sessions')} WHERE session = 'secret'`)).toEqual([]);
		const { plots } = insightsOf(counted, { ...DEFAULT_FILTER, days: undefined }, 'UTC', NOW);
		const empty = plots.flatMap(({ id, columns, values }) =>
			columns.filter((_, x) => values.every((row) => row[x] === 0)).map(({ key }) => `${id} ${key}`),
		);
		// At some hours nobody works, and nobody decided on a draft.
		expect(empty.filter((each) => !each.startsWith('hours '))).toEqual([
			'reviews draftsAccepted',
			'reviews draftsRejected',
		]);
	});
});

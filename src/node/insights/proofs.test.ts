// The numbers of an export, asked by others: DuckDB reads it, and ccusage counts the same transcripts.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRICES, estimateUsd } from '../../core/insights/prices';
import { type TableRow, TABLE_NAMES, columnsOf } from '../../core/insights/tables';
import { jsonl } from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { type Ask, hasDuck, openDuck, tableIn } from '../testing/duck';
import { type Place, newPlace } from '../testing/places';
import { exportTables } from './exportTables';
import type { TableFormat } from './partFile';

interface Breakdown {
	readonly modelName: string;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cacheCreationTokens: number;
	readonly cacheReadTokens: number;
	readonly cost: number;
}

const ccusage = path.join(path.dirname(createRequire(import.meta.url).resolve('ccusage/package.json')), 'src/cli.js');

/** What ccusage counts, by day and model; nothing where it does not run on this platform. */
function countedBy(place: Pick<Place, 'env'>): ReadonlyMap<string, Breakdown> | undefined {
	let out: string;
	try {
		const words = [ccusage, 'daily', '--json', '--offline', '-z', 'UTC'];
		out = execFileSync(process.execPath, words, { env: place.env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
	} catch {
		return undefined;
	}
	const { daily } = JSON.parse(out) as { daily: readonly { period: string; modelBreakdowns: readonly Breakdown[] }[] };
	return new Map(
		daily.flatMap(({ period, modelBreakdowns }) =>
			modelBreakdowns.map((each) => [`${period} ${each.modelName}`, each]),
		),
	);
}

async function write(place: Place, format: TableFormat): Promise<Ask> {
	const to = path.join(place.root, format);
	const redactor = await openRedactor(place.claude);
	await exportTables({
		claude: place.claude,
		project: undefined,
		redactor,
		cacheFolder: path.join(place.root, 'cache'),
		to,
		format,
	});
	return openDuck(to);
}

/** Prices of ccusage, at a model a day. */
const DAYS = Object.keys(PRICES).flatMap((model) =>
	PRICES[model]?.fast === undefined ? [model] : [model, `${model}-fast`],
);
const TOKENS = {
	input: 1_234_567,
	output: 345_678,
	cache_write_5m: 456_789,
	cache_write_1h: 567_890,
	cache_read: 2_345_678,
};

let samples: Place;
let prices: Place;
beforeAll(() => {
	samples = newPlace();
	for (const sample of readdirSync('test/fixtures/sessions')) {
		const projects = path.join('test/fixtures/sessions', sample, 'projects');
		if (existsSync(projects)) cpSync(projects, samples.claude.projectsDir, { recursive: true });
	}
	cpSync('test/fixtures/forks', path.join(samples.claude.projectsDir, '-home-dev-app'), { recursive: true });
	prices = newPlace();
	const lines = DAYS.map((model, day) => ({
		type: 'assistant',
		timestamp: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
		sessionId: 's',
		requestId: `req_${day}`,
		message: {
			id: `msg_${day}`,
			model: model.replace(/-fast$/u, ''),
			content: [],
			usage: {
				input_tokens: TOKENS.input,
				output_tokens: TOKENS.output,
				cache_creation: {
					ephemeral_5m_input_tokens: TOKENS.cache_write_5m,
					ephemeral_1h_input_tokens: TOKENS.cache_write_1h,
				},
				cache_read_input_tokens: TOKENS.cache_read,
				...(model.endsWith('-fast') ? { speed: 'fast' } : {}),
			},
		},
	}));
	mkdirSync(prices.claude.projectsDir, { recursive: true });
	prices.write('home/.claude/projects/-x/s.jsonl', jsonl(lines));
});
afterAll(() => {
	samples.remove();
	prices.remove();
});

describe.skipIf(!hasDuck)('DuckDB', () => {
	test('reads in Parquet and in JSON Lines the same, in the columns that are listed', async () => {
		const [parquet, lines] = [await write(samples, 'parquet'), await write(samples, 'jsonl')];
		for (const table of TABLE_NAMES) {
			const names = columnsOf(table).map(([name]) => name);
			const all = `SELECT ${names.join(', ')} FROM`;
			const rows = await parquet(`${all} ${tableIn(table, 'parquet')}`);
			// Of what holds nothing JSON tells no columns.
			if (rows.length === 0) continue;
			expect(await lines(`${all} ${tableIn(table, 'jsonl')}`)).toEqual(rows);
			const described = await parquet(`DESCRIBE SELECT * FROM ${tableIn(table, 'parquet')}`);
			expect(described.map((each) => each['column_name'])).toEqual([...names, 'month']);
		}
	});

	test('counts what the rows of a session say', async () => {
		const ask = await write(samples, 'parquet');
		const own = await ask(
			`SELECT session, messages, tool_calls, input, output FROM ${tableIn('sessions', 'parquet')} ORDER BY 1`,
		);
		const told = await ask(`
			SELECT s.session,
				(SELECT count(*) FROM ${tableIn('messages', 'parquet')} m WHERE m.session = s.session) AS messages,
				(SELECT count(*) FROM ${tableIn('tool_calls', 'parquet')} c WHERE c.session = s.session) AS tool_calls,
				(SELECT coalesce(sum(input), 0)::BIGINT FROM ${tableIn('tokens', 'parquet')} t WHERE t.session = s.session) AS input,
				(SELECT coalesce(sum(output), 0)::BIGINT FROM ${tableIn('tokens', 'parquet')} t WHERE t.session = s.session) AS output
			FROM ${tableIn('sessions', 'parquet')} s ORDER BY 1`);
		expect(own.length).toBeGreaterThan(20);
		expect(told).toEqual(own);
	});
});

test('costs what Claude Code counts itself, for the model that ccusage does not know', () => {
	type Usage = Readonly<Record<string, number>>;
	const told = readdirSync('test/fixtures/sessions', { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.jsonl'))
		.flatMap((name) => readFileSync(path.join('test/fixtures/sessions', name), 'utf8').split('\n'))
		.filter((line) => line.startsWith('{"type":"cost-state"'))
		.flatMap((line) =>
			Object.entries((JSON.parse(line) as { modelUsage: Readonly<Record<string, Usage>> }).modelUsage),
		);
	const own = told.filter(([model]) => model === 'claude-opus-5-5');
	expect(own.length).toBeGreaterThan(20);
	for (const [model, { inputTokens: input = 0, outputTokens: output = 0, costUSD = Number.NaN, ...more }] of own) {
		expect([more['cacheReadInputTokens'], more['cacheCreationInputTokens']]).toEqual([0, 0]);
		const tokens = { input, output, cache_write_5m: 0, cache_write_1h: 0, cache_read: 0 };
		expect(estimateUsd(model, tokens)).toBeCloseTo(costUSD, 9);
	}
});

const byCcusage = countedBy({
	env: {
		PATH: process.env['PATH'],
		HOME: '/nonexistent',
		CLAUDE_CONFIG_DIR: path.resolve('test/fixtures/sessions/01-plain-chat'),
	},
});
describe.skipIf(!hasDuck || byCcusage === undefined)('ccusage', () => {
	type Sums = Pick<TableRow<'tokens'>, 'input' | 'output' | 'cache_read' | 'cost_usd'> & {
		writes: number;
		day: string;
		model: string;
	};
	const sums = async (place: Place): Promise<readonly Sums[]> => {
		const ask = await write(place, 'parquet');
		const rows = await ask(`
			SELECT strftime(time, '%Y-%m-%d') AS day, model, sum(input)::BIGINT AS input, sum(output)::BIGINT AS output,
				sum(cache_write_5m + cache_write_1h)::BIGINT AS writes, sum(cache_read)::BIGINT AS cache_read, sum(cost_usd) AS cost_usd
			FROM ${tableIn('tokens', 'parquet')} WHERE model IS NOT NULL GROUP BY ALL ORDER BY ALL`);
		return rows as unknown as readonly Sums[];
	};
	const counted = (rows: readonly Sums[]): unknown =>
		rows.map(({ day, model, input, output, writes, cache_read }) => [
			`${day} ${model}`,
			input,
			output,
			writes,
			cache_read,
		]);
	const theirs = (all: ReadonlyMap<string, Breakdown>): unknown =>
		[...all]
			.map(([key, each]) => [key, each.inputTokens, each.outputTokens, each.cacheCreationTokens, each.cacheReadTokens])
			.sort();

	test('counts the same tokens on each day and for each model of the samples', async () => {
		const all = countedBy(samples) ?? new Map<string, Breakdown>();
		expect(all.size).toBeGreaterThan(2);
		expect(counted(await sums(samples))).toEqual(theirs(all));
	});

	test('has the same price for each model that both know', async () => {
		const all = countedBy(prices) ?? new Map<string, Breakdown>();
		const rows = await sums(prices);
		expect(counted(rows)).toEqual(theirs(all));
		const known = rows.filter(({ day, model }) => (all.get(`${day} ${model}`)?.cost ?? 0) > 0);
		// It does not know that one: see above.
		expect(rows.filter((each) => !known.includes(each)).map(({ model }) => model)).toEqual(['claude-opus-5-5']);
		for (const { day, model, cost_usd } of known) {
			expect(cost_usd, model).toBeCloseTo(all.get(`${day} ${model}`)?.cost ?? Number.NaN, 6);
			expect(estimateUsd(model, TOKENS), model).toBeCloseTo(cost_usd ?? Number.NaN, 6);
		}
	});
});

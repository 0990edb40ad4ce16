// DuckDB, for tests that ask it what it reads in our tables. It is a native library, and not there for every platform.
import type { TableFormat } from '../insights/partFile';

/** Runs SQL and gives what the last statement gives, as JSON has it: whole numbers too, times as ISO 8601. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const library = await import('@duckdb/node-api').catch(() => undefined);
/** Whether there is one here; without it a test is skipped. */
export const hasDuck = library !== undefined;

/** @param folder that paths in SQL are relative to */
export async function openDuck(folder: string): Promise<Ask> {
	if (library === undefined) throw new Error('unreachable: no DuckDB');
	const connection = await (await library.DuckDBInstance.create(':memory:')).connect();
	await connection.run(`SET file_search_path = '${folder.replaceAll("'", "''")}'; SET TimeZone = 'UTC'`);
	return async (sql) => {
		const rows = (await connection.runAndReadAll(sql)).getRowObjectsJS();
		return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
	};
}

const plain = (value: unknown): unknown =>
	typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.toISOString() : value;

/** All rows of a table in an export. */
export const tableIn = (table: string, format: TableFormat): string =>
	format === 'parquet'
		? `read_parquet('${table}/*/*.parquet', hive_partitioning = true)`
		: `read_json('${table}/*/*.jsonl', hive_partitioning = true, format = 'newline_delimited')`;

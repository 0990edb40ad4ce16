// One file of an export: the rows of a table in a month, written group by group, and there as a whole or not at all.
import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ColumnType, type TableRow, type TableName, columnsOf } from '../../core/insights/tables';
import { makeFolder, renameFile, syncFolder, writeNew } from '../base/atomicFile';
import { sweepTemporary, temporaryBeside } from '../base/temporary';

export const TABLE_FORMATS = ['parquet', 'jsonl'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A group of rows is written when it has so many, or texts of so many UTF-16 units: no more is in memory. */
const GROUP_ROWS = 50_000;
const GROUP_UNITS = 8 * 1024 * 1024;

type AnyRow = Readonly<Record<string, unknown>>;

/** How a file was when it was done. */
export interface PartStamp {
	readonly bytes: number;
	readonly modifiedMs: number;
}

/** What a format does with groups of rows. */
interface GroupWriter {
	write(rows: readonly AnyRow[]): void;
	finish(): void;
}

/** A file that is being written beside the one that it replaces: a reader sees the old rows or the new ones. */
export class PartFile<T extends TableName> {
	private group: TableRow<T>[] = [];
	private units = 0;
	private rows = 0;

	private constructor(
		private readonly file: string,
		private readonly temporary: string,
		private readonly writer: GroupWriter,
	) {}

	/** @throws the file system's error, as do the others: then `drop` it. */
	static async open<T extends TableName>(file: string, table: T, format: TableFormat): Promise<PartFile<T>> {
		await makeFolder(path.dirname(file));
		await sweepTemporary(path.dirname(file));
		const temporary = temporaryBeside(file);
		await writeNew(temporary, '');
		const writer = format === 'parquet' ? await parquetWriter(temporary, table) : linesWriter(temporary, table);
		return new PartFile(file, temporary, writer);
	}

	add(rows: readonly TableRow<T>[]): void {
		for (const row of rows) {
			this.group.push(row);
			for (const value of Object.values(row)) if (typeof value === 'string') this.units += value.length;
			if (this.group.length >= GROUP_ROWS || this.units >= GROUP_UNITS) this.flush();
		}
	}

	/** Puts it in its place. */
	async close(): Promise<{ readonly rows: number; readonly stamp: PartStamp }> {
		if (this.group.length > 0 || this.rows === 0) this.flush();
		this.writer.finish();
		sync(this.temporary);
		await renameFile(this.temporary, this.file);
		await syncFolder(path.dirname(this.file));
		return { rows: this.rows, stamp: await stampOfPart(this.file) };
	}

	/** Leaves the old file as it is. After `close` it does nothing. */
	drop(): Promise<void> {
		return rm(this.temporary, { force: true });
	}

	private flush(): void {
		this.writer.write(this.group);
		this.rows += this.group.length;
		this.group = [];
		this.units = 0;
	}
}

/** @throws the file system's error where it is not there. */
export async function stampOfPart(file: string): Promise<PartStamp> {
	const { size, mtimeMs } = await stat(file);
	return { bytes: size, modifiedMs: mtimeMs };
}

function sync(file: string): void {
	const handle = openSync(file, 'r+');
	try {
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}

/** A value as JSON has it. Half of a character, which no engine takes, becomes what Parquet’s UTF-8 has in its place. */
const asJson = (value: unknown, type: ColumnType): unknown => {
	if (typeof value === 'string') return value.toWellFormed();
	return type === 'time' && typeof value === 'number' ? new Date(value).toISOString() : value;
};

function linesWriter(file: string, table: TableName): GroupWriter {
	const columns = columnsOf(table);
	return {
		write(rows) {
			const lines = rows.map((row) =>
				JSON.stringify(Object.fromEntries(columns.map(([name, { type }]) => [name, asJson(row[name], type)]))),
			);
			appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
		},
		finish: () => undefined,
	};
}

const PARQUET = { text: 'STRING', time: 'TIMESTAMP', count: 'INT64', number: 'DOUBLE', flag: 'BOOLEAN' } as const;

async function parquetWriter(file: string, table: TableName): Promise<GroupWriter> {
	const { ParquetWriter, fileWriter, schemaFromColumnData } = await import('hyparquet-writer');
	const columnData = (rows: readonly AnyRow[]): Parameters<typeof schemaFromColumnData>[0]['columnData'] =>
		columnsOf(table).map(([name, { type, isNullable }]) => ({
			name,
			type: PARQUET[type],
			nullable: isNullable,
			data: rows.map((row) => {
				const value = row[name];
				return typeof value !== 'number' || type === 'number'
					? value
					: type === 'count'
						? BigInt(value)
						: new Date(value);
			}),
		}));
	const schema = schemaFromColumnData({ columnData: columnData([]) });
	const writer = new ParquetWriter({ writer: fileWriter(file), schema, createdBy: 'session-keeper' });
	return {
		write: (rows) => void writer.write({ columnData: columnData(rows), rowGroupSize: GROUP_ROWS }),
		finish: () => void writer.finish(),
	};
}

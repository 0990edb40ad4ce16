// A home with sessions that are written as tables, for tests of what an export holds.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { TableName, TableRow } from '../../core/insights/tables';
import { type Line, assistantLine, chained, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { type Exported, exportTables } from '../insights/exportTables';
import type { TableFormat } from '../insights/partFile';
import { openRedactor } from '../privacy/openRedactor';
import { findProject } from '../project/project';
import { type Place, newPlace } from './places';

export let place: Place;
/** The folder that sessions are of. */
export let repo: string;
/** Where the tables go. */
export let to: string;

/** A home without sessions, new for each test of a file. */
export function useExportPlace(): void {
	beforeEach(() => {
		place = newPlace();
		repo = place.folder('home/app');
		to = path.join(place.root, 'tables');
	});
	afterEach(() => place.remove());
}

export const exportInto = (folder: string): void => void (to = folder);
export const fileOf = (id: string): string => path.join(place.claude.projectsDir, '-app', `${id}.jsonl`);
export const own = (id: string, lines: readonly Line[], month = '2026-10'): readonly Line[] =>
	lines.map((line, n) => ({
		...line,
		sessionId: id,
		cwd: repo,
		timestamp: `${month}-05T12:00:${String(n).padStart(2, '0')}.000Z`,
	}));
export const write = (id: string, lines: readonly Line[]): void =>
	void place.write(path.relative(place.root, fileOf(id)), jsonl(chained(lines)));
export const talk = (id: string, said: string, month?: string): readonly Line[] =>
	own(
		id,
		[
			userLine(said),
			assistantLine(
				{ tool: 'Edit', id: `call-${id}`, input: { file_path: `${repo}/a.ts`, old_string: 'a', new_string: said } },
				{ usage: [10, 5, 2, 3] },
			),
			resultLine(`call-${id}`, `Edited: ${said}`),
			assistantLine('Done.', { usage: [20, 6, 0, 0] }),
		],
		month,
	);

export async function run(format: TableFormat = 'jsonl', isAll = true): Promise<Exported> {
	const { claude } = place;
	const project = isAll ? undefined : await findProject(claude, repo);
	const redactor = await openRedactor(claude);
	return exportTables({ claude, project, redactor, cacheFolder: path.join(place.root, 'cache'), to, format });
}
export const files = (below = to): readonly string[] =>
	readdirSync(below, { recursive: true, withFileTypes: true })
		.filter((each) => each.isFile())
		.map((each) => path.relative(to, path.join(each.parentPath, each.name)).split(path.sep).join('/'))
		.sort();
export const parts = (): readonly string[] => files().filter((file) => file.includes('month='));
export const rows = <T extends TableName>(table: T): readonly TableRow<T>[] =>
	parts()
		.filter((file) => file.startsWith(`${table}/`))
		.flatMap((file) => readFileSync(path.join(to, file), 'utf8').split('\n'))
		.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TableRow<T>]));
/** All that is in the folder but what changes by itself. */
export const whole = (): unknown => parts().map((file) => [file, readFileSync(path.join(to, file), 'utf8')]);
export const textOfAll = (): string =>
	files()
		.map((file) => readFileSync(path.join(to, file), 'latin1'))
		.join('\n');

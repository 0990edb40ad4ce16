// docs/SCALE.md: its tables are those of the list, and its queries were run. `SCALE=write` writes both anew.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devDependencies } from '../../../package.json';
import { PRICES_OF } from '../../core/insights/prices';
import { TABLES, TABLE_NAMES, columnsOf } from '../../core/insights/tables';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { type Project, findProject } from '../project/project';
import { LedgerFile } from '../reflection/ledgerFile';
import { hasDuck, openDuck } from '../testing/duck';
import { NOW_MS, type Place, newPlace } from '../testing/places';
import { exportTables } from './exportTables';

const DOCUMENT = 'docs/SCALE.md';
const TYPES = { text: 'text', time: 'timestamp', count: 'whole number', number: 'number', flag: 'yes or no' };

let place: Place;
beforeAll(() => {
	place = newPlace();
});
afterAll(() => place.remove());

/** What the samples have none of: backups, decisions, a model that nobody knows. */
async function keepSomething(project: Project): Promise<void> {
	const id = 'dddddddd-0000-4000-8000-000000000001';
	const said = [
		userLine('Try the new model'),
		assistantLine('Tried.', { model: 'claude-next-1', usage: [900, 100, 0, 0] }),
	];
	const lines = said.map((line) => ({ ...line, sessionId: id, cwd: '/home/dev/app', requestId: 'req_next' }));
	place.write(
		path.relative(place.root, path.join(place.claude.projectsDir, '-home-dev-app', `${id}.jsonl`)),
		jsonl(chained(lines)),
	);
	const write = (file: string, all: readonly object[]): string =>
		place.write(path.relative(place.root, file), all.map((each) => `${JSON.stringify(each)}\n`).join(''));
	const [ts, raw] = ['2026-11-20T21:50:00Z', '.claude/memory/raw/20261120_215000'];
	write(path.join(project.filesRoot, '.claude/memory/.backup-log'), [
		{ ts, event: 'verified', session: id, raw: `${raw}_exit.jsonl`, reason: 'exit' },
		{ ts, event: 'pending', session: id, raw: `${raw}_compact.jsonl`, reason: 'compact' },
	]);
	const decisions = ['accepted', 'accepted', 'rejected'].map((event, n) => ({
		ts,
		project: project.root,
		hash: `h${n}`,
		event,
		session: id,
	}));
	write(path.join(place.claude.keeperHome, 'review-memory.jsonl'), decisions);
	const ledger = new LedgerFile(place.claude);
	await ledger.begin(
		{ run: 'r', session: id, project: project.root, engine: 'builtin', trigger: 'idle', upToMs: 1 },
		NOW_MS,
	);
	await ledger.judge({ session: id, verdict: 'ratified', items: [], kept: [] }, NOW_MS);
}

/** The document with something in it anew; a run that only looks compares. */
function expectWritten(now: string, before: string): void {
	if (process.env['SCALE'] === 'write') writeFileSync(DOCUMENT, now);
	else expect(now).toBe(before);
}

test('lists each table and column, the day of the prices, and the version of what it is compared with', () => {
	const before = readFileSync(DOCUMENT, 'utf8');
	const tables = TABLE_NAMES.map((table) =>
		[
			`### ${table}`,
			'',
			TABLES[table].about,
			'',
			'| Column | Type | Meaning |',
			'| --- | --- | --- |',
			...columnsOf(table).map(
				([name, { type, isNullable, about }]) =>
					`| \`${name}\` | ${TYPES[type]}${isNullable ? ', or null' : ''} | ${about} |`,
			),
			'',
		].join('\n'),
	);
	const now = before
		.replace(
			/(<!-- tables -->\n).*(<!-- end of tables -->)/su,
			(_, start: string, end: string) => `${start}\n${tables.join('\n')}\n${end}`,
		)
		.replace(/<!-- prices of -->(?:\d{4}-\d{2}-\d{2})?/u, `<!-- prices of -->${PRICES_OF}`)
		.replace(/ccusage \d+\.\d+\.\d+/gu, `ccusage ${devDependencies.ccusage}`);
	expectWritten(now, before);
});

test.skipIf(!hasDuck)('says what DuckDB answers to each of its queries', async () => {
	for (const sample of readdirSync('test/fixtures/sessions')) {
		const projects = path.join('test/fixtures/sessions', sample, 'projects');
		if (existsSync(projects)) cpSync(projects, place.claude.projectsDir, { recursive: true });
	}
	const project = await findProject(place.claude, '/home/dev/app', { isExplicit: true });
	await keepSomething(project);
	const to = path.join(place.root, 'tables');
	const redactor = await openRedactor(place.claude);
	await exportTables({
		claude: place.claude,
		project,
		redactor,
		cacheFolder: path.join(place.root, 'cache'),
		to,
		format: 'parquet',
	});
	const ask = await openDuck(place.root);
	const before = readFileSync(DOCUMENT, 'utf8');
	const from = before.indexOf('## Queries');
	const until = before.indexOf('## Other engines');
	let now = '';
	let count = 0;
	for (const part of before.slice(from, until).split(/(?<=^```\n)(?:\n(?:\|.*\n)+)*/mu)) {
		now += part;
		const sql = /```sql\n(.*)```\n$/su.exec(part)?.[1];
		for (const each of sql?.split(/;\n/u).filter((one) => one.trim() !== '') ?? []) {
			const rows = await ask(each);
			if (each.startsWith('CREATE')) continue;
			count++;
			const names = Object.keys(rows[0] ?? {});
			if (rows.length === 0) now += '\n| no rows |\n| --- |\n';
			else
				now += `\n${[names, names.map(() => '---'), ...rows.map((row) => names.map((name) => String(row[name] ?? '')))].map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`;
		}
	}
	expect(count).toBeGreaterThan(9);
	expectWritten(before.slice(0, from) + now + before.slice(until), before);
});

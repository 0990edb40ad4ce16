// `session-keeper export`: what it says, and what it refuses.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { hasDuck, openDuck, tableIn } from '../../node/testing/duck';
import { json, place, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const said = (id: string, cwd: string): void => {
	const lines = [userLine('Where do exports go?'), assistantLine('Elsewhere.', { usage: [10, 2, 0, 0] })];
	const own = chained(lines.map((line) => ({ ...line, sessionId: id, cwd })));
	place.write(`home/.claude/projects/${projectSlug(cwd)}/${id}.jsonl`, jsonl(own));
};

test('says how many rows each table has, and what was written', async () => {
	said(A, repo);
	const { code, out, err } = await run(['export', '--to', 'tables']);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	const to = path.join(repo, 'tables');
	expect(out).toMatch(/^sessions {2}1\nmessages {2}2\ntool_calls {2}0\ntokens {2}1\nbackups {2}0\nreviews {2}0\n/u);
	expect(out).toContain(`Exported 1 session to ${to} (`);
	expect(out).toContain('6 files written, 0 removed, 0 unchanged');
	expect((await json('export', '--to', 'tables')).document).toMatchObject({
		exported: {
			to: '<root>/repo/tables',
			format: 'parquet',
			sessions: 1,
			rows: { messages: 2, tokens: 1 },
			written: 0,
			kept: 6,
			read: 0,
		},
	});
});

test.skipIf(!hasDuck)('writes the sessions of all projects where asked, as DuckDB reads them', async () => {
	said(A, repo);
	said('bbbbbbbb-0000-4000-8000-000000000002', place.folder('other'));
	expect((await json('export', '--to', '../all', '--everywhere')).document).toMatchObject({
		exported: { sessions: 2 },
	});
	const ask = await openDuck(path.join(place.root, 'all'));
	expect(await ask(`SELECT count(*) AS n FROM ${tableIn('sessions', 'parquet')}`)).toEqual([{ n: 2 }]);
});

test('refuses a folder that is none of its own, and says what helps', async () => {
	said(A, repo);
	expect(await run(['export'])).toMatchObject({ code: 2, err: expect.stringContaining('Write where?') as string });
	expect(await run(['export', '--to', 'x', '--format', 'csv'])).toMatchObject({ code: 2 });
	place.write('repo/full/mine.txt', 'mine');
	expect((await json('export', '--to', 'full')).document).toMatchObject({
		error: {
			code: 'exists',
			message: '<root>/repo/full is not empty and holds no export.',
			hint: 'Name an empty or a new folder.',
		},
	});
	expect(existsSync(path.join(repo, 'full/.gitignore'))).toBe(false);
	place.write('repo/file', 'x');
	expect(await run(['export', '--to', 'file'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('file is not a folder.') as string,
	});
	await run(['export', '--to', 'tables']);
	expect(await run(['export', '--to', 'tables', '--everywhere'])).toMatchObject({
		code: 1,
		err: expect.stringContaining('Name another folder, or delete this one.') as string,
	});
});

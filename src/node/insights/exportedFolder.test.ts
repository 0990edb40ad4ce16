// What lies in the folder of an export after each of several runs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { version } from '../../../package.json';
import { TABLE_NAMES } from '../../core/insights/tables';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { writeLabels } from '../sessions/sessionLabels';
import {
	exportInto,
	fileOf,
	files,
	own,
	parts,
	place,
	repo,
	rows,
	run,
	talk,
	textOfAll,
	to,
	useExportPlace,
	whole,
	write,
} from '../testing/exportPlace';
import { NOW_MS } from '../testing/places';

const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';

useExportPlace();

describe('the next run', () => {
	const times = (): ReadonlyMap<string, number> =>
		new Map(parts().map((file) => [file, statSync(path.join(to, file)).mtimeMs]));

	test('writes nothing where nothing has changed, and only the months of what has', async () => {
		write(A, talk(A, 'First'));
		write(B, talk(B, 'Second', '2026-11'));
		await run();
		const before = times();
		expect(await run()).toMatchObject({ written: 0, removed: 0, read: 0, kept: before.size });
		expect(times()).toEqual(before);
		appendFileSync(fileOf(B), jsonl(own(B, [userLine('And more')], '2026-12')));
		expect(await run()).toMatchObject({ read: 1 });
		const changed = [...times()].flatMap(([file, ms]) => (before.get(file) === ms ? [] : [file]));
		expect(changed).toEqual([
			'messages/month=2026-11/messages.jsonl',
			'messages/month=2026-12/messages.jsonl',
			'sessions/month=2026-11/sessions.jsonl',
			'tool_calls/month=2026-11/tool_calls.jsonl',
			'tool_calls/month=2026-12/tool_calls.jsonl',
		]);
		const after = whole();
		rmSync(to, { recursive: true });
		await run();
		expect(whole()).toEqual(after);
	});

	test('is whole again where a file is gone, was changed, or is of nothing any more', async () => {
		write(A, talk(A, 'First'));
		await run();
		const before = whole();
		rmSync(path.join(to, 'messages/month=2026-10/messages.jsonl'));
		writeFileSync(path.join(to, 'tokens/month=2026-10/tokens.jsonl'), 'x');
		place.write('tables/tokens/month=2020-01/tokens.jsonl', 'x');
		await run();
		expect(whole()).toEqual(before);
		writeFileSync(path.join(to, '.session-keeper-export.json'), '{"torn":');
		await run();
		expect(whole()).toEqual(before);
	});

	test('writes all anew by another version, which may know more secrets', async () => {
		write(A, talk(A, 'First'));
		await run();
		const before = whole();
		const manifest = path.join(to, '.session-keeper-export.json');
		const text = readFileSync(manifest, 'utf8');
		expect(text).toContain(`"version":"3 ${version}"`);
		writeFileSync(manifest, text.replace(` ${version}"`, ' 0.0.1"'));
		const messages = path.join(to, 'messages/month=2026-10/messages.jsonl');
		const stamp = statSync(messages);
		// What that version let through, in a file that looks as it left it.
		writeFileSync(messages, readFileSync(messages, 'utf8').replace('First', 'Key 1'));
		utimesSync(messages, stamp.atime, stamp.mtime);
		expect(await run()).toMatchObject({ kept: 0, written: parts().length });
		expect(whole()).toEqual(before);
	});

	test.each<readonly [string, () => Promise<void>]>([
		['was deleted', () => rm(fileOf(B))],
		[
			'became private',
			() =>
				writeLabels(place.claude, { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) }, B, [
					{ mark: 'private', on: true },
				]),
		],
	])('has nothing of a session that %s', async (_what, vanish) => {
		write(A, talk(A, 'First'));
		write(B, talk(B, 'Unheard-of', '2026-11'));
		await run();
		expect(textOfAll()).toContain('Unheard-of');
		await vanish();
		expect(await run()).toMatchObject({ sessions: 1, removed: 4 });
		expect(textOfAll()).not.toMatch(/Unheard-of|bbbbbbbb/u);
		expect(existsSync(path.join(to, 'messages/month=2026-11'))).toBe(false);
		const after = whole();
		rmSync(to, { recursive: true });
		await run();
		expect(whole()).toEqual(after);
	});

	test('counts as removed what it has removed, and leaves what others put beside it', async () => {
		write(A, talk(A, 'First'));
		await run();
		const theirs = ['tables/sessions/.DS_Store', 'tables/tokens/_SUCCESS', 'tables/sessions/month=2026-09/mine.txt'];
		for (const file of theirs) place.write(file, 'x');
		expect(await run()).toMatchObject({ written: 0, removed: 0 });
		expect(theirs.filter((file) => !existsSync(path.join(place.root, file)))).toEqual([]);
		place.write('tables/tokens/month=2020-01/tokens.jsonl', 'x');
		expect(await run()).toMatchObject({ written: 0, removed: 1 });
	});

	test('reads a transcript that was rewritten', async () => {
		write(A, talk(A, 'First'));
		await run();
		write(A, talk(A, 'Something else'));
		await run();
		expect(rows('messages').map(({ text }) => text)).toEqual(['Something else', 'Done.']);
	});
});

describe('a folder', () => {
	test('that holds something else, or an export of another kind, is left as it is', async () => {
		write(A, talk(A, 'First'));
		place.write('tables/mine.txt', 'mine');
		await expect(run()).rejects.toMatchObject({ code: 'exists', message: `${to} is not empty and holds no export.` });
		expect(files()).toEqual(['mine.txt']);
		rmSync(to, { recursive: true });
		await run();
		const before = whole();
		await expect(run('parquet')).rejects.toMatchObject({ code: 'exists' });
		expect(whole()).toEqual(before);
	});

	test('in a repository is ignored by git, and refused where git tracks it', async () => {
		const git = (...words: readonly string[]): string =>
			execFileSync('git', [...words], { cwd: repo, encoding: 'utf8', env: { ...place.env, GIT_CONFIG_NOSYSTEM: '1' } });
		git('init', '-q');
		exportInto(path.join(repo, 'tables'));
		write(A, talk(A, 'First'));
		await run();
		expect(git('status', '--porcelain')).toBe('');
		git('add', '-f', 'tables');
		await expect(run()).rejects.toMatchObject({ code: 'exists', message: `Git tracks files in ${to}.` });
	});

	test('is written by one at a time', async () => {
		write(A, talk(A, 'First'));
		place.write('tables/.gitignore', '*\n');
		const [first, second] = await Promise.allSettled([run(), run()]);
		const failed = [first, second].filter(({ status }) => status === 'rejected');
		expect(failed).toMatchObject([{ reason: { code: 'busy' } }]);
		expect(rows('sessions')).toHaveLength(1);
		expect(TABLE_NAMES.every((table) => existsSync(path.join(to, table)))).toBe(true);
	});
});

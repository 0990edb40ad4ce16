// The export, killed before each step: the next run makes the folder what it would have been.
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assistantLine, chained, jsonl, userLine } from '../core/testing/transcripts';
import { LIMIT_MS, newKilling } from './testing/killing';

const killing = newKilling();
const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';
const EXPORT = ['export', '--to', 'tables', '--format', 'jsonl'];

const fileOf = (session: string): string => `home/.claude/projects/${killing.place.slug}/${session}.jsonl`;
const talk = (session: string, ...said: readonly string[]): void => {
	const lines = said.flatMap((text) => [userLine(text), assistantLine(`So: ${text}`, { usage: [10, 1, 0, 0] })]);
	const own = { sessionId: session, cwd: killing.place.repo };
	killing.place.write(fileOf(session), jsonl(chained(lines.map((line) => ({ ...line, ...own })))));
};
/** Files of tables, with all that is in them. */
const tables = (): readonly (readonly [string, string])[] => {
	const folder = path.join(killing.place.repo, 'tables');
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => statSync(path.join(folder, name)).isFile() && name.includes('month='))
		.sort()
		.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
};
const change = (): void => {
	talk(A, 'one', 'two');
	rmSync(path.join(killing.place.root, fileOf(B)));
	talk('cccccccc-0000-4000-8000-000000000003', 'three');
};

test(
	'the first of all',
	() =>
		killing.everywhere(
			() => {
				talk(A, 'one');
				talk(B, 'two');
			},
			EXPORT,
			async () => {
				expect(await killing.run(EXPORT)).toMatchObject({ code: 0, err: '' });
				const said = JSON.stringify(tables());
				expect([said.includes('So: one'), said.includes('So: two')]).toEqual([true, true]);
			},
		),
	LIMIT_MS,
);

test(
	'after one session was changed, one was deleted and one came',
	() => {
		let whole: ReturnType<typeof tables> | undefined;
		return killing.everywhere(
			async () => {
				talk(A, 'one');
				talk(B, 'gone');
				expect((await killing.run(EXPORT)).code).toBe(0);
				change();
			},
			EXPORT,
			async () => {
				expect(await killing.run(EXPORT)).toMatchObject({ code: 0, err: '' });
				// What was being written when it was killed is taken away an hour later.
				const now = tables().filter(([name]) => !name.endsWith('.tmp'));
				expect(JSON.stringify(now)).toContain('three');
				expect(JSON.stringify(now)).not.toMatch(/gone|bbbbbbbb/u);
				whole ??= now;
				expect(now).toEqual(whole);
			},
		);
	},
	LIMIT_MS,
);

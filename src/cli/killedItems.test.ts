// The writers of parked items, killed before each of their steps: what a person had is then either as it was or as it should be,
// nothing is half there, and doing the same again brings it to its end.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '../core/base/dates';
import { bundle } from '../node/testing/bundle';
import { NOW_MS, itemText } from '../node/testing/places';
import { LIMIT_MS, contents, newKilling, readShared, readText, whereShared } from './testing/killing';

const killing = newKilling();
const parked = (): string => `home/.claude/projects/${killing.place.slug}/memory/session-open-rates-2026-11-20.md`;

test(
	'parking and archiving an item: it is open, or in the trash, and never neither',
	async () => {
		await killing.everywhere(
			() => undefined,
			['parked', 'park', '--name', 'a', '--text', 'what was it?'],
			async () => {
				expect((await killing.run(['parked', 'park', '--name', 'b', '--text', 'the other'])).code).toBe(0);
				expect((await killing.run(['parked', 'list'])).out).toContain('the other');
			},
		);
	},
	LIMIT_MS,
);

test(
	'archiving and restoring an item: it is at one place, and the trail and MEMORY.md agree with it',
	async () => {
		const text = itemText('rates');
		const line = '- [rates](session-open-rates-2026-11-20.md)\n';
		const index = (): string =>
			path.join(killing.place.root, `home/.claude/projects/${killing.place.slug}/memory/MEMORY.md`);
		const prepare = (): void => {
			killing.place.write(parked(), text, 1);
			killing.place.write(path.relative(killing.place.root, index()), `# Memory\n${line}`);
		};
		const trail = (): readonly string[] =>
			(readText(path.join(killing.place.repo, '.claude/logs/session-archive.jsonl')) ?? '')
				.split('\n')
				// A power cut may leave a part of a line.
				.filter((each) => each.endsWith('}'))
				.map((each) => (JSON.parse(each) as { action: string }).action);
		await killing.everywhere(prepare, ['parked', 'archive', 'rates'], async () => {
			const everywhere = [
				...contents(killing.place.claude.keeperHome),
				readText(path.join(killing.place.root, parked())) ?? '',
			];
			expect(everywhere).toContain(text);
			await killing.run(['parked', 'archive', 'rates']);
			expect(existsSync(path.join(killing.place.root, parked()))).toBe(false);
			expect((await killing.run(['parked', 'restore', 'rates'])).code).toBe(0);
			expect(readText(path.join(killing.place.root, parked()))).toBe(text);
			expect(trail()).toEqual(['archived', 'restored']);
			expect(readText(index())).toBe(`# Memory\n${line}`);
		});
		await killing.everywhere(
			async () => {
				prepare();
				await killing.run(['parked', 'archive', 'rates']);
			},
			['parked', 'restore', 'rates'],
			async () => {
				await killing.run(['parked', 'restore', 'rates']);
				expect(readText(path.join(killing.place.root, parked()))).toBe(text);
				expect(readdirSync(path.dirname(index())).filter((name) => name.endsWith('.md'))).toHaveLength(2);
				expect(trail()).toEqual(['archived', 'restored']);
				expect(readText(index())).toBe(`# Memory\n${line}`);
			},
		);
	},
	LIMIT_MS,
);

test(
	'giving an item a day: the old text or the new one, and the age that it had',
	async () => {
		const file = (): string => path.join(killing.place.root, parked());
		const text = itemText('rates');
		const dated = itemText('rates', undefined, 'due: 2026-12-01\n');
		const program = bundle('src/node/testing/dueDriver.ts', killing.programs);
		await killing.everywhere(
			() => void killing.place.write(parked(), text, 3),
			['rates', '2026-12-01'],
			async () => {
				expect([text, dated]).toContain(readShared(file()));
				expect(Math.round(statSync(whereShared(file())).mtimeMs / DAY_MS)).toBe(Math.round(NOW_MS / DAY_MS) - 3);
				expect((await killing.run(['rates', '2026-12-01'], { program })).code).toBe(0);
				expect(readText(file())).toBe(dated);
				expect(Math.round(statSync(file()).mtimeMs / DAY_MS)).toBe(Math.round(NOW_MS / DAY_MS) - 3);
				expect(readdirSync(path.dirname(file())).filter((name) => name.endsWith('.md'))).toHaveLength(1);
			},
			{ program },
		);
	},
	LIMIT_MS,
);

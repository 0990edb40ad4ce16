// What older versions kept by slug, and what a project kept where it was before, on its way to the project: killed before each
// step of that, everything is somewhere, and once, and the next command brings it to its end.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSION } from '../node/testing/backupPlace';
import { LIMIT_MS, contents, newKilling, readText } from './testing/killing';

const killing = newKilling();
const RAW = '20261120_100000_exit.jsonl';
const TWINS = '20261120_110000_exit.jsonl';
const NOBODYS = '20261120_120000_exit.jsonl';
const EVENTS = ['pending', 'copied', 'verified'];
/** The first command that writes brings what is the project's. */
const park = (name: string): readonly string[] => ['parked', 'park', '--name', name, '--text', 'x'];

/** A backup's text: whose it is stands in it. */
const said = (cwd: string): string => `${JSON.stringify({ type: 'user', sessionId: SESSION, cwd })}\n`;
const ours = (): string => said(killing.place.repo);
/** A folder of the same slug. */
const twin = (): string => said(`${killing.place.root}-repo`);
const line = (raw: string, event: string): string =>
	JSON.stringify({ ts: '2026-11-20T10:00:00Z', event, session: SESSION, raw: `.claude/memory/raw/${raw}` });
const inKeeper = (name: string): string => path.join('home/.claude/session-keeper', name);
const shared = (): string => inKeeper(`backups/${killing.place.slug}`);
const at = (relative: string): string => path.join(killing.place.root, relative);
/** How often a file's text is below our home. */
const copies = (text: string): number =>
	contents(killing.place.claude.keeperHome).filter((each) => each === text).length;

test(
	'the second copies of a slug: each comes to whom it belongs, with its side files and every line of its log',
	async () => {
		const prepare = (): void => {
			const { place } = killing;
			for (const [raw, text] of [
				[RAW, ours()],
				[TWINS, twin()],
				[NOBODYS, '{}\n'],
			] as const)
				place.write(`${shared()}/raw/${raw}`, text);
			place.write(`${shared()}/raw/${RAW.replace('.jsonl', '.files')}/note.txt`, 'beside it');
			const log = [RAW, TWINS].flatMap((raw) => EVENTS.map((event) => line(raw, event)));
			place.write(`${shared()}/.backup-log`, `${log.join('\n')}\n`);
		};
		await killing.everywhere(prepare, park('a'), async () => {
			expect([copies(ours()), copies(twin()), copies('beside it')]).toEqual([1, 1, 1]);
			expect((await killing.run(park('b'))).code).toBe(0);
			expect([copies(ours()), copies(twin()), copies('beside it')]).toEqual([1, 1, 1]);
			const { second } = killing.place;
			expect(killing.place.copy(RAW, second)).toBe(ours());
			expect(readdirSync(path.join(second, 'raw')).sort()).toContain(RAW.replace('.jsonl', '.files'));
			expect(readText(path.join(second, '.backup-log'))).toBe(
				`${EVENTS.map((event) => line(RAW, event)).join('\n')}\n`,
			);
			expect(readdirSync(at(`${shared()}/raw`)).sort()).toEqual([TWINS, NOBODYS]);
			expect((await killing.run(['backups', 'list'])).out).toContain(RAW);
		});
	},
	LIMIT_MS,
);

test(
	'what an older version kept outside git: all of it is moved, and nothing twice',
	async () => {
		const FILES: Readonly<Record<string, () => string>> = {
			[`.claude/memory/raw/${RAW}`]: ours,
			'.claude/memory/.backup-log': () => `${EVENTS.map((event) => line(RAW, event)).join('\n')}\n`,
			'.claude/memory/active-context.md': () => '# Where we are\n',
			'.claude/logs/session-archive.jsonl': () => '{"item":"x"}\n',
			'docs/sessions/one.draft.md': () => 'a draft',
		};
		const old = (): string => inKeeper(`projects/${killing.place.slug}`);
		const prepare = (): void => {
			rmSync(path.join(killing.place.repo, '.git'), { recursive: true });
			for (const [name, text] of Object.entries(FILES)) killing.place.write(`${old()}/${name}`, text());
		};
		await killing.everywhere(prepare, park('a'), async () => {
			for (const text of Object.values(FILES)) expect([text(), copies(text())]).toEqual([text(), 1]);
			expect((await killing.run(park('b'))).code).toBe(0);
			for (const [name, text] of Object.entries(FILES)) {
				expect(readFileSync(killing.place.kept(killing.place.repo, name), 'utf8')).toBe(text());
				expect(copies(text())).toBe(1);
			}
			expect(existsSync(at(old()))).toBe(false);
		});
	},
	LIMIT_MS,
);

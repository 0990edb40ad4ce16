// `parked archive` and `parked restore`: what leaves, and comes back.
import { existsSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formulaSlug, projectSlug } from '../../core/claude/slug';
import { NOW_MS, fillDisk, itemText, mountSmallDisk } from '../../node/testing/places';
import {
	audit,
	good,
	inMemory,
	json,
	memoryDir,
	open,
	park,
	place,
	repo,
	run,
	runProcess,
	useCliPlace,
} from '../testing/cliPlace';

useCliPlace();

describe('parked archive', () => {
	test('closes one item, says one line, and leaves one line', async () => {
		park('caching');
		park('retry');
		expect(await good('parked', 'archive', 'cach')).toBe(
			'Archived: caching\nUndo: session-keeper parked restore caching\n',
		);
		expect(audit()).toEqual(['{"ts":"2026-11-21T10:00:00Z","item":"caching","action":"archived"}']);
		expect(open()).toEqual(['session-open-retry-2026-11-01.md']);
	});

	test('takes several words, and a typo', async () => {
		park('a', 0, itemText('Rate limits per user'));
		expect(await good('parked', 'archive', 'rate', 'limits')).toBe(
			'Archived: Rate limits per user\nUndo: session-keeper parked restore a\n',
		);
	});

	test('has a stable shape under --json', async () => {
		park('caching');
		expect(await json('parked', 'archive', 'caching')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "archived": {
			      "file": "<root>/home/.claude/projects/<slug>/memory/session-open-caching-2026-11-01.md",
			      "name": "caching",
			    },
			    "schemaVersion": 1,
			  },
			}
		`);
	});

	test('says what is not there', async () => {
		park('caching');
		const { code, out, err } = await run(['parked', 'archive', 'unicorns']);
		expect([code, out, err]).toEqual([1, '', 'No open item matches unicorns.\nSee session-keeper parked list.\n']);
		expect((await json('parked', 'archive', 'unicorns')).document).toEqual({
			schemaVersion: 1,
			error: { code: 'notFound', message: 'No open item matches unicorns.', hint: 'See session-keeper parked list.' },
		});
	});

	// R16
	test('never guesses between two, and says how to tell them apart', async () => {
		park('deploy-east');
		park('deploy-west');
		const { code, out, err } = await run(['parked', 'archive', 'deploy']);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatchInlineSnapshot(`
			"- deploy-east — what was it? (deploy-east)
			- deploy-west — what was it? (deploy-west)
			2 open items match equally well.
			Say more of the one that you mean.
			"
		`);
		expect(open()).toHaveLength(2);
		expect((await json('parked', 'archive', 'deploy')).document).toMatchInlineSnapshot(`
			{
			  "error": {
			    "code": "ambiguous",
			    "hint": "Say more of the one that you mean.",
			    "message": "2 open items match equally well.",
			  },
			  "items": [
			    {
			      "description": "what was it?",
			      "key": "<root>/home/.claude/projects/<slug>/memory/session-open-deploy-east-2026-11-01.md",
			      "name": "deploy-east",
			      "slug": "deploy-east",
			    },
			    {
			      "description": "what was it?",
			      "key": "<root>/home/.claude/projects/<slug>/memory/session-open-deploy-west-2026-11-01.md",
			      "name": "deploy-west",
			      "slug": "deploy-west",
			    },
			  ],
			  "schemaVersion": 1,
			}
		`);
	});

	test('true twins are told apart by their files', async () => {
		const twin = park('twin');
		const other = place.write(
			`home/.claude/projects/${formulaSlug(repo)}/memory/session-open-twin-2026-11-01.md`,
			itemText('twin'),
		);
		const { code, err } = await run(['parked', 'archive', 'twin']);
		expect(code).toBe(1);
		expect(err).toContain(`(${twin})`);
		expect(err).toContain(`(${other})`);
		expect(await good('parked', 'archive', other)).toBe('Archived: twin\nUndo: session-keeper parked restore twin\n');
		expect([existsSync(twin), existsSync(other)]).toEqual([true, false]);
	});

	test('by two processes at once is done by one, with one line, and nothing is lost', async () => {
		for (let round = 0; round < 5; round++) {
			const text = itemText(`race-${round}`);
			park(`race-${round}`, 0, text);
			const ends = await Promise.all([1, 2].map(() => runProcess(['parked', 'archive', `race-${round}`])));
			expect(ends.map((end) => end.code).sort()).toEqual([0, 1]);
			expect(ends.map((end) => end.out).sort()).toEqual([
				'',
				`Archived: race-${round}\nUndo: session-keeper parked restore race-${round}\n`,
			]);
			expect(audit().filter((line) => line.includes(`race-${round}`))).toHaveLength(1);
			expect(open()).toEqual([]);
			expect(await good('parked', 'restore', `race-${round}`)).toBe(
				`Restored: race-${round}\nUndo: session-keeper parked archive race-${round}\n`,
			);
			expect(readFileSync(inMemory(`session-open-race-${round}-2026-11-01.md`), 'utf8')).toBe(text);
			rmSync(memoryDir, { recursive: true });
		}
	});

	// T42
	test('is refused where the trail leads out of the project', async () => {
		park('a1');
		place.folder('outside');
		symlinkSync(path.join(place.root, 'outside'), path.join(repo, '.claude'));
		const { code, err } = await run(['parked', 'archive', 'a1']);
		expect(code).toBe(1);
		expect(err).toMatch(/^Refused: .*\/repo\/\.claude\/logs leads outside the project\n/);
		expect([open().length, readdirSync(path.join(place.root, 'outside'))]).toEqual([1, []]);
	});

	test('leaves everything as it was on a full disk, and says so', async (context) => {
		const disk = path.join(place.root, 'disk');
		const unmount = mountSmallDisk(disk, 256);
		if (unmount === undefined) return context.skip();
		try {
			const config = path.join(disk, 'claude');
			const file = place.write(`disk/claude/projects/${projectSlug(repo)}/memory/session-open-a1.md`, itemText('a1'));
			fillDisk(disk);
			for (const args of [
				['parked', 'archive', 'a1'],
				['parked', 'park', '--name', 'b', '--text', 'c'],
			]) {
				const { code, out, err } = await run(args, { env: { CLAUDE_CONFIG_DIR: config } });
				expect([code, out, err.includes('ENOSPC')]).toEqual([1, '', true]);
			}
			expect(readdirSync(path.dirname(file))).toEqual(['session-open-a1.md']);
			expect(readFileSync(file, 'utf8')).toBe(itemText('a1'));
		} finally {
			unmount();
		}
	});
});

describe('parked restore', () => {
	const archive = (name: string): Promise<string> => good('parked', 'archive', name);

	test('brings an item back, like new', async () => {
		const file = park('caching', 13);
		await archive('caching');
		expect(await good('parked', 'restore')).toBe('Restored: caching\nUndo: session-keeper parked archive caching\n');
		expect(statSync(file).mtimeMs).toBe(NOW_MS);
		expect(audit().at(-1)).toBe('{"ts":"2026-11-21T10:00:00Z","item":"caching","action":"restored"}');
	});

	test('has a stable shape under --json, with and without an outcome', async () => {
		expect(await json('parked', 'restore')).toEqual({ code: 0, document: { schemaVersion: 1, restored: null } });
		park('caching');
		await archive('caching');
		expect(await json('parked', 'restore', 'caching')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "restored": {
			      "file": "<root>/home/.claude/projects/<slug>/memory/session-open-caching-2026-11-01.md",
			      "name": "caching",
			    },
			    "schemaVersion": 1,
			  },
			}
		`);
	});

	test('lists several, and never guesses', async () => {
		for (const name of ['alpha', 'beta']) {
			park(name);
			await archive(name);
		}
		const { code, err } = await run(['parked', 'restore']);
		expect([code, err.includes('2 archived items are there.'), err.includes('- alpha')]).toEqual([1, true, true]);
		expect((await run(['parked', 'restore', 'unicorns'])).code).toBe(1);
		expect(await good('parked', 'restore', 'alpha')).toBe(
			'Restored: alpha\nUndo: session-keeper parked archive alpha\n',
		);
	});

	test('tells true twins apart by their place in the trash', async () => {
		for (const text of ['one', 'two']) {
			park('twin', 0, itemText('twin', text));
			await archive('twin');
		}
		const { document } = await json('parked', 'restore', 'twin');
		const items = document['items'] as { key: string; description: string }[];
		expect(items.map((item) => item.description).sort()).toEqual(['one', 'two']);
		const one = items.find((item) => item.description === 'one');
		expect((await run(['parked', 'restore', 'twin'])).err).toContain(`(${one?.key ?? ''})`);
		expect(await good('parked', 'restore', one?.key ?? '')).toBe(
			'Restored: twin\nUndo: session-keeper parked archive twin\n',
		);
		expect(readFileSync(inMemory('session-open-twin-2026-11-01.md'), 'utf8')).toContain('description: one');
	});

	test('goes over the limit by --yes alone', async () => {
		park('eleventh');
		await archive('eleventh');
		for (let n = 0; n < 10; n++) park(`n${n}`);
		const { code, err } = await run(['parked', 'restore', 'eleventh']);
		expect([code, err.includes('say --yes'), err.includes('- [ ] n9')]).toEqual([1, true, true]);
		expect(await good('parked', 'restore', 'eleventh', '--yes')).toBe(
			'Restored: eleventh\nUndo: session-keeper parked archive eleventh\n',
		);
		expect(open()).toHaveLength(11);
	});

	test('by two processes at once is done by one', async () => {
		for (let round = 0; round < 3; round++) {
			park('race');
			await archive('race');
			const ends = await Promise.all([1, 2].map(() => runProcess(['parked', 'restore', 'race'])));
			expect(
				ends.filter((end) => end.out === 'Restored: race\nUndo: session-keeper parked archive race\n'),
			).toHaveLength(1);
			expect(open()).toEqual(['session-open-race-2026-11-01.md']);
		}
	});
});

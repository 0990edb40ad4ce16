// `parked park`
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { good, inMemory, json, open, park, run, runProcess, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';

describe('parked park', () => {
	test('writes an item, from words or from standard input', async () => {
		expect(
			await good(
				'parked',
				'park',
				'--name',
				'Rate limits',
				'--text',
				'Per user?',
				'--kind',
				'question',
				'--how',
				'ask Ann',
				'--session',
				SESSION,
				'--due',
				'2026-12-01',
			),
		).toBe('Parked: Rate limits\nUndo: session-keeper parked archive rate-limits\n');
		const { code, out } = await run(['parked', 'park', '--name', 'b', '--stdin', '--description', 'd'], {
			input: 'line one\r\nline two\n',
		});
		expect([code, out]).toEqual([0, 'Parked: b\nUndo: session-keeper parked archive b\n']);
		expect(readFileSync(inMemory('session-open-rate-limits-2026-11-21.md'), 'utf8')).toMatchInlineSnapshot(`
			"---
			name: Rate limits
			description: Per user?
			type: project
			session: 1d15ee69-80c7-4496-aef1-0af73e0095c8
			due: '2026-12-01'
			---

			User raised: Per user? Pending: ask Ann.

			**Why:** The question was still open when the work moved on.
			**How to apply:** ask Ann.
			"
		`);
		expect(readFileSync(inMemory('session-open-b-2026-11-21.md'), 'utf8')).toContain('line one\nline two\n');
	});

	test.each(['a', 'rates'])('what the last line says undoes it, also where %s is there already', async (name) => {
		park(name);
		const before = open();
		for (let n = 0; n < 2; n++) {
			const said = await good('parked', 'park', '--name', name, '--text', 'Again');
			const [, undo = ''] = /\nUndo: session-keeper (.+)\n$/u.exec(said) ?? [];
			const after = open();
			const undone = await good(...undo.split(' '));
			expect(open()).toEqual(before);
			const [, redo = ''] = /\nUndo: session-keeper (.+)\n$/u.exec(undone) ?? [];
			const [, again = ''] = /\nUndo: session-keeper (.+)\n$/u.exec(await good(...redo.split(' '))) ?? [];
			expect(open()).toEqual(after);
			await good(...again.split(' '));
			expect(open()).toEqual(before);
		}
	});

	test('has a stable shape under --json', async () =>
		expect(await json('parked', 'park', '--name', 'a', '--text', 'b')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "archived": null,
			    "parked": {
			      "file": "<root>/home/.claude/projects/<slug>/memory/session-open-a-2026-11-21.md",
			      "name": "a",
			    },
			    "schemaVersion": 1,
			  },
			}
		`));

	test('remembers the session that it runs in', async () => {
		await run(['parked', 'park', '--name', 'a', '--text', 'b'], {
			env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's7' },
		});
		expect(readFileSync(inMemory('session-open-a-2026-11-21.md'), 'utf8')).toContain('session: s7\n');
	});

	test('takes no more than a megabyte from standard input', async () => {
		const { code, err } = await run(['parked', 'park', '--name', 'a', '--stdin'], { input: 'x'.repeat(1_100_000) });
		expect([code, err.includes('larger than 1 MB')]).toEqual([2, true]);
		expect(open()).toEqual([]);
	});

	test('two processes at once under one name park two items', async () => {
		const ends = await Promise.all(
			[1, 2, 3].map((n) => runProcess(['parked', 'park', '--name', 'a', '--text', `text ${n}`])),
		);
		expect(ends.map((end) => end.code)).toEqual([0, 0, 0]);
		expect(open()).toHaveLength(3);
		expect(
			open()
				.map((name) => /text \d/.exec(readFileSync(inMemory(name), 'utf8'))?.[0])
				.sort(),
		).toEqual(['text 1', 'text 2', 'text 3']);
	});

	test('an eleventh is refused, with the list and what to do', async () => {
		for (let n = 0; n < 10; n++) park(`n${n}`, n);
		const { code, out, err } = await run(['parked', 'park', '--name', 'a', '--text', 'b']);
		expect([code, out]).toEqual([1, '']);
		expect(err).toContain('- [ ] n9');
		expect(err).toContain('10 items are open already.\nArchive one first: session-keeper parked archive <text>\n');
		const { document } = await json('parked', 'park', '--name', 'a', '--text', 'b');
		expect(document).toMatchObject({ schemaVersion: 1, error: { code: 'limit' } });
		expect(document['items']).toHaveLength(10);
		expect(Object.keys(document)).toEqual(['schemaVersion', 'error', 'items']);
	});
});

// `backups list` and `backups discard` as child processes.
import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonl } from '../../core/testing/transcripts';
import { compressInPlace } from '../../node/backups/compress';
import { snapshot } from '../../node/testing/places';
import { good, json, place, raw, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

describe('backups', () => {
	const A = '20261120_091500_exit.jsonl';
	const B = '20261119_091500_clear.jsonl';

	test('list names the file that holds a backup, compressed or not', async () => {
		await compressInPlace(raw(A));
		const { document } = await json('backups', 'list');
		const [backup] = (document as { backups: { raw: string; file: string }[] }).backups;
		expect([backup?.raw, backup?.file]).toEqual([A, `<root>/repo/.claude/memory/raw/${A}.br`]);
	});

	test('list says what waits, newest first, in words', async () => {
		raw(A, jsonl([{ type: 'user', message: { role: 'user', content: 'what is\u001b[2J it?' } }]));
		raw(B);
		place.write(
			'repo/.claude/memory/.backup-log',
			`{"ts":"2026-11-20T09:15:00Z","event":"copied","session":"s1","raw":"${A}","size":5,"reason":"exit"}\n{"ts":"2026-11-18T09:15:00Z","event":"pending","raw":"20261118_091500.jsonl","reason":"constructor"}\n`,
		);
		expect(await good('backups', 'list')).toMatchInlineSnapshot(`
			"20261120_091500_exit.jsonl  1 day ago  ended  75 B  what is it?  ⚠ wrong size
			20261119_091500_clear.jsonl  2 days ago  cleared  3 B  not in the log
			20261118_091500.jsonl  3 days ago  ended  both copies are missing
			"
		`);
		expect(await json('backups', 'list')).toMatchInlineSnapshot(`
			{
			  "code": 0,
			  "document": {
			    "backups": [
			      {
			        "file": "<root>/repo/.claude/memory/raw/20261120_091500_exit.jsonl",
			        "hasWork": false,
			        "isCovered": false,
			        "isDamaged": true,
			        "isHomeOnly": false,
			        "isVerified": false,
			        "raw": "20261120_091500_exit.jsonl",
			        "reason": "exit",
			        "session": "s1",
			        "since": "2026-11-20T09:15:00.000Z",
			        "sizeBytes": 75,
			        "state": "pending",
			        "title": "what is it?",
			      },
			      {
			        "file": "<root>/repo/.claude/memory/raw/20261119_091500_clear.jsonl",
			        "hasWork": false,
			        "isCovered": false,
			        "isDamaged": false,
			        "isHomeOnly": false,
			        "isVerified": false,
			        "raw": "20261119_091500_clear.jsonl",
			        "reason": "clear",
			        "session": null,
			        "since": "2026-11-19T09:15:00.000Z",
			        "sizeBytes": 3,
			        "state": "unknown",
			        "title": null,
			      },
			      {
			        "file": "<root>/repo/.claude/memory/raw/20261118_091500.jsonl",
			        "hasWork": false,
			        "isCovered": false,
			        "isDamaged": false,
			        "isHomeOnly": false,
			        "isVerified": false,
			        "raw": "20261118_091500.jsonl",
			        "reason": "other",
			        "session": null,
			        "since": "2026-11-18T09:15:00.000Z",
			        "sizeBytes": 0,
			        "state": "lost",
			        "title": null,
			      },
			    ],
			    "project": "<root>/repo",
			    "schemaVersion": 1,
			  },
			}
		`);
	});

	test('list of nothing is one sentence', async () => {
		expect(await good('backups', 'list')).toBe('No pending backups.\n');
		expect(await json('backups', 'list')).toEqual({
			code: 0,
			document: { schemaVersion: 1, project: '<root>/repo', backups: [] },
		});
		expect(await good('backups', 'discard', '--yes')).toBe('No pending backups.\n');
		expect(await good('backups', 'discard', '--undo')).toBe('Nothing to undo.\n');
	});

	// R1, R2
	test('a marker and a log from some repository are remarked on, and not followed', async () => {
		raw(A);
		place.write('repo/.claude/memory/.pending-backup', '/etc/passwd\nDo as I say\n');
		place.write('repo/.claude/memory/.backup-log', 'torn\n');
		const { code, out, err } = await run(['backups', 'list']);
		expect(code).toBe(0);
		expect(out).toContain(A);
		expect(err).toBe(
			'The marker .claude/memory/.pending-backup names nothing inside raw/. It is ignored.\nLines of .backup-log that could not be read: 1.\n',
		);
		expect(`${out}${err}`).not.toContain('passwd');
	});

	test('discard needs a yes, and undo brings all back', async () => {
		const file = raw(A, 'content');
		const before = snapshot(path.dirname(file));
		const { code, out, err } = await run(['backups', 'discard', A]);
		expect([code, out, err]).toEqual([1, '', `Discard ${A}?\nTo confirm, add --yes.\n`]);
		expect((await json('backups', 'discard', A)).document).toMatchObject({ error: { code: 'notConfirmed' } });
		expect(existsSync(file)).toBe(true);
		expect(await json('backups', 'discard', A, '--yes')).toEqual({
			code: 0,
			document: { schemaVersion: 1, discarded: { raw: A, session: null } },
		});
		expect(existsSync(file)).toBe(false);
		expect(await good('backups', 'discard', '--undo')).toBe(
			`Pending again: ${A}\nUndo: session-keeper backups discard ${A}\n`,
		);
		expect(snapshot(path.dirname(file))).toEqual(before);
	});

	test.each([
		['a part of its name', '0915', ''],
		['its path', `.claude/memory/raw/${A}`, ''],
		['its path by backslashes', `.claude\\memory\\raw\\${A}`, ''],
		['nothing, where it is the only one', '', ''],
		['a folder', 'raw/', 'No backup matches raw/.'],
		['a file that is not there', '/etc/passwd', 'No backup matches /etc/passwd.'],
		['a way up', '../../x', 'No backup matches ../../x.'],
		['one letter', 'x', 'No backup matches x.'],
	])('discard by %s', async (_name, text, reason) => {
		raw(A);
		const { code, err } = await run(['backups', 'discard', ...(text === '' ? [] : [text]), '--yes']);
		expect([code, err.split('\n')[0]]).toEqual([reason === '' ? 0 : 1, reason]);
	});

	test('discard never guesses between two', async () => {
		raw(A);
		raw(B);
		for (const args of [[], ['jsonl']]) {
			const { code, out, err } = await run(['backups', 'discard', ...args, '--yes']);
			expect([code, out, err]).toEqual([1, '', `- ${A}\n- ${B}\n2 backups could be meant.\nName one of them.\n`]);
		}
		expect((await json('backups', 'discard', '--yes')).document).toMatchObject({
			error: { code: 'ambiguous' },
			backups: [A, B],
		});
		expect(readdirSync(path.join(repo, '.claude/memory/raw'))).toEqual(['.gitignore', B, A]);
	});

	test('undo goes over nothing', async () => {
		raw(A, 'mine');
		await good('backups', 'discard', '--yes');
		raw(A, 'theirs');
		const { code, err } = await run(['backups', 'discard', '--undo', A]);
		expect([code, err.split('\n')[0]]).toEqual([1, 'It could not be restored.']);
		expect(readFileSync(path.join(repo, '.claude/memory/raw', A), 'utf8')).toBe('theirs');
	});

	// T42
	test.each([['list'], ['discard']])('%s is refused where raw/ leads out of the project', async (verb) => {
		place.write(`outside/${A}`, 'theirs');
		place.folder('repo/.claude/memory');
		symlinkSync(path.join(place.root, 'outside'), path.join(repo, '.claude/memory/raw'));
		const before = snapshot(place.root);
		const { code, out, err } = await run(['backups', verb, ...(verb === 'discard' ? [A, '--yes'] : [])]);
		expect([code, out]).toEqual([1, '']);
		expect(err).toMatch(/^Refused: .*raw leads outside the project\n/);
		expect(snapshot(place.root)).toEqual(before);
	});
});

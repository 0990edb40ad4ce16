import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { backupLogLine } from '../../core/backups/log';
import { findProject } from '../project/project';
import {
	A,
	B,
	log,
	marker,
	memory,
	openStore,
	place,
	project,
	raw,
	source,
	states,
	store,
	useBackupStore,
} from '../testing/backupStorePlace';

useBackupStore();

describe('listing', () => {
	test('holds the log against what is there', async () => {
		raw(A);
		raw('20261118_000000.jsonl');
		place.write(path.relative(place.root, source('s2')));
		log(
			{ raw: A, session: 's1' },
			{ raw: B, source: source('s2') },
			{ raw: '20261117_000000.jsonl', source: source('gone') },
		);
		marker(`.claude/memory/raw/${A}\n`);
		expect(await states()).toEqual([
			`${A} pending`,
			`${B} unfinished`,
			'20261117_000000.jsonl lost',
			'20261118_000000.jsonl unknown',
		]);
		expect(await store.list()).toMatchObject({ marker: { kind: 'names', raw: A }, skippedLines: 0 });
	});

	test('is nothing where there is nothing', async () => {
		expect(await store.list()).toEqual({ pending: [], kept: [], marker: undefined, skippedLines: 0 });
		mkdirSync(memory(''), { recursive: true });
		expect(await store.list()).toEqual({ pending: [], kept: [], marker: undefined, skippedLines: 0 });
	});

	test('leaves links, folders, pipes and strange names in raw/ alone', async () => {
		raw(A);
		raw('notes.txt');
		raw('.hidden.jsonl');
		symlinkSync('/etc/passwd', memory('raw/20261120_000001.jsonl'));
		mkdirSync(memory('raw/20261120_000002.jsonl'));
		execFileSync('mkfifo', [memory('raw/20261120_000003.jsonl')]);
		expect(await states()).toEqual([`${A} unknown`]);
	});

	test('counts the lines of the log that it cannot read, and reads the others', async () => {
		raw(A);
		place.write(
			path.relative(place.root, memory('.backup-log')),
			`torn\n${backupLogLine({ ts: 'x', event: 'pending', raw: A })}\n{"raw":"/etc/passwd","ts":"x","event":"pending"}\n`,
		);
		expect((await store.list()).skippedLines).toBe(2);
		expect(await states()).toEqual([`${A} pending`]);
	});

	test.each([
		['a pipe', () => execFileSync('mkfifo', [memory('.backup-log')])],
		['a folder', () => mkdirSync(memory('.backup-log'))],
		['binary', () => writeFileSync(memory('.backup-log'), Buffer.from([0, 255, 10, 1]))],
		[
			'endless',
			() => {
				writeFileSync(memory('.backup-log'), '');
				truncateSync(memory('.backup-log'), 3 * 1024 ** 3);
			},
		],
	])('survives a log that is %s', async (_name, make) => {
		raw(A);
		make();
		expect(await states()).toEqual([`${A} unknown`]);
	});

	// R1: a log in a repository names what it likes.
	test('looks for no source outside of Claude Code’s transcripts', async () => {
		const secret = place.write('secret.jsonl', 'x');
		mkdirSync(source(), { recursive: true });
		log(
			{ raw: A, source: secret },
			{ raw: B, source: path.join(place.claude.projectsDir, '../../../secret.jsonl') },
			{ raw: '20261118_000000.jsonl', source: '\\\\server\\share\\x.jsonl' },
			{ raw: '20261117_000000.jsonl', source: source() },
			{ raw: '20261116_000000.jsonl', source: place.claude.projectsDir },
		);
		expect((await states()).every((state) => state.endsWith(' lost'))).toBe(true);
	});

	// T31
	test('knows a source by the name of a linked home, too', async () => {
		place.write(path.relative(place.root, source()));
		symlinkSync('.claude', path.join(place.home, 'alias'));
		const claude = { ...place.claude, projectsDir: path.join(place.home, 'alias/projects') };
		log({ raw: A, source: source() }, { raw: B, source: source().replace('.claude', 'alias') });
		openStore(await findProject(claude, project.root));
		expect([...(await states())].sort()).toEqual([`${B} unfinished`, `${A} unfinished`]);
	});
});

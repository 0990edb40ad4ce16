// Backups in a project that means harm, or is out of luck.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { locateTranscript } from '../transcript/locateTranscript';
import { SESSION } from '../testing/backupPlace';
import { backUp, open, place, useBackupWriting } from '../testing/backupWriting';
import { git, isRoot, mountSmallDisk } from '../testing/places';

useBackupWriting();

const run = promisify(execFile);

describe('in a hostile or unlucky project', () => {
	test.each(['.claude', '.claude/memory', '.claude/memory/raw', '.claude/memory/.backup-log'])(
		'a link in place of %s leads nowhere: nothing outside is touched, and the copy is in our home',
		async (name) => {
			const outside = place.folder('outside');
			writeFileSync(path.join(outside, 'file'), 'theirs');
			mkdirSync(path.dirname(path.join(place.repo, name)), { recursive: true });
			symlinkSync(name.endsWith('log') ? path.join(outside, 'file') : outside, path.join(place.repo, name));
			place.say(['one']);
			const raw = await backUp();
			expect(readFileSync(path.join(outside, 'file'), 'utf8')).toBe('theirs');
			expect(readdirSync(outside)).toEqual(['file']);
			expect(place.copy(raw, place.second)).toBe('one\n');
			expect((await open()).refused).toContain('leads outside the project');
		},
	);

	// R12
	test('what git would take is not written: the repository’s own rules take it back', async () => {
		place.write('repo/.claude/memory/.gitignore', 'raw/\n.pending-backup\n.backup-log\nsessions/\n!raw/\n');
		git(place.repo, 'add', '.claude');
		place.say(['one']);
		const raw = await backUp();
		expect(existsSync(path.join(place.memory, 'raw'))).toBe(false);
		expect(existsSync(path.join(place.memory, '.backup-log'))).toBe(false);
		expect(place.copy(raw, place.second)).toBe('one\n');
	});

	test('what git would take is not written: files that are tracked', async () => {
		place.write('repo/.claude/memory/raw/20200101_000000.jsonl', 'old\n');
		git(place.repo, 'add', '-f', '.claude');
		place.say(['one']);
		const raw = await backUp();
		expect(place.raws()).toEqual(['20200101_000000.jsonl']);
		expect((await open()).refused).toContain('git tracks');
		expect(place.copy(raw, place.second)).toBe('one\n');
	});

	test('what is to be copied is told in bytes, for all sessions together, and of one found just now as it was found', async () => {
		const writer = await open();
		expect(await writer.unfinishedBytes()).toBeUndefined();
		const found = [];
		for (const session of [SESSION, 'other']) {
			place.say(['{"a":1}'], session);
			const transcript = await locateTranscript(place.claude, session, undefined, await place.project());
			if (transcript === undefined) throw new Error('no transcript');
			await writer.announce(transcript, 'exit');
			found.push(transcript);
		}
		expect(await writer.unfinishedBytes()).toBe(16);
		// A session that is announced twice is copied once.
		const [first] = found;
		if (first === undefined) throw new Error('no transcript');
		await writer.announce(first, 'exit');
		expect(await writer.unfinishedBytes({ ...first, sizeBytes: 1_000 })).toBe(1_008);
		expect(await writer.unfinishedBytes({ ...first, file: `${first.file}.moved`, sizeBytes: 1_000 })).toBe(16);
	});

	test('a log that names a session of another project copies nothing of it', async () => {
		place.write('home/.claude/projects/-secret-project/abc.jsonl', 'secret\n');
		const line = { ts: '2026-11-21T09:00:00Z', event: 'pending', session: 'abc', raw: 'a.jsonl' };
		place.write(
			'repo/.claude/memory/.backup-log',
			`${JSON.stringify({ ...line, source: path.join(place.claude.projectsDir, '-secret-project/abc.jsonl') })}\n`,
		);
		await (await open()).finish();
		expect(place.raws()).toEqual([]);
	});

	test.each(['link', 'folder', 'pipe', 'empty'])('a transcript that is a %s is no transcript', async (kind) => {
		const file = place.transcript();
		mkdirSync(path.dirname(file), { recursive: true });
		if (kind === 'link') symlinkSync('/etc/passwd', file);
		else if (kind === 'folder') mkdirSync(file);
		else if (kind === 'pipe') await run('mkfifo', [file]);
		else writeFileSync(file, '');
		expect(await locateTranscript(place.claude, SESSION, file, await place.project())).toBeUndefined();
	});

	// T19
	test('a transcript that moved to another folder of the project is found there', async () => {
		const line = JSON.stringify({ type: 'user', cwd: place.repo });
		const slug = `${place.slug}--claude-worktrees-x`;
		const moved = place.write(`home/.claude/projects/${slug}/${SESSION}.jsonl`, `${line}\n`);
		expect((await locateTranscript(place.claude, SESSION, place.transcript(), await place.project()))?.file).toBe(
			moved,
		);
	});

	test('a project that cannot be written to has its backups in our home', async () => {
		place.say(['one']);
		chmodSync(place.repo, 0o555);
		// Nothing is forbidden to root, so it is somebody else meanwhile.
		if (isRoot) execFileSync('chown', ['-R', '65534', place.root]);
		if (isRoot) process.seteuid?.(65_534);
		const raw = await backUp().finally(() => process.seteuid?.(process.getuid?.() ?? 0));
		chmodSync(place.repo, 0o755);
		expect(place.copy(raw, place.second)).toBe('one\n');
	});

	test('on a full disk nothing half-written counts as a backup, and the older one stays what it was', async (context) => {
		const unmount = mountSmallDisk(path.join(place.repo, '.claude'), 256);
		if (unmount === undefined) return context.skip(); // A container without the right to mount.
		try {
			place.say(['one']);
			const first = await backUp('compact');
			place.say(['x'.repeat(1024 * 1024)]);
			const transcript = await locateTranscript(place.claude, SESSION, undefined, await place.project());
			const { finished } = await (await open()).create(transcript ?? expect.fail(), 'exit');
			expect(finished?.state).toBe('failed');
			expect(place.raws()).toEqual([first]);
			expect(place.copy(first)).toBe('one\n');
			expect(place.pending().map((each) => each.isVerified)).toEqual([true, false]);
		} finally {
			unmount();
		}
	});

	test('leftovers of dead writers go after a day, younger ones stay', async () => {
		place.say(['one']);
		await backUp();
		const old = place.write('repo/.claude/memory/raw/.x.jsonl.1.ab.tmp', 'x', 2);
		const young = place.write('repo/.claude/memory/raw/.y.jsonl.1.ab.tmp', 'y', 0);
		await (await open()).finish();
		expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
	});
});

import { execFile } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUpMissed } from './backupMissed';
import { BackupWriter } from './backupWriter';
import type { OnStep } from './backups/copyTranscript';
import { locateTranscript } from './backups/locateTranscript';
import { type BackupTestPlace, SESSION, newBackupPlace, sha256 } from './testing/backupPlace';
import { bundle } from './testing/bundle';
import { NOW_MS, git, isRoot, mountSmallDisk } from './testing/places';

const run = promisify(execFile);
let place: BackupTestPlace;
beforeEach(() => {
	place = newBackupPlace();
});
afterEach(() => place.remove());

const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
const mode = (file: string): number => statSync(file).mode & 0o777;

async function open(step?: OnStep): Promise<BackupWriter> {
	return BackupWriter.open(place.claude, await place.project(), clock, step);
}

async function backUp(
	reason: 'exit' | 'compact' | 'missed' = 'exit',
	session = SESSION,
	step?: OnStep,
): Promise<string> {
	const transcript = await locateTranscript(place.claude, session, undefined, await place.project());
	if (transcript === undefined) throw new Error('no transcript');
	return (await (await open(step)).create(transcript, reason)).raw;
}

/** What must hold whenever a writer is done: one pending backup, whole, verified, twice. */
function expectWhole(raw: string, text: string): void {
	for (const folder of [place.memory, place.second]) {
		expect(place.pending(folder).map((each) => each.raw)).toEqual([raw]);
		expect(place.copy(raw, folder)).toBe(text);
		expect(place.log(folder).get(raw)).toMatchObject({
			isVerified: true,
			copiedBytes: text.length,
			sha256: sha256(text),
			session: SESSION,
			slug: place.slug,
		});
	}
	expect(readFileSync(path.join(place.memory, '.pending-backup'), 'utf8')).toBe(`.claude/memory/raw/${raw}\n`);
}

describe('a backup', () => {
	// T44, T34
	test('is whole, verified, there twice, for its owner alone, and out of git', async () => {
		place.say(['{"a":1}', '{"b":2}']);
		const raw = await backUp();
		expect(raw).toBe('20261121_100000_exit.jsonl');
		expectWhole(raw, '{"a":1}\n{"b":2}\n');
		for (const folder of [place.memory, place.second]) {
			expect(mode(path.join(folder, 'raw'))).toBe(0o700);
			for (const name of [`raw/${raw}`, '.backup-log']) expect(mode(path.join(folder, name)), name).toBe(0o600);
		}
		expect(git(place.repo, 'status', '--porcelain', '-uall')).toBe('?? .claude/memory/.gitignore\n');
	});

	test('is no second name of the transcript: what is written later does not show through', async () => {
		const file = place.say(['one']);
		const raw = await backUp();
		expect(statSync(file).nlink).toBe(1);
		truncateSync(file, 0);
		expect(place.copy(raw)).toBe('one\n');
	});

	test('takes subagents, results of tools and side files along, and leaves links and pipes', async () => {
		place.say(['one']);
		const side = place.transcript().replace(/\.jsonl$/u, '');
		place.write(path.relative(place.root, `${side}/subagents/agent-a.jsonl`), 'agent\n');
		place.write(path.relative(place.root, `${side}/tool-results/t.txt`), 'result');
		place.write(path.relative(place.root, `${side}/custom-title.json`), '{}');
		symlinkSync('/etc/passwd', `${side}/link`);
		await run('mkfifo', [`${side}/pipe`]);
		const raw = await backUp();
		for (const folder of [place.memory, place.second]) {
			const files = path.join(folder, 'raw', raw.replace('.jsonl', '.files'));
			expect(readFileSync(path.join(files, 'subagents/agent-a.jsonl'), 'utf8')).toBe('agent\n');
			expect(readFileSync(path.join(files, 'tool-results/t.txt'), 'utf8')).toBe('result');
			expect(mode(path.join(files, 'tool-results/t.txt'))).toBe(0o600);
			expect(existsSync(path.join(files, 'link'))).toBe(false);
			expect(existsSync(path.join(files, 'pipe'))).toBe(false);
		}
	});

	test('of a session that has one pending grows out of it and takes its place', async () => {
		place.say(['one']);
		const side = path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''));
		place.write(`${side}/tool-results/t.txt`, 'result');
		const first = await backUp('compact');
		const inode = statSync(path.join(place.memory, 'raw', first)).ino;
		place.say(['two']);
		place.write(`${side}/tool-results/u.txt`, 'more');
		const second = await backUp();
		expectWhole(second, 'one\ntwo\n');
		expect(statSync(path.join(place.memory, 'raw', second)).ino).toBe(inode);
		expect(place.raws()).toEqual([second]);
		expect(existsSync(path.join(place.memory, 'raw', second.replace('.jsonl', '.files'), 'tool-results/t.txt'))).toBe(
			true,
		);
	});

	test('of a transcript that was rewritten does not push out the older one, which holds what is gone', async () => {
		place.say(['one', 'two', 'three']);
		const first = await backUp('compact');
		writeFileSync(place.transcript(), 'three\n');
		const second = await backUp();
		expect(place.copy(first)).toBe('one\ntwo\nthree\n');
		expect(place.copy(second)).toBe('three\n');
		expect(place.pending().map((each) => [each.raw, each.isVerified])).toEqual([
			[first, true],
			[second, true],
		]);
	});

	// R3
	test('of another session is its own: neither forgets the other', async () => {
		place.say(['one']);
		place.say(['other'], 'another-session');
		const [first, second] = [await backUp(), await backUp('exit', 'another-session')];
		expect([first, second]).toEqual(['20261121_100000_exit.jsonl', '20261121_100000_exit-2.jsonl']);
		expect(place.pending().map((each) => each.raw)).toEqual([first, second]);
	});

	test('is the whole lines that were there when the transcript grows meanwhile', async () => {
		place.say(['one']);
		const raw = await backUp('exit', SESSION, (step) => {
			if (step === 'written') place.say(['two']);
		});
		expectWhole(raw, 'one\n');
	});

	test('waits for a transcript that is cut while it is copied', async () => {
		place.say(['one', 'two']);
		let cuts = 0;
		const raw = await backUp('exit', SESSION, (step) => {
			if (step === 'written' && cuts++ === 0) writeFileSync(place.transcript(), 'x\n');
		});
		expectWhole(raw, 'x\n');
	});

	test('that the person discarded meanwhile does not come back', async () => {
		place.say(['one']);
		const raw = await backUp('exit', SESSION, (step) => {
			if (step === 'written')
				writeFileSync(
					path.join(place.memory, '.backup-log'),
					`${readFileSync(path.join(place.memory, '.backup-log'), 'utf8')}{"ts":"t","event":"discarded","raw":"20261121_100000_exit.jsonl"}\n`,
				);
		});
		expect(place.log().get(raw)?.isPending).toBe(false);
	});
});

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
	test('what git would take is not written: rules that take the folder back', async () => {
		place.write('repo/.claude/memory/.gitignore', 'raw/\n.pending-backup\n.backup-log\nsessions/\n!raw/\n');
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

	// Nothing is forbidden to root.
	test.skipIf(isRoot)('a project that cannot be written to has its backups in our home', async () => {
		place.say(['one']);
		chmodSync(place.repo, 0o555);
		const raw = await backUp();
		chmodSync(place.repo, 0o755);
		expect(place.copy(raw, place.second)).toBe('one\n');
	});

	test('on a full disk nothing half-written counts as a backup, and the older one stays what it was', async () => {
		const unmount = mountSmallDisk(path.join(place.repo, '.claude'), 256);
		if (unmount === undefined) return; // A container without the right to mount.
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

describe('what no hook caught', () => {
	const missed = async (lastMessageMs: number, isLive = false): Promise<readonly string[]> =>
		backUpMissed(place.claude, await place.project(), [{ id: SESSION, lastMessageMs, isLive }], clock);

	// T17
	test('is backed up once its process is gone, and only once', async () => {
		place.say(['one']);
		expect(await missed(NOW_MS - 1, true)).toEqual([]);
		expect(existsSync(place.memory)).toBe(false);
		expect(await missed(NOW_MS - 1)).toEqual([SESSION]);
		expectWhole('20261121_100000_missed.jsonl', 'one\n');
		expect(await missed(NOW_MS - 1)).toEqual([]);
	});

	test('is what was said after the last backup, and not what a hook has already', async () => {
		place.say(['one']);
		await backUp('exit');
		expect(await missed(NOW_MS + 900)).toEqual([]);
		place.say(['two']);
		expect(await missed(NOW_MS + 60_000)).toEqual([SESSION]);
		expect(place.pending().map((each) => each.reason)).toEqual(['missed']);
	});

	test('without a transcript is nothing', async () => {
		expect(await missed(NOW_MS)).toEqual([]);
	});
});

describe('killed at every step', () => {
	let built: string;
	let driver: string;
	beforeAll(() => {
		built = mkdtempSync(path.join(tmpdir(), 'keeper-driver-'));
		driver = bundle('src/node/testing/backupDriver.ts', built);
	});
	afterAll(() => rmSync(built, { recursive: true, force: true }));

	/** @returns the step that it died at, or `done`. */
	async function drive(reason: string, dieAt: number, session = SESSION): Promise<string> {
		const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS + (reason === 'exit' ? 5_000 : 0)).toISOString() };
		const args = [driver, place.repo, session, reason, String(dieAt)];
		return (await run(process.execPath, args, { env }).catch((error: { stdout: string }) => error)).stdout;
	}

	test('a first backup is old or new, and the next run completes it', async () => {
		for (let step = 1; ; step++) {
			place.remove();
			place = newBackupPlace();
			place.say(['one']);
			const diedAt = await drive('compact', step);
			const finished = place.pending().filter((each) => each.isVerified);
			// Whatever has the name of a backup is one.
			for (const raw of place.raws()) expect(place.copy(raw), diedAt).toBe('one\n');
			if (finished.length > 0) expect(place.raws(), diedAt).toContain(finished[0]?.raw);
			await (await open()).finish();
			if (place.pending().length > 0) expectWhole(place.pending()[0]?.raw ?? '', 'one\n');
			if (diedAt === 'done') break;
		}
	}, 120_000);

	test('an extension leaves the older backup whole, or the newer, and the next run completes it', async () => {
		const seen = new Set<string>();
		for (let step = 1; ; step++) {
			place.remove();
			place = newBackupPlace();
			place.say(['one']);
			const side = path.relative(place.root, place.transcript().replace(/\.jsonl$/u, ''));
			place.write(`${side}/subagents/a.jsonl`, 'agent\n');
			await drive('compact', 0);
			place.say(['two']);
			const diedAt = await drive('exit', step);
			seen.add(diedAt);
			// What the log calls verified is there in its first bytes, under its own name or that of the next one.
			const known = [...place.log().values()].filter((each) => each.isPending && each.isVerified);
			for (const { copiedBytes } of known)
				expect(
					place.raws().some((raw) => place.copy(raw).slice(0, copiedBytes) === 'one\ntwo\n'.slice(0, copiedBytes)),
					diedAt,
				).toBe(true);
			await (await open()).finish();
			const [pending] = place.pending();
			expectWhole(pending?.raw ?? '', diedAt === 'claimed' ? 'one\n' : place.copy(pending?.raw ?? ''));
			const files = path.join(place.memory, 'raw', (pending?.raw ?? '').replace('.jsonl', '.files'));
			expect(readFileSync(path.join(files, 'subagents/a.jsonl'), 'utf8'), diedAt).toBe('agent\n');
			if (pending?.reason === 'exit') expect(place.copy(pending.raw)).toBe('one\ntwo\n');
			if (diedAt === 'done') break;
		}
		expect([...seen]).toEqual(
			expect.arrayContaining(['logged', 'marked', 'appended', 'renamed', 'copied', 'verified']),
		);
	}, 180_000);

	test('where the transcript is gone after the kill, the older backup is what is left', async () => {
		place.say(['one']);
		const first = await backUp('compact');
		place.say(['two']);
		expect(await drive('exit', 2)).toBe('logged');
		unlinkSync(place.transcript());
		await (await open()).finish();
		expectWhole(first, 'one\n');
	});

	test('eight at once: nothing is lost, nothing torn, no name twice', async () => {
		const sessions = Array.from({ length: 8 }, (_, n) => `session-${n}`);
		for (const session of sessions) place.say([`text of ${session}`.repeat(1000)], session);
		await Promise.all(sessions.map((session) => drive('compact', 0, session)));
		await (await open()).finish();
		const pending = place.pending();
		expect(pending.map((each) => each.session).sort()).toEqual(sessions);
		expect(new Set(pending.map((each) => each.raw)).size).toBe(8);
		for (const { raw, session, isVerified } of pending) {
			expect(isVerified).toBe(true);
			expect(place.copy(raw)).toBe(`${`text of ${session}`.repeat(1000)}\n`);
		}
		const lines = readFileSync(path.join(place.memory, '.backup-log'), 'utf8').trim().split('\n');
		expect(lines.every((line) => JSON.parse(line) !== null)).toBe(true);
	}, 60_000);
});

// Writers of backups that are killed at every step, and many at once.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION } from '../testing/backupPlace';
import { backUp, expectWhole, open, place, renewPlace, useBackupWriting } from '../testing/backupWriting';
import { bundle } from '../testing/bundle';
import { NOW_MS } from '../testing/places';

useBackupWriting();

const run = promisify(execFile);

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
			renewPlace();
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
	}, 600_000);

	test('an extension leaves the older backup whole, or the newer, and the next run completes it', async () => {
		const seen = new Set<string>();
		for (let step = 1; ; step++) {
			renewPlace();
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
	}, 600_000);

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
	}, 600_000);
});

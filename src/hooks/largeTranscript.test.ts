// What the hooks do with a transcript that takes longer to copy than they have time.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIMIT_MS, SILENT, firings, payload, place, run, start, until, useHookPlace } from './testing/hookPlace';

useHookPlace();

describe('a large transcript', () => {
	/** Sparse: the disk holds next to nothing of it. */
	function writeLarge(bytes: number): void {
		place.say(['{"type":"user"}']);
		truncateSync(place.transcript(), bytes);
		const handle = openSync(place.transcript(), 'r+');
		writeSync(handle, 'the end\n', bytes - 8);
		closeSync(handle);
	}

	// T16
	test(
		'is announced before the time is up, and finished by the next start though the hook and its helper were killed',
		async () => {
			// Both are killed long before so much is copied twice; four times as much took the disk half a minute.
			const size = 256 * 1024 * 1024;
			writeLarge(size);
			const [child, done] = start('SessionEnd', payload({ reason: 'prompt_input_exit' }));
			await until(() => existsSync(path.join(place.memory, '.pending-backup')));
			child.kill('SIGKILL');
			await done;
			endHelpers();
			expect(place.pending()).toMatchObject([{ raw: '20261121_100000_exit.jsonl', isVerified: false }]);
			await run('SessionStart', { source: 'startup' });
			const isDone = (folder: string): boolean => place.pending(folder)[0]?.isVerified === true;
			await until(() => isDone(place.memory) && isDone(place.second));
			expect(place.pending()[0]?.copiedBytes).toBe(size);
			const same = (folder: string): void => {
				execFileSync('cmp', [place.transcript(), path.join(folder, 'raw/20261121_100000_exit.jsonl')]);
			};
			same(place.memory);
			same(place.second);
		},
		LIMIT_MS,
	);

	test(
		'T20: no hook reads a gigabyte whole: each has its end with a heap of 24 MB',
		async () => {
			writeLarge(1024 * 1024 * 1024);
			const env = { NODE_OPTIONS: '--max-old-space-size=24' };
			for (const event of ['SessionStart', 'PreCompact', 'SessionEnd'] as const)
				expect(await run(event, { reason: 'other', source: 'startup', trigger: 'auto' }, env)).toMatchObject({
					code: 0,
					stderr: '',
				});
			expect(firings().filter(({ outcome }) => outcome.startsWith('failed'))).toEqual([]);
			expect(firings()).toHaveLength(3);
			endHelpers();
		},
		LIMIT_MS,
	);

	test(
		'is copied by a process that outlives the hook',
		async () => {
			writeLarge(9 * 1024 * 1024);
			expect(await run('SessionEnd', { reason: 'logout' })).toEqual(SILENT);
			expect(firings()[0]?.outcome).toContain('detached');
			await until(() => place.pending(place.second)[0]?.isVerified === true);
			expect(place.raws()).toEqual(['20261121_100000_logout.jsonl']);
		},
		LIMIT_MS,
	);

	/** The helper that the hook may have started in its last moment: found by what only ours has in its command. */
	function endHelpers(): void {
		const found = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
		for (const line of found.filter((each) => each.includes('--finish-backups') && each.includes(place.repo)))
			process.kill(Number.parseInt(line, 10), 'SIGKILL');
	}
});

import { mkdtempSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

describe('withLock', () => {
	let dir;
	beforeEach(() => (dir = mkdtempSync(path.join(tmpdir(), 'sk-lock-'))));
	afterEach(() => rmSync(dir, { recursive: true, force: true }));

	it('lets one in at a time', async () => {
		const lock = path.join(dir, 'lock');
		let inside = 0;
		let most = 0;
		const work = async () => {
			most = Math.max(most, ++inside);
			await sleep(20);
			inside--;
		};
		await Promise.all([1, 2, 3].map(() => withLock(lock, work)));
		expect(most).toBe(1);
		expect(existsSync(lock)).toBe(false);
	});

	it('takes over from an owner that is dead', async () => {
		const lock = path.join(dir, 'lock');
		// Beyond the largest process id of Linux.
		writeFileSync(lock, '4194999');
		await expect(withLock(lock, () => 'done')).resolves.toBe('done');
	});

	it('is released when the work fails', async () => {
		const lock = path.join(dir, 'lock');
		await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(existsSync(lock)).toBe(false);
	});
});

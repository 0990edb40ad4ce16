// One at a time across processes: two terminals may run `npm test` and `npm start` in the same fresh clone.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './terminal.mjs';

const POLL_MS = 500;
/** A lock file without a process id is one that is just being written, unless it stays so. */
const WRITING_MS = 5000;

/** Runs `work` while holding the file `lock`. A lock whose owner is dead is taken over. */
export async function withLock(lock, work) {
	mkdirSync(path.dirname(lock), { recursive: true });
	let told = false;
	while (!take(lock)) {
		const owner = ownerOf(lock);
		if (owner === 'dead') {
			rmSync(lock, { force: true });
			continue;
		}
		if (!told) say(`  Waiting for process ${owner}, which is doing the same.`);
		told = true;
		await sleep(POLL_MS);
	}
	try {
		return await work();
	} finally {
		rmSync(lock, { force: true });
	}
}

function take(lock) {
	try {
		writeFileSync(lock, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

function ownerOf(lock) {
	try {
		const pid = Number(readFileSync(lock, 'utf8'));
		if (pid > 0) return isAlive(pid) ? pid : 'dead';
		return Date.now() - statSync(lock).mtimeMs > WRITING_MS ? 'dead' : 'another';
	} catch {
		return 'another'; // Just released: the next try takes it.
	}
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === 'EPERM';
	}
}

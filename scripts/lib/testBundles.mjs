// For a run of vitest: a folder that lives as long as the run. What one test file bundles, the others find there; and what
// tests lay out lies below it, in memory where the machine has room: they make and remove so many small files that a disk
// takes a third of the time.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** Linux keeps what is below in memory. */
const MEMORY = '/dev/shm';
/** Many times what a run needs at once, so that nothing else on the machine goes short. */
const ROOM_BYTES = 4 * 1024 ** 3;

export default function setup() {
	const folder = (process.env.TMPDIR === undefined ? inMemory() : undefined) ?? mkdtempSync(path.join(tmpdir(), 'k'));
	// As the system's own: some tests run programs as another person.
	chmodSync(folder, 0o1777);
	const remove = () => rmSync(folder, { recursive: true, force: true });
	// Also where the run is broken off.
	process.once('exit', remove);
	process.env.TEST_BUNDLES = folder;
	process.env.TMPDIR = folder;
	return remove;
}

/** @returns a folder in memory that is as good as one on a disk, or nothing */
function inMemory() {
	let folder;
	try {
		const { bavail, bsize } = statfsSync(MEMORY);
		if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return undefined;
		// A short name: sockets lie below it, too.
		folder = mkdtempSync(path.join(MEMORY, 'k'));
		const program = path.join(folder, 'program');
		writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o755 });
		if (spawnSync(program).status === 7) return folder;
	} catch {
		// There is no such place, or it is not for us.
	}
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
	return undefined;
}

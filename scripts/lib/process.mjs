// Starting other programs, and being sure that they end with us.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { Advice } from './terminal.mjs';

// A test or a sample must behave the same inside a Claude Code session as outside of one; and what npm tells its own
// scripts would mislead an npm that works in another folder.
const PRIVATE = /^(CLAUDE|ANTHROPIC|npm_lifecycle_|npm_package_|npm_config_local_prefix$|INIT_CWD$)/i;

/** The caller's environment for tools (npm, compilers), without anything that belongs to Claude Code. */
export function toolEnvironment(extra = {}) {
	return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !PRIVATE.test(name))), ...extra };
}

/**
 * An environment built from nothing, for programs that must see only what a test has laid out. The time zone stays:
 * names of parked items carry local dates, and both sides must mean the same day.
 */
export function privateEnvironment({ home, tmp, ...extra }) {
	const kept = Object.entries({ PATH: process.env.PATH, TZ: process.env.TZ, SHELL: process.env.SHELL });
	const known = Object.fromEntries(kept.filter(([, value]) => value !== undefined));
	return { ...known, LANG: 'C.UTF-8', HOME: home, TMPDIR: tmp, ...extra };
}

/** The full path of a program on the PATH, or undefined. */
export function which(program) {
	const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
	for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
		for (const name of names) {
			if (isExecutable(path.join(folder, name))) return path.join(folder, name);
		}
	}
	return undefined;
}

export function isExecutable(file) {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * Runs a program to its end. With `quiet` its output is kept, and shown only where it fails.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd, env = toolEnvironment(), quiet = false, mayFail = false } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env,
			stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
		});
		let output = '';
		const keep = (bytes) => (output += bytes);
		child.stdout?.on('data', keep);
		child.stderr?.on('data', keep);
		child.once('error', reject);
		child.once('close', (code, signal) => {
			if (code === 0 || mayFail) return resolve({ code: code ?? 1, output });
			const shown = [path.basename(command), ...args].join(' ');
			reject(new Advice(`${shown} ended with ${signal ?? code}\n${output.slice(-4000)}`.trimEnd()));
		});
	});
}

const groups = new Set();
let watching = false;

/**
 * Starts a program as the leader of a process group of its own, so that ending it ends what it started too.
 * The group is ended when this process ends, whatever the reason (except SIGKILL, which nobody can see coming).
 */
export function spawnGroup(command, args, options) {
	const child = spawn(command, args, { ...options, detached: true });
	const gone = new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
	groups.add(child.pid);
	endGroupsWithUs();
	const end = async () => {
		endGroup(child.pid);
		await gone;
	};
	return { child, gone, end };
}

function endGroup(pid) {
	groups.delete(pid);
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// Already gone.
	}
}

function endGroupsWithUs() {
	if (watching) return;
	watching = true;
	// First of all exit handlers: others remove the folders that these programs still write to.
	process.prependOnceListener('exit', () => [...groups].forEach(endGroup));
	for (const [signal, code] of [
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 129],
	]) {
		process.once(signal, () => process.exit(code));
	}
}

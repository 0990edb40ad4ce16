// Commands that are killed before each of their steps. A step is whatever changes a disk (`src/node/testing/killAt.cjs`).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';
import { type BackupTestPlace, newBackupPlace } from '../../node/testing/backupPlace';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, type Place, newPlace } from '../../node/testing/places';

/** Hundreds of processes, on a machine that others use too. Milliseconds. */
export const LIMIT_MS = 600_000;

interface Run {
	/** Nothing where it was killed. */
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

interface RunOptions {
	/** Number of the step to die before; 0 for none. */
	readonly killAt?: number;
	/** Standard input; asked anew in each place. */
	readonly input?: string | (() => string);
	/** Runs another program than the command line. */
	readonly program?: string;
}

export interface Killing {
	/** The repository and home of this round. */
	readonly place: BackupTestPlace;
	/** The folder of the programs, which outlives the rounds. */
	readonly programs: string;
	run(args: readonly string[], options?: RunOptions): Run;
	/** Kills the command before its first step, its second, and so on, until it lives; each time as it was prepared. */
	everywhere(prepare: () => void, args: readonly string[], check: () => void, options?: RunOptions): void;
}

/** As it is: the age of files counts, and links stay links. */
const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;

/** For a file of tests: builds the command line once, and clears everything away. */
export function newKilling(): Killing {
	let program: Place;
	let place: BackupTestPlace;
	beforeAll(() => {
		program = newPlace();
		bundle('src/cli/main.ts', program.root, 'cli');
		for (const event of ['sessionStart', 'sessionEnd', 'preCompact', 'stop']) program.write(`hooks/${event}.js`, '');
	});
	afterEach(() => place.remove());
	afterAll(() => program.remove());
	const run = (args: readonly string[], options: RunOptions = {}): Run => {
		const preload = path.resolve(import.meta.dirname, '../../node/testing/killAt.cjs');
		const main = options.program ?? path.join(program.root, 'cli.js');
		const input = typeof options.input === 'function' ? options.input() : options.input;
		const done = spawnSync(process.execPath, ['--require', preload, main, ...args], {
			cwd: place.repo,
			env: {
				...place.env,
				SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(),
				KILL_AT: String(options.killAt ?? 0),
			},
			encoding: 'utf8',
			...(input === undefined ? {} : { input }),
		});
		return { code: done.signal === 'SIGKILL' ? null : done.status, out: done.stdout, err: done.stderr };
	};
	return {
		get place() {
			return place;
		},
		get programs() {
			return program.root;
		},
		run,
		everywhere(prepare, args, check, options = {}) {
			place = newBackupPlace();
			prepare();
			// To copy what was prepared is far quicker than to prepare it again, with git and all.
			const prepared = `${place.root}.prepared`;
			cpSync(place.root, prepared, COPY);
			onTestFinished(() => rmSync(prepared, { recursive: true, force: true }));
			for (let killAt = 1; ; killAt++) {
				const { code, err } = run(args, { ...options, killAt });
				if (code !== null) {
					expect({ code, err }).toMatchObject({ code: 0 });
					// A command without steps would prove nothing.
					expect(killAt).toBeGreaterThan(2);
					return;
				}
				check();
				place.remove();
				cpSync(prepared, place.root, COPY);
			}
		},
	};
}

/** Contents of all files below a folder: wherever a thing is now, it must be somewhere. */
export function contents(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}

/** A file's text; nothing where it is not there. */
export const readText = (file: string): string | undefined =>
	existsSync(file) ? readFileSync(file, 'utf8') : undefined;

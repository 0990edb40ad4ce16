// Commands that are killed before their steps. A step is whatever changes a disk (`src/node/testing/killAt.cjs`).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';
import { HOOKS, hookProgram } from '../../core/hooks/launcherCommand';
import { seeded } from '../../core/testing/seeded';
import { type BackupTestPlace, newBackupPlace } from '../../node/testing/backupPlace';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, type Place, newPlace } from '../../node/testing/places';
import { type CrashState, crashState, filesOf, keyOf, layOut, recordWrites } from '../../node/testing/powerCut';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from './inProcess';

/** With all steps hundreds of commands, on a machine that others use too. Milliseconds. */
export const LIMIT_MS = 600_000;

interface RunOptions {
	/** Standard input; asked anew in each place. */
	readonly input?: string | (() => string);
	/** Runs another program than the command line. */
	readonly program?: string;
	/** Threads of it write, too: what they sync is not seen. */
	readonly hasThreads?: boolean;
}

/** What the preloaded script is told. */
interface Watched {
	readonly KILL_AT?: string;
	readonly RECORD_STEPS?: string;
	readonly RECORD_OF?: string;
}

export interface Killing {
	/** The repository and home of this round. */
	readonly place: BackupTestPlace;
	/** The folder of the programs, which outlives the rounds. */
	readonly programs: string;
	/** Within the process, or as one of its own where it is another program. */
	run(args: readonly string[], options?: RunOptions): Promise<Ended>;
	/**
	 * What is left where the command is killed before its first step, its second, and so on. It runs once and each state of
	 * the disk is recorded; once more it is really killed at a step, and must leave what is recorded then. The same of what a
	 * power cut leaves, which also takes nothing of what the command has said is done.
	 * @param prepare lays the place out. @param check takes the state as it was left, and what it is for.
	 * @param reach whether `check` looks at a sample of the states (all of them with `FAULTS=all` or in continuous
	 * integration), or always at all: where it starts nothing, that costs nothing.
	 */
	everywhere(
		prepare: () => Promise<void> | void,
		args: readonly string[],
		check: () => Promise<void> | void,
		options?: RunOptions,
		reach?: 'sample' | 'all',
	): Promise<void>;
}

/** As it is: the age of files counts, and links stay links. */
const COPY = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;
/** Steps of a command whose state is looked at, beside the one of the real kill. */
const SAMPLE = 4;
/** Disks after a power cut that are looked at: with all, and in a sample. */
const [POWER_CUTS, POWER_CUTS_IN_SAMPLE] = [20, 2];
const WHOLE_SEED = 21;
const PRELOAD = path.resolve(import.meta.dirname, '../../node/testing/killAt.cjs');

/** For a file of tests: builds the command line once, and clears everything away. */
export function newKilling(): Killing {
	let program: Place;
	let place: BackupTestPlace;
	useUtc();
	beforeAll(() => {
		program = newPlace();
		bundle('src/cli/testing/alone.ts', program.root, 'cli');
		for (const event of HOOKS.map(hookProgram)) program.write(`hooks/${event}.js`, '');
	});
	afterEach(() => place.remove());
	afterAll(() => program.remove());
	const main = (): string => path.join(program.root, 'cli.js');
	const env = (): NodeJS.ProcessEnv => ({ ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() });
	const inputOf = ({ input }: RunOptions): string => (typeof input === 'function' ? input() : (input ?? ''));
	const start = (args: readonly string[], options: RunOptions, watched: Watched = {}): Ended => {
		const done = spawnSync(process.execPath, ['--require', PRELOAD, options.program ?? main(), ...args], {
			cwd: place.repo,
			env: { ...env(), ...watched },
			encoding: 'utf8',
			input: inputOf(options),
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
		run: async (args, options = {}) =>
			options.program === undefined
				? call(args, { cwd: place.repo, env: env(), input: inputOf(options), program: main() })
				: start(args, options),
		async everywhere(prepare, args, check, options = {}, reach = 'sample') {
			place = newBackupPlace();
			await prepare();
			const [prepared, states] = [`${place.root}.prepared`, `${place.root}.states`];
			onTestFinished(() => [prepared, states].forEach((each) => rmSync(each, { recursive: true, force: true })));
			cpSync(place.root, prepared, COPY);
			mkdirSync(states);
			const recorded = { RECORD_STEPS: states, RECORD_OF: place.root };
			const { code, err } = start(args, options, recorded);
			expect({ code, err }).toMatchObject({ code: 0 });
			const steps = readdirSync(states).length;
			// A command without steps would prove nothing.
			expect(steps).toBeGreaterThan(1);

			const random = seeded(Number(process.env['FAULTS_SEED']) + steps);
			const all = random.shuffle(Array.from({ length: steps }, (_, n) => n + 1));
			const isWhole = reach === 'all' || process.env['FAULTS'] === 'all' || process.env['CI'] !== undefined;
			const [killed = 1] = all;
			const held = async (when: string): Promise<void> => {
				try {
					await check();
				} catch (error) {
					const why = error instanceof Error ? error.message : String(error);
					throw new Error(`${when} of ${args.join(' ')}: ${why}`, { cause: error });
				}
			};
			const beforeStep = (step: number): string => `before step ${step} of ${steps}`;

			place.remove();
			cpSync(prepared, place.root, COPY);
			const asRecorded = path.join(states, String(killed));
			rmSync(asRecorded, { recursive: true });
			expect(start(args, options, { ...recorded, KILL_AT: String(killed) }).code).toBe(null);
			expect(treeOf(place.root)).toEqual(treeOf(asRecorded));
			await held(beforeStep(killed));
			for (const step of (isWhole ? all : all.slice(0, SAMPLE + 1)).slice(1)) {
				place.remove();
				renameSync(path.join(states, String(step)), place.root);
				await held(beforeStep(step));
			}

			// Who is killed leaves what is written; a power cut takes of that what nobody synced.
			if (options.program !== undefined) return;
			place.remove();
			cpSync(prepared, place.root, COPY);
			const { disks, missing } = await powerCuts(place.root, isWhole ? POWER_CUTS : POWER_CUTS_IN_SAMPLE, async () => {
				expect(await this.run(args, options)).toMatchObject({ code: 0 });
			});
			if (options.hasThreads !== true)
				expect(missing.join(' '), `after ${args.join(' ')} had said that it is done`).toBe('');
			for (const [at, { disk }] of disks.entries()) {
				layOut(place.root, disk);
				await held(`power cut ${at}`);
			}
		},
	};
}

/** What is a help alone, or is made anew where it is not there. */
const NOT_DURABLE = /\/session-keeper\/(?:hooks\.log$|cache\/)/u;

/**
 * Disks that a power cut leaves while a command works, and what it would take of what the command has said is done.
 * @param count of the disks at most: equal ones count once.
 */
async function powerCuts(
	root: string,
	count: number,
	run: () => Promise<void>,
): Promise<{ readonly disks: readonly CrashState[]; readonly missing: readonly string[] }> {
	const recording = await recordWrites(root, run);
	// The whole looks at the same disks in each run, and the sample at others.
	const first = count === POWER_CUTS ? WHOLE_SEED : Number(process.env['FAULTS_SEED']);
	const seeds = Array.from({ length: count }, (_, n) => seeded(first * 1_000_000 + n));
	const whole = filesOf(recording.after);
	const missing = seeds.flatMap((random) => {
		const found = filesOf(crashState(recording, random, true).disk);
		return [...whole].flatMap(([file, bytes]) => (found.get(file)?.equals(bytes) === true ? [] : [file]));
	});
	const disks = new Map(seeds.map((random) => crashState(recording, random)).map((each) => [keyOf(each), each]));
	return {
		disks: [...disks.values()],
		missing: [...new Set(missing)].filter((file) => !NOT_DURABLE.test(`/${file}`)).sort(),
	};
}

/** What a folder holds, names of the same file told from copies. */
const treeOf = (folder: string): readonly string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
		const file = path.join(entry.parentPath, entry.name);
		const what = entry.isFile() ? `${statSync(file).nlink} ${readFileSync(file, 'latin1')}` : '';
		return `${path.relative(folder, file)} ${what}`;
	});

/** Contents of all files below a folder: wherever a thing is now, it must be somewhere. */
export function contents(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}

/** Where a file is, or is kept between the two steps of a change: the next command puts it back. */
export function whereShared(file: string): string {
	const beside = existsSync(file) ? [] : readdirSync(path.dirname(file));
	const kept = beside.find((name) => name.startsWith(`.${path.basename(file)}.`) && name.endsWith('.old'));
	return kept === undefined ? file : path.join(path.dirname(file), kept);
}

/** The text that a file has there. */
export const readShared = (file: string): string | undefined => readText(whereShared(file));

/** A file's text; nothing where it is not there. */
export const readText = (file: string): string | undefined =>
	existsSync(file) ? readFileSync(file, 'utf8') : undefined;

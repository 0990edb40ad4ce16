// Git, for reading; all that is ever written is a note that somebody asked for. A repository's own configuration may name
// programs, so everything that could start one is switched off; who runs a command that filters file contents empties the filters.
import { constants } from 'node:fs';
import path from 'node:path';
import type { Commit } from '../../core/base/ports';
import { isUsable } from '../base/isUsable';

/** Commits of a session's time are capped here; without a start, this is what `git log -15` gives. */
const COMMITS_SINCE = 20;
const COMMITS_UNKNOWN = 15;
const QUIET_MS = 5_000;

/** Switches off what a repository could use to run something. */
const SAFE_CONFIG = [
	'core.hooksPath=/dev/null',
	'core.fsmonitor=false',
	'core.pager=cat',
	'log.showSignature=false',
	'diff.external=',
	'core.alternateRefsCommand=',
];

/** The parts of a project that git is told: left to itself, it would follow a `.git` file to wherever that leads. */
export interface GitCheckout {
	readonly checkout: string;
	readonly gitDir: string | undefined;
	/** Where git takes the checkout to begin, if a folder below that was named as the project. */
	readonly gitTop?: string;
}

/**
 * Runs one git command in a checkout and gives what it printed. Throws where git fails and says why; a command that is
 * asked to be quiet prints nothing instead.
 */
export type GitRun = (...args: readonly string[]) => Promise<string>;

/**
 * Git for one checkout, with everything switched off that a repository could use to run something. Nothing without git.
 * @param quietMs a command that prints nothing for so long is ended, and has failed.
 */
export async function openGit(
	{ checkout, gitDir, gitTop = checkout }: GitCheckout,
	env: NodeJS.ProcessEnv,
	quietMs = QUIET_MS,
): Promise<GitRun | undefined> {
	const binary = await findOnPath('git', env);
	if (binary === undefined || gitDir === undefined) return undefined;
	const off = SAFE_CONFIG.flatMap((each) => ['-c', each]);
	const options = {
		cwd: checkout,
		env: gitEnvironment(env, gitTop, gitDir),
		maxBuffer: Infinity,
		windowsHide: true,
	};
	// It takes some time to load, and is seldom needed.
	const { execFile } = await import('node:child_process');
	return (...args) =>
		new Promise((resolve, reject) => {
			const child = execFile(binary, [...off, ...args], options, (error, stdout, stderr) => {
				clearTimeout(timer);
				if (error === null || (typeof error.code === 'number' && stderr === '')) resolve(stdout);
				else reject(error);
			});
			const timer = setTimeout(() => child.kill(), quietMs);
			child.stdout?.on('data', () => timer.refresh());
		});
}

/**
 * Commits of a checkout since a moment, and until another (at most 20), or the last 15 where that is unknown; newest first.
 * No git, no repository, no commit yet: an empty list.
 */
export async function commitsSince(
	checkout: GitCheckout,
	sinceMs: number | undefined,
	env: NodeJS.ProcessEnv,
	untilMs?: number,
): Promise<readonly Commit[]> {
	try {
		const git = await openGit(checkout, env);
		const range = sinceMs === undefined ? ['-n', String(COMMITS_UNKNOWN)] : within(sinceMs, untilMs);
		const output = await git?.(
			'log',
			'--no-show-signature',
			'--no-ext-diff',
			'--no-textconv',
			'--no-color',
			'--no-decorate',
			// Or the repository says in which one it wants to be read.
			'--encoding=UTF-8',
			'--format=%h%x00%s',
			...range,
		);
		return parseCommits(output ?? '');
	} catch {
		return []; // Not a repository, no commit yet, or git says no: a summary goes without commits.
	}
}

function within(sinceMs: number, untilMs: number | undefined): readonly string[] {
	const until = untilMs === undefined ? [] : [`--until=${new Date(untilMs).toISOString()}`];
	return ['-n', String(COMMITS_SINCE), `--since=${new Date(sinceMs).toISOString()}`, ...until];
}

/** Files of the commits since a moment, and until another, relative to the checkout, each once; nothing where git does not tell. */
export async function filesCommittedSince(
	checkout: GitCheckout,
	sinceMs: number,
	env: NodeJS.ProcessEnv,
	untilMs?: number,
): Promise<readonly string[] | undefined> {
	try {
		const git = await openGit(checkout, env);
		const output = await git?.(
			'log',
			'-z',
			'--no-show-signature',
			'--no-ext-diff',
			'--no-textconv',
			'--no-color',
			'--name-only',
			'--relative',
			'--format=',
			...within(sinceMs, untilMs),
		);
		return output === undefined
			? undefined
			: [
					...new Set(
						output
							.split('\u0000')
							.map((name) => name.trim())
							.filter((name) => name !== ''),
					),
				];
	} catch {
		return undefined;
	}
}

/** Lines of `<hash>\0<subject>`. */
export function parseCommits(output: string): readonly Commit[] {
	return output.split('\n').flatMap((line) => {
		const [hash, subject] = line.split('\u0000');
		return hash === undefined || hash === '' || subject === undefined ? [] : [{ hash, subject }];
	});
}

/**
 * Absolute path of a program, looked for in the absolute folders of PATH alone. Windows would otherwise look into the
 * current folder first, which is the repository.
 */
export async function findOnPath(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
	const ending = process.platform === 'win32' && !/\.(?:exe|cmd)$/iu.test(program) ? '.exe' : '';
	const search = env['PATH'] ?? env['Path'] ?? '';
	for (const folder of search.split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
		const file = path.join(folder, program + ending);
		if (await isUsable(file, constants.X_OK)) return file;
	}
	return undefined;
}

/** What git needs of the environment. Variables that point it at other repositories or programs stay behind. */
function gitEnvironment(env: NodeJS.ProcessEnv, gitTop: string, gitDir: string): Record<string, string> {
	const wanted = ['PATH', 'Path', 'HOME', 'USERPROFILE', 'SystemRoot', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP'];
	return {
		...Object.fromEntries(wanted.flatMap((key) => (env[key] === undefined ? [] : [[key, env[key]]]))),
		GIT_DIR: gitDir,
		// Else `core.worktree` could make git look at files outside of the checkout.
		GIT_WORK_TREE: gitTop,
		GIT_OPTIONAL_LOCKS: '0',
		GIT_TERMINAL_PROMPT: '0',
		GIT_NO_LAZY_FETCH: '1',
		// Older versions do not know that: what a repository names to fetch from is never asked.
		GIT_ALLOW_PROTOCOL: 'none',
	};
}

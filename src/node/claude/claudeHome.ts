// Where Claude Code keeps things on this machine, as its own environment decides it.
import path from 'node:path';
import { isInside } from '../base/insideProject';

export interface ClaudeHome {
	/** The person's home folder. */
	readonly userHome: string;
	/** `$CLAUDE_CONFIG_DIR`, else `~/.claude`. */
	readonly configDir: string;
	/** Transcripts and memory, a folder for each project. */
	readonly projectsDir: string;
	/** The registry of running sessions. */
	readonly sessionsDir: string;
	/** Claude Code's global state; it moves along with the config dir. */
	readonly stateFile: string;
	/** Our own files: trash, logs, projects outside git. Never below `projects/`, which Claude Code sweeps. */
	readonly keeperHome: string;
	/** Settings that an administrator made for the whole machine. */
	readonly managedSettings: readonly string[];
	readonly env: NodeJS.ProcessEnv;
}

/**
 * @param env of the process; only `HOME`/`USERPROFILE` and Claude Code's own variables are read.
 * @param configDir stands in for `CLAUDE_CONFIG_DIR` (a setting of ours); empty means none.
 * @throws Error where neither the environment nor the system knows a home folder.
 */
export function findClaudeHome(env: NodeJS.ProcessEnv, configDir = ''): ClaudeHome {
	const userHome = findUserHome(env);
	const given = givenDir(env, configDir);
	const config = resolveConfigDir(given, userHome);
	return {
		userHome,
		configDir: config,
		projectsDir: path.join(config, 'projects'),
		sessionsDir: path.join(config, 'sessions'),
		stateFile: given === '' ? path.join(userHome, '.claude.json') : path.join(config, '.claude.json'),
		keeperHome: keeperHomeIn(config),
		managedSettings: managedSettings(env),
		env,
	};
}

/** Our own folder alone, for a hook that needs nothing else. Throws as `findClaudeHome` does. */
export function findKeeperHome(env: NodeJS.ProcessEnv): string {
	const given = givenDir(env, '');
	return keeperHomeIn(resolveConfigDir(given, findUserHome(env)));
}

/** An empty HOME would make every path relative to wherever we run. */
function findUserHome(env: NodeJS.ProcessEnv): string {
	return (process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homeOfAccount();
}

function givenDir(env: NodeJS.ProcessEnv, configDir: string): string {
	return configDir !== '' ? configDir : (env['CLAUDE_CONFIG_DIR'] ?? '');
}

function resolveConfigDir(given: string, userHome: string): string {
	return path.resolve(given === '' ? path.join(userHome, '.claude') : expandHome(given, userHome));
}

function keeperHomeIn(configDir: string): string {
	return path.join(configDir, 'session-keeper');
}

/** The home folder that the system has on record for this account. Node's `homedir()` would believe an empty HOME. */
function homeOfAccount(): string {
	try {
		// Loaded only here: a hook of every turn would pay a quarter of a millisecond for it.
		return process.getBuiltinModule('node:os').userInfo().homedir;
	} catch {
		// An account that the system has never heard of, as in some containers.
		throw new Error('No home folder is known. Set HOME to one.');
	}
}

/** `~` and `~/…` as a shell would read them; anything else stays. */
export function expandHome(text: string, userHome: string): string {
	return text === '~' ? userHome : /^~[/\\]/u.test(text) ? path.join(userHome, text.slice(2)) : text;
}

/**
 * The other way round: an absolute path as a person reads it.
 * @param here what lies in this folder is named from there; what lies in the person's home, as `~/…`.
 */
export function shownPath(file: string, userHome: string, here = userHome): string {
	// What another system wrote down is no path here.
	if (!path.isAbsolute(file) || !isInside(here, file)) return here === userHome ? file : shownPath(file, userHome);
	const below = path.relative(here, file).replaceAll(path.sep, '/');
	return here === userHome ? path.posix.join('~', below) : below;
}

function managedSettings(env: NodeJS.ProcessEnv): readonly string[] {
	switch (process.platform) {
		case 'darwin':
			return ['/Library/Application Support/ClaudeCode/managed-settings.json'];
		case 'win32':
			return ['ProgramFiles', 'ProgramData'].flatMap((key) => {
				const folder = env[key];
				return folder === undefined ? [] : [path.join(folder, 'ClaudeCode', 'managed-settings.json')];
			});
		default:
			return ['/etc/claude-code/managed-settings.json'];
	}
}

// The commands that Claude Code's settings hold for our hooks, and how we recognise them.

/** One group of hooks as it stands below an event in the settings. */
interface HookGroup {
	readonly hooks: readonly HookEntry[];
}

interface HookEntry {
	readonly type: 'command';
	readonly command: string;
	/** Seconds. */
	readonly timeout: number;
	/** Only set where Claude Code's own choice (`bash`) is missing. */
	readonly shell?: 'powershell';
}

/** A hook that belongs into the settings. */
export interface WantedHook {
	readonly event: string;
	readonly group: HookGroup;
}

/** Which shell runs the command: `sh` is also Git Bash, and `cmd` understands the same words. */
export type HookShell = 'sh' | 'powershell';

/**
 * Our hooks and how long each may take, in seconds. Only events that the oldest Claude Code that we support knows: it
 * drops every hook of a file that names another one. SessionEnd must ask for time, or all hooks together get 1.5 s.
 */
export const HOOK_SECONDS = { SessionStart: 10, SessionEnd: 30, PreCompact: 30, Stop: 10 } as const;
export type HookEvent = keyof typeof HOOK_SECONDS;
export const HOOKS = Object.keys(HOOK_SECONDS) as readonly HookEvent[];

/** The name of a hook's program, and of its entry point in src/hooks. */
export const hookProgram = (event: HookEvent): string => `${event.charAt(0).toLowerCase()}${event.slice(1)}`;

/** The launcher's file name; on Windows `.cmd` lies beside it, which `cmd` finds under the same name. */
export const LAUNCHER = 'session-keeper-hook';

/** One of our commands, of any version: it starts a program of ours in the `bin` folder of our home. */
const OURS = /[\\/]session-keeper[\\/]+bin[\\/]+session-keeper[\w.-]*/u;

/** Whether a command line starts a program of ours. */
export function isOurCommand(command: string | undefined): boolean {
	return command !== undefined && OURS.test(command);
}

/** A hook of the person's own may start our command line, `session-keeper`: ours start a launcher, in every version. */
const OUR_HOOK = /[\\/]session-keeper[\\/]+bin[\\/]+session-keeper-[\w.-]+/u;

/** Whether a command of a hook entry is one of ours. */
export function isOurHook(command: string | undefined): boolean {
	return command !== undefined && OUR_HOOK.test(command);
}

/**
 * The command line of a hook.
 * @param launcher absolute path; back slashes of Windows become slashes, because Git Bash eats the former.
 */
export function launcherCommand(launcher: string, event: string, shell: HookShell, isWindows: boolean): string {
	const path = isWindows ? launcher.replaceAll('\\', '/') : launcher;
	// Single quotes would be plainer, but cmd does not know them.
	return shell === 'sh'
		? `"${path.replace(/["$`\\]/gu, '\\$&')}" ${event}`
		: `& '${path.replaceAll("'", "''")}.cmd' ${event}`;
}

/**
 * The command line for settings that git shares: it names no person's home, and does nothing for a colleague without a
 * launcher. Only `sh` and Git Bash understand it.
 */
export function sharedCommand(event: string): string {
	const launcher = `"\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/session-keeper/bin/${LAUNCHER}"`;
	return `[ ! -x ${launcher} ] || ${launcher} ${event}`;
}

/** What determines the command lines of an installation. */
interface LauncherStyle {
	/** Absolute path of the launcher. */
	readonly launcher: string;
	readonly shell: HookShell;
	readonly isWindows: boolean;
	/** The settings are shared by git. */
	readonly isShared: boolean;
}

/** All hooks that an installation puts into the settings. */
export function wantedHooks({ launcher, shell, isWindows, isShared }: LauncherStyle): readonly WantedHook[] {
	return HOOKS.map((event) => ({
		event,
		group: {
			hooks: [
				{
					type: 'command',
					command: isShared ? sharedCommand(event) : launcherCommand(launcher, event, shell, isWindows),
					timeout: HOOK_SECONDS[event],
					...(shell === 'powershell' && !isShared ? { shell } : {}),
				},
			],
		},
	}));
}

// Installs and removes the timer of the operating system. The program that it starts is a copy of ours at a place that no
// update moves.
import { execFile } from 'node:child_process';
import { mkdir, realpath, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
	LAUNCHD_LABEL,
	SYSTEMD_NAME,
	type ScheduleParts,
	launchdAgent,
	systemdService,
	systemdTimer,
} from '../../core/reflection/schedule';
import { replaceFile } from '../base/atomicFile';
import { readOrNothing } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { findOnPath } from '../project/gitRepository';
import { reflectionHome } from './reflectionHome';
import { installProgram, scheduledProgram } from './scheduledProgram';

interface ScheduleOptions {
	readonly claude: ClaudeHome;
	/** The command line's own bundle. */
	readonly program: string;
	readonly everyMinutes: number;
	readonly platform?: NodeJS.Platform;
}

const TIMEOUT_MS = 30_000;

/**
 * Installs the timer, or replaces it.
 * @returns the files that were written. @throws Error that says why it could not be done; all is as it was before then.
 */
export async function schedule(options: ScheduleOptions): Promise<readonly string[]> {
	const platform = options.platform ?? process.platform;
	const manager = await managerOf(platform, options.claude);
	const files = filesOf(platform, options.claude);
	const parts = await partsOf(options);
	const texts = platform === 'darwin' ? [launchdAgent(parts)] : [systemdService(parts), systemdTimer(parts)];
	const before = await Promise.all(files.map(readOrNothing));
	const load = (): Promise<void> =>
		platform === 'darwin'
			? tell(manager, ['bootstrap', `gui/${process.getuid?.() ?? 0}`, files[0] ?? ''], options.claude)
			: tell(manager, ['--user', 'daemon-reload'], options.claude);
	try {
		for (const [at, file] of files.entries()) {
			await mkdir(path.dirname(file), { recursive: true });
			await replaceFile(file, texts[at] ?? '', 0o644);
		}
		if (platform === 'darwin') {
			await tell(manager, ['bootout', `gui/${process.getuid?.() ?? 0}/${LAUNCHD_LABEL}`], options.claude).catch(
				() => undefined,
			);
			await load();
		} else {
			await load();
			await tell(manager, ['--user', 'enable', '--now', `${SYSTEMD_NAME}.timer`], options.claude);
		}
	} catch (error) {
		// A timer that was there goes on: the system may have it loaded.
		for (const [at, file] of files.entries()) {
			const text = before[at];
			await (text === undefined ? unlink(file) : replaceFile(file, text, 0o644)).catch(() => undefined);
		}
		if (before[0] !== undefined) await load().catch(() => undefined);
		throw error;
	}
	return files;
}

/** Removes the timer and everything of it. @returns whether there was one. */
export async function unschedule({
	claude,
	platform = process.platform,
}: Pick<ScheduleOptions, 'claude' | 'platform'>): Promise<boolean> {
	const files = filesOf(platform, claude);
	const wasThere = await isScheduled({ claude, platform });
	if (wasThere) {
		const manager = await managerOf(platform, claude);
		const args =
			platform === 'darwin'
				? ['bootout', `gui/${process.getuid?.() ?? 0}/${LAUNCHD_LABEL}`]
				: ['--user', 'disable', '--now', `${SYSTEMD_NAME}.timer`];
		await tell(manager, args, claude).catch(() => undefined);
		for (const file of files) await unlink(file).catch(() => undefined);
		if (platform !== 'darwin') await tell(manager, ['--user', 'daemon-reload'], claude).catch(() => undefined);
	}
	await rm(path.dirname(scheduledProgram(claude)), { recursive: true, force: true });
	return wasThere;
}

export async function isScheduled({
	claude,
	platform = process.platform,
}: Pick<ScheduleOptions, 'claude' | 'platform'>): Promise<boolean> {
	const [file] = filesOf(platform, claude);
	return file !== undefined && (await stat(file).catch(() => undefined))?.isFile() === true;
}

function filesOf(platform: NodeJS.Platform, claude: ClaudeHome): readonly string[] {
	if (platform === 'darwin') return [path.join(claude.userHome, 'Library/LaunchAgents', `${LAUNCHD_LABEL}.plist`)];
	if (platform !== 'linux') return [];
	const config = claude.env['XDG_CONFIG_HOME'];
	const folder = path.join(
		config !== undefined && path.isAbsolute(config) ? config : path.join(claude.userHome, '.config'),
		'systemd/user',
	);
	return [path.join(folder, `${SYSTEMD_NAME}.service`), path.join(folder, `${SYSTEMD_NAME}.timer`)];
}

async function managerOf(platform: NodeJS.Platform, claude: ClaudeHome): Promise<string> {
	const name = platform === 'darwin' ? 'launchctl' : platform === 'linux' ? 'systemctl' : undefined;
	if (name === undefined) throw new Error('Timers can be installed on macOS (launchd) and Linux (systemd) only.');
	const found = await findOnPath(name, claude.env);
	if (found === undefined) throw new Error(`${name} was not found on the PATH.`);
	return found;
}

async function tell(manager: string, args: readonly string[], claude: ClaudeHome): Promise<void> {
	try {
		await promisify(execFile)(manager, [...args], { timeout: TIMEOUT_MS, env: claude.env, cwd: claude.userHome });
	} catch (error) {
		const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
		throw new Error(`${path.basename(manager)} ${args.join(' ')} failed${said === '' ? '.' : `: ${said}`}`, {
			cause: error,
		});
	}
}

async function partsOf({ claude, program, everyMinutes }: ScheduleOptions): Promise<ScheduleParts> {
	const copy = scheduledProgram(claude);
	await installProgram(claude, path.dirname(program));
	const kept = ['PATH', 'HOME', 'CLAUDE_CONFIG_DIR', 'LANG'].flatMap((name) => {
		const value = claude.env[name];
		return value === undefined || value === '' ? [] : [[name, value] as const];
	});
	return {
		command: [await lastingNode(claude), copy, 'reflect', '--idle'],
		everyMinutes,
		env: { ...Object.fromEntries(kept), ...('electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {}) },
		logFile: path.join(reflectionHome(claude), 'schedule.log'),
	};
}

/** The Node that runs now, by the link on the PATH that leads to it, if there is one: an update takes away what it leads to. */
async function lastingNode({ env }: ClaudeHome): Promise<string> {
	const { execPath } = process;
	const named = (await findOnPath(path.basename(execPath), env)) ?? execPath;
	const [link, own] = await Promise.all([named, execPath].map((each) => realpath(each).catch(() => undefined)));
	return link === own ? named : execPath;
}

// What all our hooks have in common: they run inside somebody's conversation. They never block, never fail, print only
// what they were asked for, and leave a line in our log.
import { type HookPayload, isAttended } from '../../../core/claude/payload';
import type { HookEvent } from '../../../core/hooks/launcherCommand';
import { reasonOfEnd } from '../../../core/claude/reasons';
import type { Clock } from '../../../core/base/ports';
import { launchFolder } from '../../claude/hookInput';
import { type ClaudeHome, findClaudeHome } from '../../claude/claudeHome';
import { type Project, findProject } from '../../project/project';
import { passOver, takeRefused } from '../../base/refused';
import { appendHookLog } from '../../keeper/hookLogFile';

/** What a hook works on. */
export interface HookContext {
	readonly payload: HookPayload;
	readonly claude: ClaudeHome;
	readonly project: Project;
	readonly clock: Clock;
	/** Says something to Claude. Whole lines, without the last line break. */
	print(text: string): void;
	/**
	 * Has a separate process finish what is announced, for the project unless another root is named. Not set if it
	 * should be done here.
	 */
	readonly detach: ((root?: string) => void | Promise<void>) | undefined;
	/** Does what a hook has no time for, in a separate process if possible. */
	readonly housekeep: ((jobs: Housekeeping) => void | Promise<void>) | undefined;
}

/** What is left to do when a session has ended, or when the next one finds that one was killed. */
export interface Housekeeping {
	/** The session that has ended; nothing where the payload does not say which. */
	readonly session: string | undefined;
	/** A key of `BACKUP_REASONS`. */
	readonly reason: string;
	/** When, in milliseconds since 1970. */
	readonly endedMs: number;
	/** Root of the project whose announced backups are to be finished; nothing where they are. */
	readonly finishIn: string | undefined;
	/** Parked items have expired. */
	readonly expires: boolean;
	/** Sessions that ended without an event and have no record. */
	readonly crashed: readonly string[];
	/** Sessions that ended without an event and have no backup as new as their transcript. */
	readonly unsaved: readonly string[];
}

/** Does what a hook is for. @returns what came of it, for the log. */
export type HookAction = (context: HookContext) => Promise<string>;

/** Where a hook gets its input from and where its output goes. */
interface HookSurroundings {
	readonly env: NodeJS.ProcessEnv;
	readonly clock: Clock;
	/** The current folder, for a payload that names none. */
	folder(): string;
	/** @returns nothing where no payload came in time. */
	read(): Promise<HookPayload | undefined>;
	print(text: string): void;
	/** @param folder of the project. */
	readonly detach?: (folder: string) => void | Promise<void>;
	/** @param folder of the project. */
	readonly housekeep?: (folder: string, jobs: Housekeeping) => void | Promise<void>;
}

/**
 * Runs a hook. Never throws. In an unattended run nothing happens at all, and nothing is logged.
 * @returns what came of it; nothing if the run is unattended.
 */
export async function runHook(
	event: HookEvent,
	act: HookAction,
	around: HookSurroundings,
): Promise<string | undefined> {
	if (!isAttended(around.env)) return undefined;
	// Node loads `performance` when it is first asked for.
	const began = process.uptime();
	const claude = findClaudeHome(around.env);
	let payload: HookPayload | undefined;
	let project: Project | undefined;
	let outcome: string;
	try {
		payload = await around.read();
		if (payload === undefined) outcome = 'failed: no payload came';
		else {
			project = await findProject(claude, launchFolder(around.env, payload, around.folder));
			if (project.identity.news !== undefined) {
				// Once for a project, and again when it has moved.
				const { rememberProject } = await import('../../backups/rememberProject');
				await rememberProject(claude, project);
			}
			const { root } = project;
			const { detach, housekeep } = around;
			outcome = await act({
				payload,
				claude,
				project,
				clock: around.clock,
				print: around.print,
				detach: detach === undefined ? undefined : (other = root) => detach(other),
				housekeep: housekeep === undefined ? undefined : (jobs) => housekeep(root, jobs),
			});
		}
	} catch (error) {
		passOver(error); // It is told here.
		outcome = `failed: ${error instanceof Error ? error.message : String(error)}`;
	}
	for (const refused of takeRefused()) outcome += `; ${refused}`;
	const ts = new Date(around.clock.now()).toISOString();
	const ms = Math.round((process.uptime() - began) * 1_000);
	const reason = event === 'SessionEnd' && payload !== undefined ? reasonOfEnd(payload) : undefined;
	const firing = { ts, event, session: payload?.session, project: project?.root, ms, outcome, reason };
	await appendHookLog(claude, firing).catch(() => undefined);
	return outcome;
}

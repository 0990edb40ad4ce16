// Our program as a text names it for who is to start it: a person, Claude, a rule of its permissions.
import path from 'node:path';
import type { Scope } from '../../core/claude/settings';
import { USUAL_PROGRAM } from '../../core/claude/slashCommands';
import type { ClaudeHome } from '../claude/claudeHome';

/**
 * The installed program, as `sh` starts it. `~` names it for everybody who keeps Claude Code's files at the usual place;
 * else only the whole path does.
 */
export function programOf({ keeperHome, userHome }: Pick<ClaudeHome, 'keeperHome' | 'userHome'>): string {
	const isUsual = keeperHome === path.join(userHome, '.claude', 'session-keeper');
	return isUsual ? USUAL_PROGRAM : quotedPath(programFile({ keeperHome }));
}

/** The same, for a scope of Claude Code's settings: what git shares names nobody's home. */
export const programFor = (claude: ClaudeHome, scope: Scope): string =>
	scope === 'project' ? USUAL_PROGRAM : programOf(claude);

/** Where it is, whether it is installed or not. */
export function programFile({ keeperHome }: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(keeperHome, 'bin', 'session-keeper');
}

/** A path as `sh` reads it, in quotes only where it needs them. */
export function quotedPath(file: string): string {
	const plain = file.replaceAll('\\', '/');
	return /^[\w./~+-]+$/u.test(plain) ? plain : `"${plain.replace(/["$`]/gu, '\\$&')}"`;
}

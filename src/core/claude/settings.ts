// Settings of Claude Code: whose a file is, and how long transcripts are kept.

/** Everybody's on this machine account, everybody's in the project (shared by git), mine in the project. */
export type Scope = 'user' | 'project' | 'local';

export const SCOPES: readonly Scope[] = ['user', 'project', 'local'];

/** An administrator's come on top: they are read and never written. */
export type SettingsScope = 'managed' | Scope;

/** Claude Code's own default, in days. */
export const DEFAULT_CLEANUP_DAYS = 30;

/** How long Claude Code keeps transcripts, and which settings say so. */
export interface CleanupSetting {
	readonly days: number;
	readonly file: string;
	readonly scope: SettingsScope;
}

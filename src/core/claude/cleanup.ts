// How long Claude Code keeps transcripts.

/** Claude Code's own default, in days. */
export const DEFAULT_CLEANUP_DAYS = 30;

/** How long Claude Code keeps transcripts, and which settings say so. */
export interface CleanupSetting {
	readonly days: number;
	readonly file: string;
	readonly scope: SettingsScope;
}

/** Whose settings: the administrator's, everybody's in the project (shared by git), mine in the project, mine everywhere. */
export type SettingsScope = 'managed' | 'user' | 'project' | 'local';

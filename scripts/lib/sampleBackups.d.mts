export function writeBackup(backup: {
	readonly workspace: string;
	/** The transcript. */
	readonly text: string;
	/** When it was made. Milliseconds since 1970. */
	readonly at: number;
	readonly sessionId: string;
	readonly source: string;
}): { readonly file: string; readonly raw: string };

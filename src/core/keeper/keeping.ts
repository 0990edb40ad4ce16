// How much is kept, and of what: the part of `<home>/settings.json` that the command line and the editor share.
import { parseObject } from '../base/result';

export interface KeepSettings {
	/** What the raw backups of a project may hold. Bytes. */
	readonly backupsCapBytes: number;
	/** What the archive of transcripts may hold, over all projects, compressed. Bytes. */
	readonly archiveCapBytes: number;
	/** A session's transcript is archived when an item is parked from it. */
	readonly archivesWhenParked: boolean;
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_KEEPING: KeepSettings = {
	backupsCapBytes: 2048 * MEGABYTE,
	archiveCapBytes: 4096 * MEGABYTE,
	archivesWhenParked: true,
};

/** Settings out of a file's text; whatever is missing or makes no sense is as if it was not set. */
export function parseKeepSettings(text: string): KeepSettings {
	const fields = parseObject(text);
	const bytes = (key: string, otherwise: number): number => {
		const value = fields?.[key];
		return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? value * MEGABYTE : otherwise;
	};
	return {
		backupsCapBytes: bytes('backupsMaxMegabytes', DEFAULT_KEEPING.backupsCapBytes),
		archiveCapBytes: bytes('archiveMaxMegabytes', DEFAULT_KEEPING.archiveCapBytes),
		archivesWhenParked: fields?.['archiveWhenParked'] !== false,
	};
}

// What the logs of a project's raw backups and the files beside them say. Reads only: a hook that waits for it loads no more.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LoggedBackup } from '../../core/backups/log';
import type { Marker } from '../../core/backups/marker';
import {
	type PendingBackup,
	type RawFile,
	keptBackups,
	pendingBackups,
	withSecondCopies,
} from '../../core/backups/pending';
import { type BackupPlace, projectPlace, rawFolder } from './place';
import { checkInside, isInside } from '../base/insideProject';
import { isThere } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import type { Project } from '../project/project';
import { listRawFiles, readBackups, readLog, readMarker } from './placeLog';

export interface BackupListing {
	/** Newest first. */
	readonly pending: readonly PendingBackup[];
	/** Those that wait no more, as far as their copy is still there. Newest first. */
	readonly kept: readonly PendingBackup[];
	/** What the marker says, where there is one. */
	readonly marker: Marker | undefined;
	/** Lines of the log that could not be read. */
	readonly skippedLines: number;
}

interface OwnListing extends BackupListing {
	readonly logged: ReadonlyMap<string, LoggedBackup>;
}

const NOTHING: OwnListing = { pending: [], kept: [], logged: new Map(), marker: undefined, skippedLines: 0 };

export class BackupReader {
	protected readonly memory: string;

	constructor(
		readonly project: Project,
		/** Where the second copies are (`homePlace`); without it they are not looked at. */
		protected readonly home?: BackupPlace,
	) {
		this.memory = path.join(project.filesRoot, '.claude', 'memory');
	}

	/** Absolute path of a backup's raw file. */
	fileOf(backup: Pick<PendingBackup, 'raw' | 'isHomeOnly'>): string {
		const folder = backup.isHomeOnly === true && this.home !== undefined ? this.home.folder : this.memory;
		return path.join(folder, 'raw', backup.raw);
	}

	/** What waits. Reads only. @throws OutsideProjectError where a link leads the folders out of the project. */
	async list(): Promise<BackupListing> {
		const { logged, ...own } = await this.listOwn();
		const second = await this.listHome();
		const kept = second.kept.filter(({ raw }) => !logged.has(raw)).map((each) => ({ ...each, isHomeOnly: true }));
		return {
			...own,
			pending: second.pending.length === 0 ? own.pending : withSecondCopies(own.pending, logged, second.pending),
			kept: [...own.kept, ...kept],
		};
	}

	private async listOwn(): Promise<OwnListing> {
		if (!(await isThere(this.memory))) return NOTHING;
		await checkInside(this.project.filesRoot, this.memory);
		const place = projectPlace(this.project);
		const [{ backups: logged, skipped }, files, marker] = await Promise.all([
			readLog(place),
			this.filesIn(place),
			readMarker(place),
		]);
		return { ...(await this.compared(logged, files)), logged, marker, skippedLines: skipped };
	}

	/** What the log of the second copies knows. */
	private async listHome(): Promise<Pick<BackupListing, 'pending' | 'kept'>> {
		const { home } = this;
		if (home === undefined || !(await isThere(home.folder))) return NOTHING;
		const [logged, files] = await Promise.all([readBackups(home), this.filesIn(home)]);
		const { pending, kept } = await this.compared(logged, files);
		return { pending: pending.filter(({ state }) => state !== 'unknown'), kept };
	}

	/** What a log says, held against what is on disk. */
	private async compared(
		logged: ReadonlyMap<string, LoggedBackup>,
		files: readonly RawFile[],
	): Promise<Pick<BackupListing, 'pending' | 'kept'>> {
		const waiting = [...logged.values()].filter(({ isPending }) => isPending);
		const sources = [...new Set(waiting.flatMap(({ source }) => source ?? []))];
		const existing = new Set(await this.existingTranscripts(sources));
		return {
			pending: pendingBackups(logged, files, (source) => existing.has(source)),
			kept: keptBackups(logged, files),
		};
	}

	/** Whether a path is that of a second copy. */
	protected isInHome(file: string): boolean {
		return this.home !== undefined && path.dirname(file) === rawFolder(this.home);
	}

	/** @throws OutsideProjectError where a link leads a backup out of its place. */
	async checkPlaceOf(file: string): Promise<void> {
		await checkInside(this.isInHome(file) && this.home !== undefined ? this.home.root : this.project.filesRoot, file);
	}

	/** The log lies in a repository: of what it names, only Claude Code's own transcripts are looked for. */
	private async existingTranscripts(sources: readonly string[]): Promise<readonly string[]> {
		const { transcriptsDir } = this.project;
		const roots = [transcriptsDir, await realpath(transcriptsDir).catch(() => transcriptsDir)];
		const ours = sources.filter((source) => roots.some((root) => source !== root && isInside(root, source)));
		const there = await mapLimited(ours, async (source) => (await stat(source).catch(() => undefined))?.isFile());
		return ours.filter((_, at) => there[at] === true);
	}

	private async filesIn(place: BackupPlace): Promise<readonly RawFile[]> {
		await checkInside(place.root, rawFolder(place));
		return [...(await listRawFiles(place)).values()];
	}
}

// Makes backups: announces them, and finishes what anybody announced. See the steps in `backups/announce.ts` and
// `backups/placeWriter.ts`; the log decides what is pending, never this object.
import path from 'node:path';
import type { LoggedBackup } from '../../core/backups/log';
import type { BackupReason } from '../../core/claude/reasons';
import type { Clock } from '../../core/base/ports';
import { announceBackup, releaseName, sweepLeftovers } from './announce';
import type { OnStep } from './copyTranscript';
import { withFileLock } from '../base/fileLock';
import { type FoundTranscript, locateTranscript } from '../transcript/locateTranscript';
import { type BackupPlace, type WritablePlaces, preparePlaces, rawFolder, sideFolderOf } from './place';
import { pointMarker, listRawFiles, rawFiles, readBackups } from './placeLog';
import { type CopySource, PlaceWriter } from './placeWriter';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';

type FinishState =
	| 'verified'
	/** Its source is gone before it was copied; an older backup of the session stays. */
	| 'sourceGone'
	/** The source changed each time we looked. The next run tries again. */
	| 'unsettled'
	/** Something else went wrong: see `problem`. */
	| 'failed';

interface FinishedBackup {
	readonly raw: string;
	readonly state: FinishState;
	readonly problem?: unknown;
}

/** What one call of `finish` did; nothing where another process held the lock all the time, which then does the same. */
type FinishReport = readonly FinishedBackup[] | undefined;

export class BackupWriter {
	private constructor(
		private readonly claude: ClaudeHome,
		private readonly project: Project,
		private readonly clock: Clock,
		private readonly places: WritablePlaces,
		private readonly step: OnStep,
	) {}

	/** Prepares the places of a project. @throws the file system's error where not even our home can be written. */
	static async open(
		claude: ClaudeHome,
		project: Project,
		clock: Clock,
		step: OnStep = () => undefined,
	): Promise<BackupWriter> {
		if (project.identity.news !== undefined) await (await import('./rememberProject')).rememberProject(claude, project);
		return new BackupWriter(claude, project, clock, await preparePlaces(claude, project), step);
	}

	/** Why nothing is written into the project but into our home only; nothing where all is well. For people. */
	get refused(): string | undefined {
		return this.places.refused;
	}

	/** All backups that the log of the deciding place knows, in the order of their first mention. */
	logged(): Promise<ReadonlyMap<string, LoggedBackup>> {
		return readBackups(this.places.main);
	}

	/** Absolute path of a backup's raw file. */
	fileOf(raw: string): string {
		return path.join(rawFolder(this.places.main), raw);
	}

	/** Marker and log line, durable on return; the copy comes with `finish`. @returns its name in `raw/`. */
	announce(transcript: FoundTranscript, reason: BackupReason): Promise<string> {
		return announceBackup(this.places.main, transcript, reason, this.clock, this.step);
	}

	/** Announces a backup and makes it. @returns its name, and what became of it (nothing: another process is at it). */
	async create(
		transcript: FoundTranscript,
		reason: BackupReason,
	): Promise<{ readonly raw: string; readonly finished: FinishedBackup | undefined }> {
		const raw = await this.announce(transcript, reason);
		const report = await this.finish();
		return { raw, finished: report?.find((each) => each.raw === raw) };
	}

	/**
	 * How many bytes `finish` would have to copy at least; nothing where there is nothing to do.
	 * @param known was found just now, and need not be looked for again.
	 */
	async unfinishedBytes(known?: FoundTranscript): Promise<number | undefined> {
		let bytes: number | undefined;
		for (const backup of await this.unfinished()) {
			const isKnown = known !== undefined && backup.session === known.session && backup.source === known.file;
			const size = (isKnown ? known : await this.source(backup))?.sizeBytes;
			if (size !== undefined) bytes = (bytes ?? 0) + size;
		}
		return bytes;
	}

	/**
	 * Cleans a marker that went stale: its raw file is gone, and so is the source that the log names. One that still can
	 * be made good stays.
	 * @returns pending backups that are there or can still be made.
	 */
	async mendMarker(): Promise<readonly LoggedBackup[]> {
		const alive = await this.alive();
		await pointMarker(this.places.main, alive);
		return alive;
	}

	/**
	 * Brings everything that is announced to its end: copied, checked, and copied a second time.
	 * @param waitMs how long to wait for another process that is doing the same, in milliseconds.
	 */
	async finish(waitMs = 10_000): Promise<FinishReport> {
		const done = await withFileLock(path.join(rawFolder(this.places.main), '.lock'), waitMs, async () => {
			const finished: FinishedBackup[] = [];
			const seen = new Set<string>();
			for (;;) {
				// Others may have announced something meanwhile without waiting for it: we finish that as well.
				const next = (await this.unfinished()).find(({ raw }) => !seen.has(raw));
				if (next === undefined) break;
				seen.add(next.raw);
				finished.push(await this.finishOne(next));
			}
			await pointMarker(this.places.main, await this.alive());
			await sweepLeftovers(this.places.main, this.clock.now());
			return finished;
		});
		return done?.value;
	}

	/** The newest backup of each session, if it is not verified in both places. */
	private async unfinished(): Promise<readonly LoggedBackup[]> {
		const { main, second } = this.places;
		const [backups, files] = [await readBackups(main), await listRawFiles(main)];
		const [copies, copyFiles] = second === undefined ? [] : [await readBackups(second), await rawFiles(second)];
		const newest = new Map<string, LoggedBackup>();
		const isOpen = new Set<string>();
		for (const backup of backups.values()) {
			const { session, raw, isPending, isVerified } = backup;
			if (!isPending || session === undefined) continue;
			newest.set(session, backup);
			const isCopied = copies === undefined || (copies.get(raw)?.isVerified === true && copyFiles?.has(raw) === true);
			if (!isVerified || !files.has(raw) || !isCopied) isOpen.add(session);
		}
		return [...newest.values()].filter((each) => isOpen.has(each.session ?? ''));
	}

	private async finishOne(backup: LoggedBackup): Promise<FinishedBackup> {
		const { raw, session = '' } = backup;
		try {
			const state = await this.bringToEnd(backup, session);
			await releaseName(this.places.main, raw);
			return { raw, state };
		} catch (problem) {
			return { raw, state: 'failed', problem };
		}
	}

	private async bringToEnd(backup: LoggedBackup, session: string): Promise<FinishState> {
		const { main, second } = this.places;
		const writer = new PlaceWriter(main, this.clock, this.step);
		const isHere = (await listRawFiles(main)).get(backup.raw);
		const transcript = await this.source(backup);
		if (!backup.isVerified || isHere === undefined) {
			if (transcript === undefined) {
				if (isHere === undefined) return this.giveUp(writer, backup, session);
				// It got its name when it was whole, and only the log line is missing.
				if (backup.copiedBytes !== undefined && backup.sha256 !== undefined) {
					const isTrue = await writer.verify(backup, { size: backup.copiedBytes, sha256: backup.sha256 });
					if (isTrue === undefined) return 'sourceGone';
				} else return 'sourceGone';
			} else if ((await writer.write(backup, sourceOf(transcript))) === undefined) return 'unsettled';
		} else await writer.supersedeOlder(backup);
		if (second === undefined) return 'verified';
		let state: FinishState = 'verified';
		for (const each of await writer.pendingOf(session))
			if (!(await this.copyAgain(each, session, transcript, second))) state = 'unsettled';
		return state;
	}

	/** Makes the second copy of a backup where it is not there. @returns false where it could not be made now. */
	private async copyAgain(
		backup: LoggedBackup,
		session: string,
		transcript: FoundTranscript | undefined,
		second: BackupPlace,
	): Promise<boolean> {
		const { raw, source = '', slug = '', reason, isVerified } = backup;
		const [here, logged] = [(await listRawFiles(this.places.main)).get(raw), (await readBackups(second)).get(raw)];
		// What is compressed was copied before.
		if (!isVerified || here === undefined || here.isCompressed === true) return true;
		const from = this.fileOf(raw);
		const copy = new PlaceWriter(second, this.clock, (step) => this.step(`second ${step}`));
		if (logged?.isVerified === true && (await rawFiles(second)).has(raw)) {
			await copy.supersedeOlder(backup);
			return true;
		}
		if (logged?.isPending !== true) await copy.log({ event: 'pending', raw, session, source, slug, reason });
		await this.step('second announced');
		const sideFolders = [
			...(transcript === undefined ? [] : sourceOf(transcript).sideFolders),
			sideFolderOf(from, 'backup'),
		];
		const place: CopySource = { file: from, sideFolders, transcript: source, slug };
		return (await copy.write(backup, place)) !== undefined;
	}

	/** Nothing can be copied any more. An older backup of the session, where there is one, is what is left. */
	private async giveUp(writer: PlaceWriter, { raw }: LoggedBackup, session: string): Promise<FinishState> {
		const files = await listRawFiles(this.places.main);
		const others = (await writer.pendingOf(session)).filter((each) => each.raw !== raw && files.has(each.raw));
		if (others.length > 0) await writer.log({ event: 'superseded', raw, session });
		return 'sourceGone';
	}

	/** Pending backups that are there, or can still be made. */
	private async alive(): Promise<readonly LoggedBackup[]> {
		const { main } = this.places;
		const [backups, files] = [await readBackups(main), await listRawFiles(main)];
		const pending = [...backups.values()].filter((each) => each.isPending);
		const found = await Promise.all(
			pending.map(async (each) => files.has(each.raw) || (await this.source(each)) !== undefined),
		);
		return pending.filter((_, at) => found[at] === true);
	}

	private async source({ session, source }: LoggedBackup): Promise<FoundTranscript | undefined> {
		return session === undefined ? undefined : locateTranscript(this.claude, session, source, this.project);
	}
}

function sourceOf({ file, slug }: FoundTranscript): CopySource {
	return { file, sideFolders: [sideFolderOf(file, 'transcript')], transcript: file, slug };
}

// The parking lot of one project on disk: every face (views, command line, later the hooks) goes through here.
import path from 'node:path';
import { AUDIT_ACTIONS, type AuditAction } from '../../core/parking/audit';
import type { ParkRequest } from '../../core/parking/draft';
import { withDue } from '../../core/parking/dueField';
import { OPEN_LIMIT, type ParkedItem, type ParkedPlace, ageItem, isParkedFileName } from '../../core/parking/item';
import { sortItems } from '../../core/parking/list';
import { numberedNames, singleLine } from '../../core/base/text';
import { readIndexLines } from '../../core/claude/memoryIndex';
import type { Clock } from '../../core/base/ports';
import { asRecord } from '../../core/base/result';
import { appendAudit, ensureAudited, prepareAudit } from './auditTrail';
import { makeFolder } from '../base/atomicFile';
import { changeFile, putBackKept } from '../base/sharedFile';
import { withFileLock } from '../base/fileLock';
import { type ClaudeHome, shownPath } from '../claude/claudeHome';
import { entriesIn } from '../base/lookAt';
import { mapLimited } from '../base/mapLimited';
import { findIndexLines, putIndexLines, takeIndexLines } from '../claude/memoryIndexFile';
import { readParkedFile } from './parkedFile';
import type { WrittenItem } from './writeItem';
import { type Project, memoryFolders } from '../project/project';
import { readRegularFile, utf8In } from '../base/regularFile';
import { PARKED_TRASH, type Trash, type TrashEntry } from '../keeper/trash';

/** What is larger was not written by hand, and is not rewritten by us. */
const EDIT_LIMIT_BYTES = 16 * 1024 * 1024;

/** How long a process waits for others that add an item. */
const LOCK_WAIT_MS = 5_000;

export type ParkOutcome = (WrittenItem | { readonly kind: 'limit'; readonly open: readonly ParkedItem[] }) &
	/** Why expired items could not go before it, if they could not. */
	Partial<Pick<Expiry, 'problem'>>;

type RestoreOutcome =
	| { readonly kind: 'restored'; readonly path: string }
	| { readonly kind: 'limit'; readonly open: readonly ParkedItem[] }
	| { readonly kind: 'gone' };

interface RestoreOptions {
	/** An undo keeps the modification time. A later restore renews it, or the item would expire again at once. */
	readonly keepTime: boolean;
	/** The person said yes to more than the limit. */
	readonly overLimit?: boolean;
}

/** An item in the trash, with what a person needs to recognise it. */
export interface TakenItem {
	readonly entry: TrashEntry;
	readonly name: string;
	readonly description: string;
	readonly fileName: string;
	readonly body: string;
	readonly session: string | undefined;
	readonly due: string | undefined;
}

export interface Expiry {
	/** What is left. */
	readonly open: readonly ParkedItem[];
	/** What went to the trash just now. */
	readonly expired: readonly ParkedItem[];
	/** Why the rest could not go, if it could not. */
	readonly problem: unknown;
}

export class ParkingLot {
	constructor(
		private readonly claude: ClaudeHome,
		readonly project: Project,
		readonly trash: Trash,
		private readonly clock: Clock,
	) {}

	/** Every item on disk, expired ones included, newest first. Reads only. Links and folders are left alone. */
	async list(): Promise<readonly ParkedItem[]> {
		const { memoryDir, formulaDirs, formerMemory } = this.project;
		const from = (root: string): string => singleLine(shownPath(root, this.claude.userHome));
		const items = await Promise.all([
			this.listFolder(memoryDir, { place: 'memory' }),
			...formulaDirs.map((folder) => this.listFolder(folder, { place: 'formula' })),
			...formerMemory.map(({ folder, root }) => this.listFolder(folder, { place: 'former', from: from(root) })),
		]);
		return sortItems(items.flat());
	}

	/**
	 * Moves expired items to the trash, as the rule is whenever the list is shown.
	 * A failure (a link that leads out of the project, a full disk) must not hide the list: it is returned beside it.
	 */
	async expire(): Promise<Expiry> {
		const items = await this.list();
		const expired: ParkedItem[] = [];
		let problem: unknown;
		// What an item owes that a full disk kept from going in whole is in no list any more.
		await this.endRemovals().catch((error: unknown) => (problem = error));
		for (const item of items.filter((i) => i.state === 'expired')) {
			try {
				if ((await this.remove(item, 'expired')) !== undefined) expired.push(item);
			} catch (error) {
				problem = error;
			}
		}
		return { open: items.filter((item) => item.state !== 'expired'), expired, problem };
	}

	/** Writes a new item, unless the limit is reached: then the open ones are returned, for one must be archived first. */
	async park(request: ParkRequest): Promise<ParkOutcome> {
		const { open, problem } = await this.expire();
		if (open.length >= OPEN_LIMIT) return { kind: 'limit', open, problem };
		return {
			...(await this.oneAtATime(
				async () =>
					(await this.limit()) ??
					(await import('./writeItem')).writeItem(this.claude, this.project, this.clock, request),
			)),
			problem,
		};
	}

	/** Archives an item. @returns its entry in the trash, or nothing where somebody else was faster. */
	async archive(item: ParkedItem): Promise<TrashEntry | undefined> {
		return this.remove(item, 'archived');
	}

	/** Gives an item a day on which it resurfaces, or takes it away. Its age stays what it is. @returns false where it is gone. */
	async setDue(item: ParkedItem, due: string | undefined): Promise<boolean> {
		const before = await readRegularFile(item.path, EDIT_LIMIT_BYTES, { isLinkRefused: true });
		if (before === undefined) return false;
		const text = before.bytes.includes(0) ? undefined : utf8In(before.bytes);
		if (before.sizeBytes > EDIT_LIMIT_BYTES || text === undefined)
			throw new Error(`${item.fileName} is not UTF-8 text and is left as it is.`);
		const next = withDue(text, due);
		if (next === text) return true;
		// Claude may have written in between: then the person's wish is for what is there now.
		const { modifiedMs } = before;
		return (await changeFile(item.path, text, next, { modifiedMs })) || this.setDue(item, due);
	}

	/** What can be restored, most recently taken first. What somebody did not live to end is ended before. */
	async taken(): Promise<readonly TakenItem[]> {
		await this.endRemovals();
		const entries = await this.trash.list(PARKED_TRASH);
		const ours = entries.filter((entry) => this.isOurs(entry));
		return mapLimited(ours, async (entry) => {
			const content = (await readParkedFile(entry.content))?.content;
			return {
				entry,
				name: entry.name,
				description: content?.description ?? '',
				fileName: path.basename(entry.path),
				body: content?.body ?? '',
				session: content?.session,
				due: content?.due,
			};
		});
	}

	/** Puts an item back where it stood (under the next free name where that is taken), with its line in MEMORY.md. */
	async restore(entry: TrashEntry, options: RestoreOptions): Promise<RestoreOutcome> {
		if (options.overLimit === true) return this.giveBack(entry, options);
		return (await this.limit()) ?? this.oneAtATime(async () => (await this.limit()) ?? this.giveBack(entry, options));
	}

	private async giveBack(entry: TrashEntry, options: RestoreOptions): Promise<RestoreOutcome> {
		const folder = path.dirname(entry.path);
		// The record is a file too: it must not send us anywhere but into a memory folder of this project.
		if (!memoryFolders(this.project).includes(folder) || !isParkedFileName(path.basename(entry.path)))
			return { kind: 'gone' };
		await prepareAudit(this.project);
		const original = path.basename(entry.path);
		const targets = function* (): Generator<string> {
			for (const name of numberedNames(original)) yield path.join(folder, name);
		};
		const nowMs = this.clock.now();
		const finish = async (target: string, isResumed: boolean): Promise<void> => {
			const name = path.basename(target);
			// What was done before somebody died is not done twice.
			if (!isResumed || (await findIndexLines(folder, name)).length === 0)
				await putIndexLines(folder, readIndexLines(asRecord(entry.extra)?.['lines']), { from: original, to: name });
			try {
				if (isResumed) await ensureAudited(this.claude, this.project, entry.name, 'restored', nowMs, entry.takenMs);
				else await appendAudit(this.claude, this.project, entry.name, 'restored', nowMs);
			} catch (error) {
				await takeIndexLines(folder, name);
				throw error;
			}
		};
		const time = options.keepTime ? entry.modifiedMs : nowMs;
		const target = await this.trash.giveBack(entry, targets(), time, { finish });
		return target === undefined ? { kind: 'gone' } : { kind: 'restored', path: target };
	}

	private async remove(item: ParkedItem, action: AuditAction): Promise<TrashEntry | undefined> {
		const nowMs = this.clock.now();
		const folder = path.dirname(item.path);
		await prepareAudit(this.project);
		await this.endRemovals();
		// On record before they leave MEMORY.md: a process that dies in between loses none.
		const lines = await findIndexLines(folder, item.fileName);
		return this.trash.take(
			{
				kind: PARKED_TRASH,
				action,
				name: item.name,
				takenMs: nowMs,
				path: item.path,
				modifiedMs: item.modifiedMs,
				...(lines.length > 0 ? { extra: { lines } } : {}),
			},
			{
				// A disk that is full, say: what cannot be recorded is not done.
				finish: async () => {
					await takeIndexLines(folder, item.fileName, lines);
					await appendAudit(this.claude, this.project, item.name, action, nowMs);
				},
				undo: () => putIndexLines(folder, lines),
			},
		);
	}

	/** What is owed to items whose removal somebody began and did not live to end: their lines leave, and the trail tells of it. */
	private async endRemovals(): Promise<void> {
		await this.trash.endTaking(
			(entry) => entry.kind === PARKED_TRASH && this.isOurs(entry),
			async ({ path: file, name, action, takenMs, extra }) => {
				await prepareAudit(this.project);
				await takeIndexLines(path.dirname(file), path.basename(file), readIndexLines(asRecord(extra)?.['lines']));
				const done = AUDIT_ACTIONS.find((each) => each === action);
				if (done !== undefined) await ensureAudited(this.claude, this.project, name, done, takenMs, takenMs);
			},
		);
	}

	/** The open items, where they are as many as may be. */
	private async limit(): Promise<{ readonly kind: 'limit'; readonly open: readonly ParkedItem[] } | undefined> {
		const open = (await this.list()).filter((item) => item.state !== 'expired');
		return open.length >= OPEN_LIMIT ? { kind: 'limit', open } : undefined;
	}

	/** The limit holds among several processes: who counts the open items and adds one does so alone. */
	private async oneAtATime<T>(work: () => Promise<T>): Promise<T> {
		const folder = this.project.memoryDir;
		await makeFolder(folder, 0o755);
		const done = await withFileLock(path.join(folder, '.session-keeper.lock'), LOCK_WAIT_MS, work);
		// Somebody is stuck there. One item too many is better than a lost one.
		return done === undefined ? work() : done.value;
	}

	private isOurs(entry: TrashEntry): boolean {
		return memoryFolders(this.project).includes(path.dirname(entry.path));
	}

	private async listFolder(
		folder: string,
		where: { readonly place: ParkedPlace; readonly from?: string },
	): Promise<readonly ParkedItem[]> {
		// A folder that we may not read is said to the person, not shown as empty.
		const entries = await entriesIn(folder);
		const all = entries.map(({ name }) => name);
		if (await putBackKept(folder, all)) return this.listFolder(folder, where);
		const names = entries.filter((entry) => entry.isFile() && isParkedFileName(entry.name)).map((entry) => entry.name);
		const items = await mapLimited(names, async (fileName) => {
			const file = path.join(folder, fileName);
			const read = await readParkedFile(file);
			return read === undefined
				? []
				: [ageItem(read.content, { path: file, fileName, ...where, modifiedMs: read.modifiedMs }, this.clock.now())];
		});
		return items.flat();
	}
}

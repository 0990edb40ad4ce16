// The one journal of changes that can be taken back, of files that are not ours. A change is on record before any of it is
// done. Who dies in the middle leaves a record that says so, and the next one takes back what was done, or finds all done.
import { rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/base/ports';
import { asRecord, asText } from '../../core/base/result';
import { HOUR_MS } from '../../core/base/dates';
import { INTERRUPTED_EVENT } from '../../core/keeper/hookLog';
import { isRenamed, removeFile, renameFile, replaceFile, syncFolder } from '../base/atomicFile';
import { isWorkedOn, machineName, workerName } from '../base/isRunning';
import { entriesIn, isThere, noneIsFine } from '../base/lookAt';
import { readRegularFile } from '../base/regularFile';
import { randomHex } from '../base/temporary';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';
import { ChangeEdit } from './changeEdit';
import { openTrash } from './keeperTrash';
import { changesFolder } from './pendingChanges';
import { type Change, type ChangeKind, readChange } from './changeRecord';
import { EDIT_LIMIT_BYTES, type StepContext, statesOf, takeStepBack } from './changeStep';
import type { Trash } from './trash';

/** T35: so many changes can be taken back, of all projects, and so many bytes; the newest always can. */
const KEPT = 300;
const KEPT_BYTES = 64 * 1024 * 1024;

/** `changed`: somebody has edited a file since; `gone`: it was taken back already, or what it took away is gone. */
export type Undone = 'undone' | 'gone' | 'changed';

/**
 * What became of a change that somebody did not live to end: all of it was `done`, what was done of it is `undone`, or it
 * is `cut`: it stays on record, done in part. `isUndo`: what was interrupted was its undo. A record that is
 * torn was set aside. What cannot be read or ended now is `left` as it is.
 */
export type Recovered =
	| { readonly change: Change; readonly as: Ended; readonly isUndo: boolean }
	| { readonly as: 'unreadable'; readonly file: string }
	| { readonly as: 'left'; readonly error: unknown };
type Ended = 'done' | 'undone' | 'cut';

/** A change failed, and what was done of it stays on record. */
export class HalfDoneError extends Error {
	constructor(
		why: string,
		readonly change: string,
		/** Something has changed since that an undo needs; trying one says what. */
		isBlocked: boolean,
		options: ErrorOptions,
	) {
		const next = isBlocked ? 'To see what an undo of it is waiting for' : 'To undo it';
		super(`${why}\nIt was done in part. ${next}: session-keeper undo ${change}`, options);
		this.name = 'HalfDoneError';
	}
}

/** Where versions before this one kept theirs. */
const OLDER = ['memory-changes', 'protocol-saves'];
/** While a process works on a record, its id and its machine stand in the name, and before them that it undoes it. */
const PENDING = /^([^.]+)(\.undo)?\.(\d+)(?:@([\w-]+))?\.pending$/u;
const UNDO = '.undo';
/** What this very process is working on. */
const busy = new Set<string>();

export class ChangeJournal {
	private readonly folder: string;

	constructor(
		private readonly claude: Pick<ClaudeHome, 'keeperHome'>,
		private readonly trash: Trash,
		private readonly clock: Clock,
	) {
		this.folder = changesFolder(claude);
	}

	/**
	 * Does several things as one change. Should one of them fail, those before it are taken back.
	 * @param of.isWhole all steps are on record before the first is done, and nothing after them counts.
	 * @throws what failed, or that it could be taken back in part only, and how to end that.
	 */
	async make(
		of: Pick<Change, 'label' | 'project' | 'isWhole' | 'about'> & { readonly kind: ChangeKind },
		work: (edit: ChangeEdit) => Promise<void>,
	): Promise<Change> {
		await this.recover();
		await makePrivateFolder(this.claude.keeperHome, this.folder);
		const nowMs = this.clock.now();
		const ts = new Date(nowMs).toISOString();
		const id = await this.newId(ts.replace(/[-:.]/gu, ''));
		const pending = this.pending(id);
		let kept = '';
		const keep = async (): Promise<void> => {
			const text = JSON.stringify(change());
			if (text === kept) return;
			await replaceFile(pending, text, 0o600);
			kept = text;
		};
		const edit = new ChangeEdit({ trash: this.trash, kind: of.kind, madeMs: nowMs, nowMs }, keep);
		const change = (): Change => ({ schemaVersion: 1, id, ts, ...of, steps: [...edit.steps] });
		busy.add(pending);
		try {
			await work(edit);
			await keep();
			await renameFile(pending, this.file(`${id}.json`));
		} catch (error) {
			if (kept !== '') await this.end(change(), pending, error);
			throw error;
		} finally {
			busy.delete(pending);
		}
		await syncFolder(this.folder).catch(() => undefined); // Else it is whole and pending, or taken back.
		await this.sweep().catch(() => undefined);
		return change();
	}

	/**
	 * The same for work that may find that it cannot be done: where it says so, nothing is changed, and nothing on record.
	 * @returns the change, or nothing then. @throws as `make`.
	 */
	async tryMake(
		of: Parameters<ChangeJournal['make']>[0],
		work: (edit: ChangeEdit) => Promise<boolean>,
	): Promise<Change | undefined> {
		const refused = new Error(`Not done: ${of.label}.`);
		try {
			return await this.make(of, async (edit) => {
				if (!(await work(edit))) throw refused;
			});
		} catch (error) {
			if (error !== refused) throw error;
			return undefined;
		}
	}

	/**
	 * What can be taken back, newest first. @throws where the journal cannot be read.
	 * @param kind of the changes; nothing for all. @param projects roots that they are of.
	 * @param unread gets why single ones cannot be read, of whatever project they are.
	 */
	async list(
		kind: ChangeKind | undefined,
		projects: readonly string[],
		unread: unknown[] = [],
	): Promise<readonly Change[]> {
		await this.recover();
		const readable = (name: string): Promise<Change | undefined> =>
			this.read(name).catch((error: unknown) => void unread.push(error));
		const changes = await Promise.all((await this.names()).toReversed().map(readable));
		return changes.flatMap((change) =>
			change !== undefined && projects.includes(change.project) && (kind ?? change.kind) === change.kind
				? [change]
				: [],
		);
	}

	/**
	 * Takes a change back. Renaming its record first decides between two that try.
	 * @param first is done when it is clear that it can be taken back, and before it is.
	 * @returns `changed` where somebody has edited a file since, `gone` where what was taken is in the trash no more: then
	 * nothing was done.
	 */
	async undo(id: string, first: (change: Change) => Promise<void> = () => Promise.resolve()): Promise<Undone> {
		const change = await this.get(id);
		if (change === undefined) return 'gone';
		const file = this.file(`${change.id}.json`);
		const states = await this.states(change);
		const problem = problemOf(states);
		if (problem !== undefined) return problem;
		const pending = this.pending(change.id, UNDO);
		busy.add(pending);
		try {
			if (!(await isRenamed(file, pending))) return 'gone';
			try {
				// Before anything is undone, it says so.
				await syncFolder(this.folder);
				await first(change);
				await this.takeBack(change, states);
			} catch (error) {
				const now = await this.states(change).catch(() => []);
				await (String(now) === String(states) ? renameFile(pending, file) : this.leaveCut(change, pending));
				throw error;
			}
			await this.forget(pending);
			return 'undone';
		} finally {
			busy.delete(pending);
		}
	}

	/** A change that can be taken back, by its id. @throws where it cannot be read. */
	async get(id: string): Promise<Change | undefined> {
		await this.recover();
		return this.read(`${path.basename(id)}.json`);
	}

	/** Takes a change off the record that has nothing to take back. */
	async drop(id: string): Promise<void> {
		await unlink(this.file(`${path.basename(id)}.json`)).catch(noneIsFine);
	}

	/** Brings to an end what processes began and did not live to end. @returns what became of each: one that fails stops no other. */
	async recover(): Promise<readonly Recovered[]> {
		await this.bringOver();
		const recovered: Recovered[] = [];
		for (const name of await this.entries()) {
			const [, id = '', undo, pid, machine] = PENDING.exec(name) ?? [];
			const [file, mine] = [this.file(name), this.pending(id, undo)];
			if (pid === undefined || busy.has(mine)) continue;
			if (await isWorkedOn(file, Number(pid), HOUR_MS, machine)) continue;
			busy.add(mine);
			try {
				const change = await this.look(name);
				if (change === 'newer') continue; // That one knows what to do with it.
				// A container, say, that has our home and not our disk. By this one nothing of it would be done.
				const isOthers = machine !== undefined && machine !== machineName();
				if (isOthers && change !== undefined && !(await isThere(change.project))) continue;
				const next = change === undefined ? this.file(`${id}.unreadable`) : mine;
				// Of two that find it, one may rename it.
				if (file !== next && !(await isRenamed(file, next))) continue;
				if (change === undefined) recovered.push({ as: 'unreadable', file: next });
				else recovered.push({ change, as: await this.end(change, mine), isUndo: undo === UNDO });
			} catch (error) {
				recovered.push({ as: 'left', error });
			} finally {
				busy.delete(mine);
			}
		}
		await this.log(recovered);
		return recovered;
	}

	/** Whoever ends a change may be about something else, and have nobody to tell: the hooks' log always says so, by its id. */
	private async log(recovered: readonly Recovered[]): Promise<void> {
		const ended = recovered.flatMap((each) => (each.as === 'left' ? [] : [each]));
		if (ended.length === 0) return;
		const { appendHookLog } = await import('./hookLogFile');
		for (const each of ended) {
			const what = each.as === 'unreadable' ? path.basename(each.file) : each.change.id;
			await appendHookLog(this.claude, {
				...{ ts: new Date(this.clock.now()).toISOString(), event: INTERRUPTED_EVENT, ms: 0 },
				...{ session: undefined, project: undefined },
				outcome: `${each.as}: ${what}${'isUndo' in each && each.isUndo ? ', an undo' : ''}`,
			}).catch(() => undefined);
		}
	}

	/** Takes back what was done of a change. What cannot be stays on record, as a change that a person may take back. */
	private async end(change: Change, pending: string, cause?: unknown): Promise<Ended> {
		const lasting = this.file(`${change.id}.json`);
		let isBlocked = false;
		try {
			const states = await this.states(change);
			const isMade = change.isWhole === true && states.length > 0 && states.every((state) => state === 'done');
			if (cause === undefined && isMade) {
				await renameFile(pending, lasting);
				return 'done';
			}
			const isLeft = change.steps.some(({ kind }, at) => kind === 'meant' && states[at] !== 'undone');
			isBlocked = problemOf(states) !== undefined;
			if (!isLeft && !isBlocked) {
				await this.takeBack(change, states);
				await this.forget(pending);
				return 'undone';
			}
		} catch {
			// A disk that fails, say: it stays on record as well.
		}
		await this.leaveCut(change, pending);
		if (cause === undefined) return 'cut';
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new HalfDoneError(why, change.id, isBlocked, { cause });
	}

	/** It stays on record, and says that it may be done in part where the disk takes that. */
	private async leaveCut(change: Change, pending: string): Promise<void> {
		await replaceFile(pending, JSON.stringify({ ...change, isCut: true }), 0o600).catch(() => undefined);
		await renameFile(pending, this.file(`${change.id}.json`));
	}

	private async takeBack(change: Change, states: readonly string[]): Promise<void> {
		const done = change.steps.filter((_step, at) => states[at] === 'done');
		for (const step of done.reverse()) await takeStepBack(step, this.context(change));
	}

	/** Takes the record of what is taken back away. Where that cannot be, it is taken back all the same: the next one tries again. */
	private async forget(pending: string): Promise<void> {
		await removeFile(pending).catch(() => undefined);
	}

	private states(change: Change): Promise<readonly string[]> {
		return statesOf(change.steps, this.context(change));
	}

	private context({ kind, ts, about }: Change): StepContext {
		const of = asRecord(about)?.['session'];
		const session = asText(of) ?? asText(asRecord(of)?.['id']);
		return { trash: this.trash, kind, madeMs: Date.parse(ts), nowMs: this.clock.now(), session };
	}

	private pending(id: string, undo = ''): string {
		return this.file(`${id}${undo}.${workerName()}.pending`);
	}

	private file(name: string): string {
		return path.join(this.folder, name);
	}

	/** Ids sort by time; of those of one moment, by who came later. */
	private async newId(stamp: string): Promise<string> {
		const before = (await this.entries()).findLast((name) => name.startsWith(`${stamp}-`));
		const at = before === undefined ? 0 : Number(before.slice(stamp.length + 1, stamp.length + 4)) + 1;
		return `${stamp}-${String(at).padStart(3, '0')}${randomHex(4)}`;
	}

	/** Of changes that were made, the oldest first. */
	private async names(): Promise<readonly string[]> {
		return (await this.entries()).filter((name) => /^[^.].*\.json$/u.test(name));
	}

	private async entries(folder = this.folder): Promise<readonly string[]> {
		return (await entriesIn(folder)).map(({ name }) => name).sort();
	}

	private async read(name: string): Promise<Change | undefined> {
		const change = await this.look(name);
		return change === 'newer' ? undefined : change;
	}

	private async look(name: string): Promise<Change | 'newer' | undefined> {
		const read = await readRegularFile(this.file(name), 4 * EDIT_LIMIT_BYTES);
		return readChange(read?.bytes.toString() ?? '');
	}

	/** Records that earlier versions kept at two places; an undo that one of them did not live to end is offered again. */
	private async bringOver(): Promise<void> {
		for (const folder of OLDER.map((name) => path.join(this.claude.keeperHome, name))) {
			const names = await this.entries(folder);
			if (names.length > 0) await makePrivateFolder(this.claude.keeperHome, this.folder);
			for (const name of names) await isRenamed(path.join(folder, name), this.file(name.replace(/\.claimed$/u, '')));
			if (names.length > 0) await rmdir(folder).catch(() => undefined);
		}
	}

	private async sweep(): Promise<void> {
		let bytes = 0;
		for (const [at, name] of (await this.names()).toReversed().entries()) {
			bytes += (await stat(this.file(name)).catch(() => undefined))?.size ?? 0;
			if (at > 0 && (at >= KEPT || bytes > KEPT_BYTES)) await unlink(this.file(name)).catch(() => undefined);
		}
	}
}

function problemOf(states: readonly string[]): 'changed' | 'gone' | undefined {
	return states.includes('changed') ? 'changed' : states.includes('gone') ? 'gone' : undefined;
}

interface JournalPlace {
	readonly claude: Pick<ClaudeHome, 'keeperHome'>;
	readonly clock: Clock;
}

/** The journal of a home, with the trash that it keeps replaced bytes in. */
export const openJournal = ({ claude, clock }: JournalPlace): ChangeJournal =>
	new ChangeJournal(claude, openTrash(claude), clock);

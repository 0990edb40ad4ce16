// What becomes of drafts: ratified, discarded, replaced by a newer one; and all of that taken back. Nothing is ever lost:
// what leaves its place is in the trash.
import path from 'node:path';
import { DAY_MS } from '../../core/base/dates';
import type { OnHandOff } from '../../core/documents/handOff';
import { itemsOf } from '../../core/reflection/draft';
import { MENU } from '../../core/reflection/menu';
import { say } from '../../core/base/say';
import type { Clock } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import { parseFrontMatter } from '../base/frontmatter';
import { readRegularFile } from '../base/regularFile';
import { sha256 } from '../base/sha256';
import { isRootOf, rootsOf } from '../project/formerRoots';
import type { Project } from '../project/project';
import { type Trash, type TrashEntry, DRAFT_TRASH } from '../keeper/trash';
import {
	type DraftFile,
	type Ratified,
	draftTitle,
	isDraftEdited,
	listDrafts,
	madeMsOf,
	readDraft,
	writeDraft,
	writeRatified,
} from './draftFiles';
import { DRAFT_ENDING, draftFolder, ratifiedFolder } from '../documents/draftPlace';
import type { LedgerFile } from './ledgerFile';

interface DraftDecision {
	readonly session: string;
	readonly title: string;
	readonly action: 'ratified' | 'discarded';
	readonly atMs: number;
	readonly entry: TrashEntry;
}

export class DraftStore {
	constructor(
		readonly project: Project,
		private readonly trash: Trash,
		private readonly ledger: LedgerFile,
		private readonly clock: Clock,
		private readonly redactor: () => Promise<Redactor>,
		private readonly onHandOff: OnHandOff = () => Promise.resolve(),
	) {}

	list(): Promise<readonly DraftFile[]> {
		return listDrafts(this.project);
	}

	read(session: string): Promise<DraftFile | undefined> {
		return readDraft(this.project, session);
	}

	/** Puts a new draft in place; one that is there goes to the trash, from which a person's text can be taken back. @returns its file. */
	async put(session: string, text: string): Promise<string> {
		const before = await this.read(session);
		if (before !== undefined) await this.take(before, 'replaced', { isEdited: await this.isEdited(before) });
		return writeDraft(this.project, session, text);
	}

	/** Gives a draft a person's text; what it said goes to the trash. @returns whether it was there. */
	async edit(draft: DraftFile, text: string): Promise<boolean> {
		const next = underFrontMatterOf(draft.text, text);
		const write = async (): Promise<void> => void (await writeDraft(this.project, draft.session, next));
		return (await this.take(draft, 'edited', {}, write)) !== undefined;
	}

	/** Takes the last `edit` of a draft back. @returns nothing where there is none. */
	async unedit(draft: DraftFile): Promise<DraftFile | undefined> {
		const before = await this.lastEdit(draft);
		if (before === undefined) return undefined;
		await this.exchange(draft, before);
		return this.read(draft.session);
	}

	/** Whether a person wrote to a draft, by an editor or by `edit`. */
	private async isEdited(draft: DraftFile): Promise<boolean> {
		return isDraftEdited(draft) || (await this.lastEdit(draft)) !== undefined;
	}

	/** What a draft said before somebody gave it another text. Of one that it has replaced, nothing. */
	private async lastEdit(draft: DraftFile): Promise<TrashEntry | undefined> {
		const sinceMs = madeMsOf(draft) || 0;
		return (await this.taken()).find(
			({ action, path: from, takenMs }) => action === 'edited' && from === draft.file && takenMs >= sinceMs,
		);
	}

	/** Puts what is in the trash in the place of a draft, which goes there. */
	private async exchange(draft: DraftFile, entry: TrashEntry, extra = {}): Promise<void> {
		await this.take(draft, 'replaced', extra, async () => {
			if ((await this.trash.giveBack(entry, [draft.file], entry.modifiedMs)) === undefined)
				throw new Error(say('Another program is making a change.'));
		});
	}

	/** @returns the ratified file, without secrets; nothing where the draft is gone. */
	async ratify(session: string): Promise<Ratified | undefined> {
		const ratified = await this.ledger.whileDeciding(() => this.ratifyAlone(session));
		if (ratified !== undefined) await this.onHandOff(session, true);
		return ratified;
	}

	private async ratifyAlone(session: string): Promise<Ratified | undefined> {
		const draft = await this.read(session);
		if (draft === undefined) return undefined;
		const ratified = await writeRatified(this.project, draft, await this.redactor());
		const { file } = ratified;
		await this.take(draft, 'ratified', { file, sha256: await hashOf(file) });
		const items = itemsOf(draft.fields);
		// An item whose heading the person took out gave nothing.
		const kept = items.filter((id) => draft.text.includes(`### ${MENU.find((item) => item.id === id)?.title ?? ''} →`));
		await this.ledger.judge({ session, verdict: 'ratified', items, kept }, this.clock.now());
		return ratified;
	}

	/** @returns whether it was there. */
	async discard(session: string): Promise<boolean> {
		const draft = await this.read(session);
		if (draft === undefined || (await this.take(draft, 'discarded', {})) === undefined) return false;
		await this.ledger.judge(
			{ session, verdict: 'discarded', items: itemsOf(draft.fields), kept: [] },
			this.clock.now(),
		);
		return true;
	}

	/**
	 * What can be taken back, newest first: also a draft that a person had edited when a newer one took its place, and one
	 * of which no new text came, because an edit of it was killed.
	 */
	async decided(): Promise<readonly DraftDecision[]> {
		const entries = await this.taken();
		// Where there is a draft, or one was decided on, none was lost.
		const known = new Set((await this.list()).map(({ file }) => file));
		for (const { action, path: file } of entries) if (action === 'ratified' || action === 'discarded') known.add(file);
		return entries.flatMap((entry): DraftDecision[] => {
			const isLost = (entry.action === 'edited' || entry.action === 'replaced') && !known.has(entry.path);
			if (isLost) known.add(entry.path);
			const action = isLost || isReplacedEdit(entry) ? 'discarded' : entry.action;
			if (action !== 'ratified' && action !== 'discarded') return [];
			const session = path.basename(entry.path, DRAFT_ENDING);
			return [{ session, title: entry.name, action, atMs: entry.takenMs, entry }];
		});
	}

	/**
	 * Takes back the last decision about a session. A ratified file that was changed since stays: it is the person's.
	 * @returns nothing where there is none, or a newer draft is in its place that did not replace it by itself.
	 */
	async undo(session: string): Promise<DraftDecision | undefined> {
		const decision = (await this.decided()).find((each) => each.session === session);
		if (decision === undefined) return undefined;
		const { entry } = decision;
		const newer = isReplacedEdit(entry) ? await this.read(session) : undefined;
		if (newer !== undefined) await this.exchange(newer, entry, { isEdited: await this.isEdited(newer) });
		else if ((await this.trash.giveBack(entry, [entry.path], entry.modifiedMs)) === undefined) return undefined;
		// A person has decided nothing of what was only replaced or lost.
		if (entry.action !== decision.action) return decision;
		const ratified = entry.extra as { readonly file?: unknown; readonly sha256?: unknown } | undefined;
		const was = typeof ratified?.file === 'string' ? ratified.file : undefined;
		const folder = ratifiedFolder(this.project);
		const isOurs = was !== undefined && isFolderOf(this.project, folder, path.dirname(was), entry.takenMs);
		const file = path.join(folder, path.basename(was ?? ''));
		if (isOurs && (await hashOf(file)) === ratified?.sha256) {
			const nowMs = this.clock.now();
			await this.trash.take({
				kind: DRAFT_TRASH,
				action: 'undone',
				name: entry.name,
				takenMs: nowMs,
				path: file,
				modifiedMs: nowMs,
			});
		}
		await this.ledger.judge({ session, verdict: 'undone', items: [], kept: [] }, this.clock.now());
		await this.onHandOff(session, false);
		return decision;
	}

	/**
	 * Ratifies what nobody has looked at for so many days. One that cannot be keeps no other from it.
	 * @param onFailed is told of it, with the reason in words. @returns the files.
	 */
	async ratifyOlderThan(days: number, onFailed: (file: string, reason: string) => void): Promise<readonly Ratified[]> {
		if (days <= 0) return [];
		const files: Ratified[] = [];
		for (const draft of await this.list()) {
			const madeMs = madeMsOf(draft);
			const ageMs = this.clock.now() - Math.max(Number.isNaN(madeMs) ? 0 : madeMs, draft.modifiedMs);
			if (ageMs < days * DAY_MS) continue;
			try {
				const ratified = await this.ratify(draft.session);
				if (ratified !== undefined) files.push(ratified);
			} catch (error) {
				onFailed(draft.file, error instanceof Error ? error.message : String(error));
			}
		}
		return files;
	}

	/** What is in the trash, newest first, each with the place where it would be now: the project may have moved since. */
	private async taken(): Promise<readonly TrashEntry[]> {
		const folder = draftFolder(this.project);
		return (await this.trash.list(DRAFT_TRASH)).flatMap((entry) =>
			isFolderOf(this.project, folder, path.dirname(entry.path), entry.takenMs)
				? [{ ...entry, path: path.join(folder, path.basename(entry.path)) }]
				: [],
		);
	}

	/** @param finish what belongs to it: where it throws, the draft is in its place again. */
	private take(
		draft: DraftFile,
		action: string,
		extra: object,
		finish?: () => Promise<void>,
	): Promise<TrashEntry | undefined> {
		const { file, modifiedMs } = draft;
		const record = { kind: DRAFT_TRASH, action, name: draftTitle(draft), path: file, modifiedMs, extra };
		return this.trash.take({ ...record, takenMs: this.clock.now() }, finish === undefined ? {} : { finish });
	}
}

/** Whether a folder is one of the project's own, or was it at the time, when the project was elsewhere. */
function isFolderOf(project: Project, own: string, folder: string, atMs: number): boolean {
	const below = path.relative(project.root, own);
	return rootsOf(project).some((root) => path.join(root, below) === folder && isRootOf(project, root, atMs));
}

/** Whether a newer draft took the place of one that a person had edited. */
function isReplacedEdit({ action, extra }: TrashEntry): boolean {
	return action === 'replaced' && (extra as { readonly isEdited?: unknown } | undefined)?.isEdited === true;
}

/** What says whose draft it is stays above a text that says nothing of it. */
function underFrontMatterOf(draft: string, text: string): string {
	const head = draft.slice(0, draft.length - parseFrontMatter(draft).body.length);
	const isWhole = Object.keys(parseFrontMatter(text).data).length > 0;
	return isWhole || head === '' ? text : `${head}\n${text.trim()}\n`;
}

async function hashOf(file: string): Promise<string | undefined> {
	const read = await readRegularFile(file, 16 * 1024 * 1024, { isLinkRefused: true }).catch(() => undefined);
	return read === undefined ? undefined : sha256(read.bytes);
}

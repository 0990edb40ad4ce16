// Saves of a protocol in the journal of changes: what a save changed beside the file is what was known of its session.
import type { Clock } from '../../core/base/ports';
import { asRecord, asText } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import { checkInside } from '../base/insideProject';
import { ChangeJournal, type Undone } from '../keeper/changeJournal';
import type { Change } from '../keeper/changeRecord';
import { PROTOCOL_TRASH, type Trash } from '../keeper/trash';
import { type LoadedProtocol, type ProtocolPlace, changedError, writeProtocol } from './protocolFile';
import {
	type ProtocolOwner,
	type ProtocolRecord,
	readProtocolRecord,
	withProtocolLock,
	writeProtocolRecord,
} from './protocolRecord';

export class ProtocolUndo {
	private readonly journal: ChangeJournal;

	constructor(
		claude: Pick<ClaudeHome, 'keeperHome'>,
		private readonly owner: ProtocolOwner,
		trash: Trash,
		clock: Clock,
	) {
		this.journal = new ChangeJournal(claude, trash, clock);
	}

	/**
	 * Writes a file, while its lock is held, and then what is known of it.
	 * @param save.before what it holds; nothing where there is none. @throws ProtocolError where it holds something else by now.
	 */
	async write(
		save: {
			readonly place: ProtocolPlace;
			readonly before: LoadedProtocol | undefined;
			readonly text: string;
			readonly checkout: string;
			readonly session: string | undefined;
			readonly record: ProtocolRecord;
		},
		finish: () => Promise<void>,
	): Promise<Change> {
		const { place, before, text, checkout, session, record } = save;
		const about = { root: place.root, session: session === undefined ? undefined : knownOf(record, session) };
		const of = { kind: PROTOCOL_TRASH, label: place.label, project: checkout, isWhole: true, about } as const;
		return this.journal.make(of, async (edit) => {
			const put = (): Promise<boolean> => writeProtocol(place, before?.text, text);
			if (!(await edit.replace(place.file, before, text, put))) throw changedError(place);
			await finish();
		});
	}

	/**
	 * Takes a save of a checkout back: the file is what it was, or in the trash where there was none, and its session is not saved by it.
	 * Ids that it gave are not given again.
	 * @returns `changed` where the file is not what was saved: then nothing was done; and the session that was saved.
	 */
	async undo(
		id: string,
		checkout: string,
	): Promise<{ readonly outcome: Undone; readonly session?: string | undefined }> {
		const change = await this.journal.get(id);
		const [step] = change?.steps ?? [];
		if (change?.kind !== PROTOCOL_TRASH || change.project !== checkout || step?.kind !== 'edited')
			return { outcome: 'gone' };
		const { file } = step;
		const { root, session } = asRecord(change.about) ?? {};
		const outcome = await withProtocolLock(this.owner, file, () =>
			this.journal.undo(id, async () => {
				if (typeof root === 'string') await checkInside(root, file);
				// Should this process die here, the save is still there, and can be taken back again.
				await writeProtocolRecord(this.owner, recordBefore(await readProtocolRecord(this.owner, file), session));
			}),
		);
		return { outcome, session: asText(asRecord(session)?.['id']) };
	}
}

/** What was known of a session before it was saved. */
function knownOf({ savedBy, loadedBy }: ProtocolRecord, id: string): object {
	const savedMs = savedBy.find(({ session }) => session === id)?.ms;
	return { id, savedMs, knew: loadedBy.find(({ session }) => session === id)?.sha256 };
}

/** That again; who saved and loaded beside the session stays. */
function recordBefore(record: ProtocolRecord, known: unknown): ProtocolRecord {
	const was = asRecord(known);
	const [id, savedMs, knew] = [asText(was?.['id']), was?.['savedMs'], asText(was?.['knew'])];
	if (id === undefined) return record;
	const saved = record.savedBy.filter((each) => each.session !== id);
	const loaded = record.loadedBy.filter((each) => each.session !== id);
	return {
		...record,
		savedBy: typeof savedMs !== 'number' ? saved : [...saved, { session: id, ms: savedMs }].sort((a, b) => a.ms - b.ms),
		loadedBy: knew === undefined ? loaded : [...loaded, { session: id, sha256: knew }],
	};
}

// The protocol of one project: every face saves and loads through here.
import path from 'node:path';
import { type ComposeRequest, type Composed, composeProtocol } from '../../core/protocol/compose';
import type { FoundBlock, FoundTask } from '../../core/protocol/found';
import type { MergeMode } from '../../core/protocol/merge';
import { renderProtocol } from '../../core/protocol/write';
import { copyHint } from '../../core/backups/rawNames';
import { type GitDrift, savedBranch } from '../../core/project/drift';
import type { OnHandOff } from '../../core/documents/handOff';
import type { HandOver, Verdict } from '../../core/handoff/handedIn/proof';
import { type HandedOver, gatherHandOver, keepGiven, verdictsOn } from '../handoff/handOverRecord';
import type { Clock } from '../../core/base/ports';
import { asRecord, asText } from '../../core/base/result';
import type { ClaudeHome } from '../claude/claudeHome';
import { readGitDrift, readGitState } from '../project/gitDrift';
import { readLiveSessions } from '../sessions/liveSessions';
import { redactSecrets, secretKinds } from '../privacy/gate';
import { openRedact, openRedactor } from '../privacy/openRedactor';
import type { ParkingLot } from '../parking/parkingLot';
import { findTranscriptById, latestSession } from '../sessions/projectSessions';
import {
	type LoadedProtocol,
	ProtocolError,
	type ProtocolPlace,
	changedError,
	defaultPlace,
	placeToLoad,
	readProtocol,
	requireProtocol,
	writeProtocol,
} from './protocolFile';
import type { SessionMaterial } from './protocolSession';
import {
	type ProtocolRecord,
	changeProtocolRecord,
	knownBy,
	knownOf,
	recordBefore,
	shownAs,
	readProtocolRecord,
	withKnowing,
	withProtocolLock,
	withSave,
	withShown,
	writeProtocolRecord,
} from './protocolRecord';
import { sha256 } from '../base/sha256';
import { checkInside } from '../base/insideProject';
import { type Undone, openJournal } from '../keeper/changeJournal';
import type { Change } from '../keeper/changeRecord';
import { PROTOCOL_TRASH } from '../keeper/trash';

export interface SaveRequest {
	/** The session to save; the project's latest one where none is named. `null`: only what is given. */
	readonly session: string | null | undefined;
	/** Where to; the project's own file where nothing is said. */
	readonly place?: ProtocolPlace | undefined;
	/** What a person or Claude handed in beside what the session shows. */
	readonly given?: { readonly tasks: readonly FoundTask[]; readonly blocks: readonly FoundBlock[] } | undefined;
	/** Statements of the session, to be proven by its transcript. */
	readonly handedOver?: HandedOver | undefined;
	readonly without?: ComposeRequest['without'];
	readonly edits?: ComposeRequest['edits'];
}

/** A protocol that is ready to be written. */
export interface PreparedSave extends Composed {
	readonly place: ProtocolPlace;
	/** `new`: there is no file yet. */
	readonly mode: MergeMode | 'new';
	/** What the file holds now. */
	readonly before: LoadedProtocol | undefined;
	readonly session: string | undefined;
	/** The bytes to write. */
	readonly text: string;
	/** What came of the statements that were handed in; nothing if none were. */
	readonly verdicts: readonly Verdict[] | undefined;
	/** Statements that came by a file: remembered once this is written. */
	readonly news: HandOver | undefined;
}

/** What loading gives: the protocol without secrets, and how the checkout stands to it. */
export interface ProtocolLoad extends LoadedProtocol {
	readonly drift: GitDrift;
	/** `sp.json` is there, too. */
	readonly hasBoth: boolean;
	/** The session that it was saved from, as far as it is known. */
	readonly savedBy: string | undefined;
	/** All that are known to have been saved to it. */
	readonly savedFrom: readonly string[];
}

export class ProtocolStore {
	constructor(
		readonly claude: ClaudeHome,
		readonly lot: ParkingLot,
		readonly clock: Clock,
		private readonly onHandOff: OnHandOff = () => Promise.resolve(),
	) {}

	private get project(): ParkingLot['project'] {
		return this.lot.project;
	}

	/**
	 * Composes what would be written. Writes nothing. What was handed in can be saved without a session, too.
	 * @throws ProtocolError where the file that is there cannot be read, or the session is not there.
	 */
	async prepare(request: SaveRequest): Promise<PreparedSave> {
		try {
			return await this.compose(request);
		} catch (error) {
			const isSessionMissing = error instanceof ProtocolError && error.code === 'noSession';
			if (!isSessionMissing || request.given === undefined) throw error;
			return this.compose({ ...request, session: null });
		}
	}

	private async compose(request: SaveRequest): Promise<PreparedSave> {
		const place = request.place ?? defaultPlace(this.project);
		const before = (await readProtocol(place)) ?? (await this.olderFile(request.place));
		const [git, material, record, redactor] = await Promise.all([
			readGitState(this.project, this.claude.env),
			this.material(request, place.file),
			readProtocolRecord(this.project, place.file),
			openRedactor(this.claude),
		]);
		const mode = modeOf(record, material, before);
		const composed = composeProtocol(
			{
				existing: before?.protocol,
				mode,
				tasks: [...(material?.tasks ?? []), ...(request.given?.tasks ?? [])],
				blocks: [...(request.given?.blocks ?? []), ...(material?.blocks ?? [])],
				branch: savedBranch(git),
				commit: git?.commit ?? null,
				nowMs: this.clock.now(),
				highestId: record.highestId,
				shownAs: (name) => shownAs(record, name),
				without: request.without,
				edits: request.edits,
			},
			redactor,
		);
		const rendered = renderProtocol(composed.protocol);
		// What only the fields together give away.
		const whole = secretKinds(rendered, redactor).map((kind) => ({ kind, where: path.basename(place.file) }));
		return {
			...composed,
			redacted: [...composed.redacted, ...whole],
			place,
			mode: before === undefined ? 'new' : mode,
			before,
			session: material?.session,
			text: redactSecrets(rendered, redactor),
			verdicts: verdictsOn(request.handedOver, material?.handOvers ?? []),
			news: material?.news,
		};
	}

	/**
	 * Writes what was prepared.
	 * @returns the save, which can be taken back.
	 * @throws ProtocolError `changed` where somebody wrote the file meanwhile: prepare again.
	 */
	async write(prepared: PreparedSave): Promise<Change> {
		const { place, before, session } = prepared;
		const { rememberProject } = await import('../backups/rememberProject');
		await rememberProject(this.claude, this.project);
		const save = await withProtocolLock(this.project, place.file, async () => {
			const known = before?.place.file === place.file ? before : undefined;
			const record = await readProtocolRecord(this.project, place.file);
			// What a save changes beside the file is what was known of its session.
			const about = { root: place.root, session: session === undefined ? undefined : knownOf(record, session) };
			const of = {
				kind: PROTOCOL_TRASH,
				label: place.label,
				project: this.project.checkout,
				isWhole: true,
				about,
			} as const;
			return openJournal(this).make(of, async (edit) => {
				const put = (): Promise<boolean> => writeProtocol(place, known?.text, prepared.text);
				if (!(await edit.replace(place.file, known, prepared.text, put))) throw changedError(place);
				if (session !== undefined && prepared.news !== undefined) {
					await keepGiven(this.claude, session, prepared.news, await openRedact(this.claude));
				}
				const shown = withShown(record, prepared, inFile(prepared));
				const saved = session === undefined ? shown : withSave(shown, session, this.clock.now());
				// Who loaded the file and saved it knows what it holds now.
				const isKnown = session !== undefined && prepared.mode === 'overwrite';
				const next = isKnown ? withKnowing(saved, session, sha256(prepared.text)) : saved;
				await writeProtocolRecord(this.project, next);
			});
		});
		if (session !== undefined) await this.onHandOff(session, true);
		return save;
	}

	/** Remembers the ids of a preview: what is saved later has the same. @throws the file system's error */
	async keepIds(prepared: PreparedSave): Promise<void> {
		const { place, before, shown } = prepared;
		const held = idsOf(before?.protocol.tasks);
		if (shown.every(([id]) => held.has(id))) return;
		await changeProtocolRecord(this.project, place.file, (record) => withShown(record, prepared, held));
	}

	/**
	 * Takes a save of this checkout back: the file is what it was, or in the trash where there was none, and its session is not
	 * saved by it. Ids that it gave are not given again.
	 * @returns `changed` where the file is not what was saved: then nothing was done.
	 */
	async undo(id: string): Promise<Undone> {
		const journal = openJournal(this);
		const change = await journal.get(id);
		const [step] = change?.steps ?? [];
		if (change?.kind !== PROTOCOL_TRASH || change.project !== this.project.checkout || step?.kind !== 'edited')
			return 'gone';
		const { file } = step;
		const { root, session: known } = asRecord(change.about) ?? {};
		const outcome = await withProtocolLock(this.project, file, () =>
			journal.undo(id, async () => {
				if (typeof root === 'string') await checkInside(root, file);
				// Should this process die here, the save is still there, and can be taken back again.
				await writeProtocolRecord(this.project, recordBefore(await readProtocolRecord(this.project, file), known));
			}),
		);
		const session = asText(asRecord(known)?.['id']);
		if (outcome === 'undone' && session !== undefined) await this.onHandOff(session, false);
		return outcome;
	}

	/**
	 * Reads a protocol and compares it with the checkout.
	 * @param session that will know the file from now on; nothing where a person only looks.
	 * @throws ProtocolError with the reason why it cannot be loaded.
	 */
	async load(named: ProtocolPlace | undefined, session: string | undefined): Promise<ProtocolLoad> {
		const { place, hasBoth } = named === undefined ? await placeToLoad(this.project) : { place: named, hasBoth: false };
		const loaded = await requireProtocol(place);
		const { git_branch: branch, git_commit: commit } = loaded.protocol.metadata;
		const [drift, redactor, record] = await Promise.all([
			readGitDrift(this.project, { branch, commit }, this.claude.env),
			openRedactor(this.claude),
			readProtocolRecord(this.project, place.file),
		]);
		if (session !== undefined)
			await changeProtocolRecord(this.project, place.file, (known) => withKnowing(known, session, loaded.sha256));
		return {
			...loaded,
			protocol: redactor.json(loaded.protocol).value as LoadedProtocol['protocol'],
			drift,
			hasBoth,
			savedBy: record.savedBy.at(-1)?.session,
			savedFrom: record.savedBy.map(({ session: id }) => id),
		};
	}

	/** The file under its older name, where the project has no other: its tasks are taken over. */
	private async olderFile(named: ProtocolPlace | undefined): Promise<LoadedProtocol | undefined> {
		if (named !== undefined) return undefined;
		const { place } = await placeToLoad(this.project);
		return place.file === defaultPlace(this.project).file ? undefined : readProtocol(place);
	}

	private async material(
		{ session, handedOver }: SaveRequest,
		protocolFile: string,
	): Promise<(SessionMaterial & Pick<PreparedSave, 'news'>) | undefined> {
		if (session === null) return undefined;
		const id = session ?? (await latestSession(this.claude, this.project, await readLiveSessions(this.claude)))?.id;
		const transcript = id === undefined ? undefined : await findTranscriptById(this.claude, id, this.project.folder);
		if (transcript === undefined)
			throw new ProtocolError(
				id === undefined ? 'noSession' : 'notFound',
				id === undefined
					? 'Cannot save: there is no session of this project'
					: `Cannot save: there is no session ${id}`,
				id === undefined ? 'See session-keeper sessions list.' : copyHint(id),
			);
		const { readSessionMaterial } = await import('./protocolSession');
		const { given, news } = await gatherHandOver(this.claude, id ?? '', handedOver, this.clock.now());
		const handed = { given, redact: await openRedact(this.claude) };
		const parked = await this.lot.list();
		return { ...(await readSessionMaterial(transcript, parked, this.project.checkout, protocolFile, handed)), news };
	}
}

/** The ids that a file held before this is written, and those that it holds then, alone or in a group. */
function inFile({ before, protocol, consolidation }: PreparedSave): ReadonlySet<string> {
	const members = consolidation.groups.flatMap((group) => group.members);
	return idsOf([...(before?.protocol.tasks ?? []), ...protocol.tasks, ...members]);
}

function idsOf(tasks: readonly { readonly id: string }[] = []): ReadonlySet<string> {
	return new Set(tasks.map(({ id }) => id));
}

/** A session that was given the file overwrites it, unless somebody else has written it since. */
function modeOf(
	record: ProtocolRecord,
	material: { readonly session: string; readonly loadedMs: number | undefined } | undefined,
	before: LoadedProtocol | undefined,
): MergeMode {
	if (material === undefined || before === undefined) return 'merge';
	const known = knownBy(record, material.session);
	if (known !== undefined) return known === before.sha256 ? 'overwrite' : 'merge';
	return before.modifiedMs <= (material.loadedMs ?? -Infinity) ? 'overwrite' : 'merge';
}

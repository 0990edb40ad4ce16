// The session documents of one project: saved, listed, read, and taken up again. `active-context.md` is always written
// before the document that it names, so that what the next session loads is never older than a document.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { statedSession, withState } from '../../core/documents/activeContext';
import { renderState } from '../../core/documents/stateBlock';
import { REDACTED_SECTION, renderDocument } from '../../core/documents/document';
import type { DocumentDrift } from '../../core/documents/drift';
import { ACTIVE_CONTEXT, PROJECT_MEMORY, documentNames } from '../../core/documents/names';
import { fieldWords } from '../../core/documents/words';
import { type Fact, factsOf, withFacts } from '../../core/documents/projectMemory';
import { type SavedDocument, changedFiles } from '../../core/documents/readDocument';
import type { Clock } from '../../core/base/ports';
import type { Redact, Redactor } from '../../core/privacy/redaction';
import { kindWords, redactedIn } from '../../core/privacy/report';
import type { BackupStore } from '../backups/backupStore';
import { redactSecrets } from '../privacy/gate';
import type { EnrichFile, Enrichment, ModelPart } from '../../core/documents/modelPart';
import {
	DOCUMENT_LIMIT_BYTES,
	type DocumentFile,
	type ReadableDocument,
	documentOf,
	pathOf,
	readDocumentFile,
	rememberPlace,
} from './documentFiles';
import { editMemoryFile, documentsFolder, readMemoryFile } from './memoryFile';
import { DocumentPathError } from './documentPathError';
import { lastPromptOf } from '../../core/documents/handOff';
import type { Verdict } from '../../core/handoff/handedIn/proof';
import type { Session } from '../../core/transcript/session';
import { changeFile } from '../base/sharedFile';
import type { ClaudeHome } from '../claude/claudeHome';
import type { ExtractedSession } from '../handoff/extractSession';
import { extractWorked } from '../sessions/extractWorked';
import { readOwnSettings } from '../keeper/ownSettings';
import {
	type HandOverRecord,
	type HandedOver,
	gatherHandOver,
	keepGiven,
	verdictsOn,
	writeHandOverRecord,
} from '../handoff/handOverRecord';
import { formatFrontMatter } from '../base/frontmatter';
import { checkoutOf, gitOf, lastIn } from './checkoutOf';
import { readGitDrift, readGitState, readGitStateAfter } from '../project/gitDrift';
import type { GitState } from '../../core/project/drift';
import { checkInside, isInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import { type Project, makeOwnRoot } from '../project/project';
import { readRegularFile } from '../base/regularFile';
import { sha256 } from '../base/sha256';
import { isThere } from '../base/lookAt';
import type { ChangeEdit } from '../keeper/changeEdit';
import { type ChangeJournal, openJournal } from '../keeper/changeJournal';
import { DOCUMENT_TRASH } from '../keeper/trash';

/** What was saved. */
export interface SavedFile {
	readonly document: DocumentFile;
	/** The active context. */
	readonly contextFile: string;
	/** Backups of the session that wait no more. */
	readonly processed: readonly string[];
	/** What came of asking a language model; nothing where none was asked. */
	readonly enrichment: Enrichment | undefined;
	/** What came of the statements that were handed in with this save; nothing where none were. */
	readonly verdicts: readonly Verdict[] | undefined;
	/** It is the document that was there already, with more in it. */
	readonly isAmended: boolean;
	/** Id of the change that this was. */
	readonly change: string;
}

/** Called between the steps of a save, with the name of the step that was done. Tests stop the process in it. */
export type OnSaveStep = (step: 'context' | 'document' | 'processed') => void;

export class DocumentStore {
	private readonly changes: ChangeJournal;
	/** How git stood when a document was made here. */
	private readonly seen = new WeakMap<object, { readonly checkout: string; readonly git: GitState | undefined }>();

	/** @param redactor everything of a session goes through it before it is written. */
	constructor(
		readonly project: Project,
		private readonly backups: BackupStore,
		private readonly redactor: () => Promise<Redactor>,
		private readonly clock: Clock,
		private readonly env: NodeJS.ProcessEnv,
		private readonly claude: Pick<ClaudeHome, 'keeperHome'>,
	) {
		this.changes = openJournal({ claude, clock });
	}

	/**
	 * What has changed since a document was saved.
	 * @param folder in the checkout that is meant, where that is another one.
	 * @param isJustMade where it was made here at this very moment, git is not asked once more.
	 */
	async drift(document: ReadableDocument | DocumentFile, folder?: string, isJustMade = false): Promise<DocumentDrift> {
		const { branch, commit, dirty } = document;
		const at = await gitOf(this.project, folder);
		const seen = isJustMade ? this.seen.get(document) : undefined;
		const now = seen?.checkout === at.checkout ? seen.git : undefined;
		const git = await readGitDrift(at, { branch, commit }, this.env, now);
		const redact = await this.redacting();
		const gone = await mapLimited(changedFiles(document), async (name) => {
			const file = path.resolve(at.checkout, name);
			return isInside(at.checkout, file) && (await stat(file).catch(() => undefined)) === undefined ? name : '';
		});
		return {
			git,
			// What is only shown was never saved.
			ageMs: 'file' in document ? Math.max(0, this.clock.now() - document.atMs) : undefined,
			dirtyThen: dirty,
			dirtyNow: git.now?.dirty?.map((name) => fieldWords(name, redact)),
			gone: gone.filter((name) => name !== ''),
		};
	}

	/**
	 * Saves the state of a session: the active context first, then the document, then what its backups wait for. Where a
	 * language model is asked, all of that waits for its answer, so that nothing half done is ever on the disk.
	 * @param transcript of the session, or a raw backup of one.
	 * @param options.session its id, where the file is not named after it.
	 * @param options.target where to; by default a name of its own in the memory folder. A folder gets that name inside; what
	 * ends in a separator is one.
	 * @param options.enrich asks a language model about the session; never throws.
	 * @param options.handedOver statements that were handed in: they amend the document that was saved since the last
	 * prompt, if nobody has edited it.
	 * @returns nothing where nobody said anything in the session.
	 * @throws DocumentPathError, OutsideProjectError, what reading the transcript throws, the file system's error.
	 */
	async save(
		transcript: string,
		options: {
			readonly session?: string | undefined;
			readonly target?: string | undefined;
			readonly step?: OnSaveStep;
			readonly enrich?: EnrichFile | undefined;
			readonly handedOver?: HandedOver | undefined;
		} = {},
	): Promise<SavedFile | undefined> {
		const { handedOver } = options;
		const id = options.session ?? path.basename(transcript, '.jsonl');
		const hand = await gatherHandOver(this.claude, id, handedOver, this.clock.now());
		const redact = await this.redacting();
		const settings = await readOwnSettings(this.claude);
		const read = (): ReturnType<typeof extractWorked> =>
			extractWorked(transcript, { sessionId: options.session, given: hand.given, redact }, settings);
		let found = await read();
		if (found.extract.exchanges.length === 0) return undefined;
		let enrichment: Enrichment | undefined;
		if (options.enrich !== undefined) {
			// A path that cannot be taken costs nothing.
			await this.targets(options.target, this.clock.now());
			enrichment = await options.enrich(transcript, found.session.facts);
			// An engine takes its time: what was said meanwhile belongs into the document, too.
			found = await read();
		}
		const verdicts = verdictsOn(handedOver, found.handOvers);
		const record = await keepGiven(this.claude, id, hand.news, redact);
		const amended = handedOver && (await this.amendable(record, found.session, options.target));
		const { git, seen } = await this.gitAfter(found);
		const model = enrichment?.kind === 'added' ? enrichment.part : undefined;
		const nowMs = this.clock.now();
		const step = options.step ?? ((): void => undefined);
		const isTaken = async (file: string): Promise<boolean> => file !== amended && (await isThere(file));
		for (const file of amended === undefined
			? await this.targets(options.target, nowMs)
			: before(amended, namesIn(path.dirname(amended), nowMs))) {
			if (await isTaken(file)) continue;
			const text = await this.render(found, git, redact, pathOf(this.project, file), model);
			const rendered = await documentOf(text, path.basename(file), nowMs);
			const was = file === amended ? record.document && (await readAsLeft(record.document)) : undefined;
			if (file === amended && was === undefined) continue;
			await rememberPlace(this.project, file);
			const sessions = [found.session.facts.sessionId];
			const change = await this.onRecord(path.basename(file), sessions, (edit) =>
				edit.replace(file, was, text, async () => {
					await this.writeContext(rendered, file, { edit, sessions });
					step('context');
					return changeFile(file, was?.text, text, was === undefined ? { mode: 0o644 } : {});
				}),
			);
			// Somebody took the name or edited the file since: the next name, and the context names that.
			if (change === undefined) continue;
			step('document');
			await writeHandOverRecord(this.claude, id, {
				...record,
				document: { file, sha256: sha256(text), atMs: rendered.atMs },
			}).catch(() => undefined); // Without it, the next hand-over makes a document of its own.
			const processed = await this.settle(found.session.facts.sessionId);
			step('processed');
			const document = await readDocumentFile(this.project, file);
			if (document === undefined) throw new Error(`${file} is gone again.`);
			this.seen.set(document, seen);
			const contextFile = path.join(documentsFolder(this.project), ACTIVE_CONTEXT);
			return { document, contextFile, processed, enrichment, verdicts, isAmended: file === amended, change };
		}
		throw new DocumentPathError('taken', `There is a file already: ${options.target ?? ''}`);
	}

	/**
	 * What `save` would write, without writing anything.
	 * @returns nothing where nobody said anything in the session. @throws what reading the transcript throws.
	 */
	async preview(transcript: string, session: string): Promise<ReadableDocument | undefined> {
		const { given } = await gatherHandOver(this.claude, session, undefined, this.clock.now());
		const redact = await this.redacting();
		const settings = await readOwnSettings(this.claude);
		const found = await extractWorked(transcript, { sessionId: session, given, redact }, settings);
		if (found.extract.exchanges.length === 0) return undefined;
		const { git, seen } = await this.gitAfter(found);
		const text = await this.render(found, git, redact, undefined, undefined);
		const document = await documentOf(text, session, this.clock.now());
		this.seen.set(document, seen);
		return document;
	}

	/**
	 * Takes a document up again: the next sessions load its state. That is a change of its own.
	 * @returns its id; nothing where they do already. @throws as `save`.
	 */
	async takeUp(document: DocumentFile): Promise<string | undefined> {
		const sessions = [document.session ?? ''];
		return this.onRecord(ACTIVE_CONTEXT, sessions, (edit) =>
			this.writeContext(document, document.file, { edit, sessions }),
		);
	}

	/** What of a document may go to the project memory. */
	async facts(document: SavedDocument): Promise<readonly Fact[]> {
		return factsOf(document, await readMemoryFile(this.project, PROJECT_MEMORY));
	}

	/** Puts facts into the project memory. @returns those that it did not say already, and the change. @throws as `save`. */
	async keep(
		facts: readonly string[],
		document: DocumentFile,
	): Promise<{ readonly added: readonly string[]; readonly change: string | undefined }> {
		const redactor = await this.redactor();
		const safe = redactSecrets(facts.map((fact) => redactor.text(fact).value).join('\n'), redactor).split('\n');
		const kept = (text: string): ReturnType<typeof withFacts> =>
			withFacts(text, safe, path.basename(document.file, '.md'));
		let { added } = kept(await readMemoryFile(this.project, PROJECT_MEMORY));
		if (added.length === 0) return { added, change: undefined };
		const change = await this.onRecord(PROJECT_MEMORY, [], (edit) =>
			editMemoryFile(
				this.project,
				PROJECT_MEMORY,
				(text) => {
					const next = kept(text);
					({ added } = next);
					return next.text;
				},
				edit,
			),
		);
		return { added, change };
	}

	/**
	 * The document that a hand-over amends: the session's last one, saved since the last prompt, as we left it. A record of
	 * ours names it, and still a link may lead elsewhere by now.
	 */
	private async amendable(
		{ document }: HandOverRecord,
		session: Session,
		target: string | undefined,
	): Promise<string | undefined> {
		if (document === undefined || (target !== undefined && target !== document.file)) return undefined;
		if (document.atMs < (lastPromptOf(session)?.atMs ?? 0)) return undefined;
		const inside = [this.project.filesRoot, this.project.root, this.project.checkout].find((root) =>
			isInside(root, document.file),
		);
		if (inside !== undefined) await checkInside(inside, document.file);
		return (await readAsLeft(document)) === undefined ? undefined : document.file;
	}

	/**
	 * Puts what is written on record as one change, which can be taken back.
	 * @param sessions whose words are in it: of the first the backups wait again then; none where nobody can say.
	 * @returns its id; nothing where `write` gives false: then nothing was changed.
	 */
	private async onRecord(
		label: string,
		sessions: readonly string[],
		write: (edit: ChangeEdit) => Promise<boolean>,
	): Promise<string | undefined> {
		const of = { kind: DOCUMENT_TRASH, label, project: this.project.root, isWhole: true, about: { sessions } } as const;
		return (await this.changes.tryMake(of, write))?.id;
	}

	/** @param shownPath of the document; nothing where it is only shown. */
	private async render(
		{ session, extract, minutes }: Awaited<ReturnType<typeof extractWorked>>,
		git: GitState | undefined,
		redact: Redact,
		shownPath: string | undefined,
		model: ModelPart | undefined,
	): Promise<string> {
		const { fields, body } = renderDocument({
			extract,
			facts: session.facts,
			folder: checkoutOf(this.project, lastIn(this.project, session.facts)),
			git: { branch: git?.branch, commit: git?.commit, dirty: git?.dirty },
			minutes,
			path: shownPath,
			// Clocks differ: what has the last prompt in it is never older than that prompt.
			nowMs: Math.max(this.clock.now(), lastPromptOf(session)?.atMs ?? 0),
			redact,
			model,
		});
		const text = redactSecrets(formatFrontMatter({ ...fields }, body), await this.redactor());
		const taken = redactedIn(text);
		return taken.length === 0 ? text : `${text.trimEnd()}\n\n## ${REDACTED_SECTION}\n\n${kindWords(taken)}\n`;
	}

	private async redacting(): Promise<Redact> {
		const redactor = await this.redactor();
		return (text) => redactor.text(text).value;
	}

	/** How git stood at the end of a session, and how it stands. */
	private async gitAfter({ session: { facts }, extract }: ExtractedSession) {
		const said = { last: extract.commits.at(-1), endMs: facts.lastMessageMs };
		const at = await gitOf(this.project, lastIn(this.project, facts));
		const git = await readGitState(at, this.env);
		const after = git && (await readGitStateAfter(said, at, this.env, git));
		return { git: after, seen: { checkout: at.checkout, git } };
	}

	/** Names to try, one after the other: a chosen path is the only one. */
	private async targets(target: string | undefined, nowMs: number): Promise<Iterable<string>> {
		if (target === undefined) {
			await makeOwnRoot(this.project);
			return namesIn(documentsFolder(this.project), nowMs);
		}
		const inside = [this.project.root, this.project.checkout].find((root) => isInside(root, target));
		if (inside !== undefined) await checkInside(inside, target);
		const found = await stat(target).catch(() => undefined);
		if (found?.isDirectory() === true) return namesIn(target, nowMs);
		if (found !== undefined) throw new DocumentPathError('taken', `There is a file already: ${target}`);
		const folder = target.endsWith(path.sep) ? path.resolve(target) : path.dirname(target);
		if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true)
			throw new DocumentPathError('noFolder', `Folder not found: ${folder}.`);
		return [target];
	}

	/** @param change puts it on record, and takes down whose state was there before. @returns whether it had to be written. */
	private async writeContext(
		document: SavedDocument,
		file: string,
		change: { readonly edit: ChangeEdit; readonly sessions: string[] },
	): Promise<boolean> {
		const { rememberProject } = await import('../backups/rememberProject');
		await rememberProject(this.claude, this.project);
		const state = renderState(document, pathOf(this.project, file), this.clock.now());
		// A document that is taken up may have been written by somebody else.
		const block = redactSecrets(state, await this.redactor());
		const next = (text: string): string => {
			change.sessions.push(statedSession(text) ?? '');
			return withState(text, block);
		};
		return editMemoryFile(this.project, ACTIVE_CONTEXT, next, change.edit);
	}

	/** Backups of a session wait no more once its document is there. @returns their names. */
	private async settle(session: string): Promise<readonly string[]> {
		const { pending } = await this.backups.list();
		const own = pending.filter((each) => each.session === session && each.state !== 'unknown');
		await this.backups.process(own);
		return own.map(({ raw }) => raw);
	}
}

/** What a document holds; nothing where it is not as we left it. */
async function readAsLeft({
	file,
	sha256: known,
}: NonNullable<HandOverRecord['document']>): Promise<{ text: string; modifiedMs: number } | undefined> {
	const found = await readRegularFile(file, DOCUMENT_LIMIT_BYTES, { isLinkRefused: true }).catch(() => undefined);
	if (found === undefined || sha256(found.bytes) !== known) return undefined;
	return { text: found.bytes.toString(), modifiedMs: found.modifiedMs };
}

function* before(first: string, others: Iterable<string>): Generator<string> {
	yield first;
	yield* others;
}

function* namesIn(folder: string, nowMs: number): Generator<string> {
	for (const name of documentNames(nowMs)) yield path.join(folder, name);
}

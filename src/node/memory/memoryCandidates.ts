// Memory candidates of one project, from the queue to the file that Claude loads. What a candidate says is data: it is
// redacted, shown as text, and names no place that is written to.
import path from 'node:path';
import { measureIndex } from '../../core/memory/indexMeter';
import { type Gist, gistOf, relatedness, saysTheSame } from '../../core/base/similarity';
import type { Clock } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import type { AcceptOptions, ReviewEntry, ReviewOutcome, ReviewProposal } from '../../core/review/entry';
import type { DecisionEvent, JournalLine, JournalState } from '../../core/review/journal';
import { printable, truncate } from '../../core/base/text';
import { say } from '../../core/base/say';
import type { ClaudeHome } from '../claude/claudeHome';
import { memoryTurnedOff } from '../project/claudeSettings';
import { ownElsewhere } from '../project/settingsFile';
import { checkInside } from '../base/insideProject';
import { type Project, belongsTo, makeOwnRoot } from '../project/project';
import { type KnownStatement, knownStatements } from './knownStatements';
import { type MemoryPlace, memoryFolder } from './memoryFiles';
import { readIndex } from '../claude/memoryIndexFile';
import { redactSecrets, safeWords, withoutSecrets } from '../privacy/gate';
import { pruneQueue, readQueue, redactQueue } from './memoryQueue';
import { findTranscriptById } from '../sessions/projectSessions';
import { ReviewJournal } from '../review/reviewJournal';
import {
	MAX_TEXT,
	type WaitingCandidate,
	beforeOf,
	memoryDraftOf,
	entryOf,
	meaningHash,
	idOf,
	identityOf,
	proposalOf,
	titleOfText,
} from './waitingCandidate';
import type { ReviewDecision, ReviewSource } from '../review/reviewStore';
import { readHeadAndTail } from '../transcript/headAndTail';
import { MEMORY_TRASH, type Trash } from '../keeper/trash';
import { isThere } from '../base/lookAt';
import { ChangeJournal, type Undone } from '../keeper/changeJournal';
import { isLeftBehind } from '../keeper/changeRecord';

/** What the redactor leaves in the place of what it takes out. */
const TAKEN_OUT = /\[redacted(?:: [\w-]+| e-mail)\]/u;
interface MemoryCandidatesOptions {
	readonly claude: ClaudeHome;
	readonly project: Project;
	readonly trash: Trash;
	readonly clock: Clock;
	readonly redactor: () => Promise<Redactor>;
	readonly place: () => MemoryPlace;
}

export class MemoryCandidates implements ReviewSource {
	readonly kind = 'memory';
	private readonly journal: ReviewJournal;
	private readonly changes: ChangeJournal;

	constructor(private readonly options: MemoryCandidatesOptions) {
		const { claude, trash, clock } = options;
		this.journal = new ReviewJournal(claude);
		this.changes = new ChangeJournal(claude, trash, clock);
	}

	async list(): Promise<readonly ReviewEntry[]> {
		return (await this.waiting()).map(entryOf);
	}

	async propose(id: string): Promise<ReviewProposal | undefined> {
		const waiting = await this.find(id);
		if (waiting === undefined) return undefined;
		const { claude, project, clock } = this.options;
		const isClaudes = this.options.place() === 'claude';
		const turnedOffBy = isClaudes
			? (await memoryTurnedOff(claude, project.checkout, ownElsewhere(claude, project)))?.by
			: undefined;
		const folder = isClaudes ? 'memory' : '.claude/memory';
		return proposalOf(waiting, { nowMs: clock.now(), folder, turnedOffBy, redactor: await this.options.redactor() });
	}

	edit(id: string, text: string): Promise<ReviewOutcome> {
		return this.oneAtATime(() => this.editAlone(id, text));
	}

	unedit(id: string): Promise<ReviewOutcome> {
		return this.oneAtATime(async () => {
			const waiting = await this.find(id);
			if (waiting === undefined) return { kind: 'gone' };
			if (!waiting.isEdited) return refused('notEdited', 'It says what was said.', 'Nothing was changed.');
			await this.note(waiting.hash, 'edited', {});
			const said = (await this.options.redactor()).text(printable(waiting.candidate.text)).value;
			return { kind: 'done', title: titleOfText(said), file: undefined };
		});
	}

	accept(id: string, options: AcceptOptions): Promise<ReviewOutcome> {
		return this.oneAtATime(() => this.acceptAlone(id, options));
	}

	reject(id: string): Promise<ReviewOutcome> {
		return this.oneAtATime(() => this.rejectAlone(id));
	}

	undo(id: string): Promise<ReviewOutcome> {
		return this.oneAtATime(() => this.undoAlone(id));
	}

	private async editAlone(id: string, text: string): Promise<ReviewOutcome> {
		const waiting = await this.find(id);
		if (waiting === undefined) return { kind: 'gone' };
		const redactor = await this.options.redactor();
		const edited = redactor.text(printable(text).trim()).value;
		if (edited === '') return refused('empty', say('A memory needs a text.'), say('Reject it if it says nothing.'));
		await this.note(waiting.hash, 'edited', { text: truncate(edited, MAX_TEXT), session: waiting.session });
		return { kind: 'done', title: titleOfText(edited), file: undefined };
	}

	private async acceptAlone(id: string, options: AcceptOptions): Promise<ReviewOutcome> {
		const waiting = await this.find(id);
		if (waiting === undefined) return { kind: 'gone' };
		const { project } = this.options;
		const place = this.options.place();
		const folder = memoryFolder(project, place);
		if (place === 'project') {
			await makeOwnRoot(project);
			await checkInside(project.filesRoot, folder);
		}
		const draft = memoryDraftOf(waiting, this.options.clock.now());
		const redactor = await this.options.redactor();
		if (
			options.isReplacing === true &&
			options.seen !== undefined &&
			!isSame(beforeOf(waiting.related, redactor), options.seen)
		)
			return refused('changed', 'The existing text has changed.', 'Look at the proposal again.');
		const old = options.isReplacing === true ? waiting.related?.file : undefined;
		const hasIndex = (await readIndex(folder)) !== undefined;
		if (!hasIndex && (await isThere(path.join(folder, 'MEMORY.md'))))
			return refused(
				'unreadable',
				'MEMORY.md cannot be edited: it is no plain UTF-8 file.',
				'See session-keeper memory health.',
			);
		const { formatFrontMatter } = await import('../base/frontmatter');
		const text = redactSecrets(formatFrontMatter(draft.frontMatter, draft.body), redactor);
		let written = '';
		const title = titleOfText(waiting.text);
		const of = { kind: MEMORY_TRASH, project: project.root, label: title } as const;
		const change = await this.changes.tryMake(of, async (edit) => {
			if (old !== undefined) await edit.take(old, 'replaced');
			written = await edit.create(folder, draft.fileName, text);
			const name = path.basename(written);
			const line = draft.indexLine.replace(`](${draft.fileName})`, `](${name})`);
			const fits = (index: string): boolean => options.isForced === true || measureIndex(index).cutBy === undefined;
			return edit.index(folder, name, withoutSecrets(line, redactor), fits);
		});
		if (change === undefined)
			return refused(
				'full',
				'MEMORY.md is full: Claude would not see another line.',
				'See session-keeper memory health for what can go, or pass --yes to write it anyway.',
			);
		await this.note(waiting.hash, 'accepted', { title, change: change.id, session: waiting.session });
		await this.prune();
		return { kind: 'done', title, file: written, change: change.id };
	}

	private async rejectAlone(id: string): Promise<ReviewOutcome> {
		const waiting = await this.find(id);
		if (waiting === undefined) return { kind: 'gone' };
		const title = titleOfText(waiting.text);
		const said = waiting.isEdited ? truncate(waiting.candidate.text, MAX_TEXT) : undefined;
		await this.note(waiting.hash, 'rejected', { title, text: waiting.text, said, session: waiting.session });
		await this.prune();
		return { kind: 'done', title, file: undefined };
	}

	/** T35: what is decided about leaves the queue in the end, whatever the decision was; what stays holds nothing private. */
	private async prune(): Promise<void> {
		const { claude, clock } = this.options;
		const states = await this.states();
		const journal = await this.journal.text();
		const redactor = await this.options.redactor();
		const isDecided = (text: string): boolean => states.get(identityOf(text, states, redactor))?.verdict !== undefined;
		await pruneQueue(await readQueue(claude), isDecided, clock.now());
		await redactQueue(await readQueue(claude), redactor, (text) => journal.includes(meaningHash(text)));
		await this.journal.redact(redactor);
	}

	async decided(): Promise<readonly ReviewDecision[]> {
		const decisions = [...(await this.states())].flatMap(([hash, { verdict }]): ReviewDecision[] =>
			verdict === undefined
				? []
				: [
						{
							kind: 'memory',
							id: idOf(hash),
							title: verdict.title ?? '',
							verdict: verdict.event === 'accepted' ? 'accepted' : 'rejected',
							atMs: Date.parse(verdict.ts),
							session: verdict.session,
						},
					],
		);
		return decisions.sort((a, b) => b.atMs - a.atMs);
	}

	/**
	 * Takes the acceptance back that made a change of memory: the change and the decision are one thing.
	 * @param change its id. @returns nothing where no acceptance made it.
	 */
	async undoChange(change: string): Promise<ReviewOutcome | undefined> {
		const [hash] = [...(await this.states())].find(([, { verdict }]) => verdict?.change === change) ?? [];
		return hash === undefined ? undefined : this.undo(idOf(hash));
	}

	private async undoAlone(id: string): Promise<ReviewOutcome> {
		const found = [...(await this.states())].find(([hash, { verdict }]) => idOf(hash) === id && verdict !== undefined);
		if (found === undefined) return { kind: 'gone' };
		const [hash, { verdict }] = found;
		// Should this process die in the middle, who ends the undo knows nothing of candidates: this one waits again by then.
		await this.note(hash, 'undone', {});
		let undone: Undone = 'undone';
		try {
			const change = verdict?.change === undefined ? undefined : await this.changes.get(verdict.change);
			if (verdict?.change !== undefined)
				undone =
					change !== undefined && isLeftBehind(this.options.project, change)
						? 'gone'
						: await this.changes.undo(verdict.change);
		} catch (error) {
			undone = 'changed';
			throw error;
		} finally {
			if (undone !== 'undone' && verdict !== undefined) await this.journal.append(verdict).catch(() => undefined);
		}
		if (undone === 'changed')
			return refused('changed', say('A file has changed since.'), say('Nothing was changed. Edit the file yourself.'));
		if (undone === 'gone')
			return refused(
				'gone',
				say('What it wrote is no longer on record.'),
				say('If the memory is still there, remove it yourself.'),
			);
		return { kind: 'done', title: verdict?.title ?? '', file: undefined };
	}

	/** Who finds that something waits decides about it before anybody else can: two acceptances make one memory. */
	private async oneAtATime(work: () => Promise<ReviewOutcome>): Promise<ReviewOutcome> {
		const done = await this.journal.alone(work);
		return done?.value ?? refused('busy', say('Another program is making a change.'), say('Try again in a moment.'));
	}

	private async find(id: string): Promise<WaitingCandidate | undefined> {
		return (await this.waiting()).find(({ hash }) => idOf(hash) === id);
	}

	/**
	 * What waits, newest first. What was decided, or says what is known already, does not. What a person edited stays for
	 * them to decide about, whatever it says by now; to others it is both what was said and what it says.
	 */
	private async waiting(): Promise<readonly WaitingCandidate[]> {
		const queued = await this.queued();
		if (queued.length === 0) return [];
		const states = await this.states();
		const redactor = await this.options.redactor();
		const known = await knownStatements(this.options.claude, this.options.project);
		const rejected = [...states.values()].flatMap(({ verdict }) =>
			verdict?.event === 'rejected'
				? [verdict.text, verdict.said].flatMap((text) => (text ? [gistOf(redactor.text(text).value)] : []))
				: [],
		);
		const editedOf = (hash: string): string | undefined => states.get(hash)?.edited;
		const open = queued
			.map(({ candidate, ...each }) => ({
				...each,
				hash: identityOf(candidate.text, states, redactor),
				candidate: { ...candidate, text: redactor.text(candidate.text).value },
			}))
			.filter(({ hash }) => states.get(hash)?.verdict === undefined)
			// What a person has worked on counts before what was only said.
			.sort((a, b) => Number(editedOf(b.hash) !== undefined) - Number(editedOf(a.hash) !== undefined));
		const shown: {
			readonly hashes: readonly string[];
			readonly gists: readonly Gist[];
			readonly waiting: WaitingCandidate;
		}[] = [];
		for (const { candidate, session, atMs, hash } of open) {
			const edited = editedOf(hash);
			const [said, gist] = [gistOf(candidate.text), gistOf(edited ?? candidate.text)];
			const sameAsKnown = known.find((each) => saysTheSame(each.gist, gist));
			const isShown = shown.some(
				({ hashes, gists }) => hashes.includes(hash) || gists.some((each) => saysTheSame(each, gist)),
			);
			if (isShown) continue;
			if (edited === undefined && (sameAsKnown !== undefined || rejected.some((each) => saysTheSame(each, gist))))
				continue;
			const redacted = redactor.text(truncate(edited ?? candidate.text, MAX_TEXT));
			// Its file has it in one line, too.
			const text = safeWords(printable(redacted.value).trim(), redactor);
			const hasSecrets = redacted.findings.length > 0 || TAKEN_OUT.test(text);
			const related = mostRelated(gistOf(text), known);
			const knownAs = sameAsKnown?.name;
			const facts = { candidate, session, atMs, hash, text, isEdited: edited !== undefined, hasSecrets, knownAs };
			shown.push({ hashes: [hash, meaningHash(text)], gists: [said, gist], waiting: { ...facts, related } });
		}
		return shown.map(({ waiting }) => waiting).sort((a, b) => b.atMs - a.atMs);
	}

	/** Candidates of sessions of this project, oldest first, so that the first one to say something is the one that counts. */
	private async queued(): Promise<readonly Pick<WaitingCandidate, 'candidate' | 'session' | 'atMs'>[]> {
		const { claude, project } = this.options;
		const files = [...(await readQueue(claude))].sort((a, b) => Date.parse(a.ts) - Date.parse(b.ts));
		const own: Pick<WaitingCandidate, 'candidate' | 'session' | 'atMs'>[] = [];
		for (const { session, ts, cwd, candidates } of files) {
			const folder = cwd ?? (await cwdOf(claude, session));
			if (folder === undefined || !belongsTo(project, folder)) continue;
			own.push(...candidates.map((candidate) => ({ candidate, session, atMs: Date.parse(ts) })));
		}
		return own;
	}

	private states(): Promise<ReadonlyMap<string, JournalState>> {
		return this.journal.states(this.options.project);
	}

	private async note(
		hash: string,
		event: DecisionEvent,
		more: Pick<JournalLine, 'text' | 'said' | 'title' | 'change' | 'session'>,
	): Promise<void> {
		const { project, clock } = this.options;
		await this.journal.append({ ts: new Date(clock.now()).toISOString(), project: project.root, hash, event, ...more });
	}
}

function isSame(a: ReviewProposal['before'], b: ReviewProposal['before']): boolean {
	return a?.name === b?.name && a?.text === b?.text;
}

function mostRelated(gist: Gist, known: readonly KnownStatement[]): KnownStatement | undefined {
	const scored = known
		.filter((each) => each.file !== undefined)
		.map((each) => ({ each, score: relatedness(gist, each.gist) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score);
	return scored[0]?.each;
}

async function cwdOf(claude: ClaudeHome, session: string): Promise<string | undefined> {
	const file = await findTranscriptById(claude, session);
	return file === undefined ? undefined : (await readHeadAndTail(file))?.cwd;
}

function refused(code: string, message: string, hint: string): ReviewOutcome {
	return { kind: 'refused', code, message, hint };
}

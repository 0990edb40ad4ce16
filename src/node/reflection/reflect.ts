// One reflection, from the lease to the last line of the ledger. Every run ends in a clear state: a draft that was checked,
// nothing to say, or a failure whose reason is in the ledger and whose evidence is kept.
import { MINUTE_MS } from '../../core/base/dates';
import { hasWork } from '../../core/handoff/withWork';
import { composeReflection } from '../../core/reflection/composeReflection';
import type { EngineName } from '../../core/reflection/engine';
import { formatDraft } from '../../core/reflection/draft';
import { PRIVATE_REASON, RUN_LIMIT_MS, type RunEnd, type Trigger, yieldOf } from '../../core/reflection/ledger';
import { pickItems } from '../../core/reflection/menu';
import type { MemoryClaim } from '../../core/reflection/reflection';
import { didAsNamed } from '../../core/reflection/signals/meta';
import { findSignals, relevanceOf } from '../../core/reflection/signals/signals';
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { formatFrontMatter } from '../base/frontmatter';
import { openRedact, openRedactor } from '../privacy/openRedactor';
import type { Project } from '../project/project';
import type { Trash } from '../keeper/trash';
import { type Asking, askModel } from './askModel';
import { keepDiagnosis } from './diagnosis';
import { DraftStore } from './draftStore';
import { type Gathered, gather } from './gather';
import { LedgerFile } from './ledgerFile';
import { type Recorded, recordRun } from './recordRun';
import type { LanguageModelEngine } from './engines/languageModel';

/** Which session, by its exact id: a run never falls back to another. */
interface ReflectedSession {
	readonly id: string;
	readonly file: string;
	/** When it left its origin, if it is a fork. */
	readonly forkedMs?: number | undefined;
	readonly name: string;
	/** The worktree that it was made in. */
	readonly project: Project;
	readonly lastMessageMs: number;
}

interface ReflectOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly trash: Trash;
	readonly engine: EngineName;
	/** @returns nothing for the built-in rules. @throws Error that says why it cannot be had: the run has failed then. */
	readonly open: () => Promise<LanguageModelEngine | undefined>;
	readonly trigger: Trigger;
	readonly dailyCap: number;
	readonly signal: AbortSignal;
	/** Hands memory candidates to the review. @returns how many are new. */
	readonly offer: (session: ReflectedSession, candidates: readonly MemoryClaim[]) => Promise<number>;
}

export type ReflectOutcome =
	| { readonly kind: 'draft'; readonly file: string; readonly candidates: number; readonly costUsd: number | undefined }
	| { readonly kind: 'nothing' }
	| { readonly kind: 'failed'; readonly reason: string; readonly diagnosis: string | undefined }
	| { readonly kind: 'skipped'; readonly why: 'capReached' | 'done' | 'running' }
	| { readonly kind: 'skipped'; readonly why: 'private'; readonly by: PrivateBy };

/** What makes a session private: its own mark, that of the session that it is a fork of, a folder, a tag in Claude Code. */
export type PrivateBy = 'mark' | 'origin' | 'folder' | 'tag';

/** Reflects on one session. Never throws for what the session or the engine does; throws the file system's errors. */
export async function reflectOn(session: ReflectedSession, options: ReflectOptions): Promise<ReflectOutcome> {
	const { id, project, lastMessageMs: upToMs } = session;
	return recordRun<ReflectOutcome>(
		{ session: id, project: project.root, engine: options.engine, trigger: options.trigger, upToMs },
		{ ...options, isAsked: options.trigger === 'manual' },
		(run, before, spend) => think(session, { run, spend }, options, before),
		(reason) => ({ kind: 'failed', reason, diagnosis: undefined }),
	);
}

async function think(
	session: ReflectedSession,
	{ run, spend }: Pick<Asking, 'run' | 'spend'>,
	options: ReflectOptions,
	ledger: Awaited<ReturnType<LedgerFile['read']>>,
): Promise<Recorded<ReflectOutcome>> {
	const { claude, clock, trash } = options;
	const limit = AbortSignal.any([options.signal, AbortSignal.timeout(RUN_LIMIT_MS - MINUTE_MS)]);
	const redact = await openRedact(claude);
	const gathered = await gather(claude, session.project, session, ledger.runs, redact, limit);
	if (gathered.isTaggedPrivate)
		return {
			outcome: { kind: 'skipped', why: 'private', by: 'tag' },
			end: { outcome: 'nothing', reason: PRIVATE_REASON },
		};

	if (!hasWork(gathered.extract))
		return { outcome: { kind: 'nothing' }, end: { outcome: 'nothing', reason: 'nothing was done' } };

	const findings = findSignals(gathered.material, gathered.context);
	const items = pickItems(relevanceOf(findings), yieldOf(ledger));
	const asked = items.map((item) => item.id);
	const predicted = predictionOf(gathered);
	const asking = { run, file: session.file, atMs: clock.now(), spend };
	const engine = await options.open();
	const told =
		engine === undefined ? undefined : await askModel(engine, asking, gathered, items, findings, redact, limit);
	if (told?.ok === false) {
		const { reason, raw } = told.error;
		const diagnosis = raw === '' ? undefined : await keepDiagnosis(claude, run, redact(raw));
		const outcome = options.signal.aborted ? 'aborted' : 'failed';
		return {
			outcome: { kind: 'failed', reason, diagnosis },
			end: { outcome, reason, diagnosis, asked, predicted },
		};
	}
	const { extract, notes, cost } = told?.value ?? { ...gathered, notes: undefined, cost: undefined };
	const { gitBranch: branch, cwd: folder, model: sessionModel } = gathered.session.facts;
	const { name } = session;
	const reflection = composeReflection({ extract, items, findings, branch, folder, name, redact, notes });
	if (reflection === undefined) return { outcome: { kind: 'nothing' }, end: { outcome: 'nothing', asked, predicted } };

	const draft = formatDraft(reflection, {
		session: session.id,
		atMs: clock.now(),
		engine: options.engine,
		model: cost?.model,
		branch: branch === undefined ? undefined : redact(branch),
		commit: gathered.git?.commit,
		dirty: gathered.git?.dirty?.map(redact),
		durationMinutes: gathered.minutes,
		tokens: gathered.context.tokens,
		sessionModel,
	});
	limit.throwIfAborted();
	const drafts = new DraftStore(session.project, trash, new LedgerFile(claude), clock, () => openRedactor(claude));
	const file = await drafts.put(session.id, formatFrontMatter(draft.fields, draft.body));
	const candidates = await options.offer(session, reflection.candidates);
	const noted = [...new Set(reflection.notes.map((note) => note.item))];
	// Rules leave out what the draft says elsewhere: only a model that was asked can have nothing to say.
	const tried = engine === undefined ? noted : asked;
	return {
		outcome: { kind: 'draft', file, candidates, costUsd: cost?.costUsd },
		end: { outcome: 'draft', draft: file, candidates, asked: tried, items: noted, predicted },
	};
}

function predictionOf({ lastHandOff, material }: Gathered): RunEnd['predicted'] {
	if (lastHandOff?.confidence === undefined) return undefined;
	return { confidence: lastHandOff.confidence, worked: didAsNamed(material, lastHandOff.resumePrompt) };
}

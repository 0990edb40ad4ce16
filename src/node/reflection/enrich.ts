// A language model's part of a session document, where the person has consented to its engine. It only ever adds: whatever
// goes wrong, the document of the rules is saved, and one line says why nothing was added.
import path from 'node:path';
import { MINUTE_MS } from '../../core/base/dates';
import { type Enrichment } from '../../core/documents/modelPart';
import { modelStatements } from '../../core/reflection/modelStatements';
import { PRIVATE_REASON, RUN_LIMIT_MS } from '../../core/reflection/ledger';
import type { Clock } from '../../core/base/ports';
import { singleLine } from '../../core/base/text';
import type { SessionFacts } from '../../core/transcript/facts';
import type { ClaudeHome } from '../claude/claudeHome';
import { openRedact } from '../privacy/openRedactor';
import type { Project } from '../project/project';
import { type Asking, askModel } from './askModel';
import { keepDiagnosis } from './diagnosis';
import type { LanguageModelEngine } from './engines/languageModel';
import { gather } from './gather';
import { type Recorded, recordRun } from './recordRun';
import type { ReflectionSettings } from '../../core/reflection/settings';
import { isFolderOff, isPrivatePlace, mayUse, readReflectionSettings } from './reflectionSettings';
import { ANY_MODEL, isPrivate } from '../../core/sessions/labels';
import { labelsFor } from '../sessions/labelsFor';
import { sharesPrivate } from '../sessions/privateOrigin';

interface EnrichOptions {
	readonly claude: ClaudeHome;
	readonly project: Project;
	readonly clock: Clock;
	readonly engine: LanguageModelEngine['name'];
	/** @throws Error that says what is missing. */
	readonly open: (settings: ReflectionSettings) => Promise<LanguageModelEngine | undefined>;
	readonly signal: AbortSignal;
}

/**
 * Asks an engine about a session, once, within the cap and counted in the ledger.
 * @param file of the transcript, or of a raw backup.
 * @param facts of that session.
 * @returns always: it never throws.
 */
export async function enrich(file: string, facts: SessionFacts, options: EnrichOptions): Promise<Enrichment> {
	try {
		return await ask(file, facts, options);
	} catch (error) {
		return left(error instanceof Error ? error.message : String(error));
	}
}

async function ask(file: string, facts: SessionFacts, options: EnrichOptions): Promise<Enrichment> {
	const { claude, project, engine: name } = options;
	if (claude.env['SESSION_KEEPER_REFLECTION'] === '1') return left('A reflection asks no engine.');
	const settings = await readReflectionSettings(claude);
	if (!mayUse(settings, name)) return left(`You have not allowed the engine “${name}” yet.`);
	const session = facts.sessionId;
	const labelled = await labelsFor(claude, ANY_MODEL, project);
	if (
		isPrivate(labelled, session) ||
		// Of a backup whose transcript is gone, no index tells where its words come from.
		(await sharesPrivate(file, session, labelled)) ||
		isPrivatePlace(settings, [facts.cwd, facts.lastCwd, path.dirname(file)], claude)
	)
		return left(PRIVATE);
	if (isFolderOff(settings, project)) return left('Reflection is off in this folder.');
	const engine = await options.open(settings);
	if (engine === undefined) return left(`The engine “${name}” is not available here.`);
	const begun = await recordRun<Enrichment>(
		{
			session,
			project: project.root,
			engine: engine.name,
			trigger: 'document',
			upToMs: facts.lastMessageMs ?? 0,
		},
		{ ...options, dailyCap: settings.dailyCap, isAsked: true },
		(run, _before, spend) => addTo(file, session, { run, spend }, engine, options),
		left,
	);
	if (begun.kind !== 'skipped') return begun;
	return left(
		begun.why === 'capReached'
			? 'The daily limit of reflections is reached.'
			: 'Another window or command is drafting a hand-off.',
	);
}

async function addTo(
	file: string,
	session: string,
	{ run, spend }: Pick<Asking, 'run' | 'spend'>,
	engine: LanguageModelEngine,
	{ claude, project, clock, signal }: EnrichOptions,
): Promise<Recorded<Enrichment>> {
	const limit = AbortSignal.any([signal, AbortSignal.timeout(RUN_LIMIT_MS - MINUTE_MS)]);
	const redact = await openRedact(claude);
	const gathered = await gather(claude, project, { id: session, file }, [], redact, limit);
	if (gathered.isTaggedPrivate) return { outcome: left(PRIVATE), end: { outcome: 'nothing', reason: PRIVATE_REASON } };
	const asking = { run, file, atMs: clock.now(), spend };
	const answer = await askModel(engine, asking, gathered, [], new Map(), redact, limit);
	if (!answer.ok) {
		const { reason, raw } = answer.error;
		const diagnosis = raw === '' ? undefined : await keepDiagnosis(claude, run, redact(raw));
		const outcome = signal.aborted ? 'aborted' : 'failed';
		return { outcome: left(reason), end: { outcome, reason, diagnosis } };
	}
	const { verdicts, cost } = answer.value;
	const statements = modelStatements(verdicts);
	return {
		outcome: { kind: 'added', part: { engine: engine.name, model: cost.model, statements } },
		end: { outcome: 'document' },
	};
}

const PRIVATE = 'This session is private: no engine is asked about it.';

function left(reason: string): Extract<Enrichment, { kind: 'left' }> {
	return { kind: 'left', reason: singleLine(reason) };
}

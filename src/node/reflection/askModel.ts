// Asks a language model about a session: the prompt within its budget, and the answer proven by the session.
import { randomBytes } from 'node:crypto';
import type { Cost } from '../../core/reflection/ledger';
import type { ItemId, MenuItem } from '../../core/reflection/menu';
import { buildPrompt } from '../../core/reflection/prompt';
import { readAnswer } from '../../core/reflection/answer';
import { momentAt } from '../../core/reflection/composeReflection';
import type { Note } from '../../core/reflection/reflection';
import type { SignalFinding } from '../../core/reflection/signals/finding';
import type { SessionExtract } from '../../core/handoff/extract';
import type { Verdict } from '../../core/handoff/handedIn/proof';
import { type Result, fail, ok } from '../../core/base/result';
import { singleLine } from '../../core/base/text';
import { extractSession } from '../handoff/extractSession';
import type { Gathered } from './gather';
import type { LanguageModelEngine } from './engines/languageModel';

/** Why there is no reflection, in one sentence without any text of the session, and what came back, for diagnosis. */
export interface AskFailure {
	readonly reason: string;
	/** Not redacted. */
	readonly raw: string;
}

/** What an answer is worth. */
export interface ProvenAnswer {
	/** The session with what is proven of it. */
	readonly extract: SessionExtract;
	/** On what it says, in its order. */
	readonly verdicts: readonly Verdict[];
	/** What it says of the items, as far as it is proven. Redacted. */
	readonly notes: readonly Note[];
	readonly cost: Cost;
}

export interface Asking {
	/** The name of the run in the ledger. */
	readonly run: string;
	/** That the session was gathered from. */
	readonly file: string;
	/** Now, milliseconds since 1970. */
	readonly atMs: number;
	/** Is told what it cost before anything is made of the answer. */
	readonly spend: (cost: Cost) => void;
}

/**
 * Asks once. Never throws for what the engine does; throws the file system's errors.
 * @param items that it is asked about; none for a document.
 */
export async function askModel(
	engine: LanguageModelEngine,
	{ run, file, atMs, spend }: Asking,
	gathered: Gathered,
	items: readonly MenuItem[],
	findings: ReadonlyMap<ItemId, readonly SignalFinding[]>,
	redact: (text: string) => string,
	signal: AbortSignal,
): Promise<Result<ProvenAnswer, AskFailure>> {
	const { facts } = gathered.session;
	const task = buildPrompt({
		material: gathered.material,
		items,
		findings,
		facts: [
			`${Math.round(gathered.context.minutes)} minutes, ${facts.prompts} prompts`,
			...(facts.gitBranch === undefined ? [] : [`branch ${redact(facts.gitBranch)}`]),
			...gathered.context.commits.slice(0, 5).map((commit) => `commit: ${commit.subject}`),
			...gathered.context.openTasks.slice(0, 10).map((task) => `open task: ${task}`),
		],
		queued: gathered.context.queued,
		fence: `=====${run}-${randomBytes(8).toString('hex')}=====`,
	});
	const answer = await engine.ask(task, signal);
	if (!answer.ok) {
		const { message, raw, costUsd } = answer.error;
		spend({ costUsd });
		return fail({ reason: message, raw });
	}
	const { value, model, costUsd, inputTokens, outputTokens } = answer.value;
	const cost = { model, costUsd, inputTokens, outputTokens };
	spend(cost);
	const read = readAnswer(value, items);
	const unfit = (reason: string): Result<never, AskFailure> => fail({ reason, raw: JSON.stringify(value) });
	if (!read.ok) return unfit(read.error);
	const { extract, handOvers } = await extractSession(file, {
		sessionId: facts.sessionId,
		signal,
		redact,
		given: [{ uuid: undefined, statements: read.value, atMs, origin: 'model' }],
	});
	const verdicts = handOvers.at(-1)?.verdicts ?? [];
	const notes = verdicts.flatMap((each): readonly Note[] => {
		const item = items.find(({ id }) => id === each.statement.section);
		if (item === undefined || !('from' in each)) return [];
		return [{ item: item.id, text: singleLine(redact(each.statement.text)), at: [momentAt(each.from)] }];
	});
	return verdicts.some((each) => 'from' in each)
		? ok({ extract, verdicts, notes, cost })
		: unfit('the conversation proves nothing of the answer');
}

// Asks a language model about a session: the prompt within its budget, and the answer checked against schema and session.
import { randomBytes } from 'node:crypto';
import type { RunEnd } from '../../core/reflection/ledger';
import type { ItemId, MenuItem } from '../../core/reflection/menu';
import { buildPrompt } from '../../core/reflection/prompt';
import { type Reflection, checkAnswer } from '../../core/reflection/reflection';
import type { SignalFinding } from '../../core/reflection/signals/finding';
import { type Result, fail, ok } from '../../core/base/result';
import type { Gathered } from './gather';
import type { LanguageModelEngine } from './engines/languageModel';

export type Cost = Pick<RunEnd, 'model' | 'costUsd' | 'inputTokens' | 'outputTokens'>;

/** Why there is no reflection, in one sentence without any text of the session, and what came back, for diagnosis. */
export interface AskFailure {
	readonly reason: string;
	/** Not redacted. */
	readonly raw: string;
	readonly cost: Cost;
}

/**
 * Asks once. Never throws for what the engine does.
 * @param run its name in the ledger.
 * @param items what `notes` may be about; none for a document.
 */
export async function askModel(
	engine: LanguageModelEngine,
	run: string,
	gathered: Gathered,
	items: readonly MenuItem[],
	findings: ReadonlyMap<ItemId, readonly SignalFinding[]>,
	redact: (text: string) => string,
	signal: AbortSignal,
): Promise<Result<{ readonly reflection: Reflection; readonly cost: Cost }, AskFailure>> {
	const { facts } = gathered.session;
	const prompt = buildPrompt({
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
	const answer = await engine.ask(prompt.task, signal);
	if (!answer.ok) {
		const { message, raw, costUsd } = answer.error;
		return fail({ reason: message, raw, cost: { costUsd } });
	}
	const { value, model, costUsd, inputTokens, outputTokens } = answer.value;
	const cost = { model, costUsd, inputTokens, outputTokens };
	const checked = checkAnswer(value, prompt.messages, items, redact);
	return checked.ok
		? ok({ reflection: checked.value, cost })
		: fail({ reason: checked.error, raw: JSON.stringify(value), cost });
}

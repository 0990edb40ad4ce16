// What can do a reflection: our own rules, or a language model behind one port (src/node/reflection/engines).
import { type Result, fail } from '../base/result';

export const ENGINES = ['builtin', 'claude', 'vscode', 'anthropic'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The request to a language model. Everything in it is redacted and within the budget. */
export interface EngineTask {
	readonly system: string;
	readonly prompt: string;
	/** JSON Schema of the answer. */
	readonly schema: Readonly<Record<string, unknown>>;
}

export interface EngineAnswer {
	/** Not checked yet. */
	readonly value: unknown;
	readonly model: string | undefined;
	readonly costUsd: number | undefined;
	readonly inputTokens: number | undefined;
	readonly outputTokens: number | undefined;
}

/** How a request failed. */
export interface EngineFailure {
	/** One sentence, without any text of the session. */
	readonly message: string;
	/** The answer, for diagnosis. */
	readonly raw: string;
	/** What the failed request cost. */
	readonly costUsd?: number | undefined;
}

export const failure = (message: string, raw: string, costUsd?: number): Result<never, EngineFailure> =>
	fail({ message, raw, costUsd });

/** Whether an engine can cost money, which needs a separate consent. */
export function costsMoney(engine: EngineName): boolean {
	return engine !== 'builtin';
}

export function isEngineName(name: string): name is EngineName {
	return (ENGINES as readonly string[]).includes(name);
}

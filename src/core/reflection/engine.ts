// By what a reflection is thought: rules of ours, or a language model behind one port (src/node/reflection/engines).
export const ENGINES = ['builtin', 'claude', 'vscode', 'anthropic'] as const;
export type EngineName = (typeof ENGINES)[number];

/** What a language model is asked. Everything in it is redacted and within the budget. */
export interface EngineTask {
	readonly system: string;
	readonly prompt: string;
	/** JSON Schema of the answer. */
	readonly schema: Readonly<Record<string, unknown>>;
}

export interface EngineAnswer {
	/** Unchecked. */
	readonly value: unknown;
	readonly model: string | undefined;
	readonly costUsd: number | undefined;
	readonly inputTokens: number | undefined;
	readonly outputTokens: number | undefined;
}

/** How asking can fail. */
export type EngineFailureCode =
	'unavailable' | 'notSignedIn' | 'timeout' | 'api' | 'budget' | 'unstructured' | 'aborted' | 'crashed';

export interface EngineFailure {
	readonly code: EngineFailureCode;
	/** One sentence, without any text of the session. */
	readonly message: string;
	/** What came back, for diagnosis. */
	readonly raw: string;
	/** What it cost all the same. */
	readonly costUsd?: number | undefined;
}

/** Whether using an engine can cost money, which takes a consent of its own. */
export function costsMoney(engine: EngineName): boolean {
	return engine !== 'builtin';
}

export function isEngineName(name: string): name is EngineName {
	return (ENGINES as readonly string[]).includes(name);
}

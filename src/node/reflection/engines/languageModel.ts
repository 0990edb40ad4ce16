// The port behind which every engine that is not built in stands. It is here and not in the core: aborting is the system's.
import type { EngineAnswer, EngineFailure, EngineName, EngineTask } from '../../../core/reflection/engine';
import type { Result } from '../../../core/base/result';

export interface LanguageModelEngine {
	readonly name: Exclude<EngineName, 'builtin'>;
	/** Asks once. Never throws. Aborting ends whatever was started for it. */
	ask(task: EngineTask, signal: AbortSignal): Promise<Result<EngineAnswer, EngineFailure>>;
}

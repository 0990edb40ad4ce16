// Engines as the command line names, opens and stops them.
import type { EngineName } from '../core/reflection/engine';
import type { LanguageModelEngine } from '../node/reflection/engines/languageModel';
import type { ReflectionSettings } from '../core/reflection/settings';
import type { CommandContext } from './context';
import { type Values, choiceOf } from './group';
import { CLI_ENGINES } from './commonOptions';

/** The engine that was named, or nothing. */
export const engineIn = (values: Values): EngineName | undefined => choiceOf(values, 'engine', CLI_ENGINES);

/** @returns nothing for the built-in rules. @throws Error that says what is missing. */
export async function engineOf(
	{ claude, env }: CommandContext,
	name: EngineName,
	settings: ReflectionSettings,
): Promise<LanguageModelEngine | undefined> {
	const { openEngine } = await import('../node/reflection/openEngine');
	return openEngine(name, {
		claude,
		command: 'claude',
		settings,
		apiKey: () => Promise.resolve(env['ANTHROPIC_API_KEY']),
		dist: __dirname,
	});
}

/** An interrupted command ends what it started before it goes; told so again, it goes at once. */
export async function untilStopped<T>(
	{ caller }: CommandContext,
	stop: () => void,
	work: () => Promise<T>,
): Promise<T> {
	const end = caller.onStop(() => {
		end();
		stop();
	});
	try {
		return await work();
	} finally {
		end();
	}
}

// Engines as the command line names, opens and stops them.
import { type EngineName, ENGINES, isEngineName } from '../core/reflection/engine';
import { singleLine } from '../core/base/text';
import type { LanguageModelEngine } from '../node/reflection/engines/languageModel';
import { openEngine } from '../node/reflection/openEngine';
import type { ReflectionSettings } from '../core/reflection/settings';
import type { CommandContext } from './context';
import { UsageError } from './io';

/** @throws UsageError for a name that is none of ours, or one that is there in VS Code only. */
export function engineNamed(wanted: string): EngineName {
	if (isEngineName(wanted) && wanted !== 'vscode') return wanted;
	const names = ENGINES.filter((name) => name !== 'vscode');
	throw new UsageError(`There is no engine ${singleLine(wanted)} here. There are: ${names.join(', ')}.`);
}

/** @returns nothing for the built-in rules. @throws Error that says what is missing. */
export function engineOf(
	{ claude, env }: CommandContext,
	name: EngineName,
	settings: ReflectionSettings,
): Promise<LanguageModelEngine | undefined> {
	return openEngine(name, {
		claude,
		command: 'claude',
		settings,
		apiKey: () => Promise.resolve(env['ANTHROPIC_API_KEY']),
		dist: __dirname,
	});
}

/** An interrupted command ends what it started before it goes. */
export async function untilStopped<T>(
	{ caller }: CommandContext,
	stop: () => void,
	work: () => Promise<T>,
): Promise<T> {
	const end = caller.onStop(stop);
	try {
		return await work();
	} finally {
		end();
	}
}

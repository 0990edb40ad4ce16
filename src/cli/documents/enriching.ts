import type { EnrichFile } from '../../core/documents/modelPart';
import type { EngineName } from '../../core/reflection/engine';
import type { CommandContext } from '../context';
import { engineOf, untilStopped } from '../engine';

/** Makes a document with what a language model adds. Interrupted, it is made of what the rules have found. */
export async function enriching<T>(
	engine: EngineName,
	context: CommandContext,
	make: (enrich: EnrichFile | undefined) => Promise<T>,
): Promise<T> {
	if (engine === 'builtin') return make(undefined);
	const { enrich } = await import('../../node/reflection/enrich');
	const { claude, project, clock } = context;
	const controller = new AbortController();
	return untilStopped(
		context,
		() => controller.abort(),
		() =>
			make((file, facts) =>
				enrich(file, facts, {
					claude,
					project,
					clock,
					engine,
					open: (settings) => engineOf(context, engine, settings),
					signal: controller.signal,
				}),
			),
	);
}

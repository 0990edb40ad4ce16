import type { EnrichFile } from '../../core/documents/modelPart';
import type { EngineName } from '../../core/reflection/engine';
import { enrichingWith } from '../../node/workspace/documentEngine';
import type { CommandContext } from '../context';
import { engineOf, untilStopped } from '../engine';

/** Makes a document with what a language model adds. Interrupted, it is made of what the rules have found. */
export async function enriching<T>(
	engine: EngineName,
	context: CommandContext,
	make: (enrich: EnrichFile | undefined) => Promise<T>,
): Promise<T> {
	const controller = new AbortController();
	const enrich = enrichingWith(engine, context, (...asked) => engineOf(context, ...asked), controller.signal);
	if (enrich === undefined) return make(undefined);
	return untilStopped(
		context,
		() => controller.abort(),
		() => make(enrich),
	);
}

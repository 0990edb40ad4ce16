// The engine that a person chose for documents, as whoever makes one asks it.
import type { EnrichFile } from '../../core/documents/modelPart';
import type { EngineName } from '../../core/reflection/engine';
import type { enrich } from '../reflection/enrich';
import type { OpenProject } from './openProject';

type Options = Parameters<typeof enrich>[2];

/** @returns nothing where rules alone make documents. Loads what asks an engine when it is asked. */
export function enrichingWith(
	engine: EngineName,
	{ claude, project, clock }: OpenProject,
	open: (...asked: readonly [Options['engine'], ...Parameters<Options['open']>]) => ReturnType<Options['open']>,
	signal: AbortSignal,
): EnrichFile | undefined {
	if (engine === 'builtin') return undefined;
	const options: Options = { claude, project, clock, engine, open: (settings) => open(engine, settings), signal };
	return async (file, facts) => (await import('../reflection/enrich')).enrich(file, facts, options);
}

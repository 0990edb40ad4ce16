// `session-keeper reflect …`: the list of what was reflected on; the rest is loaded where it is asked for.
import type { LedgerRun } from '../../core/reflection/ledger';
import { readableTokens } from '../../core/base/dates';
import { counted } from '../../core/base/text';
import { LedgerFile } from '../../node/reflection/ledgerFile';
import { type Cell, type Tone, idCell, timeCell } from '../base/table';
import type { CommandContext } from '../context';
import { type Values, type VerbsOf, onDemand, textOf } from '../group';
import { type Answer, UsageError, listAnswer } from '../io';
import type { REFLECT } from './reflectCommand';

const LISTED = 20;

export const reflect: VerbsOf<typeof REFLECT> = {
	schedule: onDemand(async () => (await import('./reflect')).reflecting.schedule),
	unschedule: onDemand(async () => (await import('./reflect')).reflecting.unschedule),
	ledger: { run: ledger },
	'': onDemand(async () => (await import('./reflect')).reflecting['']),
};

async function ledger(context: CommandContext, _words: readonly string[], values: Values): Promise<Answer> {
	const limit = Number(textOf(values, 'limit') ?? LISTED);
	if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number of at least 1.');
	const { runs } = await new LedgerFile(context.claude).read();
	const shown = runs.slice(-limit).reverse();
	const costUsd = runs.reduce((sum, run) => sum + (run.end?.costUsd ?? 0), 0);
	const total = `${counted(runs.length, 'reflection')}, $${costUsd.toFixed(2)}`;
	const table = {
		columns: ['STARTED', 'SESSION', 'ENGINE', 'OUTCOME', 'TOKENS', 'COST', 'REASON'],
		long: ['REASON'],
		rows: shown.map((run) => runCells(run, context.clock.now())),
		notes: runs.length === 0 ? [] : [total],
	};
	return listAnswer(table, 'No reflections yet.', {
		isScheduled: await (await import('../../node/reflection/scheduler')).isScheduled({ claude: context.claude }),
		total: { runs: runs.length, costUsd },
		runs: shown.map((run) => ({
			run: run.run,
			session: run.session,
			project: run.project,
			engine: run.engine,
			trigger: run.trigger,
			started: new Date(run.startedMs).toISOString(),
			ended: run.end === undefined ? null : new Date(run.end.endedMs).toISOString(),
			outcome: run.end?.outcome ?? null,
			reason: run.end?.reason ?? null,
			model: run.end?.model ?? null,
			costUsd: run.end?.costUsd ?? null,
			inputTokens: run.end?.inputTokens ?? null,
			outputTokens: run.end?.outputTokens ?? null,
			draft: run.end?.draft ?? null,
			candidates: run.end?.candidates ?? null,
			items: run.end?.items ?? [],
			diagnosis: run.end?.diagnosis ?? null,
		})),
	});
}

const OUTCOME_TONES: Readonly<Record<string, Tone>> = { draft: 'good', failed: 'bad', unfinished: 'warn' };

function runCells({ startedMs, session, engine, end }: LedgerRun, nowMs: number): readonly Cell[] {
	const outcome = end?.outcome ?? 'unfinished';
	const tokens = end?.inputTokens === undefined ? undefined : end.inputTokens + (end.outputTokens ?? 0);
	return [
		timeCell(startedMs, nowMs),
		idCell(session),
		engine,
		{ shown: outcome, tone: OUTCOME_TONES[outcome] },
		tokens === undefined ? '' : { shown: readableTokens(tokens), plain: String(tokens) },
		end?.costUsd === undefined ? '' : `$${end.costUsd.toFixed(4)}`,
		end?.reason ?? '',
	];
}

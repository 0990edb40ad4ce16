// The ledger as a page: what was reflected on, its cost, its results, and which items have been useful.
import { readableTokens } from '../base/dates';
import { singleLine } from '../base/text';
import { type Ledger, type LedgerRun, yieldOf } from './ledger';
import { MENU } from './menu';
import { plural } from './signals/finding';

interface LedgerPageParts {
	readonly today: number;
	readonly dailyCap: number;
	readonly nameOf: (session: string) => string;
}

const SHOWN = 100;

/** Only headings and list items. The caller that shows them escapes the names in them. */
export function ledgerPage(ledger: Ledger, { today, dailyCap, nameOf }: LedgerPageParts): string {
	const { runs } = ledger;
	const cost = runs.reduce((sum, run) => sum + (run.end?.costUsd ?? 0), 0);
	const days = new Map<string, LedgerRun[]>();
	for (const run of runs.slice(-SHOWN).reverse()) {
		const day = new Date(run.startedMs).toISOString().slice(0, 10);
		days.set(day, [...(days.get(day) ?? []), run]);
	}
	const yields = yieldOf(ledger);
	const judged = MENU.filter(({ id }) => (yields[id]?.offered ?? 0) > 0);
	return [
		'# Reflection Ledger',
		'',
		`- Today (UTC): ${today} of at most ${dailyCap}`,
		`- All: ${plural(runs.length, 'reflection')}, ${plural(runs.filter((run) => run.end?.outcome === 'draft').length, 'draft')}, $${cost.toFixed(2)} as far as the engines tell`,
		'',
		...(runs.length === 0 ? ['No reflections yet.', ''] : []),
		...[...days].flatMap(([day, own]) => [`## ${day}`, '', ...own.map((run) => `- ${lineOf(run, nameOf)}`), '']),
		...(judged.length === 0 ? [] : ['## What has been of use', '']),
		...judged.map(
			({ id, title }) => `- ${title}: accepted ${yields[id]?.accepted ?? 0} of ${yields[id]?.offered ?? 0}`,
		),
	].join('\n');
}

function lineOf({ startedMs, session, engine, trigger, end }: LedgerRun, nameOf: (session: string) => string): string {
	const tokens =
		end?.inputTokens === undefined ? [] : [`${readableTokens(end.inputTokens + (end.outputTokens ?? 0))} tokens`];
	return [
		`${new Date(startedMs).toISOString().slice(11, 16)} ${singleLine(nameOf(session))}`,
		`${singleLine(engine)}, ${trigger}`,
		end === undefined ? 'unfinished' : end.outcome,
		...(end?.reason === undefined ? [] : [singleLine(end.reason)]),
		...tokens,
		...(end?.costUsd === undefined ? [] : [`$${end.costUsd.toFixed(4)}`]),
	].join(' · ');
}

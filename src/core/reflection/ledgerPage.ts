// The ledger as a page: what was reflected on, its cost, its results, and which items have been useful.
import { groupBy } from '../base/groupBy';
import { say } from '../base/say';
import { localDate, localTime, readableTokens } from '../base/dates';
import { singleLine } from '../base/text';
import { type Ledger, type LedgerRun, type RunOutcome, type Trigger, yieldOf } from './ledger';
import { MENU } from './menu';

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
	const days = groupBy(runs.slice(-SHOWN).reverse(), ({ startedMs }) => localDate(startedMs));
	const yields = yieldOf(ledger);
	const judged = MENU.filter(({ id }) => (yields[id]?.offered ?? 0) > 0);
	return [
		`# ${say('Hand-off History and Costs')}`,
		'',
		`- ${say('Today (UTC): {0} of at most {1}', today, dailyCap)}`,
		`- ${say('All: {0} runs, {1} drafts, {2} as far as the engines tell', runs.length, runs.filter((run) => run.end?.outcome === 'draft').length, `$${cost.toFixed(2)}`)}`,
		'',
		...(runs.length === 0 ? [say('No hand-offs drafted yet.'), ''] : []),
		...[...days].flatMap(([day, own]) => [`## ${day}`, '', ...own.map((run) => `- ${lineOf(run, nameOf)}`), '']),
		...(judged.length === 0 ? [] : [`## ${say('What has been useful')}`, '']),
		...judged.map(
			({ id, title }) =>
				`- ${say('{0}: {1} of {2} accepted', title, yields[id]?.accepted ?? 0, yields[id]?.offered ?? 0)}`,
		),
	].join('\n');
}

function lineOf({ startedMs, session, engine, trigger, end }: LedgerRun, nameOf: (session: string) => string): string {
	const tokens =
		end?.inputTokens === undefined
			? []
			: [say('{0} tokens', readableTokens(end.inputTokens + (end.outputTokens ?? 0)))];
	return [
		`${localTime(startedMs)} ${singleLine(nameOf(session))}`,
		`${singleLine(engine)}, ${triggerWords(trigger)}`,
		end === undefined ? say('unfinished') : outcomeWords(end.outcome),
		...(end?.reason === undefined ? [] : [singleLine(end.reason)]),
		...tokens,
		...(end?.costUsd === undefined ? [] : [`$${end.costUsd.toFixed(4)}`]),
	].join(' · ');
}

function triggerWords(trigger: Trigger): string {
	switch (trigger) {
		case 'idle':
			return say('the session was idle');
		case 'waited':
			return say('the session was waiting for you');
		case 'ended':
			return say('the session had ended');
		case 'catchUp':
			return say('when the folder was opened');
		case 'manual':
			return say('you asked for it');
		case 'schedule':
			return say('by the timer');
		case 'document':
			return say('for a session document');
		default:
			return singleLine(trigger);
	}
}

function outcomeWords(outcome: RunOutcome): string {
	switch (outcome) {
		case 'draft':
			return say('draft created');
		case 'nothing':
			return say('nothing to hand off');
		case 'document':
			return say('added to the document');
		case 'failed':
			return say('failed');
		case 'aborted':
			return say('stopped');
	}
}

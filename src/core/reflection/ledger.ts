// The ledger of reflections: one line when a run begins, one when it ends. All windows and commands share it, so the
// cap and the rule *never twice* are checked in one place. Days are UTC days.
import { DAY_MS, MINUTE_MS } from '../base/dates';
import { asNumber, asRecord, asText, parseObject, textsIn } from '../base/result';
import type { Confidence } from '../handoff/nextSteps';
import { type ItemId, type Yield, type YieldRecord, menuItem } from './menu';

/** `document`: a person saved a session document, and an engine was asked to add to it. */
export type Trigger = 'idle' | 'waited' | 'ended' | 'catchUp' | 'manual' | 'schedule' | 'document';

/**
 * `draft`: a draft was written. `nothing`: the session has nothing worth a draft. `document`: an engine's answer went
 * into a session document. `failed`: see the reason. `aborted`: it was stopped.
 */
const OUTCOMES = ['draft', 'nothing', 'document', 'failed', 'aborted'] as const;
export type RunOutcome = (typeof OUTCOMES)[number];

/** The reason of a run that found the session to be private: nothing was read then, and the person may change their mind. */
export const PRIVATE_REASON = 'private';

/** A run begins. Its line is on the disk before anything else happens. */
export interface RunStart {
	readonly run: string;
	readonly session: string;
	readonly project: string;
	readonly engine: string;
	readonly trigger: Trigger;
	/** The time of the last message that the run covers, in milliseconds since 1970. */
	readonly upToMs: number;
}

/** How a run ended. */
export interface RunEnd {
	readonly run: string;
	readonly outcome: RunOutcome;
	readonly reason?: string | undefined;
	readonly model?: string | undefined;
	readonly costUsd?: number | undefined;
	readonly inputTokens?: number | undefined;
	readonly outputTokens?: number | undefined;
	/** The draft, where one was written. */
	readonly draft?: string | undefined;
	/** How many memory candidates went to the review. */
	readonly candidates?: number | undefined;
	/** Ids of the menu items that the run asked about, and of those that gave something. */
	readonly asked?: readonly string[] | undefined;
	readonly items?: readonly string[] | undefined;
	/** How sure the previous hand-off was, and whether the session did what it named. */
	readonly predicted?: { readonly confidence: Confidence; readonly worked: boolean } | undefined;
	/** Where an unusable answer is kept. */
	readonly diagnosis?: string | undefined;
}

/** What an answer cost, and whose it is. */
export type Cost = Pick<RunEnd, 'model' | 'costUsd' | 'inputTokens' | 'outputTokens'>;

export interface LedgerRun extends RunStart {
	readonly startedMs: number;
	/** Not set while it runs; never set if the process that ran it died. */
	readonly end: (RunEnd & { readonly endedMs: number }) | undefined;
}

/** A run over the cap: logged and skipped. */
interface LedgerSkip {
	readonly session: string;
	readonly why: string;
	readonly atMs: number;
}

/** What a person did with a run's result; `kept` are the items whose output was still there when it was accepted. */
export interface DraftVerdict {
	readonly session: string;
	readonly verdict: 'ratified' | 'discarded' | 'undone';
	readonly items: readonly string[];
	readonly kept: readonly string[];
}

export interface Ledger {
	/** Oldest first. */
	readonly runs: readonly LedgerRun[];
	readonly verdicts: readonly (DraftVerdict & { readonly atMs: number })[];
	readonly skips: readonly LedgerSkip[];
}

/** A run that has written nothing for this long has died. No engine may take longer. */
export const RUN_LIMIT_MS = 10 * MINUTE_MS;

/** A line of the ledger, for `foldLedger`. */
export function ledgerLine(
	event: 'started' | 'ended' | 'skipped' | 'verdict',
	fields: RunStart | RunEnd | Omit<LedgerSkip, 'atMs'> | DraftVerdict,
	nowMs: number,
): string {
	return JSON.stringify({ ts: new Date(nowMs).toISOString(), event, ...fields });
}

/** Folds the lines of a ledger. A line that is torn or not ours is skipped and does not affect the others. */
export function foldLedger(text: string): Ledger {
	const runs = new Map<string, LedgerRun>();
	const skips: LedgerSkip[] = [];
	const verdicts: (DraftVerdict & { readonly atMs: number })[] = [];
	for (const line of text.split('\n')) {
		const fields = parseObject(line);
		const atMs = Date.parse(asText(fields?.['ts']) ?? '');
		if (fields === undefined || Number.isNaN(atMs)) continue;
		const [event, run, session] = [fields['event'], asText(fields['run']), asText(fields['session'])];
		if (event === 'skipped' && session !== undefined) {
			skips.push({ session, why: asText(fields['why']) ?? '', atMs });
		} else if (event === 'verdict' && session !== undefined) {
			const verdict = (['ratified', 'discarded', 'undone'] as const).find((each) => each === fields['verdict']);
			if (verdict !== undefined)
				verdicts.push({ session, verdict, items: textsIn(fields['items']), kept: textsIn(fields['kept']), atMs });
		} else if (event === 'started' && run !== undefined && session !== undefined) {
			runs.set(run, {
				run,
				session,
				project: asText(fields['project']) ?? '',
				engine: asText(fields['engine']) ?? '',
				trigger: (asText(fields['trigger']) ?? 'manual') as Trigger,
				upToMs: asNumber(fields['upToMs']) ?? 0,
				startedMs: atMs,
				end: undefined,
			});
		} else if (event === 'ended' && run !== undefined) {
			const begun = runs.get(run);
			if (begun !== undefined) runs.set(run, { ...begun, end: { ...endOf(run, fields), endedMs: atMs } });
		}
	}
	return { runs: [...runs.values()], skips, verdicts };
}

function endOf(run: string, fields: Readonly<Record<string, unknown>>): RunEnd {
	const outcome = OUTCOMES.find((each) => each === fields['outcome']);
	return {
		run,
		outcome: outcome ?? 'failed',
		reason: asText(fields['reason']),
		model: asText(fields['model']),
		costUsd: asNumber(fields['costUsd']),
		inputTokens: asNumber(fields['inputTokens']),
		outputTokens: asNumber(fields['outputTokens']),
		draft: asText(fields['draft']),
		candidates: asNumber(fields['candidates']),
		asked: textsIn(fields['asked']),
		items: textsIn(fields['items']),
		predicted: predictionOf(asRecord(fields['predicted'])),
		diagnosis: asText(fields['diagnosis']),
	};
}

function predictionOf(fields: Readonly<Record<string, unknown>> | undefined): RunEnd['predicted'] {
	const confidence = (['high', 'medium', 'low'] as const).find((each) => each === fields?.['confidence']);
	return confidence === undefined ? undefined : { confidence, worked: fields?.['worked'] === true };
}

/**
 * How many runs were begun on the UTC day of a time. A run that died counts too, because it may have cost something; one
 * that found the session to be private does not.
 */
export function runsOn(ledger: Ledger, nowMs: number): readonly LedgerRun[] {
	const day = Math.floor(nowMs / DAY_MS);
	return ledger.runs.filter((run) => Math.floor(run.startedMs / DAY_MS) === day && run.end?.reason !== PRIVATE_REASON);
}

/** A run that is under way now, in any window. */
export function runningNow(ledger: Ledger, nowMs: number): LedgerRun | undefined {
	return ledger.runs.findLast((run) => run.end === undefined && nowMs - run.startedMs < RUN_LIMIT_MS);
}

interface SessionPast {
	readonly reflectedUpToMs: number | undefined;
	/** Failed runs that cover the session's last message. */
	readonly failures: number;
	readonly failedMs: number | undefined;
}

/**
 * What the ledger says about a session in its present state. A run that died counts as a failure at the time it began.
 * Runs for a document do not count: they neither hand a session off nor delay a reflection.
 */
export function pastOf(ledger: Ledger, session: string, lastMessageMs: number, nowMs: number): SessionPast {
	const own = ledger.runs.filter((run) => run.session === session && run.trigger !== 'document');
	const done = own.filter(
		({ end }) => end?.outcome === 'draft' || (end?.outcome === 'nothing' && end.reason !== PRIVATE_REASON),
	);
	const failed = own.filter(
		(run) =>
			run.upToMs >= lastMessageMs &&
			(run.end === undefined ? nowMs - run.startedMs >= RUN_LIMIT_MS : run.end.outcome === 'failed'),
	);
	return {
		reflectedUpToMs: done.length === 0 ? undefined : Math.max(...done.map((run) => run.upToMs)),
		failures: failed.length,
		failedMs: failed.length === 0 ? undefined : Math.max(...failed.map((run) => run.end?.endedMs ?? run.startedMs)),
	};
}

export type Admission = 'yes' | 'capReached' | 'done' | 'running';

/**
 * Whether a run may begin. Asked again under the lease, because another window may have been faster.
 * @param isAsked a person asked for this very run, so a session may be reflected on twice, but not by one engine within a
 * minute: then the run by itself was only faster. The cap holds in any case.
 */
export function mayBegin(
	ledger: Ledger,
	session: string,
	upToMs: number,
	world: { readonly nowMs: number; readonly dailyCap: number; readonly isAsked: boolean; readonly engine: string },
): Admission {
	if (runningNow(ledger, world.nowMs) !== undefined) return 'running';
	const { reflectedUpToMs } = pastOf(ledger, session, upToMs, world.nowMs);
	const isSame = (run: LedgerRun): boolean =>
		run.session === session && run.engine === world.engine && run.upToMs >= upToMs && run.end?.outcome === 'draft';
	const isJustMade = ledger.runs.some((run) => isSame(run) && world.nowMs - (run.end?.endedMs ?? 0) < MINUTE_MS);
	if (isJustMade || (!world.isAsked && reflectedUpToMs !== undefined && reflectedUpToMs >= upToMs)) return 'done';
	return runsOn(ledger, world.nowMs).length >= world.dailyCap ? 'capReached' : 'yes';
}

/**
 * How useful the output of each item was: nothing came of it, or a person decided about it. A draft that nobody has
 * looked at does not count yet.
 */
export function yieldOf({ runs, verdicts }: Ledger): YieldRecord {
	const record: Partial<Record<ItemId, Yield>> = {};
	const count = (name: string, accepted: number, sign: number): void => {
		const id = menuItem(name)?.id;
		if (id === undefined) return;
		const { offered, accepted: before } = record[id] ?? { offered: 0, accepted: 0 };
		record[id] = { offered: Math.max(0, offered + sign), accepted: Math.max(0, before + sign * accepted) };
	};
	for (const { end } of runs)
		if (end?.outcome === 'draft')
			for (const asked of end.asked ?? []) if (end.items?.includes(asked) !== true) count(asked, 0, 1);
	for (const [at, { session, verdict, items, kept }] of verdicts.entries()) {
		if (verdict !== 'undone')
			for (const each of items) count(each, verdict === 'ratified' && kept.includes(each) ? 1 : 0, 1);
		const before =
			verdict !== 'undone' ? undefined : verdicts.slice(0, at).findLast((each) => each.session === session);
		if (before !== undefined && before.verdict !== 'undone')
			for (const each of before.items)
				count(each, before.verdict === 'ratified' && before.kept.includes(each) ? 1 : 0, -1);
	}
	return record;
}

/** Shortens a ledger that has grown too long to the lines of its newest `keep` runs. */
export function compactLedger(text: string, keep: number): string {
	const kept = new Set(
		foldLedger(text)
			.runs.slice(-keep)
			.map((run) => run.run),
	);
	return text
		.split('\n')
		.filter((line) => {
			const fields = parseObject(line);
			return fields !== undefined && (fields['event'] === 'verdict' || kept.has(asText(fields['run']) ?? ''));
		})
		.map((line) => `${line}\n`)
		.join('');
}

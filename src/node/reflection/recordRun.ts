// One run of an engine, from the lease to the last line of the ledger: counted before it begins, ended whatever happens.
import { randomBytes } from 'node:crypto';
import {
	type Admission,
	type Cost,
	type Ledger,
	type RunEnd,
	type RunStart,
	mayBegin,
} from '../../core/reflection/ledger';
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { LedgerFile } from './ledgerFile';

interface RunOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly dailyCap: number;
	/** A person asked for this very run. */
	readonly isAsked: boolean;
	readonly signal: AbortSignal;
}

/** What a run gave, and what the ledger is told of it. */
export interface Recorded<T> {
	readonly outcome: T;
	readonly end: Omit<RunEnd, 'run'>;
}

/** Nothing was begun, and why. */
interface NotBegun {
	readonly kind: 'skipped';
	readonly why: Exclude<Admission, 'yes'>;
}

/**
 * Runs `work` where the cap allows it and nobody else on this machine runs one.
 * @param work is given what it tells the cost as soon as it is known: the ledger has it whatever happens afterwards.
 * @param failed what a run gives whose work has thrown.
 * @throws the file system's error where the ledger cannot be read or written: a cap that nobody can count is no cap.
 */
export async function recordRun<T>(
	start: Omit<RunStart, 'run'>,
	options: RunOptions,
	work: (run: string, before: Ledger, spend: (cost: Cost) => void) => Promise<Recorded<T>>,
	failed: (reason: string) => T,
): Promise<T | NotBegun> {
	const { claude, clock, dailyCap, isAsked, signal } = options;
	const ledger = new LedgerFile(claude);
	const leased = await ledger.withLease(async (): Promise<T | NotBegun> => {
		const nowMs = clock.now();
		const before = await ledger.read();
		const admission = mayBegin(before, start.session, start.upToMs, { nowMs, dailyCap, isAsked, engine: start.engine });
		if (admission !== 'yes') {
			if (admission === 'capReached') await ledger.skip(start.session, admission, nowMs);
			return { kind: 'skipped', why: admission };
		}
		const run = `${new Date(nowMs).toISOString().replace(/[-:.]/gu, '')}-${randomBytes(3).toString('hex')}`;
		await ledger.begin({ run, ...start }, nowMs);
		let spent: Cost = {};
		let end: RunEnd = { run, outcome: 'failed', reason: 'it was not carried out' };
		try {
			const made = await work(run, before, (cost) => (spent = cost));
			end = { run, ...made.end };
			return made.outcome;
		} catch (error) {
			const reason = signal.aborted ? 'stopped' : error instanceof Error ? error.message : String(error);
			end = { run, outcome: signal.aborted ? 'aborted' : 'failed', reason };
			return failed(reason);
		} finally {
			await ledger.end({ ...end, ...spent }, clock.now());
		}
	});
	return leased?.value ?? { kind: 'skipped', why: 'running' };
}

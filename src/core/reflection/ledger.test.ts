import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../base/dates';
import {
	RUN_LIMIT_MS,
	type RunOutcome,
	compactLedger,
	foldLedger,
	mayBegin,
	pastOf,
	runningNow,
	runsOn,
	ledgerLine,
} from './ledger';

const NOW = Date.UTC(2026, 10, 21, 12);
const run = (name: string, atMs: number, upToMs: number, outcome?: RunOutcome): string =>
	[
		ledgerLine('started', { run: name, session: 's', project: '/p', engine: 'builtin', trigger: 'idle', upToMs }, atMs),
		...(outcome === undefined ? [] : [ledgerLine('ended', { run: name, outcome }, atMs + 1_000)]),
	].join('\n');
const world = { nowMs: NOW, dailyCap: 20, isAsked: false, engine: 'builtin' };

describe('the ledger', () => {
	test('torn lines, and lines of others, cost only themselves', () => {
		const text = `${run('a', NOW, 1, 'draft')}\n{"ts":"2026-11-21T1\nnull\n[]\n{"event":"started"}\n{"ts":"x","event":"started","run":"q","session":"s"}\n${run('b', NOW, 2)}`;
		expect(foldLedger(text).runs.map((each) => each.run)).toEqual(['a', 'b']);
	});

	test('R17: days are UTC days, and a run that died counts', () => {
		const text = [
			run('yesterday', Date.UTC(2026, 10, 20, 23, 59), 1, 'draft'),
			run('died', Date.UTC(2026, 10, 21, 0, 1), 1),
		].join('\n');
		expect(runsOn(foldLedger(text), NOW).map((each) => each.run)).toEqual(['died']);
	});

	test('a run that found the session to be private is neither done nor counted: the person may take it back', () => {
		const ended = ledgerLine('ended', { run: 'a', outcome: 'nothing', reason: 'private' }, NOW);
		const ledger = foldLedger(`${run('a', NOW, 9)}\n${ended}`);
		expect(pastOf(ledger, 's', 9, NOW)).toMatchObject({ reflectedUpToMs: undefined, failures: 0 });
		expect([runsOn(ledger, NOW), mayBegin(ledger, 's', 9, world)]).toEqual([[], 'yes']);
	});

	test('a run is under way until it says otherwise, or for ten minutes', () => {
		const ledger = foldLedger(run('a', NOW, 1));
		expect(runningNow(ledger, NOW + RUN_LIMIT_MS - 1)?.run).toBe('a');
		expect(runningNow(ledger, NOW + RUN_LIMIT_MS)).toBeUndefined();
	});

	test('what was covered stays covered; failures count for the last message only', () => {
		const ledger = foldLedger(
			[run('a', NOW - DAY_MS, 5, 'draft'), run('b', NOW - 9e6, 9, 'failed'), run('c', NOW - 8e6, 9)].join('\n'),
		);
		expect(pastOf(ledger, 's', 9, NOW)).toEqual({ reflectedUpToMs: 5, failures: 2, failedMs: NOW - 8e6 });
		expect(pastOf(ledger, 's', 10, NOW)).toMatchObject({ failures: 0 });
		expect(pastOf(ledger, 'other', 9, NOW)).toEqual({ reflectedUpToMs: undefined, failures: 0, failedMs: undefined });
	});

	test('a run that was stopped is no failure: it is made up for', () => {
		expect(pastOf(foldLedger(run('a', NOW - 9e6, 9, 'aborted')), 's', 9, NOW)).toMatchObject({
			failures: 0,
			reflectedUpToMs: undefined,
		});
	});

	test.each<[string, string, object, string]>([
		['nothing before', '', {}, 'yes'],
		['somebody was faster', run('a', NOW - 1e6, 7, 'draft'), {}, 'done'],
		['somebody is at it', run('a', NOW - 1_000, 7), {}, 'running'],
		['asked for once more', run('a', NOW - 1e6, 7, 'draft'), { isAsked: true }, 'yes'],
		['asked for while it was made by itself', run('a', NOW - 9e3, 7, 'draft'), { isAsked: true }, 'done'],
		['asked for of another engine', run('a', NOW - 9e3, 7, 'draft'), { isAsked: true, engine: 'claude' }, 'yes'],
		['the cap', run('a', NOW - 1e6, 1, 'draft'), { dailyCap: 1, isAsked: true }, 'capReached'],
		['no cap is no run', '', { dailyCap: 0 }, 'capReached'],
	])('%s: %s', (_what, text, own, admission) => {
		expect(mayBegin(foldLedger(text), 's', 7, { ...world, ...own })).toBe(admission);
	});

	test('T35: a ledger that has grown too long keeps its newest runs, whole', () => {
		const text = Array.from(
			{ length: 50 },
			(_, n) =>
				`${run(`r${n}`, NOW + n, n, 'draft')}\n${ledgerLine('skipped', { session: 's', why: 'capReached' }, NOW)}`,
		).join('\n');
		const kept = foldLedger(compactLedger(text, 10));
		expect(kept.runs.map((each) => [each.run, each.end?.outcome])).toEqual(
			Array.from({ length: 10 }, (_, n) => [`r${n + 40}`, 'draft']),
		);
		expect(kept.skips).toEqual([]);
	});
});

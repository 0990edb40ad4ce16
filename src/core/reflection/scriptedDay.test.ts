// A day as people work: three windows, five sessions, breaks, a nap of the machine, a hand-off by hand, the cap, midnight,
// a tab that is closed too early. Everything but the engine and the files is what the product runs.
import { describe, expect, test } from 'vitest';
import type { ProcessStatus } from '../sessions/state';
import { FakeClock } from '../testing/fakeClock';
import { IdleWatch } from './idleWatch';
import { foldLedger, mayBegin, pastOf, runningNow, runsOn, ledgerLine } from './ledger';
import { type IdleSession, type IdleSettings } from './policy';
import { readSettingsOf } from '../keeper/settings';
import { REFLECTION_SETTINGS, idleSettings } from './settings';

const DEFAULT_IDLE = idleSettings(readSettingsOf(REFLECTION_SETTINGS, () => undefined));

const DAY = '2026-11-20';
const at = (time: string, day = DAY): number => Date.parse(`${day}T${time}:00Z`);

interface Live {
	id: string;
	firstMs: number;
	lastMs: number;
	process: ProcessStatus;
	handedOffMs: number | undefined;
	isPrivate: boolean;
}

/** One machine: a clock, a ledger, a lease, sessions, and windows that each watch some of them. */
class Machine {
	readonly clock = new FakeClock(at('08:00'));
	readonly sessions = new Map<string, Live>();
	readonly windows = new Map<string, IdleWatch>();
	readonly reflections: string[] = [];
	ledger = '';
	leaseOf: string | undefined;
	settings: IdleSettings = DEFAULT_IDLE;
	hasConsent = true;
	pausedUntilMs: number | undefined;
	private mostAtOnce = 0;
	private running = 0;

	get atOnce(): number {
		return this.mostAtOnce;
	}

	/** A message in a session, by its person or by Claude. */
	say(id: string, process: ProcessStatus = 'idle'): void {
		const nowMs = this.clock.now();
		const known = this.sessions.get(id);
		this.sessions.set(id, {
			id,
			firstMs: known?.firstMs ?? nowMs,
			lastMs: nowMs,
			process,
			handedOffMs: known?.handedOffMs,
			isPrivate: known?.isPrivate ?? false,
		});
	}

	set(id: string, change: Partial<Live>): void {
		const known = this.sessions.get(id);
		if (known === undefined) throw new Error(`no session ${id}`);
		Object.assign(known, change);
	}

	open(name: string, watched: readonly string[]): IdleWatch {
		const watch = new IdleWatch({
			clock: this.clock,
			look: () => Promise.resolve({ candidates: this.candidates(watched), surroundings: this.surroundings(name) }),
			reflect: (id, why) => this.reflect(name, id, why),
			onError: (error) => {
				throw error;
			},
		});
		this.windows.set(name, watch);
		return watch;
	}

	close(name: string): void {
		this.windows.get(name)?.dispose();
		this.windows.delete(name);
	}

	/** Lets the time pass; every minute, everything that follows from it is done. */
	async until(timeMs: number): Promise<void> {
		for (const watch of this.windows.values()) void watch.hint();
		await settle();
		while (this.clock.now() < timeMs) {
			this.clock.advance(Math.min(10_000, timeMs - this.clock.now()));
			await settle();
		}
	}

	private candidates(watched: readonly string[]): readonly IdleSession[] {
		const ledger = foldLedger(this.ledger);
		return watched.flatMap((id): IdleSession[] => {
			const live = this.sessions.get(id);
			if (live === undefined) return [];
			return [
				{
					id,
					firstMessageMs: live.firstMs,
					lastMessageMs: live.lastMs,
					prompts: 1,
					process: live.process,
					isProgram: false,
					isPrivate: live.isPrivate,
					isFolderOff: false,
					isHandedOff: live.handedOffMs !== undefined && live.handedOffMs >= live.lastMs,
					...pastOf(ledger, id, live.lastMs, this.clock.now()),
				},
			];
		});
	}

	private surroundings(name: string) {
		const ledger = foldLedger(this.ledger);
		const nowMs = this.clock.now();
		const isRunning = runningNow(ledger, nowMs) !== undefined;
		return {
			isEnabled: true,
			hasConsent: this.hasConsent,
			isTrusted: true,
			pausedUntilMs: this.pausedUntilMs,
			runsToday: runsOn(ledger, nowMs).length,
			running: isRunning ? (this.leaseOf === name ? ('here' as const) : ('elsewhere' as const)) : undefined,
			notBeforeMs: 0,
			settings: this.settings,
		};
	}

	/** As the product does it: the lease, the ledger again under it, a line, the work, a line. */
	private async reflect(name: string, id: string, trigger: 'idle' | 'waited' | 'ended' | 'catchUp'): Promise<void> {
		const live = this.sessions.get(id);
		if (live === undefined || this.leaseOf !== undefined) return;
		this.leaseOf = name;
		const nowMs = this.clock.now();
		const upToMs = live.lastMs;
		const world = { nowMs, dailyCap: this.settings.dailyCap, isAsked: false, engine: 'builtin' };
		if (mayBegin(foldLedger(this.ledger), id, upToMs, world) === 'yes') {
			this.mostAtOnce = Math.max(this.mostAtOnce, ++this.running);
			const run = `run-${this.reflections.length + 1}`;
			const start = { run, session: id, project: '/p', engine: 'builtin', trigger, upToMs };
			this.ledger += `${ledgerLine('started', start, nowMs)}\n`;
			this.reflections.push(`${new Date(nowMs).toISOString().slice(11, 16)} ${id} ${trigger}`);
			await new Promise<void>((done) => this.clock.schedule(nowMs + 20_000, done));
			this.ledger += `${ledgerLine('ended', { run, outcome: 'draft' }, this.clock.now())}\n`;
			this.running--;
		}
		this.leaseOf = undefined;
	}
}

/** Everything that is due without the clock. */
async function settle(): Promise<void> {
	for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

describe('a scripted day', () => {
	test('reflects exactly where it should, never twice, one at a time, never over the cap', async () => {
		const machine = new Machine();
		machine.settings = { ...DEFAULT_IDLE, dailyCap: 6 };
		// Yesterday evening the tab was closed five minutes after the last prompt, and VS Code with it.
		machine.clock.jump(at('19:00', '2026-11-19'));
		machine.say('closed-early', 'none');
		machine.clock.jump(at('08:00'));

		// Two windows on one folder, one on another.
		machine.open('one', ['closed-early', 'morning', 'long-think']);
		machine.open('two', ['closed-early', 'morning', 'long-think']);
		machine.open('three', ['question', 'by-hand']);
		await machine.until(at('08:30'));
		expect(machine.reflections).toEqual(['08:00 closed-early catchUp']);

		// Breaks of ten minutes are no end, a break for lunch is.
		for (const time of ['08:30', '08:40', '08:50', '09:00']) {
			await machine.until(at(time));
			machine.say('morning');
		}
		await machine.until(at('09:14'));
		expect(machine.reflections).toHaveLength(1);
		expect(machine.windows.get('one')?.decision).toMatchObject({
			kind: 'counting',
			session: 'morning',
			dueMs: at('09:15'),
		});
		await machine.until(at('10:00'));
		expect(machine.reflections.slice(1)).toEqual(['09:15 morning idle']);

		// A model that thinks for an hour is not idle (T9); a session that waits for its person is after an hour.
		machine.say('long-think', 'busy');
		machine.say('question', 'waiting');
		await machine.until(at('10:59'));
		expect(machine.reflections).toHaveLength(2);
		await machine.until(at('11:05'));
		expect(machine.reflections.slice(2)).toEqual(['11:00 question waited']);
		machine.set('long-think', { process: 'idle' });
		machine.say('long-think');

		// Handed off by hand: nothing to do.
		machine.say('by-hand');
		machine.set('by-hand', { handedOffMs: machine.clock.now() });
		await machine.until(at('11:30'));
		expect(machine.reflections.slice(3)).toEqual(['11:20 long-think idle']);

		// The machine sleeps over noon. Who wakes it may go on at once: then nothing is reflected on.
		machine.say('morning');
		machine.clock.jump(at('13:30'));
		await machine.until(at('13:31'));
		expect(machine.windows.get('one')?.decision).toMatchObject({ kind: 'held', why: 'justWoke' });
		machine.say('morning');
		await machine.until(at('13:40'));
		expect(machine.reflections).toHaveLength(4);
		await machine.until(at('14:00'));
		expect(machine.reflections.slice(4)).toEqual(['13:46 morning idle']);

		// Paused, then resumed.
		machine.say('question');
		machine.pausedUntilMs = at('15:00');
		await machine.until(at('14:59'));
		expect(machine.reflections).toHaveLength(5);
		await machine.until(at('15:05'));
		expect(machine.reflections.slice(5)).toEqual(['15:00 question idle']);

		// That was the sixth: the cap holds in every window until midnight, in UTC, and what waits is done then.
		machine.say('by-hand');
		machine.say('morning');
		await machine.until(at('23:59'));
		expect(machine.reflections).toHaveLength(6);
		expect(machine.windows.get('three')?.decision).toMatchObject({
			kind: 'held',
			why: 'capReached',
			againMs: at('00:00', '2026-11-21'),
		});
		await machine.until(at('00:30', '2026-11-21'));
		expect(
			machine.reflections
				.slice(6)
				.map((line) => line.slice(6))
				.sort(),
		).toEqual(['by-hand idle', 'morning idle']);

		expect(machine.atOnce).toBe(1);
		const runs = foldLedger(machine.ledger).runs;
		expect(new Set(runs.map((run) => `${run.session} ${run.upToMs}`)).size).toBe(runs.length);
	});

	test('T4: all sessions of all windows fall idle at once, and one is reflected on at a time', async () => {
		const machine = new Machine();
		const ids = ['a', 'b', 'c', 'd', 'e'];
		for (const name of ['one', 'two', 'three']) machine.open(name, ids);
		for (const id of ids) machine.say(id);
		await machine.until(at('08:40'));
		expect(machine.reflections.map((line) => line.slice(6)).sort()).toEqual(ids.map((id) => `${id} idle`));
		expect(machine.atOnce).toBe(1);
	});

	test('at activation up to three that ended without a hand-off are caught up, the newest; no more on the next day', async () => {
		const machine = new Machine();
		const ids = ['monday', 'tuesday', 'wednesday', 'thursday', 'last-month'];
		const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-10-01'];
		for (const [n, id] of ids.entries()) {
			machine.clock.jump(at('19:00', days[n]));
			machine.say(id, 'none');
		}
		machine.clock.jump(at('08:00'));
		machine.open('one', ids);
		await machine.until(at('12:00'));
		expect(machine.reflections.map((line) => line.slice(6))).toEqual([
			'thursday catchUp',
			'wednesday catchUp',
			'tuesday catchUp',
		]);
		expect(machine.windows.get('one')?.decision).toMatchObject({ kind: 'nothing', why: 'reflected' });
	});

	test('a tab that is closed five minutes after the last prompt is reflected on at its time', async () => {
		const machine = new Machine();
		machine.open('one', ['short']);
		machine.say('short');
		await machine.until(at('08:05'));
		machine.set('short', { process: 'none' });
		await machine.until(at('08:30'));
		expect(machine.reflections).toEqual(['08:15 short ended']);
	});

	test('without consent nothing happens, whatever the engine; a private session is never touched', async () => {
		const machine = new Machine();
		machine.hasConsent = false;
		machine.open('one', ['a', 'secret']);
		machine.say('a');
		machine.say('secret');
		machine.set('secret', { isPrivate: true });
		await machine.until(at('12:00'));
		expect(machine.reflections).toEqual([]);
		expect(machine.windows.get('one')?.decision).toMatchObject({ kind: 'off', why: 'noConsent' });
		machine.hasConsent = true;
		await machine.until(at('12:05'));
		expect(machine.reflections.map((line) => line.slice(6))).toEqual(['a idle']);
	});

	test('a window that is closed decides nothing any more', async () => {
		const machine = new Machine();
		machine.open('one', ['a']);
		machine.say('a');
		await machine.until(at('08:10'));
		machine.close('one');
		await machine.until(at('09:00'));
		expect(machine.reflections).toEqual([]);
	});
});

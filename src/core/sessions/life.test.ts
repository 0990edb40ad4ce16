import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/fakeClock';
import { HOUR_MS, MINUTE_MS } from '../base/dates';
import { archiveName } from './archiveName';
import { type SessionRecord, formatRecord, parseRecord, toRecord } from './record';
import { recordText } from './recordText';
import { extractEntities } from './entities';
import type { LifecycleEvent, ToolExecution } from './event';
import { type Life, foldLife, withRecent } from './life';
import { type ProcessStatus, type SessionState, deriveState } from './state';

const same = (text: string): string => text;
const T0 = Date.UTC(2026, 9, 24, 21, 50);

/** A session that is lived step by step on a clock of its own. */
class Script {
	readonly clock = new FakeClock(T0);
	life: Life | undefined;
	process: ProcessStatus = 'idle';

	tell(event: Happening): this {
		this.life = foldLife(this.life, [{ atMs: this.clock.now(), ...event }]);
		return this;
	}
	wait(minutes: number): this {
		this.clock.advance(minutes * MINUTE_MS);
		return this;
	}
	get state(): SessionState {
		const { firstMs = 0, lastMs = 0, endedMs } = this.life ?? {};
		return deriveState({
			firstActivityMs: firstMs,
			lastActivityMs: lastMs,
			endedMs,
			process: this.process,
			nowMs: this.clock.now(),
		});
	}
	record(redact = same): SessionRecord {
		if (this.life === undefined) throw new Error('nothing happened');
		return toRecord(this.life, { id: 'abc', state: this.state, redact });
	}
	get told(): readonly string[] {
		return this.record().events.map((event) => event.event_type);
	}
}

/** An event without its time. */
type Happening = LifecycleEvent extends infer E ? (E extends unknown ? Omit<E, 'atMs'> : never) : never;
const tool = (name: string, more: Partial<ToolExecution> = {}): Happening => ({
	kind: 'tool_executed',
	tool: name,
	...more,
});
const prompt = (text: string): Happening => ({ kind: 'prompt_submitted', text });
const answer: Happening = { kind: 'response_completed', text: 'Done.' };

describe('a life', () => {
	it('is worked while messages come, and not while it is idle, whatever the clock does', () => {
		const s = new Script();
		s.tell(prompt('Fix it.')).wait(2).tell(answer).wait(29).tell(prompt('Once more.')).wait(1).tell(answer);
		expect(s.life?.workedMs).toBe(32 * MINUTE_MS);
		s.wait(30)
			.tell(prompt('Back.'))
			.wait(600)
			.tell({ kind: 'session_start', source: 'resume' })
			.wait(3)
			.tell(prompt('Go.'));
		expect(s.life?.workedMs).toBe(35 * MINUTE_MS);
		s.wait(-5).tell(answer);
		expect(s.life?.workedMs).toBe(35 * MINUTE_MS);
		s.wait(9).tell({ kind: 'session_end' });
		expect(s.life?.workedMs).toBe(35 * MINUTE_MS);
	});

	it('goes from start to end over idleness, a crash, a resume, compaction and midnight', () => {
		const s = new Script();
		s.tell({ kind: 'session_start', source: 'startup' })
			.tell(prompt('hi'))
			.wait(1)
			.tell(tool('Read', { filePath: 'a.ts' }))
			.tell(answer);
		expect(s.state).toBe('active');
		expect(s.wait(30).state).toBe('idle');
		// Over local midnight in many zones: nothing but time passes.
		expect(s.wait(180).state).toBe('idle');
		expect(s.tell(prompt('I am back')).state).toBe('active');
		s.process = 'none';
		expect(s.wait(5).state).toBe('suspended');
		s.process = 'idle';
		expect(s.tell({ kind: 'session_start', source: 'resume' }).state).toBe('active');
		s.tell({ kind: 'session_start', source: 'compact' }).tell(prompt('go on')).tell(answer);
		s.process = 'none';
		s.tell({ kind: 'session_end', reason: 'prompt_input_exit' });
		expect(s.state).toBe('ended');
		expect(s.told).toEqual([
			'session_start',
			'prompt_submitted',
			'tool_executed',
			'response_completed',
			'session_idle',
			'session_resume',
			'prompt_submitted',
			'session_resume',
			'prompt_submitted',
			'response_completed',
			'session_end',
		]);
		expect(s.record().metadata).toEqual({ event_count: 11, end_reason: 'prompt_input_exit' });
	});

	it('goes on when a session that had ended is taken up again', () => {
		const s = new Script().tell(prompt('a')).tell(answer).tell({ kind: 'session_end' }).wait(5).tell(prompt('b'));
		expect(s.told.slice(-3)).toEqual(['session_end', 'session_resume', 'prompt_submitted']);
		expect(s.state).toBe('active');
		expect(s.record().metadata['end_reason']).toBeUndefined();
	});

	it('has one end, whoever tells of it, with the reason of the one who knows', () => {
		const s = new Script()
			.tell(prompt('a'))
			.tell({ kind: 'session_end' })
			.tell({ kind: 'session_end', reason: 'clear' });
		expect(s.told).toEqual(['session_start', 'prompt_submitted', 'session_end']);
		expect(s.record().metadata['end_reason']).toBe('clear');
	});

	it('takes a response for the end of a turn and not of the session', () => {
		const s = new Script().tell(prompt('a')).tell(answer).tell(prompt('b')).tell(answer);
		expect(s.told).not.toContain('session_end');
	});

	it('sees no idle spell where a tool ran long, and one where the person came back to a crash', () => {
		const s = new Script()
			.tell(prompt('a'))
			.wait(90)
			.tell(tool('Bash', { command: 'make' }));
		expect(s.told).not.toContain('session_idle');
		expect(s.wait(600).tell(prompt('hello?')).told.slice(-3)).toEqual([
			'session_idle',
			'session_resume',
			'prompt_submitted',
		]);
	});

	it('is not moved by a clock that is set back, nor ended by a machine that slept', () => {
		const s = new Script().tell(prompt('a'));
		const lastMs = s.life?.lastMs;
		s.clock.jump(T0 - HOUR_MS);
		expect(s.tell(answer).life?.lastMs).toBe(lastMs);
		expect(s.state).toBe('active');
		s.clock.jump(T0 + 60 * HOUR_MS);
		expect(s.state).toBe('idle');
	});

	// R10: at 01:00 UTC clocks in Europe go from 02:00 to 03:00 in March, and from 03:00 back to 02:00 in October.
	it.each([
		['skips', Date.UTC(2026, 2, 29, 0, 50), '2026-03-29'],
		['repeats', Date.UTC(2026, 9, 25, 0, 50), '2026-10-25'],
	])('measures the hour that daylight saving %s', (_name, beganMs, date) => {
		const zone = process.env['TZ'];
		process.env['TZ'] = 'Europe/Berlin';
		try {
			const offsets = [0, 20].map((minutes) => new Date(beganMs + minutes * MINUTE_MS).getTimezoneOffset());
			expect(offsets[0]).not.toBe(offsets[1]);
			const s = new Script();
			s.clock.jump(beganMs);
			s.tell(prompt('a')).tell(answer);
			expect(s.wait(20).state).toBe('active');
			expect(s.wait(10).state).toBe('idle');
			expect(s.record().started_at).toBe(`${date}T00:50:00.000Z`);
			expect(archiveName(beganMs, 'x')).toBe(`${date}_00-50_x.json`);
		} finally {
			if (zone === undefined) delete process.env['TZ'];
			else process.env['TZ'] = zone;
		}
	});

	it('begins anew with a fork, which keeps what it knows', () => {
		const s = new Script()
			.tell(prompt('see `x`'))
			.tell(tool('Write', { filePath: 'a.ts', content: 'a\nb' }))
			.wait(20);
		const fork = s.tell({ kind: 'session_start', source: 'fork' }).record();
		expect(fork.started_at).toBe('2026-10-24T22:10:00.000Z');
		expect(fork.events.map((e) => e.event_type)).toEqual(['session_start']);
		expect(fork.context.recent_files).toEqual(['a.ts']);
		expect(fork.hot_memory).toHaveLength(1);
	});

	it('is the same folded at once or one by one', () => {
		const events: LifecycleEvent[] = Array.from({ length: 200 }, (_, i) =>
			i % 3 === 0
				? { kind: 'prompt_submitted', atMs: T0 + i * 11 * MINUTE_MS, text: `#${i} in src/f${i}.ts` }
				: i % 3 === 1
					? { kind: 'tool_executed', atMs: T0 + i * 11 * MINUTE_MS, tool: `T${i % 13}`, filePath: `f${i % 17}` }
					: { kind: 'response_completed', atMs: T0 + i * 40 * MINUTE_MS, text: 'ok' },
		);
		expect(events.reduce<Life | undefined>((life, event) => foldLife(life, [event]), undefined)).toEqual(
			foldLife(undefined, events),
		);
	});
});

describe('what a record holds', () => {
	it('is the last fifty events and the number of all', () => {
		const s = new Script();
		for (let i = 0; i < 60; i++) s.tell(prompt(`p${i}`));
		const record = s.record();
		expect([record.events.length, record.metadata['event_count']]).toEqual([50, 61]);
		expect(record.events.at(-1)?.data['prompt_preview']).toBe('p59');
	});

	it("is what Write, Edit and Bash did, the five newest, in the reference's words", () => {
		const s = new Script();
		s.tell(tool('Bash', { command: 'first' }))
			.tell(tool('Write', { filePath: '/w/a.ts', content: 'a\nb\n' }))
			.tell(tool('Edit', { filePath: 'b.ts', oldText: 'x'.repeat(40), newText: 'one\n\ttwo' }))
			.tell(tool('Edit', { filePath: 'c.ts', isError: true }))
			.tell(tool('Read', { filePath: 'd.ts' }))
			.tell(tool('Bash', { command: 'y'.repeat(60), isError: true }))
			.tell(tool('Write', {}))
			.tell(tool('Bash', { command: 'last' }));
		expect(s.record().hot_memory.map((entry) => entry['summary'])).toEqual([
			'Created /w/a.ts (3 lines)',
			`Edited b.ts: '${'x'.repeat(30)}' -> 'one two'`,
			`Ran: ${'y'.repeat(50)}`,
			'Created unknown (1 lines)',
			'Ran: last',
		]);
		expect(s.record().hot_memory[0]).toEqual({
			type: 'tool_result',
			tool: 'Write',
			summary: 'Created /w/a.ts (3 lines)',
			added_at: '2026-10-24T21:50:00.000Z',
		});
	});

	it('takes a file in again once it is not among the last five', () => {
		const files = ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'a', 'g', 'h', 'i', 'j', 'k'];
		expect(files.reduce<readonly string[]>(withRecent, [])).toEqual(['c', 'd', 'e', 'f', 'a', 'g', 'h', 'i', 'j', 'k']);
	});

	it('redacts a text before it cuts it, so that no half of a secret stays', () => {
		const redact = (text: string): string => text.replaceAll('S'.repeat(20), '[redacted: s]');
		const secret = 'S'.repeat(20);
		const s = new Script()
			.tell(prompt(`${'p'.repeat(90)}${secret} \`${secret}\``))
			.tell(tool('Bash', { command: `${'c'.repeat(40)}${secret}` }))
			.tell(tool('Edit', { filePath: `/x/${secret}`, oldText: `${'o'.repeat(25)}${secret}`, newText: secret }));
		expect(JSON.stringify(s.record(redact))).not.toContain('SS');
		expect(s.record(redact).context.key_entities).toEqual([]);
	});

	it('survives writing and reading, with fields that we do not know', () => {
		const s = new Script().tell(prompt('see `a` and #12')).tell(answer);
		const later: object = { later: { x: 1 } };
		const text = formatRecord({ ...s.record(), ...later });
		const parsed = parseRecord(`\ufeff${text}`);
		expect(parsed && formatRecord(parsed)).toBe(text);
		expect(Object.keys(s.record())).toEqual([
			'id',
			'state',
			'started_at',
			'last_activity',
			'context',
			'events',
			'hot_memory',
			'metadata',
		]);
		expect(Object.keys(s.record().context)).toEqual([
			'recent_files',
			'recent_tools',
			'key_entities',
			'current_task',
			'working_directory',
		]);
	});

	it.each([
		['{', 'broken JSON'],
		['[]', 'a list'],
		['{"id":"","state":"idle","started_at":"2026-01-01T00:00:00","last_activity":"2026-01-01T00:00:00"}', 'id'],
		['{"id":"a","state":"gone","started_at":"2026-01-01T00:00:00","last_activity":"2026-01-01T00:00:00"}', 'state'],
		['{"id":"a","state":"idle","started_at":"soon","last_activity":"2026-01-01T00:00:00"}', 'started_at'],
		[
			'{"id":"a","state":"idle","started_at":"2026-01-01T00:00:00","last_activity":"2026-01-01T00:00:00","context":{"recent_files":[1]}}',
			'context.recent_files.0',
		],
	])('of %j is refused because of %s', (text) => {
		expect(parseRecord(text)).toBeUndefined();
	});

	it('may lack what the reference lets be missing', () => {
		const parsed = parseRecord(
			'{"id":"a","state":"idle","started_at":"2026-01-01T00:00:00","last_activity":"2026-01-01T00:00:00"}',
		);
		expect(parsed?.context.recent_files).toEqual([]);
	});

	it('is archived under its start in UTC', () => {
		expect(archiveName(Date.UTC(2026, 0, 2, 3, 4, 59), 'ab/../c')).toBe('2026-01-02_03-04_ab----c.json');
	});

	it('is searched by its files and tools', () => {
		const s = new Script().tell(tool('Edit', { filePath: 'src/a.ts' }));
		expect(recordText(s.record())).toContain('- Files: src/a.ts\n- Tools: Edit\n');
	});
});

describe('entities of a prompt', () => {
	it.each([
		['fix src/a.ts and ./b/c.js, see `foo()` and #123', ['src/a.ts', './b/c.js', 'foo()', '#123']],
		['~/x/y, C:\\a\\b.ts and/or 24/7', ['~/x/y', 'C:\\a\\b.ts']],
		['src/core twice: src/core', ['src/core']],
		['https://example.com/a/b #abc &#39; a#1', []],
		['`` ` ` ``', []],
	])('in %j are %j', (text, expected) => {
		expect(extractEntities(text)).toEqual(expected);
	});
});

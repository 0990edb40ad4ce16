import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAttended, isSessionId, parseHookPayload } from './payload';
import { withExitStamp } from '../keeper/exitStamp';
import { hookLogLine, parseHookLog } from '../keeper/hookLog';
import { carryItems } from '../hooks/openItems';
import { readContent } from '../parking/item';
import { isRawFileName } from '../backups/log';
import { rawNames } from '../backups/rawNames';
import { reasonOfCompaction, reasonOfEnd } from './reasons';

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const samples = path.resolve(import.meta.dirname, '../../../test/fixtures/hooks');
const sample = (name: string): string => readFileSync(path.join(samples, name), 'utf8');

describe('what Claude Code tells a hook', () => {
	test('every sample of the real program is understood', () => {
		for (const event of readdirSync(samples))
			for (const file of readdirSync(path.join(samples, event))) {
				const payload = parseHookPayload(sample(`${event}/${file}`));
				expect(payload?.session, file).toMatch(/^[0-9a-f-]{36}$/u);
				expect(payload?.transcriptPath, file).toContain(payload?.session);
				expect(payload?.cwd, file).toBe('/home/dev/app');
			}
	});

	// T15
	test('a byte-order mark is no obstacle, and the older name of the reason is understood', () => {
		expect(parseHookPayload('\ufeff{"session_id":"a-1","stop_reason":"clear"}')).toMatchObject({
			session: 'a-1',
			reason: 'clear',
		});
	});

	test.each(['', '{', '[]', 'null', '"x"', '{"session_id":'])('%j is no payload', (text) => {
		expect(parseHookPayload(text)).toBeUndefined();
	});

	test('fields of another type are as if they were not there', () => {
		expect(parseHookPayload('{"session_id":7,"cwd":{},"reason":null,"transcript_path":[]}')).toEqual({
			reply: '',
			isStopContinued: false,
			isSubagent: false,
		});
	});

	test.each(['../x', 'a/b', '', '.hidden', 'a b', 'a\n', 'x'.repeat(129), '-rf'])('%j is no session id', (id) => {
		expect(isSessionId(id)).toBe(false);
	});
});

describe('runs that nobody attends', () => {
	test.each([
		[{}, true],
		[{ CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' }, true],
		[{ CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' }, true],
		[{ CLAUDE_CODE_SESSION_ATTENDED: '0' }, false],
		[{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, false],
		[{ CLAUDE_CODE_ENTRYPOINT: 'sdk-ts', CLAUDE_CODE_SESSION_ATTENDED: '1' }, false],
		[{ SESSION_KEEPER_REFLECTION: '1' }, false],
	])('%j: attended is %s', (env, expected) => {
		expect(isAttended(env)).toBe(expected);
	});
});

describe('reasons and names', () => {
	test.each([
		['prompt_input_exit', 'exit'],
		['clear', 'clear'],
		['resume', 'resume'],
		['logout', 'logout'],
		['other', 'other'],
		['../../etc/passwd', 'other'],
		[undefined, 'other'],
	])('a session that ended with %j was ended by %s', (reason, expected) => {
		expect(reasonOfEnd({ reason })).toBe(expected);
	});

	test('a compaction is by hand or automatic', () => {
		expect([{ trigger: 'manual' }, { trigger: 'auto' }, { trigger: undefined }].map(reasonOfCompaction)).toEqual([
			'compact',
			'auto-compact',
			'compact',
		]);
	});

	test('names carry UTC and the reason, a compaction none, and there is always another', () => {
		const first = (names: Iterator<string>): string[] => [1, 2, 3].map(() => String(names.next().value));
		expect(first(rawNames(NOW_MS, 'exit'))).toEqual([
			'20261121_100000_exit.jsonl',
			'20261121_100000_exit-2.jsonl',
			'20261121_100000_exit-3.jsonl',
		]);
		expect(first(rawNames(NOW_MS + 999, 'auto-compact'))[1]).toBe('20261121_100000-2.jsonl');
		expect(first(rawNames(NOW_MS, 'missed')).every(isRawFileName)).toBe(true);
	});
});

describe('the time of the last exit', () => {
	const stamp = (text: string, ms = NOW_MS): string => withExitStamp(text, ms, 'exit');

	test('goes to the end at first, and stays in its place', () => {
		const once = stamp('# State\n\nNext: tests');
		expect(once).toMatchInlineSnapshot(`
			"# State

			Next: tests

			<!-- session-keeper:last-exit -->
			Last session ended: 2026-11-21T10:00:00Z (exit)
			<!-- /session-keeper:last-exit -->
			"
		`);
		const twice = stamp(`${once}more\n`, NOW_MS + 60_000);
		expect(twice).toBe(`${once.replace('10:00:00', '10:01:00')}more\n`);
	});

	test('keeps the line ends of the file', () => {
		expect(stamp('a\r\nb\r\n').replaceAll('\r\n', '')).not.toContain('\n');
	});

	test('leaves a text alone whose marks somebody moved', () => {
		const once = stamp('x\n');
		for (const text of [
			once + once,
			once.replace('<!-- session', '<!-- /session'),
			'a\n<!-- session-keeper:last-exit -->\n',
		])
			expect(stamp(text)).toBe(text);
	});
});

describe('log and carried items', () => {
	test('a firing survives the log, a torn line costs itself', () => {
		const firing = { ts: 't', event: 'SessionEnd', session: 's', project: '/p', ms: 3, outcome: 'verified' };
		expect(parseHookLog(`${hookLogLine(firing)}\n{"ts":"t","ev\n\n${hookLogLine(firing)}\n`)).toEqual([firing, firing]);
		expect(hookLogLine({ ...firing, outcome: 'a\nb' })).toContain('"a b"');
	});

	test('items are quoted as data, a line each', () => {
		const item = readContent(
			'session-open-a.md',
			{ name: 'Rate\u2028limits', description: 'what\u0007 was it' },
			'body',
		);
		const unnamed = readContent('session-open-x.md', {}, '');
		expect(carryItems([])).toBeUndefined();
		expect(carryItems([item, unnamed])?.split('\n').slice(1)).toEqual([
			'- Rate limits — what was it',
			'- session-open-x.md',
		]);
	});
});

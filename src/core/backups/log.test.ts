import { describe, expect, test } from 'vitest';
import {
	type BackupEvent,
	BACKUP_EVENTS,
	backupLogLine,
	foldBackupLog,
	isRawFileName,
	parseBackupLog,
	rawName,
} from './log';
import { knownReason } from '../claude/reasons';
import { BACKUP_REASONS, reasonWords } from '../claude/reasons';

const RAW = '20261120_091500_exit.jsonl';
const TS = '2026-11-20T09:15:00Z';

// R1, R2: the text comes out of a repository.
describe('only a file directly inside raw/ is ever meant', () => {
	test.each([
		[RAW, RAW],
		[`.claude/memory/raw/${RAW}`, RAW],
		[`./.claude/memory/raw/${RAW}`, RAW],
		[`.claude\\memory\\raw\\${RAW}`, RAW],
		[`raw/${RAW}`, RAW],
		['', undefined],
		[`/etc/${RAW}`, undefined],
		[`/home/dev/app/.claude/memory/raw/${RAW}`, undefined],
		[`C:\\Users\\dev\\${RAW}`, undefined],
		[`\\\\server\\share\\${RAW}`, undefined],
		[`file:///etc/${RAW}`, undefined],
		[`../${RAW}`, undefined],
		[`.claude/memory/raw/../${RAW}`, undefined],
		[`.claude/memory/raw/sub/${RAW}`, undefined],
		[`.claude/memory/raw/..\\..\\${RAW}`, undefined],
		['.claude/memory/raw/..', undefined],
		['.claude/memory/raw/', undefined],
		['~/.ssh/id_ed25519', undefined],
		['.claude/memory/raw/.hidden.jsonl', undefined],
		['.claude/memory/raw/-rf.jsonl', undefined],
		[`${RAW}\nIgnore the above`, undefined],
		[`a\u202eb.jsonl`, undefined],
		['a b.jsonl', undefined],
		['a%2fb.jsonl', undefined],
		['a.json', undefined],
		[`a.jsonl/..`, undefined],
		[`${'a'.repeat(115)}.jsonl`, undefined],
	])('%j means %j', (text, expected) => expect(rawName(text)).toBe(expected));
});

test('a file name of ours is one that rawName lets through', () => {
	expect(isRawFileName(RAW)).toBe(true);
	expect(isRawFileName(`raw/${RAW}`)).toBe(false);
});

test('a line that is written is read again', () => {
	const line = {
		ts: TS,
		event: 'copied' as const,
		session: 's1',
		raw: RAW,
		source: '/home/dev/.claude/projects/-home-dev-app/s1.jsonl',
		slug: '-home-dev-app',
		size: 12,
		sha256: 'ab',
		reason: 'exit',
	};
	const text = backupLogLine(line);
	expect(text).not.toContain('\n');
	expect(text).toContain(`"raw":".claude/memory/raw/${RAW}"`);
	expect(parseBackupLog(`${text}\n`)).toEqual({ lines: [line], skipped: 0 });
});

test('lines that are no lines of a log are counted, and cost themselves only', () => {
	const good = backupLogLine({ ts: TS, event: 'pending', raw: RAW });
	const { lines, skipped } = parseBackupLog(
		[
			good,
			good.slice(0, 20),
			'null',
			`{"ts":"${TS}","event":"pending","raw":"/etc/passwd"}`,
			`{"ts":"${TS}","event":"pending"}`,
			`{"event":"pending","raw":"${RAW}"}`,
			`{"ts":"${TS}","raw":"${RAW}"}`,
			'<<<<<<< HEAD',
			'',
			'  ',
		].join('\r\n'),
	);
	expect(lines.map((line) => line.raw)).toEqual([RAW]);
	expect(skipped).toBe(7);
});

// R4: the reason comes from outside.
test.each([
	...Object.keys(BACKUP_REASONS).map((reason) => [reason, reason]),
	['constructor', 'other'],
	['__proto__', 'other'],
	['a\u001b[2J', 'other'],
	['', 'other'],
])('the reason %j is %s', (reason, expected) => {
	expect(knownReason(reason ?? '')).toBe(expected);
	const line = JSON.stringify({ ts: TS, event: 'pending', raw: RAW, reason });
	expect(parseBackupLog(line).lines[0]?.reason).toBe(expected);
	expect(BACKUP_REASONS[expected ?? '']?.()).toMatch(/^[a-z ]+$/u);
	expect(reasonWords(reason)).toBe(BACKUP_REASONS[expected ?? '']?.());
});

describe('a backup’s state follows from its events', () => {
	const pending = (...events: string[]): boolean | undefined =>
		foldBackupLog(
			events.map((event) => ({
				ts: TS,
				event,
				raw: RAW,
				session: undefined,
				source: undefined,
				slug: undefined,
				size: undefined,
				sha256: undefined,
				reason: undefined,
			})),
		).get(RAW)?.isPending;

	test.each<[BackupEvent[], boolean]>([
		[['pending'], true],
		[['missed'], true],
		[['copied'], true],
		[['pending', 'copied', 'verified'], true],
		[['pending', 'copied', 'processed'], false],
		[['pending', 'discarded'], false],
		[['pending', 'superseded'], false],
		[['pending', 'discarded', 'pending'], true],
		// A copy that is finished after the person dealt with it stays dealt with.
		[['pending', 'discarded', 'copied', 'verified'], false],
		[['pending', 'processed', 'verified'], false],
		[['discarded'], false],
	])('%j: %s', (events, expected) => expect(pending(...events)).toBe(expected));

	test('an event of a later version changes nothing', () => {
		expect(pending('pending', 'shredded')).toBe(true);
		expect(pending('shredded')).toBe(false);
		expect(BACKUP_EVENTS).not.toContain('shredded');
	});

	test('what one line tells, a later one without it keeps', () => {
		const { lines } = parseBackupLog(
			[
				backupLogLine({ ts: TS, event: 'pending', raw: RAW, session: 's1', source: '/s', reason: 'clear' }),
				backupLogLine({ ts: '2026-11-20T09:16:00Z', event: 'copied', raw: RAW, size: 10 }),
				backupLogLine({ ts: '2026-11-20T09:17:00Z', event: 'verified', raw: RAW }),
			].join('\n'),
		);
		expect(foldBackupLog(lines).get(RAW)).toEqual({
			raw: RAW,
			isPending: true,
			sinceMs: Date.parse(TS),
			session: 's1',
			source: '/s',
			reason: 'clear',
			copiedBytes: 10,
			isVerified: true,
		});
	});

	test('a copy that is made anew is not verified any more', () => {
		const { lines } = parseBackupLog(
			['copied', 'verified', 'copied']
				.map((event, n) => backupLogLine({ ts: TS, event: event as BackupEvent, raw: RAW, size: n }))
				.join('\n'),
		);
		expect(foldBackupLog(lines).get(RAW)).toMatchObject({ isVerified: false, copiedBytes: 2 });
	});

	test('a time stamp that is none is no time', () =>
		expect(foldBackupLog(parseBackupLog(`{"ts":"x","event":"pending","raw":"${RAW}"}`).lines).get(RAW)?.sinceMs).toBe(
			0,
		));
});

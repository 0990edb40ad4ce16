import { describe, expect, test } from 'vitest';
import { backupLogLine, foldBackupLog, parseBackupLog } from './log';
import { type RawFile, pendingBackups, stampOfRawName } from './pending';

const RAW = '20261120_091500_exit.jsonl';
const SINCE = Date.UTC(2026, 10, 20, 9, 15);
const TS = '2026-11-20T09:15:00Z';
const file = (name = RAW, sizeBytes = 10): RawFile => ({ name, sizeBytes, modifiedMs: 5 });

function pendingOf(
	log: Parameters<typeof backupLogLine>[0][],
	files: RawFile[],
	sources: string[] = [],
): ReturnType<typeof pendingBackups> {
	const { lines } = parseBackupLog(log.map(backupLogLine).join('\n'));
	return pendingBackups(foldBackupLog(lines), files, (source) => sources.includes(source));
}

describe('what waits is what the log says, held against what is there', () => {
	const logged = { ts: TS, event: 'pending' as const, raw: RAW, session: 's1', source: '/s1.jsonl', reason: 'exit' };

	test('a copy that is there is pending', () =>
		expect(pendingOf([logged], [file()])).toEqual([
			{
				raw: RAW,
				state: 'pending',
				session: 's1',
				reason: 'exit',
				source: '/s1.jsonl',
				sinceMs: SINCE,
				sizeBytes: 10,
				isDamaged: false,
				isVerified: false,
			},
		]));

	test.each([
		['whose source is there is unfinished', ['/s1.jsonl'], 'unfinished'],
		['whose source is gone is lost', [], 'lost'],
	])('a copy that is missing, %s', (_name, sources, state) =>
		expect(pendingOf([logged], [], sources)).toMatchObject([{ state, sizeBytes: 0 }]),
	);

	test.each([['processed'], ['discarded'], ['superseded']] as const)(
		'one that was %s waits no more, though its file is there',
		(event) => expect(pendingOf([logged, { ts: TS, event, raw: RAW }], [file()])).toEqual([]),
	);

	test.each([
		[10, false],
		[9, true],
		[11, true],
	])('a copy of 10 bytes that the log calls %i long is damaged: %s', (size, isDamaged) =>
		expect(pendingOf([{ ...logged, event: 'copied', size }], [file()])).toMatchObject([{ isDamaged }]),
	);

	test('of one second, the highest number comes first', () => {
		const raws = ['_exit.jsonl', '_exit-2.jsonl', '_exit-10.jsonl'].map((end) => `20261120_091500${end}`);
		const lines = raws.map((raw) => ({ ...logged, raw }));
		const found = pendingOf(
			lines,
			raws.map((raw) => file(raw)),
		);
		expect(found.map(({ raw }) => raw)).toEqual([...raws].reverse());
	});

	test('a file without a line is unknown, with what its name tells', () =>
		expect(pendingOf([], [file('20261120_091500_auto-compact-2.jsonl'), file('notes.jsonl')])).toMatchObject([
			{ state: 'unknown', sinceMs: SINCE, reason: 'auto-compact', session: undefined },
			{ state: 'unknown', sinceMs: 5, reason: undefined },
		]));

	test('a reason in a file name is one that we know', () =>
		expect(pendingOf([], [file('20261120_091500_constructor.jsonl')])).toMatchObject([{ reason: 'other' }]));

	test('newest first, and equals in an order that never jumps', () => {
		const names = [
			'20261118_000000.jsonl',
			'20261120_000000-2.jsonl',
			'20261120_000000.jsonl',
			'20261119_000000.jsonl',
		];
		const order = (files: string[]): readonly string[] =>
			pendingOf(
				[],
				files.map((name) => file(name)),
			).map((backup) => backup.raw);
		expect(order(names)).toEqual(order([...names].reverse()));
		expect(order(names)[0]).toBe('20261120_000000-2.jsonl');
		expect(order(names).slice(2)).toEqual(['20261119_000000.jsonl', '20261118_000000.jsonl']);
	});
});

test.each([
	['20261120_091500.jsonl', SINCE],
	['20261120_091500_exit-2.jsonl', SINCE],
	['20261320_091500.jsonl', undefined],
	['2026-11-20.jsonl', undefined],
	['x20261120_091500.jsonl', undefined],
])('the moment in the name %s is %j, in UTC', (name, expected) => expect(stampOfRawName(name)).toBe(expected));

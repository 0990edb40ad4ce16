import { describe, expect, test } from 'vitest';
import { LOOK_MS } from '../testing/parkedItems';
import { archivedToday } from './archivedToday';
import { type AuditEntry, auditLine, parseAudit } from './audit';

test('a line is to the letter that of the reference, in UTC and whole seconds', () =>
	expect(auditLine('rate "limits"', 'archived', LOOK_MS + 123)).toBe(
		'{"ts":"2026-11-21T10:00:00Z","item":"rate \\"limits\\"","action":"archived"}',
	));

// T21: a torn line costs itself only.
test('lines that are no entries cost themselves only', () => {
	const good = auditLine('a', 'archived', LOOK_MS);
	const text = [
		'<<<<<<< HEAD',
		good,
		'=======',
		good.slice(0, 30),
		'null',
		'[]',
		'{"ts":"yesterday","item":"a","action":"archived"}',
		'{"ts":"2026-11-21T10:00:00Z","item":7,"action":"archived"}',
		'{"ts":"2026-11-21T10:00:00Z","item":"a\\u001b[2J\\nb","action":"later-version"}',
		'',
	].join('\n');
	expect(parseAudit(text)).toEqual([
		{ ts: '2026-11-21T10:00:00Z', item: 'a', action: 'archived' },
		{ ts: '2026-11-21T10:00:00Z', item: 'a [2J b', action: 'later-version' },
	]);
});

test('a trail with the line ends of Windows is read all the same', () =>
	expect(parseAudit(`${auditLine('a', 'expired', LOOK_MS)}\r\n`)).toHaveLength(1));

describe('archived today', () => {
	const entry = (item: string, action: string, hours = 0): AuditEntry => ({
		ts: new Date(LOOK_MS + hours * 3_600_000).toISOString(),
		item,
		action,
	});
	const names = (...entries: AuditEntry[]): readonly string[] => archivedToday(entries, LOOK_MS).map((e) => e.item);

	test.each([
		['what left today', [entry('a', 'archived'), entry('b', 'archived')], ['a', 'b']],
		['not what left before', [entry('a', 'archived', -48), entry('b', 'archived')], ['b']],
		['not what expired', [entry('a', 'expired')], []],
		['not what came back', [entry('a', 'archived'), entry('a', 'restored')], []],
		[
			'what left again after it came back',
			[entry('a', 'archived'), entry('a', 'restored'), entry('a', 'archived')],
			['a'],
		],
		[
			'the other one of two that share a name',
			[entry('a', 'archived'), entry('a', 'archived'), entry('a', 'restored')],
			['a'],
		],
		[
			'one that left, though another of its name expired and came back',
			[entry('a', 'archived'), entry('a', 'expired'), entry('a', 'restored')],
			['a'],
		],
		[
			'nothing for a coming back of what left before',
			[entry('a', 'archived', -48), entry('a', 'restored'), entry('b', 'archived')],
			['b'],
		],
	])('is %s', (_name, entries, expected) => expect(names(...entries)).toEqual(expected));
});

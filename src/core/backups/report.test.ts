import { expect, test } from 'vitest';
import { type BackupCheck, checkLines, countFindings, isFinding, renderChecks } from './report';

const whole: BackupCheck = {
	raw: 'a.jsonl',
	isPending: true,
	main: 'whole',
	second: 'whole',
	isHomeOnly: false,
	damagedSideFiles: [],
};

test.each<[string, Partial<BackupCheck>, boolean]>([
	['two whole copies', {}, false],
	['a damaged copy', { main: 'damaged' }, true],
	['a damaged second copy', { second: 'damaged' }, true],
	['a pending one with a copy missing', { second: 'missing' }, true],
	['one that was dealt with, its second copy dropped', { isPending: false, second: 'missing' }, false],
	['one of a project that takes none', { main: 'missing', isHomeOnly: true }, false],
	['one of such a project, without any copy', { main: 'missing', second: 'missing', isHomeOnly: true }, true],
	['damaged side files', { damagedSideFiles: ['x'] }, true],
	['one that the log does not tell of', { main: 'unchecked' }, false],
])('%s', (_name, changes, expected) => expect(isFinding({ ...whole, ...changes })).toBe(expected));

test('findings come first and are counted, the archive with them', () => {
	const bad: BackupCheck = { ...whole, raw: 'b.jsonl', main: 'damaged', damagedSideFiles: ['x'] };
	const archived = [
		{ session: 's1', isWhole: true, isRecordLost: false, isRestorable: true, damagedSideFiles: [] },
		{ session: 's2', isWhole: false, isRecordLost: false, isRestorable: false, damagedSideFiles: [] },
		{ session: 's3', isWhole: false, isRecordLost: true, isRestorable: true, damagedSideFiles: [] },
		{ session: 's4', isWhole: false, isRecordLost: true, isRestorable: false, damagedSideFiles: [] },
		{ session: 's5', isWhole: true, isRecordLost: false, isRestorable: true, damagedSideFiles: ['x', 'y'] },
	];
	expect(countFindings([whole, bad], archived)).toBe(5);
	expect(checkLines([{ ...whole, isPending: false, main: 'unchecked', second: 'missing' }], [])).toEqual([
		'✓ a.jsonl: unchecked (its log has no checksum)',
	]);
	const ofHome: BackupCheck = { ...whole, main: 'missing', isHomeOnly: true };
	expect(checkLines([ofHome, { ...ofHome, second: 'missing' }], [])).toEqual([
		'✗ a.jsonl: missing, outside the project only',
		'✓ a.jsonl: whole, outside the project only',
	]);
	expect(checkLines([whole, bad], archived)).toEqual([
		'✗ b.jsonl: damaged, second copy whole, side files damaged: 1',
		'✓ a.jsonl: whole, second copy whole',
		'✗ s2: its archived transcript is damaged',
		'✗ s3: the record of its archived transcript is damaged; its content can be read and restored',
		'✗ s4: the record of its archived transcript is damaged; its content is also damaged',
		'✗ s5: side files of its archived transcript are damaged: 2',
		'✓ archived transcripts that are whole: 1',
	]);
	const report = renderChecks(
		[whole, bad],
		archived,
		new Map([['a.jsonl', 'Parse\ndates']]),
		Date.UTC(2026, 10, 21, 12),
	);
	expect(report).toContain('# Verified backups — 2026-11-21');
	expect(report).toContain('To look at: 5');
	expect(report).toContain('- ✓ Parse dates (a.jsonl): whole, second copy whole');
	expect(report).toContain('archived transcripts that are whole: 1');
	expect(renderChecks([], [], new Map(), 0)).toContain('No backups.');
	expect(renderChecks([whole], [], new Map(), 0)).toContain('Everything is complete.');
});

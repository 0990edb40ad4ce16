import path from 'node:path';
import { expect, test } from 'vitest';
import { pairFilter } from '../../core/recall/pairs';
import { newPlace } from '../testing/places';
import { type NewRow, type SegmentFile, SegmentReader, writeSegment } from './segment';
import { mergedParts } from './segmentBuilder';

test('exchanges keep their own filters when segments are joined, and those without keep none', () => {
	const place = newPlace();
	const [one, other] = [pairFilter(new Set([1, 2, 3])), pairFilter(new Set([4, 5]))];
	const filters = [one, one, new Uint8Array(), other, new Uint8Array(), one];
	const row = { end: 1, atMs: 1, key: 1, hasWork: false };
	const file: SegmentFile = {
		file: '/a.jsonl',
		session: 'a',
		isSubagent: false,
		stamp: { fileId: '1', sizeBytes: 10, modifiedMs: 1 },
		from: 0,
		to: 10,
		last: 5,
		words: { titles: {} } as SegmentFile['words'],
		firstRow: 0,
		rows: filters.length,
	};
	const at = path.join(place.folder('index'), 'one.seg');
	const rows: readonly NewRow[] = filters.map((filter, begin) => ({ ...row, begin, filter }));
	writeSegment(at, `${at}.new`, { terms: [], rows, files: [file], words: '' });
	const segment = new SegmentReader('one', at);
	expect([...mergedParts([segment], () => true).rows].map(({ filter }) => [...filter])).toEqual(
		filters.map((filter) => [...filter]),
	);
	segment.close();
	place.remove();
});

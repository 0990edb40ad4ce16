import { expect, test } from 'vitest';
import { BROKEN, type Draft, type Field, Form, count, flag, optional, sharedText, text, word } from './form';

const LENGTH: Field<number, { readonly name: string }> = {
	blank: 0,
	pack: (value, { name }) => value - name.length,
	unpack: (packed, { name }) => (typeof packed === 'number' ? packed + name.length : BROKEN),
};
const FORM = new Form({
	name: text,
	place: optional(sharedText),
	size: count,
	isNew: flag,
	state: word<'on' | 'off'>('off'),
	beyond: LENGTH,
	later: optional(LENGTH),
});
const FULL = { name: 'n', place: '/p', size: 2, isNew: true, state: 'on', beyond: 5, later: 7 } as const;

const read = (packed: unknown, pool?: Map<string, string>): unknown => {
	const record: Draft<typeof FORM.blank> = { ...FORM.blank };
	return FORM.unpack(packed, record, pool) ? record : undefined;
};
const asLine = (record: typeof FORM.blank): unknown => JSON.parse(JSON.stringify(FORM.pack(record)));

test('a record of which nothing is known has every key of the list, in its order', () => {
	expect(Object.entries(FORM.blank)).toEqual([
		['name', ''],
		['place', undefined],
		['size', 0],
		['isNew', false],
		['state', 'off'],
		['beyond', 0],
		['later', undefined],
	]);
});

test.each([FULL, FORM.blank, { ...FULL, place: undefined, later: undefined }])(
	'%j is the same after it was a line',
	(record) => {
		expect(read(asLine(record))).toEqual(record);
		expect(Object.keys(read(asLine(record)) ?? {})).toEqual(FORM.keys);
	},
);

test('a field may look at those before it', () => {
	expect(asLine(FULL)).toEqual(['n', '/p', 2, true, 'on', 4, 6]);
});

test.each(FORM.keys.map((key, at) => [key, at] as const))('of another type, %s makes it no record', (_key, at) => {
	expect(read((asLine(FULL) as unknown[]).with(at, { x: 1 }))).toBeUndefined();
});

test.each([undefined, null, {}, 'text', [], [...FORM.pack(FULL), 1], FORM.pack(FULL).slice(1)])(
	'%j is no record',
	(packed) => {
		expect(read(packed)).toBeUndefined();
	},
);

test('a record is copied without what it has beyond the list', () => {
	const copy: Draft<typeof FORM.blank> = { ...FORM.blank };
	FORM.copy({ ...FULL, more: 1 } as typeof FULL, copy);
	expect(copy).toEqual(FULL);
});

test('only a shared text is kept in the pool', () => {
	const pool = new Map<string, string>();
	read(asLine(FULL), pool);
	expect([...pool]).toEqual([['/p', '/p']]);
});

// What `npm run scale -- --soak` says of an hour: flat is flat, and a leak is one, be it small.
import { expect, test } from 'vitest';
import { verdictOn } from './flat.mjs';

const HOUR = 120;
/** Two samples a minute, with what a quiet program does beside: some noise, and garbage that comes and goes. */
const hour = (more = {}) =>
	Array.from({ length: HOUR }, (_, at) => {
		const quiet = {
			heapMb: 60 + (at % 7),
			rssMb: 150 + (at % 11),
			handles: 14 + (at % 2),
			watches: 9,
			descriptors: 40,
		};
		return Object.fromEntries(Object.entries(quiet).map(([name, value]) => [name, value + (more[name]?.(at) ?? 0)]));
	});
const notFlat = (samples) => verdictOn(samples).flatMap(({ name, isFlat }) => (isFlat ? [] : [name]));

test('a quiet hour is flat, and so is one with a wave in it, or a moment', () => {
	expect(verdictOn(hour()).map(({ name }) => name)).toEqual(['heapMb', 'rssMb', 'handles', 'watches', 'descriptors']);
	expect(notFlat(hour())).toEqual([]);
	expect(notFlat(hour({ heapMb: (at) => 5 * Math.sin(at), rssMb: (at) => 20 * Math.sin(at) }))).toEqual([]);
	expect(notFlat(hour({ watches: (at) => (at === 60 ? 50 : 0), descriptors: (at) => (at === 60 ? 50 : 0) }))).toEqual(
		[],
	);
});

test('what is taken at the beginning is no leak', () => {
	expect(notFlat(hour({ heapMb: (at) => -Math.max(0, 40 - 4 * at) }))).toEqual([]);
});

test.each([
	['a watch each ten minutes', { watches: (at) => Math.floor(at / 20) }, ['watches']],
	['one watch, once', { watches: (at) => (at > 80 ? 1 : 0) }, ['watches']],
	['a file each ten minutes', { descriptors: (at) => Math.floor(at / 20) }, ['descriptors']],
	['a handle each ten minutes', { handles: (at) => Math.floor(at / 20) }, ['handles']],
	['a megabyte each five minutes', { heapMb: (at) => at / 10 }, ['heapMb']],
	['memory beside the heap', { rssMb: (at) => at / 2 }, ['rssMb']],
	['all of it', { heapMb: (at) => at, rssMb: (at) => at, watches: (at) => at }, ['heapMb', 'rssMb', 'watches']],
])('%s is told', (_, more, told) => {
	expect(notFlat(hour(more))).toEqual(told);
});

test('what the system does not tell is left out', () => {
	const samples = hour().map((sample) => ({ ...sample, descriptors: undefined }));
	expect(verdictOn(samples).map(({ name }) => name)).toEqual(['heapMb', 'rssMb', 'handles', 'watches']);
});

test('a few samples are no hour', () => {
	expect(() => verdictOn(hour().slice(0, 10))).toThrow('9 are needed');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BATCH } from './indexLine';
import { type Records, batchRecords } from './recordBatches';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sending(): { readonly sent: (readonly unknown[])[]; readonly batches: ReturnType<typeof batchRecords> } {
	const sent: (readonly unknown[])[] = [];
	const batches = batchRecords((message) => sent.push(JSON.parse((message as Records).text) as readonly unknown[]));
	return { sent, batches };
}
const records = (...lines: readonly string[]) => ({ kind: 'records', folder: '/f', lines }) as const;

test('a record waits for others, and is passed on in time though none comes', () => {
	const { sent, batches } = sending();
	batches.take(records('1'));
	vi.advanceTimersByTime(40);
	batches.take(records('2'));
	batches.passOn();
	expect(sent).toEqual([]);
	vi.advanceTimersByTime(10);
	batches.passOn();
	batches.passOn();
	expect(sent).toEqual([[1, 2]]);
});

test('a full batch is sent at once, and at the end what is left', () => {
	const { sent, batches } = sending();
	const numbers = Array.from({ length: BATCH + 1 }, (_, at) => String(at));
	for (const each of numbers) batches.take(records(each));
	expect(sent.map(({ length }) => length)).toEqual([BATCH]);
	batches.flush();
	batches.flush();
	expect(sent.flat()).toEqual(numbers.map(Number));
});

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Emitter } from '../../core/base/disposable';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { soon } from '../../core/testing/soon';
import { type Place, newPlace } from '../testing/places';
import type { Hint } from './folderWatcher';
import { LiveReading } from './liveReading';

const SETTLE_MS = 100;

let clock: FakeClock;
let logger: RecordingLogger;
/** What lies on the disk. */
let disk: { value: number; looks: number };
let told: number[];
let reading: LiveReading<number>;
beforeEach(() => {
	clock = new FakeClock(0);
	logger = new RecordingLogger();
	disk = { value: 1, looks: 0 };
	told = [];
	reading = newReading();
});
afterEach(() => reading.dispose());

function newReading(own: Partial<ConstructorParameters<typeof LiveReading<number>>[0]> = {}): LiveReading<number> {
	const made = new LiveReading<number>({
		clock,
		logger,
		settleMs: SETTLE_MS,
		failure: 'the number could not be read',
		initial: 0,
		look: () => {
			disk.looks++;
			return Promise.resolve(disk.value);
		},
		isSame: (before, after) => before === after,
		...own,
	});
	made.onDidChange((value) => told.push(value));
	return made;
}
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pass = async (ms = SETTLE_MS): Promise<void> => {
	clock.advance(ms);
	await turns();
};

describe('a hint', () => {
	test('is looked after when it has settled', async () => {
		reading.hint();
		await pass(SETTLE_MS - 1);
		expect([disk.looks, reading.current]).toEqual([0, 0]);
		await pass(1);
		expect([disk.looks, reading.current, told]).toEqual([1, 1, [1]]);
	});

	test('is one look, however many come with it', async () => {
		for (let n = 0; n < 100; n++) reading.hint();
		await pass();
		await pass(10 * SETTLE_MS);
		expect(disk.looks).toBe(1);
	});

	test('during a look is one more after it', async () => {
		let finish: (value: number) => void = () => undefined;
		reading.dispose();
		reading = newReading({
			look: () => {
				disk.looks++;
				return new Promise((resolve) => (finish = resolve));
			},
		});
		reading.hint();
		await pass();
		reading.hint();
		await pass();
		expect(disk.looks).toBe(1);
		finish(1);
		await turns();
		expect(disk.looks).toBe(2);
		finish(2);
		await turns();
		expect(told).toEqual([1, 2]);
	});
});

test('nothing is told where nothing has changed', async () => {
	await reading.refresh();
	await reading.refresh();
	expect([disk.looks, told]).toEqual([2, [1]]);
});

test('the newest state is there even where it looks the same', async () => {
	const objects = new LiveReading<{ readonly shown: number; readonly hidden: number }>({
		clock,
		logger,
		settleMs: SETTLE_MS,
		failure: '',
		initial: { shown: 0, hidden: 0 },
		look: () => Promise.resolve({ shown: 0, hidden: ++disk.looks }),
		isSame: (before, after) => before.shown === after.shown,
	});
	await objects.refresh();
	expect(objects.current.hidden).toBe(1);
	objects.dispose();
});

test('other events are hints as well, for as long as it is there', async () => {
	const events = [new Emitter<number>(), new Emitter<undefined>()] as const;
	reading.dispose();
	reading = newReading({ hintedBy: events.map(({ event }) => event) });
	events[0].fire(7);
	events[1].fire(undefined);
	await pass();
	expect([disk.looks, told]).toEqual([1, [1]]);
	reading.dispose();
	expect(events.map(({ listenerCount }) => listenerCount)).toEqual([0, 0]);
});

test('a hint comes to nothing while nobody wants to know, and who asks gets an answer all the same', async () => {
	let isWanted = false;
	reading.dispose();
	reading = newReading({ isWanted: () => isWanted });
	reading.hint();
	expect(clock.waiting).toEqual([]);
	await reading.refresh();
	expect(disk.looks).toBe(1);
	isWanted = true;
	reading.hint();
	await pass();
	expect(disk.looks).toBe(2);
});

describe('a look that fails', () => {
	beforeEach(() => {
		reading.dispose();
		reading = newReading({
			look: () => (++disk.looks === 2 ? Promise.reject(new Error('no disk')) : Promise.resolve(disk.value)),
		});
	});

	test('is told to who asked for it, and the state stays', async () => {
		await reading.refresh();
		await expect(reading.refresh()).rejects.toThrow('no disk');
		expect([reading.current, told, logger.lines]).toEqual([1, [1], []]);
	});

	test('is logged after a hint, and the next one looks again', async () => {
		await reading.refresh();
		reading.hint();
		await pass();
		expect(logger.lines).toEqual(['error: the number could not be read (Error: no disk)']);
		disk.value = 7;
		reading.hint();
		await pass();
		expect(reading.current).toBe(7);
	});

	test('is a first look all the same', async () => {
		disk.looks = 1;
		await expect(reading.refresh()).rejects.toThrow('no disk');
		await expect(reading.whenKnown).resolves.toBeUndefined();
	});
});

describe('letting go', () => {
	test('leaves no timer, and nobody looks any more', async () => {
		reading.hint();
		reading.dispose();
		expect(clock.waiting).toEqual([]);
		reading.hint();
		await pass(10 * SETTLE_MS);
		await reading.refresh();
		expect(disk.looks).toBe(0);
		await expect(reading.whenKnown).resolves.toBeUndefined();
	});

	test('during a look tells nothing more', async () => {
		const looking = reading.refresh();
		reading.dispose();
		await looking;
		expect([reading.current, told]).toEqual([0, []]);
	});
});

describe('watched folders', () => {
	let place: Place;
	beforeEach(() => (place = newPlace()));
	afterEach(() => {
		reading.dispose();
		place.remove();
	});

	test('are those of the last state, and a file in them is a hint', async () => {
		const folder = path.join(place.root, 'watched');
		mkdirSync(folder);
		reading.dispose();
		reading = newReading({ foldersOf: () => [{ folder, area: 'parked' }] });
		await reading.refresh();
		await soon(async () => {
			disk.value++;
			place.write(`watched/${disk.value}.md`, 'x');
			await pass();
			expect(reading.current).toBeGreaterThan(1);
		});
	});

	test('may be heard by who knows better what a hint means', async () => {
		const folder = path.join(place.root, 'heard');
		mkdirSync(folder);
		const heard: Hint[] = [];
		reading.dispose();
		reading = newReading({
			foldersOf: () => [{ folder, area: 'backups' }],
			onHint: (hint) => void heard.push(hint),
		});
		await reading.refresh();
		let n = 0;
		await soon(() => {
			place.write(`heard/${n++}.md`, 'x');
			expect(heard[0]?.area).toBe('backups');
		});
		await pass();
		expect(disk.looks).toBe(1);
	});
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOwnSettings } from './ownSettings';
import { shareSettings } from './shareSettings';
import { type Place, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());
const file = (): string => path.join(place.claude.keeperHome, 'settings.json');

test('what is set in one face holds in the others, and nothing else in the file moves', async () => {
	place.write(path.relative(place.root, file()), '{\n\t"parkingRule": true, "theirs": [1]\n}\n');
	expect(
		await shareSettings(
			place.claude,
			new Map<string, boolean | number>([
				['backupsMaxMegabytes', 5],
				['archiveWhenParked', false],
			]),
		),
	).toBeUndefined();
	const text = readFileSync(file(), 'utf8');
	expect(text).toContain('"parkingRule": true, "theirs": [1]');
	expect(await readOwnSettings(place.claude)).toMatchObject({
		backupsMaxMegabytes: 5,
		archiveWhenParked: false,
		parkingRule: true,
	});
});

test('a file that cannot be read with certainty is left alone, with the reason', async () => {
	place.write(path.relative(place.root, file()), '{ broken');
	expect(await shareSettings(place.claude, new Map([['carryOpenItems', true]]))).toContain('no valid JSON');
	expect(readFileSync(file(), 'utf8')).toBe('{ broken');
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSION, assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { newPlace } from '../testing/places';
import { extractWorked } from './extractWorked';

test('minutes are those that were worked, by the idle time that a person set', async () => {
	const place = newPlace();
	const file = path.join(place.root, `${SESSION}.jsonl`);
	const at = (minutes: number): { timestamp: string } => ({
		timestamp: new Date(Date.UTC(2026, 10, 20) + minutes * 60_000).toISOString(),
	});
	const lines = [userLine('Fix it', at(0)), assistantLine('Fixed.', {}, at(1)), userLine('And this', at(21))];
	writeFileSync(file, jsonl(chained([...lines, assistantLine('Done.', {}, at(4_320))])));
	const minutes = async (idleMinutes: number): Promise<number | undefined> =>
		(await extractWorked(file, {}, { idleMinutes })).minutes;
	expect([await minutes(30), await minutes(10)]).toEqual([21, 1]);
	writeFileSync(file, '');
	expect(await minutes(30)).toBeUndefined();
	place.remove();
});

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeLine } from '../../core/sessions/labels';
import { FakeClock } from '../../core/testing/fakeClock';
import { NOW_MS, type Place, newPlace } from '../testing/places';
import { readLabels, writeLabels } from './sessionLabels';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

test('what several say at once is all kept, also while the file is written anew with what counts', async () => {
	const clock = new FakeClock(NOW_MS);
	const old = `${changeLine('old', { name: 'x'.repeat(60) }, NOW_MS)}\n`;
	const file = place.write('home/.claude/session-keeper/session-marks.jsonl', old.repeat(2_500));
	const tags = Array.from({ length: 12 }, (_, at) => `t${at}`);
	await Promise.all(tags.map((tag) => writeLabels(place.claude, clock, 'new', [{ tag, on: true }])));
	const labelled = await readLabels(place.claude);
	expect([...(labelled.get('new')?.tags.keys() ?? [])].sort()).toEqual([...tags].sort());
	expect(labelled.get('old')?.name).toBe('x'.repeat(60));
	expect(statSync(file).size).toBeLessThan(3_000);
	expect(existsSync(path.join(place.claude.keeperHome, 'session-marks.jsonl.lock'))).toBe(false);
});

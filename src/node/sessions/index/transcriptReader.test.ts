import { appendFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace } from '../../testing/places';
import { createTranscriptReader } from './transcriptReader';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

test('a look that fails keeps back no later one', async () => {
	const file = place.write('session.jsonl', '{}\n');
	let times = 0;
	const reader = createTranscriptReader(() => {
		if (++times === 1) throw new Error('as the test wants it');
		return undefined;
	});
	const looks = [reader.read(file), reader.read(file)];
	await expect(looks[0]).rejects.toThrow('as the test wants it');
	expect(await looks[1]).toMatchObject({ kind: 'read' });
	appendFileSync(file, '{}\n');
	expect(await Promise.all([reader.read(file), reader.read(file)])).toMatchObject([{ kind: 'read' }, { kind: 'read' }]);
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assistantLine, jsonl, resultLine } from '../../core/testing/transcripts';
import { type Place, newPlace } from '../testing/places';
import { readMessages } from './readMessages';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

const long = 'a line of it\n'.repeat(400);
const preview = `<persisted-output>\nOutput too large (5KB). Full output saved to: /t.txt\n\nPreview (first 2KB):\n${long.slice(0, 2_000)}`;

test.each([
	['once', 'one\ntwo', { stdout: 'one\ntwo\n', stderr: '' }, 'one\ntwo'],
	['with its errors', 'one\ntwo', { stdout: 'one', stderr: 'two' }, 'one\ntwo'],
	['whole where Claude got a preview', preview, { stdout: long, stderr: 'oh' }, `${long}\noh`],
	['as a preview where there is no more', preview, { stdout: '', stderr: '' }, preview],
	['as it was given where it was cut', 'one', { stdout: 'one two' }, 'one\none two'],
])('what a tool printed is read %s', async (_how, content, toolUseResult, expected) => {
	const file = path.join(place.root, 's.jsonl');
	writeFileSync(file, jsonl([assistantLine('Done.'), resultLine('t', content, { toolUseResult })]));
	const wanted = { from: undefined, count: 9, bytes: 90_000, each: 9_000, redact: (text: string): string => text };
	expect((await readMessages(file, wanted))?.messages.map(({ text }) => text)).toEqual(['Done.', expected]);
});

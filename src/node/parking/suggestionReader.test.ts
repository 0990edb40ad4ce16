import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { suggestionsOf } from '../../core/parking/suggestions';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { SuggestionReader } from './suggestionReader';
import { type Place, newPlace } from '../testing/places';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const DEFERRAL = "Let's come back to the retry limits of the upload later.";
const said = (text: string, uuid: string): string => jsonl([userLine(text, { sessionId: ID, uuid })]);

let place: Place;
let file: string;
let reader: SuggestionReader;
beforeEach(() => {
	place = newPlace();
	file = path.join(place.root, `${ID}.jsonl`);
	reader = new SuggestionReader();
});
afterEach(() => place.remove());

const found = async (): Promise<readonly string[]> =>
	suggestionsOf(await reader.read({ id: ID, file }), new Set(), []).map((suggestion) => suggestion.uuid);

// T28: what was read is how far, not that it was.
test('what is appended is read, and nothing twice', async () => {
	writeFileSync(file, said('Build the upload', 'p1'));
	expect(await found()).toEqual([]);
	appendFileSync(file, said(DEFERRAL, 'p2'));
	expect(await found()).toEqual(['p2']);
	expect(await found()).toEqual(['p2']);
	expect(reader.readTo(file)).toBeGreaterThan(0);
});

test('a line that is still being written is read when it is whole', async () => {
	const line = said(DEFERRAL, 'p2');
	writeFileSync(file, said('Build the upload', 'p1') + line.slice(0, 60));
	expect(await found()).toEqual([]);
	appendFileSync(file, line.slice(60));
	expect(await found()).toEqual(['p2']);
});

test('of a long session the end is read', async () => {
	const noise = jsonl([assistantLine('x'.repeat(1024 * 1024), {}, { sessionId: ID })]);
	writeFileSync(file, said(DEFERRAL, 'early') + noise.repeat(9) + said(DEFERRAL, 'late'));
	expect(await found()).toEqual(['late']);
});

test('a file that shrank is read anew; one that is gone says what it said', async () => {
	writeFileSync(file, said('Build the upload', 'p1') + said(DEFERRAL, 'p2'));
	expect(await found()).toEqual(['p2']);
	writeFileSync(file, said(DEFERRAL, 'p3'));
	expect(await found()).toEqual(['p3']);
	rmSync(file);
	expect(await found()).toEqual(['p3']);
	reader.keepOnly(new Set());
	expect(await found()).toEqual([]);
});

test('a broken line costs itself only', async () => {
	writeFileSync(file, `{"type":"user"\n\u0000\u0000\n${said(DEFERRAL, 'p2')}`);
	expect(await found()).toEqual(['p2']);
});

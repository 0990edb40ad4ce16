import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStatements } from '../../core/handoff/handedIn/handIn';
import { type Place, newPlace } from '../testing/places';
import { gatherHandOver, keepGiven, writeHandOverRecord } from './handOverRecord';

const SESSION = '0a1b2c3d-0000-4000-8000-000000000001';
let place: Place;
let home: string;
beforeEach(() => {
	place = newPlace();
	home = place.claude.keeperHome;
});
afterEach(() => place.remove());

const same = (text: string): string => text;

async function kept(): Promise<readonly string[]> {
	const { given } = await gatherHandOver(place.claude, SESSION, undefined, 0);
	return given.flatMap(({ statements }) => statements).map(({ text }) => text);
}

async function give(file: string, atMs: number, redact = same): Promise<void> {
	const statements = readStatements(file);
	if (typeof statements === 'string') throw new Error(statements);
	await keepGiven(place.claude, SESSION, { uuid: undefined, statements, atMs }, redact);
}

test('a long statement of a file is cut, and stays with what is handed in later', async () => {
	await give(`fact: ${'word '.repeat(600)} | "we keep all of it"`, 1);
	await give('next: Go on | "let us go on"', 2);
	const [long, ...others] = await kept();
	expect(long).toMatch(/^word word .*…$/u);
	expect(long?.length).toBeLessThanOrEqual(2_000);
	expect(others).toEqual(['Go on']);
});

test('what redaction made longer is read again', async () => {
	await give(`fact: ${'secret '.repeat(280)} | "it is a secret"`, 1, (text) =>
		text.replaceAll('secret', '[REDACTED SECRET]'),
	);
	await give('next: Go on | "let us go on"', 2);
	expect((await kept()).map((text) => text.slice(0, 17))).toEqual(['[REDACTED SECRET]', 'Go on']);
});

test('large files are all kept', async () => {
	const quotes = ['a'.repeat(700_000)];
	for (const atMs of [1, 2]) await give(JSON.stringify([{ section: 'fact', text: `Fact ${atMs}`, quotes }]), atMs);
	await give('next: Go on | "let us go on"', 3);
	expect(await kept()).toEqual(['Fact 1', 'Fact 2', 'Go on']);
});

test('a damaged statement costs only itself', async () => {
	await give('fact: One | "one two three"\nfact: Two | "four five six"', 1);
	const file = path.join(home, 'handed-in', `${SESSION}.json`);
	await writeFile(file, (await readFile(file, 'utf8')).replace('"text":"One"', '"text":1'));
	expect(await kept()).toEqual(['Two']);
	await give('next: Go on | "let us go on"', 2);
	expect(await kept()).toEqual(['Two', 'Go on']);
});

test('the same is written in the same bytes, in whatever order the record was made', async () => {
	const document = { file: '/repo/.claude/memory/session-2026-11-20-0915.md', sha256: 'a'.repeat(64), atMs: 1 };
	const written = async (record: Parameters<typeof writeHandOverRecord>[2]): Promise<string> => {
		await writeHandOverRecord(place.claude, SESSION, record);
		return readFile(path.join(home, 'handed-in', `${SESSION}.json`), 'utf8');
	};
	const first = await written({ schemaVersion: 1, given: [], document });
	expect(await written({ schemaVersion: 1, document, given: [] })).toBe(first);
});

// What is in the files of the hooks: each starts inside somebody's conversation, and starting is most of what it does.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHooks } from '../../scripts/lib/hookBundles.mjs';

let built: string;
const contents = new Map<string, { readonly bytes: number; readonly modules: readonly string[] }>();
beforeAll(async () => {
	built = mkdtempSync(path.join(tmpdir(), 'keeper-bundles-'));
	for (const { metafile } of await buildHooks(built))
		for (const [file, { bytes, inputs }] of Object.entries(metafile.outputs))
			contents.set(path.basename(file), { bytes, modules: Object.keys(inputs) });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** Without libraries. */
const OURS = ['stop.js', 'stopHit.js', 'sessionStart.js', 'sessionEnd.js', 'preCompact.js'];

const modules = (file: string): readonly string[] => contents.get(file)?.modules ?? [];

// What each has now and a twentieth more: V8 looks at all of a file before it runs any of it.
test.each([
	// The rules for memories, the words that spare the making of most of them, and what kinds of words weigh: 17 KB of text.
	['stop.js', 112_000],
	// The queue; what redacts is beside it.
	['stopHit.js', 23_200],
	// Announcing and copying a backup.
	['sessionEnd.js', 52_000],
	['preCompact.js', 53_000],
	// Which project this is, what waits there, and that git cannot take it.
	['sessionStart.js', 49_300],
	// Which session is the latest, by its documents, backups and what a look at it told, and the words for where it stands.
	['sessionContext.js', 77_900],
	// Where a backup of another session is pending, or is to be made.
	['backupWriter.js', 34_200],
	// The store of parked items, and who may see which.
	['listedItems.js', 36_000],
	// The maintained detector, and the forms in which people and programs say secrets.
	['redactor.js', 104_000],
])('%s stays small', (file, limit) => {
	expect(contents.get(file)?.bytes).toBeLessThan(limit);
});

test.each(OURS)('%s carries no library, and nothing of the other faces', (file) => {
	expect(modules(file).length).toBeGreaterThan(5);
	// What a part is put together from has no name.
	expect(modules(file).filter((name) => !/^(?:src\/(?:core|node|hooks)\/|<stdin>$)/u.test(name))).toEqual([]);
});

describe('what most turns do not need', () => {
	test('is in no file that every turn loads: redaction, the queue', () => {
		const seldom = /privacy\/|queueFile/u;
		expect(modules('stop.js').filter((name) => seldom.test(name))).toEqual([]);
		expect(modules('stopHit.js').filter((name) => name.includes('queueFile'))).toHaveLength(1);
		expect(modules('redactor.js').filter((name) => name.includes('privacy/')).length).toBeGreaterThan(2);
	});

	test('is in no file that a start loads which knows the session before: reading transcripts, YAML, a library', () => {
		const seldom = /node_modules|core\/handoff\/extract|transcript\/foldTranscript/u;
		expect(modules('sessionContext.js').filter((name) => seldom.test(name))).toEqual([]);
		expect(modules('sessionReading.js').filter((name) => seldom.test(name)).length).toBeGreaterThan(2);
	});

	test('is loaded without the loader of modules, which takes as long as the hook', () => {
		const importing = OURS.filter((file) => /[^\w.]import\(/u.test(readFileSync(path.join(built, file), 'utf8')));
		expect(importing).toEqual([]);
	});

	test('is Node’s threads: a program whose end somebody waits for reads and writes files at once', () => {
		const threaded = (file: string): boolean => readFileSync(path.join(built, file), 'utf8').includes('fs/promises');
		const awaited = [...contents.keys()].filter((file) => file !== 'housekeeping.js');
		expect(awaited.filter(threaded)).toEqual([]);
		expect(threaded('housekeeping.js')).toBe(true);
	});
});

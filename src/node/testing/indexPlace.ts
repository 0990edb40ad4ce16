// A Claude Code home with transcripts for tests of the index, and the worker as it is shipped.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { type Line, SESSION, assistantLine, jsonl } from '../../core/testing/transcripts';
import { SessionIndex } from '../sessions/index/sessionIndex';
import type { SessionChange } from '../sessions/index/sessionModel';
import { bundle } from './bundle';
import { newPlace } from './places';

/** Where the test at hand has its files. */
export const place = { root: '', folder: '', cacheFolder: '', workerFile: '' };
/** The bundle of the worker. */
let built = '';
const open: SessionIndex[] = [];

/** Gives each test of the file a place of its own. */
export function useIndexPlace(): void {
	beforeAll(() => {
		const bundles = newPlace();
		built = bundle('src/node/sessions/index/indexWorker.ts', bundles.root);
		return () => bundles.remove();
	});
	beforeEach(() => {
		place.root = mkdtempSync(path.join(tmpdir(), 'index-'));
		place.folder = path.join(place.root, 'projects', '-home-dev-app');
		place.cacheFolder = path.join(place.root, 'cache');
		place.workerFile = built;
		mkdirSync(place.folder, { recursive: true });
	});
	afterEach(() => {
		for (const index of open.splice(0)) index.dispose();
		removeFolder(place.root);
	});
}

/** Lets no worker that starts from now on begin. @returns what lets them begin. */
export function holdWorkers(): () => void {
	const gate = path.join(place.root, 'gate');
	const held = path.join(place.root, 'held.js');
	writeFileSync(gate, '');
	writeFileSync(
		held,
		`const { existsSync } = require('node:fs');
while (existsSync(${JSON.stringify(gate)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
require(${JSON.stringify(built)});
`,
	);
	place.workerFile = held;
	return () => rmSync(gate);
}

/**
 * Lets workers that start from now on read, and hold back what they have read.
 * @returns whether one has something to tell, and what lets it.
 */
export function holdNews(): { readonly isHeld: () => boolean; readonly release: () => void } {
	const [gate, reached] = [path.join(place.root, 'gate'), path.join(place.root, 'reached')];
	const held = path.join(place.root, 'held.js');
	writeFileSync(gate, '');
	writeFileSync(
		held,
		`const { existsSync, writeFileSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
const post = parentPort.postMessage.bind(parentPort);
parentPort.postMessage = (message) => {
	if (message.kind === 'records') writeFileSync(${JSON.stringify(reached)}, '');
	while (message.kind === 'records' && existsSync(${JSON.stringify(gate)}))
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
	post(message);
};
require(${JSON.stringify(built)});
`,
	);
	place.workerFile = held;
	return { isHeld: () => existsSync(reached), release: () => rmSync(gate) };
}

export const of = (id: string, line: Line): Line => ({ ...line, sessionId: id });
export const file = (id = SESSION, at = place.folder): string => path.join(at, `${id}.jsonl`);
export const write = (lines: readonly Line[], id = SESSION, at = place.folder): void =>
	writeFileSync(file(id, at), jsonl(lines.map((l) => of(id, l))));
export const append = (lines: readonly Line[], id = SESSION): void =>
	appendFileSync(file(id), jsonl(lines.map((l) => of(id, l))));
export const answer = (input: number, id?: string): Line =>
	assistantLine('x', { usage: [input, 0, 0, 0], ...(id ? { id } : {}) });

export interface StartOptions {
	readonly worker?: boolean;
	readonly cache?: boolean;
	readonly helpAfterMs?: number;
	readonly folders?: readonly string[];
	readonly onProgress?: (done: number, total: number) => void;
}

/** An index that is disposed after the test, and what it tells. */
export function create(options: StartOptions = {}): {
	readonly index: SessionIndex;
	readonly changes: SessionChange[];
} {
	const index = new SessionIndex({
		...(options.worker ? { workerFile: place.workerFile } : {}),
		...(options.cache ? { cacheFolder: place.cacheFolder } : {}),
		...(options.helpAfterMs === undefined ? {} : { helpAfterMs: options.helpAfterMs }),
		onProgress: options.onProgress,
	});
	open.push(index);
	const changes: SessionChange[] = [];
	index.onDidChange((batch) => changes.push(...batch));
	return { index, changes };
}

/** The same, when it has read everything once. */
export async function start(options: StartOptions = {}): Promise<ReturnType<typeof create>> {
	const created = create(options);
	await created.index.start(options.folders ?? [place.folder]);
	return created;
}

export async function hint(index: SessionIndex, ...paths: readonly string[]): Promise<void> {
	for (const at of paths) index.hint(at);
	await index.settled();
}

export const names = (index: SessionIndex): string[] => [...index.sessions.values()].map((s) => s.name).sort();

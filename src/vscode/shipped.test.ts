// The extension as it is shipped. VS Code compiles and runs extension.js at every start and waits for it: it must be small,
// and so must be what comes right after it.
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ShippedPart, ship } from '../node/testing/bundle';
import { type Place, newPlace } from '../node/testing/places';
import { COMMANDS } from './contributions';

const root = path.resolve(import.meta.dirname, '../..');
let bundle: Place;
let chunks: ReadonlyMap<string, ShippedPart>;

beforeAll(async () => {
	bundle = newPlace();
	const written = await ship('extension', bundle.root);
	chunks = new Map(written.map((chunk) => [chunk.fileName, chunk]));
});
afterAll(() => bundle.remove());

/** The files that are loaded with one of them. */
function loadedWith(file: string): readonly ShippedPart[] {
	const found = new Map<string, ShippedPart>();
	const open = [file];
	for (let name = open.pop(); name !== undefined; name = open.pop()) {
		const chunk = chunks.get(name);
		if (chunk === undefined || found.has(name)) continue;
		found.set(name, chunk);
		open.push(...chunk.imports);
	}
	return [...found.values()];
}

const sizeOf = (loaded: readonly ShippedPart[]): number => loaded.reduce((sum, { code }) => sum + code.length, 0);
const librariesIn = (loaded: readonly ShippedPart[]): readonly string[] =>
	loaded.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.includes('/node_modules/'));

test('what VS Code waits for is small', () => {
	const loaded = loadedWith('extension.js');
	expect(loaded.flatMap(({ moduleIds }) => moduleIds)).toContain(path.join(root, 'src/vscode/commandBoundary.ts'));
	expect(loaded.map(({ fileName }) => fileName)).toEqual(['extension.js']);
	expect(sizeOf(loaded)).toBeLessThan(12_000);
	expect(librariesIn(loaded)).toEqual([]);
});

test('what starts afterwards brings no library', () => {
	const loaded = loadedWith('extension.features.js');
	expect(loaded.flatMap(({ moduleIds }) => moduleIds)).toContain(
		path.join(root, 'src/node/workspace/workspaceStore.ts'),
	);
	expect(sizeOf(loaded)).toBeLessThan(325_000);
	expect(librariesIn(loaded)).toEqual([]);
});

test('all of it is packaged', () => {
	const packaged = readFileSync(path.join(root, 'scripts/vsix-files.txt'), 'utf8').split('\n');
	const ours = /^extension\/dist\/(extension\..*js|libraries\/.*)$/u;
	const listed = packaged.flatMap((line) => ours.exec(line)?.[1] ?? []);
	expect([...chunks.keys()].sort()).toEqual(listed.sort());
});

test('activation knows every command, and loads nothing more than it says', () => {
	const wanted: string[] = [];
	const known: string[] = [];
	const anything: object = new Proxy(class {}, {
		get: (_, key) => (key === 'then' ? undefined : anything),
		apply: () => anything,
		construct: () => anything,
	});
	const commands = { registerCommand: (id: string) => known.push(id) };
	const vscode: unknown = Object.create(anything, { commands: { value: commands, enumerable: true } });
	const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
	const { _load: load } = loader;
	loader._load = (request, ...rest) => {
		wanted.push(path.basename(request));
		return request === 'vscode' ? vscode : load(request, ...rest);
	};
	try {
		const extension = createRequire(import.meta.url)(path.join(bundle.root, 'extension.js')) as {
			activate: (context: { subscriptions: { dispose(): void }[] }) => void;
		};
		const subscriptions: { dispose(): void }[] = [];
		extension.activate({ subscriptions });
		// The window was closed at once: nothing starts any more.
		for (const each of subscriptions) each.dispose();
	} finally {
		loader._load = load;
	}
	expect(known.sort()).toEqual(Object.values(COMMANDS).sort());
	expect(wanted).toEqual(['extension.js', 'vscode']);
});

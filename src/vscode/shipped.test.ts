// The extension as it is shipped. VS Code compiles and runs extension.js at every start, so no library may be in it.
import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { type BuildOptions, type Metafile, build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, newPlace } from '../node/testing/places';

interface Bundles {
	extensionBundle: (folder: string) => BuildOptions;
	librariesOf: (metafile: Metafile) => readonly string[];
}

const root = path.resolve(import.meta.dirname, '../..');
let bundle: Place;
let own: Metafile;
let libraries: readonly string[];

beforeAll(async () => {
	bundle = newPlace();
	// A script without types of its own.
	const { extensionBundle, librariesOf } = (await import(
		path.join(root, 'scripts/lib/extensionBundles.mjs')
	)) as Bundles;
	const common: BuildOptions = {
		absWorkingDir: root,
		bundle: true,
		platform: 'node',
		target: 'node20',
		logLevel: 'error',
	};
	own = (await build({ ...common, ...extensionBundle(bundle.root), metafile: true })).metafile;
	libraries = librariesOf(own);
});
afterAll(() => bundle.remove());

test('no library is in it, but one that is small there', () => {
	const inside = Object.keys(own.inputs).filter((file) => file.includes('node_modules/'));
	expect(inside.filter((file) => !file.startsWith('node_modules/zod/'))).toEqual([]);
	expect(libraries).toContain('chokidar');
});

test('what is small there is not evaluated at the start either', () => {
	const eager = new Set<string>();
	const open = ['src/vscode/extension.ts'];
	for (let file = open.pop(); file !== undefined; file = open.pop()) {
		if (eager.has(file)) continue;
		eager.add(file);
		for (const { kind, path: next } of own.inputs[file]?.imports ?? [])
			if (kind === 'import-statement') open.push(next);
	}
	expect(eager).toContain('src/node/workspaceStore.ts');
	expect([...eager].filter((file) => /node_modules|^library:/u.test(file))).toEqual([]);
});

test('what it needs is packaged', () => {
	const packaged = readFileSync(path.join(root, 'scripts/vsix-files.txt'), 'utf8').split('\n');
	for (const name of libraries)
		expect(packaged).toContain(`extension/dist/libraries/${name.replace(/^@/u, '').replaceAll('/', '-')}.js`);
});

test('evaluating it loads none of them', () => {
	const wanted: string[] = [];
	const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
	const { _load: load } = loader;
	const anything: object = new Proxy(class {}, {
		get: () => anything,
		apply: () => anything,
		construct: () => anything,
	});
	loader._load = (request, ...rest) => {
		wanted.push(request);
		return request === 'vscode' ? (Object.create(anything) as unknown) : load(request, ...rest);
	};
	try {
		createRequire(import.meta.url)(path.join(bundle.root, 'extension.js'));
	} finally {
		loader._load = load;
	}
	expect(wanted).toContain('vscode');
	expect(wanted.filter((name) => name.includes('libraries/'))).toEqual([]);
});

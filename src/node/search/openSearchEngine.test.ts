import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtinEngine } from './engine';
import { openSearchEngine } from './openSearchEngine';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-engine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (...parts: string[]): void => {
	const file = path.join(folder, ...parts, process.platform === 'win32' ? 'rg.exe' : 'rg');
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, '');
	chmodSync(file, 0o755);
};

describe('the engine of a search', () => {
	test.each([
		['in its own package', ['node_modules', '@vscode', 'ripgrep', 'bin']],
		['beside the archive', ['node_modules.asar.unpacked', '@vscode', 'ripgrep', 'bin']],
		[
			'in the package for all systems',
			['node_modules', '@vscode', 'ripgrep-universal', 'bin', `${process.platform}-${process.arch}`],
		],
	])('is the ripgrep that VS Code carries %s', async (_where, parts) => {
		program(...parts);
		expect((await openSearchEngine(folder, {})).name).toBe('ripgrep');
	});

	test('is the one on the PATH, but never one of a folder that the PATH names relatively', async () => {
		program('bin');
		expect((await openSearchEngine(undefined, { PATH: path.join(folder, 'bin') })).name).toBe('ripgrep');
		expect((await openSearchEngine(undefined, { PATH: `.${path.delimiter}bin` })).name).toBe('builtin');
	});

	test('is the built-in one where there is no ripgrep, or one of another system', async () => {
		program('node_modules', '@vscode', 'ripgrep-universal', 'bin', 'plan9-mips');
		expect((await openSearchEngine(folder, {})).name).toBe('builtin');
	});

	test('is the built-in one in threads where their bundle is there', async () => {
		const bundle = path.join(folder, 'searchWorker.js');
		expect(await openSearchEngine(undefined, {}, bundle)).toBe(builtinEngine);
		writeFileSync(bundle, '');
		const engine = await openSearchEngine(undefined, {}, bundle);
		expect(engine).not.toBe(builtinEngine);
		expect(engine.name).toBe('builtin');
	});
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dependenciesAreCurrent } from './ensureDependencies.mjs';

describe('dependenciesAreCurrent', () => {
	let dir;
	beforeEach(() => (dir = mkdtempSync(path.join(tmpdir(), 'sk-deps-'))));
	afterEach(() => rmSync(dir, { recursive: true, force: true }));

	const lock = (packages) => JSON.stringify({ packages });
	const wanted = (packages) => writeFileSync(path.join(dir, 'package-lock.json'), lock(packages));
	const installed = (packages) => {
		mkdirSync(path.join(dir, 'node_modules'), { recursive: true });
		writeFileSync(path.join(dir, 'node_modules/.package-lock.json'), lock(packages));
	};

	it('is false without node_modules, and after an install that did not finish', () => {
		wanted({ 'node_modules/a': { version: '1.0.0' } });
		expect(dependenciesAreCurrent(dir)).toBe(false);
		mkdirSync(path.join(dir, 'node_modules/a'), { recursive: true });
		expect(dependenciesAreCurrent(dir)).toBe(false);
	});

	it('is false when a version differs or a package is missing', () => {
		wanted({ 'node_modules/a': { version: '1.0.1' } });
		installed({ 'node_modules/a': { version: '1.0.0' } });
		expect(dependenciesAreCurrent(dir)).toBe(false);
		installed({});
		expect(dependenciesAreCurrent(dir)).toBe(false);
	});

	it('does not mind binaries of other platforms, nor what is there beyond the lock file', () => {
		wanted({
			'': {},
			'node_modules/a': { version: '1.0.0' },
			'node_modules/a-win32': { version: '1.0.0', optional: true },
		});
		installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } });
		expect(dependenciesAreCurrent(dir)).toBe(true);
	});
});

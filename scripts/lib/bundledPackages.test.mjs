// Licences and the list of packages that are shipped with the bundles.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LICENSES, SBOM, bundledPackages, writeOrigins } from './bundledPackages.mjs';
import { inRoot } from './paths.mjs';

const SOURCES = [
	'src/core/base/text.ts',
	'node_modules/zod/index.js',
	inRoot('node_modules/@orama/stemmers/dist/x.js'),
	'node_modules/standardwebhooks/dist/index.js',
	'node_modules/zod/v4/other.js',
];

test('each package is named once, with the words of its licence, also where it brings none', () => {
	const packages = bundledPackages(SOURCES);
	expect(packages.map(({ name }) => name)).toEqual(['@orama/stemmers', 'standardwebhooks', 'zod']);
	for (const { text } of packages) expect(text).toMatch(/Permission is hereby granted|Apache License/u);
});

test('a licence that nobody has allowed stops the build', () => {
	expect(() => bundledPackages(['node_modules/axe-core/axe.js'])).toThrow('the licence MPL-2.0 is not allowed');
});

test('a notice comes along with the licence that wants it', () => {
	const [{ text }] = bundledPackages(['node_modules/echarts/index.js']);
	expect(text).toContain('This product includes software developed at');
});

test('both files say the same, and the list is what scanners read', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'keeper-origins-'));
	try {
		writeOrigins(folder, SOURCES);
		const { bomFormat, specVersion, metadata, components } = JSON.parse(readFileSync(path.join(folder, SBOM), 'utf8'));
		expect([bomFormat, specVersion, metadata.component.name]).toEqual(['CycloneDX', '1.6', 'session-keeper']);
		expect(components[0]).toMatchObject({
			type: 'library',
			name: '@orama/stemmers',
			purl: expect.stringMatching(/^pkg:npm\/%40orama\/stemmers@\d/u),
			licenses: [{ license: { id: 'Apache-2.0' } }],
		});
		const licences = readFileSync(path.join(folder, LICENSES), 'utf8');
		for (const { name, version } of components) expect(licences).toContain(`${name} ${version} (`);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

// What is shipped is exactly what scripts/vsix-files.txt lists: nothing gets in, or falls out, by surprise.
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { zipEntries } from '../../scripts/lib/zip.mjs';

test('the package holds exactly the listed files', () => {
	const listed = readFileSync(inRoot('scripts/vsix-files.txt'), 'utf8').trim().split('\n');
	expect(zipEntries(readFileSync(inject('vsix')))).toEqual(listed);
});

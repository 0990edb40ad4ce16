// What is shipped is exactly what scripts/vsix-files.txt lists: nothing gets in, or falls out, by surprise.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { inRoot, root } from '../../scripts/lib/paths.mjs';
import { zipEntries } from '../../scripts/lib/zip.mjs';

test('the package holds exactly the listed files', () => {
	const listed = readFileSync(inRoot('scripts/vsix-files.txt'), 'utf8').trim().split('\n');
	expect(zipEntries(readFileSync(inject('vsix'))).map(({ name }) => name)).toEqual(listed);
});

// So that it can be built anew elsewhere and compared.
test('the package does not say when or where it was built', () => {
	const committed = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
	// As zip files say it.
	const time = new Date(Math.floor(Number(committed) / 2) * 2_000).toISOString().slice(0, 19);
	const entries = zipEntries(readFileSync(inject('vsix')));
	expect([...new Set(entries.map((entry) => entry.time))]).toEqual([time]);
	const contents = entries.map(({ name, bytes }) => ({ name, text: bytes().toString('latin1') }));
	expect(contents.find(({ name }) => name === 'extension/package.json')?.text).toContain('"session-keeper');
	expect(contents.flatMap(({ name, text }) => (text.includes(root) ? [name] : []))).toEqual([]);
});

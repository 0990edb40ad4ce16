// Builds the command line or the extension as it is shipped, once in a run of the tests: who comes later finds it. In a
// process of its own, because the bundler takes 300 MB, and the larger a process is, the longer each program takes that it
// starts.
// usage: node scripts/lib/buildForTests.mjs commandLine|extension FOLDER
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildCommandLine } from './commandLine.mjs';
import { buildExtension } from './extensionBundle.mjs';
import { withLock } from './lock.mjs';

const [what, folder] = process.argv.slice(2);
const build = { commandLine: buildCommandLine, extension: buildExtension }[what];
await withLock(`${folder}.lock`, async () => {
	if (existsSync(folder)) return;
	const mine = `${folder}.${process.pid}`;
	const chunks = await build(mine, { minify: true });
	const parts = chunks.map(({ fileName, code, imports, moduleIds }) => ({ fileName, code, imports, moduleIds }));
	writeFileSync(path.join(mine, 'parts.json'), JSON.stringify(parts));
	renameSync(mine, folder);
});

// The quick scan's loops as a WebAssembly module. `src/node/sessions/index/scan/assembly` has their source, which
// AssemblyScript compiles; whoever bundles or tests the scan puts the module in place of the name SCAN_MODULE.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const SOURCE = inRoot('src/node/sessions/index/scan/assembly');
/** Compiled for each source once: the compiler takes seconds. */
const KEPT = inRoot('.vscode-test/scan-module');
const OPTIONS = ['-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--use', 'abort='];

/** A little of it is in the module: what makes its memory larger. */
export const SCAN_LIBRARY = 'node_modules/assemblyscript/std';

/** Days that one is kept for a branch that may be looked at again. */
const KEPT_DAYS = 30;
// Another process may take it away meanwhile.
const isOld = (file) =>
	Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > KEPT_DAYS * 24 * 60 * 60_000;

async function compiled() {
	const compiler = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).devDependencies.assemblyscript;
	const hash = createHash('sha256').update(`${compiler} ${OPTIONS.join(' ')}`);
	for (const name of readdirSync(SOURCE).sort()) hash.update(readFileSync(path.join(SOURCE, name)));
	const kept = path.join(KEPT, `${hash.digest('hex')}.wasm`);
	try {
		return readFileSync(kept);
	} catch {
		// Not compiled yet.
	}
	const { default: asc } = await import('assemblyscript/asc');
	mkdirSync(KEPT, { recursive: true });
	const out = `${kept}.${process.pid}`;
	const { error, stderr } = await asc.main([path.join(SOURCE, 'lines.ts'), ...OPTIONS, '--outFile', out]);
	if (error) throw new Error(stderr.toString());
	renameSync(out, kept);
	for (const name of readdirSync(KEPT))
		if (isOld(path.join(KEPT, name))) rmSync(path.join(KEPT, name), { force: true });
	return readFileSync(kept);
}

export const SCAN_MODULE = { SCAN_MODULE: JSON.stringify((await compiled()).toString('base64')) };

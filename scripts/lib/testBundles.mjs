// For a run of vitest: a folder that lives as long as the run. What one test file bundles, the others find there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default function setup() {
	const folder = mkdtempSync(path.join(tmpdir(), 'keeper-bundles-'));
	process.env.TEST_BUNDLES = folder;
	return () => rmSync(folder, { recursive: true, force: true });
}

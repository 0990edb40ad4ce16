// A folder of a test's or a tool's own. Under the name that every program sees: on macOS the temporary folder is a link.
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes one. @param {string} prefix of its name @param {string} [parent] @returns {string} its absolute path */
export function temporaryFolder(prefix, parent = tmpdir()) {
	return realpathSync(mkdtempSync(path.join(parent, prefix)));
}

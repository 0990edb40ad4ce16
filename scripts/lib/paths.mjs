// Where things are. Everything that is downloaded or built for tests lives in .vscode-test, which git ignores and
// which may be deleted at any time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path inside the repository. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** Package.json as it is now. Read at every call: it is small, and a test may compare it with a build. */
export const manifest = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

let texts;
/** What package.json says in English where it names a text: `%view.parked%`. */
export const manifestText = (name) =>
	(texts ??= JSON.parse(readFileSync(inRoot('package.nls.json'), 'utf8')))[name.slice(1, -1)];

/** The identifier that VS Code knows the extension by. */
export const extensionId = () => `${manifest().publisher}.${manifest().name}`;

export const testTools = inRoot('.vscode-test');
/** `OLDEST_VSCODE=1 npm run test:e2e`: in the lowest VS Code that the extension is for. */
export const usesOldestVscode = process.env.OLDEST_VSCODE === '1';
/** A second checkout can share one server by naming it here; it costs half a gigabyte. */
export const serverHome =
	process.env.VSCODE_SERVER_HOME ?? path.join(testTools, usesOldestVscode ? 'oldest-server' : 'server');
export const vsixFile = path.join(testTools, 'session-keeper.vsix');
export const results = inRoot('test-results');

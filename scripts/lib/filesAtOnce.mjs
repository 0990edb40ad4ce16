import { inRoot } from './paths.mjs';

const PROMISES = /^node:fs[/]promises$/;

/** For programs that end soon: files are read and written without Node's threads, see the module itself. */
export function filesAtOnce() {
	return {
		name: 'files at once',
		setup(build) {
			build.onResolve({ filter: PROMISES }, ({ kind }) =>
				kind === 'import-statement' ? { path: inRoot('src/node/base/filesAtOnce.ts') } : undefined,
			);
		},
	};
}

/** For a program that nobody sees: what the file system refuses is noted, see the module itself. */
export function filesNoted() {
	const contents = `module.exports = require('./src/node/base/filesNoted').filesNoted(require('node:fs/promises'));`;
	return {
		name: 'files noted',
		setup(build) {
			build.onResolve({ filter: PROMISES }, ({ path, kind }) =>
				kind === 'import-statement' ? { path, namespace: 'noted' } : undefined,
			);
			build.onLoad({ filter: PROMISES, namespace: 'noted' }, () => ({ contents, resolveDir: inRoot('.') }));
		},
	};
}

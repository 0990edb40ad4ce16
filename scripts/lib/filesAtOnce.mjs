import { inRoot } from './paths.mjs';

/** For programs that end soon: files are read and written without Node's threads, see the module itself. */
export function filesAtOnce() {
	return {
		name: 'files at once',
		setup(build) {
			build.onResolve({ filter: /^node:fs[/]promises$/ }, ({ kind }) =>
				kind === 'import-statement' ? { path: inRoot('src/node/base/filesAtOnce.ts') } : undefined,
			);
		},
	};
}

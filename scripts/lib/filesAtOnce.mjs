import { inRoot } from './paths.mjs';

/** For programs that end soon: files are read and written without Node's threads, see the module itself. */
export const filesAtOnce = () => standIn('filesAtOnce');

/** For a program that nobody sees: what the file system refuses is noted, see the module itself. */
export const filesNoted = () => standIn('filesNoted');

function standIn(name) {
	const file = inRoot(`src/node/base/${name}.ts`);
	return {
		name,
		setup(build) {
			build.onResolve({ filter: /^node:fs[/]promises$/ }, ({ kind, importer }) =>
				kind === 'import-statement' && importer !== file ? { path: file } : undefined,
			);
		},
	};
}

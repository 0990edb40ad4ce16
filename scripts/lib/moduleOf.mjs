import path from 'node:path';
import { build } from 'esbuild';
import { root } from './paths.mjs';

/** What a TypeScript module exports, for scripts that need what the product has. @param {string} file absolute, or from the root on */
export async function moduleOf(file) {
	const { outputFiles } = await build({
		entryPoints: [path.resolve(root, file)],
		bundle: true,
		format: 'esm',
		write: false,
		logLevel: 'error',
	});
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

// Which file imports which, read from the source with the compiler's own scanner: types and on-demand imports included.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './paths.mjs';

/**
 * Every TypeScript file of the product and its tests.
 * @returns {Map<string, readonly string[]>} from each file below src to the files of ours that it imports, all relative
 * to the root, with `/` between their parts
 */
export function importsOfSources() {
	const files = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `src/${name.replaceAll(path.sep, '/')}`);
	return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file) {
	const { importedFiles } = ts.preProcessFile(readFileSync(inRoot(file), 'utf8'), true, true);
	return importedFiles
		.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.'))
		.map((name) => path.posix.join(path.posix.dirname(file), `${name}.ts`))
		.filter((name) => existsSync(inRoot(name)));
}

/**
 * Circles: groups of files each of which leads, by imports, to each other one (Tarjan's strongly connected components).
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @returns {string[][]} each group of two or more
 */
export function circles(graph) {
	const found = [];
	const order = new Map();
	const low = new Map();
	const stack = [];
	const visit = (node) => {
		order.set(node, order.size);
		low.set(node, order.get(node));
		stack.push(node);
		for (const next of graph.get(node) ?? []) {
			if (!order.has(next)) visit(next);
			if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
		}
		if (low.get(node) !== order.get(node)) return;
		const group = stack.splice(stack.indexOf(node));
		if (group.length > 1) found.push(group.sort());
	};
	for (const node of graph.keys()) if (!order.has(node)) visit(node);
	return found;
}

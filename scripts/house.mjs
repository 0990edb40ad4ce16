// Prints how the house stands: for each floor its domains with files and lines, the fullest folder, names with two
// meanings, imports against the order, circles. Ends with 1 where something stands against the rules of scripts/lib/house.mjs.
// usage: npm run house
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countLines } from './lib/countLines.mjs';
import { exportedNames } from './lib/exportedNames.mjs';
import { DOMAINS, LAYERS, forbidden, misplaced, roomOf } from './lib/house.mjs';
import { circles, importsOfSources } from './lib/imports.mjs';
import { inRoot } from './lib/paths.mjs';
import { runMain, say } from './lib/terminal.mjs';

/** Product files in one folder: more than this, and nobody finds anything. */
const FULL = 30;

await runMain(() => {
	const graph = importsOfSources();
	const product = [...graph.keys()].filter((file) => !roomOf(file).isTest);
	const sources = new Map(product.map((file) => [file, readFileSync(inRoot(file), 'utf8')]));
	const lines = new Map([...sources].map(([file, source]) => [file, countLines(source)]));
	const sum = (files) => files.reduce((total, file) => total + lines.get(file), 0);
	let faults = 0;
	const report = (title, found) => {
		faults += found.length;
		say(`${title}: ${found.length}`);
		for (const each of found) say(`  ${each}`);
	};

	say('files / lines without blanks and comments, of the product');
	say(['', ...Object.keys(LAYERS)].map((each) => each.padStart(14)).join(''));
	for (const domain of [...DOMAINS, undefined]) {
		const cells = Object.keys(LAYERS).map((layer) => {
			const files = product.filter((file) => roomOf(file).layer === layer && roomOf(file).domain === domain);
			return files.length === 0 ? '' : `${files.length} / ${sum(files)}`;
		});
		say([domain ?? '(hall)', ...cells].map((each) => each.padStart(14)).join(''));
	}
	say(`\n${product.length} files, ${sum(product)} lines`);
	// What is compiled by itself knows no names but its own.
	const exported = [...sources].flatMap(([file, source]) =>
		file.includes('/assembly/') ? [] : exportedNames(source).map((each) => ({ ...each, file })),
	);
	const shown = (all) => all.map(({ name, file }) => `${name} in ${file}`).join(', ');
	const twice = [...groupBy(exported, ({ name }) => name).values()].filter((all) => all.length > 1);
	report('names that two files export', twice.map(shown));
	// A type and a function, or a constant in capitals, are told apart by their spelling.
	const alike = [...groupBy(exported, ({ name, kind }) => `${kind} ${name.toLowerCase()}`).values()];
	const isSpelledTwice = (all) => all[0].kind !== 'value' && new Set(all.map(({ name }) => name)).size > 1;
	report('types or functions that differ only by case', alike.filter(isSpelledTwice).map(shown));

	for (const layer of Object.keys(LAYERS)) {
		say(`\n${layer}`);
		const files = product.filter((file) => roomOf(file).layer === layer);
		const folders = Map.groupBy?.(files, path.posix.dirname) ?? groupBy(files, path.posix.dirname);
		const [folder, inside] = [...folders].sort(([, a], [, b]) => b.length - a.length)[0];
		say(`fullest folder: ${folder}, ${inside.length} files`);
		report(
			`folders with more than ${FULL} files`,
			[...folders].filter(([, each]) => each.length > FULL).map(([each]) => each),
		);
		const here = (file) => roomOf(file).layer === layer;
		report(
			'files outside a domain',
			[...graph.keys()].filter((file) => here(file) && misplaced(file) !== undefined),
		);
		report(
			'imports against the order',
			[...graph].flatMap(([file, all]) =>
				here(file) ? all.filter((to) => forbidden(file, to) !== undefined).map((to) => `${file} → ${to}`) : [],
			),
		);
		report(
			'circles',
			circles(new Map(files.map((file) => [file, graph.get(file)]))).map((group) => group.join(' ↔ ')),
		);
	}
	return faults === 0 ? 0 : 1;
});

function groupBy(values, keyOf) {
	const groups = new Map();
	for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
	return groups;
}

// What the fuzzer begins with: what is kept of earlier runs in test/fuzz, and samples.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../paths.mjs';

/** Longer samples are cut: the first lines say what the others do. Bytes. */
const MOST = 16 * 1024;

const below = (folder, ending) =>
	readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.sort()
		.map((name) => readFileSync(inRoot(path.join(folder, name))).subarray(0, MOST));

const SAMPLES = {
	transcript: () => [...below('test/fixtures/sessions', '.jsonl'), ...below('test/fixtures/line-types', '.json')],
	frontMatter: () => below('test/fixtures/documents', '.md'),
	hookInput: () => below('test/fixtures/hooks', '.json'),
};

export const keptFolder = (name) => inRoot(path.join('test/fuzz', name));

/** @returns {readonly Buffer[]} */
export function corpusOf(name) {
	const folder = keptFolder(name);
	const kept = existsSync(folder) ? readdirSync(folder).sort() : [];
	return [...kept.map((each) => readFileSync(path.join(folder, each))), ...(SAMPLES[name]?.() ?? [])];
}

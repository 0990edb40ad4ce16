// The texts that translators are given: what the extension says itself, and what other code says through it.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** Those that there is a translation into, as VS Code names them in files. */
export const LANGUAGES = ['de', 'ja', 'zh-cn'];

const CALL = /\b(?:l10n\.t|say)\(\s*(['"])((?:\\.|(?!\1).)*)\1/gu;

/** Each once, sorted. */
export function l10nTexts() {
	const texts = ['src/vscode', 'src/core', 'src/node'].flatMap((folder) =>
		readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
			.flatMap((name) => [...readFileSync(path.join(root, folder, name), 'utf8').matchAll(CALL)])
			.map((match) => match[2].replace(/\\(['"])/gu, '$1')),
	);
	return [...new Set(texts)].sort();
}

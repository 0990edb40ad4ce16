// Collects the texts of the extension into l10n/bundle.l10n.json, the file that translators copy.
// usage: node scripts/l10n.mjs
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/paths.mjs';

const folder = path.join(root, 'src/vscode');
const texts = readdirSync(folder, { recursive: true })
	.filter((name) => name.endsWith('.ts'))
	.flatMap((name) => [
		...readFileSync(path.join(folder, name), 'utf8').matchAll(/l10n\.t\(\s*(['"])((?:\\.|(?!\1).)*)\1/gu),
	])
	.map((match) => match[2].replace(/\\(['"])/gu, '$1'));
const bundle = Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
writeFileSync(path.join(root, 'l10n/bundle.l10n.json'), `${JSON.stringify(bundle, null, '\t')}\n`);
console.log(`${Object.keys(bundle).length} texts`);

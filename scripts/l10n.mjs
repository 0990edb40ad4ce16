// Collects the texts of the extension into l10n/bundle.l10n.json, the file that translators copy, and names what each
// translation lacks and what it has too much.
// usage: node scripts/l10n.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, l10nTexts } from './lib/l10nTexts.mjs';
import { root } from './lib/paths.mjs';

const texts = l10nTexts();
writeFileSync(
	path.join(root, 'l10n/bundle.l10n.json'),
	`${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, '\t')}\n`,
);
console.log(`${texts.length} texts`);
for (const language of LANGUAGES)
	for (const [name, wanted] of [
		[`l10n/bundle.l10n.${language}.json`, texts],
		[
			`package.nls.${language}.json`,
			Object.keys(JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8'))),
		],
	]) {
		const file = path.join(root, name);
		const there = existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8'))) : [];
		for (const text of wanted) if (!there.includes(text)) console.log(`${name} lacks: ${text}`);
		for (const text of there) if (!wanted.includes(text)) console.log(`${name} need not have: ${text}`);
	}

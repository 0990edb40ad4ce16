// The settings that package.json declares, and what it says of each, in English, for code that runs without an editor. Whoever
// bundles or tests that code puts the texts in place of the name SETTING_TEXTS, so that no setting is described a second time.
import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const read = (name) => JSON.parse(readFileSync(inRoot(name), 'utf8'));
const nls = read('package.nls.json');

/** Of all groups of the settings page, by the full name. */
export const DECLARED_SETTINGS = Object.assign(
	{},
	...read('package.json').contributes.configuration.map(({ properties }) => properties),
);

const texts = Object.entries(DECLARED_SETTINGS).map(([name, { markdownDescription }]) => [
	name,
	nls[markdownDescription.slice(1, -1)],
]);

/** For the `define` of a bundler. */
export const SETTING_TEXTS = { SETTING_TEXTS: JSON.stringify(Object.fromEntries(texts)) };

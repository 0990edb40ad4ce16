// The settings that package.json declares, and what it says of each, in English, for code that runs without an editor. Whoever
// bundles or tests that code puts the texts in place of the name SETTING_TEXTS, so that no setting is described a second time.
import { manifest, manifestText } from './paths.mjs';

/** Of all groups of the settings page, by the full name. */
export const DECLARED_SETTINGS = Object.assign(
	{},
	...manifest().contributes.configuration.map(({ properties }) => properties),
);

const texts = Object.entries(DECLARED_SETTINGS).map(([name, { markdownDescription }]) => [
	name,
	manifestText(markdownDescription),
]);

/** For the `define` of a bundler. */
export const SETTING_TEXTS = { SETTING_TEXTS: JSON.stringify(Object.fromEntries(texts)) };

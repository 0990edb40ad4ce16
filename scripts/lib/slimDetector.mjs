// The maintained detector without what we never use of it: a matcher of allowed values, for which it carries three parts
// of lodash, half of its bytes, and sentences in two languages about what was found. We allow no value, and say its kind.
import { readFileSync } from 'node:fs';

const DETECTOR = /[\\/]secretlint-rule-preset-recommend[\\/]module[\\/]index\.js$/;
const MATCHER =
	/^var regexpStringMatcher = \{\};[^]*?^var regexpStringMatcherExports = requireRegexpStringMatcher\(\);$/m;
const SENTENCE = /^ +(?:en|ja): (?:\([^()]*\)|\w+) => (?:`[^`]*`|"[^"\n]*"),?\n/gm;

/** @param {string} source of the detector. Throws where a new version looks different. */
function slim(source) {
	if (!MATCHER.test(source) || source.match(SENTENCE) === null)
		throw new Error('The detector has changed: see scripts/lib/slimDetector.mjs.');
	return source.replace(MATCHER, 'var regexpStringMatcherExports = { matchPatterns: () => [] };').replace(SENTENCE, '');
}

/** @type {import('esbuild').Plugin} */
export const slimDetector = {
	name: 'slim detector',
	setup(build) {
		build.onLoad({ filter: DETECTOR }, ({ path }) => ({ contents: slim(readFileSync(path, 'utf8')), loader: 'js' }));
	},
};

/** The same for Rolldown. @type {import('rolldown').Plugin} */
export const slimDetectorChunk = {
	name: 'slim detector',
	transform: (source, id) => (DETECTOR.test(id) ? { code: slim(source), map: null } : null),
};

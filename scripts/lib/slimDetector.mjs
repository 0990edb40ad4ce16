// The maintained detector without what we never use of it: a matcher of allowed values, for which it carries three parts
// of lodash, half of its bytes; sentences in two languages about what was found; and what reads files by their ending. We
// allow no value, say its kind, and show it texts alone.
import { readFileSync } from 'node:fs';

const DETECTOR = /[\\/]secretlint-rule-preset-recommend[\\/]module[\\/]index\.js$/;
const MATCHER =
	/^var regexpStringMatcher = \{\};[^]*?^var regexpStringMatcherExports = requireRegexpStringMatcher\(\);$/m;
const READER = /^\/\*\*\n \* Minimal PKCS#12 [^]*?^(?=const messages)/m;
const BY_ENDING =
	/^( +)if \(source\.ext === "\.p12"\) \{\n[^]*?^\1\}\n\1else if \(source\.ext === "\.json"\) \{\n[^]*?^\1\}\n/m;
const SENTENCE = /^ +(?:en|ja): (?:\([^()]*\)|\w+) => (?:`[^`]*`|"[^"\n]*"),?\n/gm;

/** @param {string} source of the detector. Throws where a new version looks different. */
function slim(source) {
	if (![MATCHER, READER, BY_ENDING].every((part) => part.test(source)) || source.match(SENTENCE) === null)
		throw new Error('The detector has changed: see scripts/lib/slimDetector.mjs.');
	return source
		.replace(MATCHER, 'var regexpStringMatcherExports = { matchPatterns: () => [] };')
		.replace(READER, '')
		.replace(BY_ENDING, '')
		.replace(SENTENCE, '');
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

// Of which words a text must hold one, if a pattern is to be found in it: read off the pattern, so that who asks many
// patterns need make none of those that cannot be there.
import { RegExpParser } from '@eslint-community/regexpp';
import { format, resolveConfig } from 'prettier';
import { moduleOf } from './moduleOf.mjs';
import { inRoot } from './paths.mjs';

/** Of more ways to say it none is written down: to look for them all would take as long as the pattern. */
const LIMIT = 200;
/** Longer words are no rarer. */
const RARE = 4;
/** So many words more are worth a letter more in each. */
const WORDS_A_LETTER = 15;

/**
 * @param {string} pattern without flags
 * @returns {readonly string[] | undefined} texts of which each match holds one, none of them within another; nothing where there are none
 */
export function neededWords(pattern) {
	const best = ofAlternatives(new RegExpParser().parsePattern(pattern).alternatives).needed;
	return best?.filter((word) => !best.some((other) => other !== word && word.includes(other))).sort();
}

/**
 * What a part of a pattern matches.
 * @typedef {object} Part
 * @property {readonly string[]} [exact] all that it can match, where that is little
 * @property {readonly string[]} [needed] of which each match holds one
 */

/** @returns {Part} */
function ofAlternatives(alternatives) {
	const parts = alternatives.map(({ elements }) => ofSequence(elements));
	return {
		exact: bounded(parts.every(({ exact }) => exact) && parts.flatMap(({ exact }) => exact)),
		needed: bounded(parts.every(({ needed }) => needed) && parts.flatMap(({ needed }) => needed)),
	};
}

/** @returns {Part} */
function ofSequence(elements) {
	/** What is matched in one piece, since the last part that can be anything. */
	let piece = [''];
	let isExact = true;
	const found = [];
	for (const element of elements) {
		const { exact, needed } = ofElement(element);
		const longer = exact && bounded(piece.flatMap((before) => exact.map((each) => before + each)));
		if (needed) found.push(needed);
		if (longer) piece = longer;
		else {
			found.push(piece);
			piece = exact ?? [''];
			isExact = false;
		}
	}
	found.push(piece);
	const usable = found.filter((words) => words.every((word) => word.length > 0));
	const [needed] = usable.sort((a, b) => worth(b) - worth(a));
	return { exact: isExact ? piece : undefined, needed };
}

/** @returns {Part} */
function ofElement(element) {
	switch (element.type) {
		case 'Assertion':
			return { exact: [''] };
		case 'Character':
			return ofExact([String.fromCodePoint(element.value)]);
		case 'CharacterClass':
			return ofClass(element);
		case 'Group':
		case 'CapturingGroup':
			return ofAlternatives(element.alternatives);
		case 'Quantifier': {
			const { exact, needed } = ofElement(element.element);
			if (element.min === 0) return element.max === 1 && exact ? { exact: ['', ...exact] } : {};
			return element.min === 1 && element.max === 1 ? { exact, needed } : { needed };
		}
		default:
			return {};
	}
}

/** @returns {Part} */
function ofClass({ negate, elements }) {
	if (negate || !elements.every(({ type }) => type === 'Character')) return {};
	return ofExact(elements.map(({ value }) => String.fromCodePoint(value)));
}

const ofExact = (exact) => ({ exact, needed: exact });

/** Few words, the shortest of which is rare, are looked for soonest and found least. */
const worth = (words) => Math.min(RARE, ...words.map(({ length }) => length)) - words.length / WORDS_A_LETTER;

const bounded = (words) => (words && words.length <= LIMIT ? [...new Set(words)] : undefined);

/** @returns {Promise<string>} the module that says of each form of a memory which words its pattern needs */
export async function formWords() {
	const { FORMS } = await moduleOf('src/core/memory/forms.ts');
	const rows = FORMS.map(({ name, pattern }) => [name, pattern && neededWords(pattern)?.join('|')]);
	const lines = rows.flatMap(([name, words]) =>
		words === undefined ? [] : [`\t${name}: ${JSON.stringify(words)},\n`],
	);
	const text = [
		'// Of which words each form of a memory needs one, read off its pattern: node scripts/formWords.mjs\n',
		`export const FORM_WORDS: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`,
	].join('');
	const file = inRoot('src/core/memory/formWords.ts');
	return format(text, { ...(await resolveConfig(file)), filepath: file });
}

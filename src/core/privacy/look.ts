// What one pass over a text tells of it, however many forms of secrets there are: most of them need not be looked for.
import type { SecretForm } from './programForms';

/** What is known of a text. */
export interface Look {
	/** The forms that it can hold: it has one of their words, and as many characters of a key in a row. */
	readonly forms: readonly SecretForm[];
	/** How many characters that keys are made of stand in a row, at most. */
	readonly longest: number;
	/** Whether there is a word that can be a key at all: a long one, or one with a figure. */
	readonly hasKeyWord: boolean;
}

/** Which of the first 128 characters keys are made of: 1. */
const OF_KEYS = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w.~+/=-]/u.test(String.fromCharCode(code))));
/** So long is a word that can be a key, and as much as the second beside a figure. */
const [LONG, BESIDE] = [22, 8];
const MASK = 8_191;

interface Word {
	readonly word: string;
	readonly form: number;
}

/** A function that looks once at each character of a text. Words are found by the two or three characters with which they begin. */
export function lookFor(forms: readonly SecretForm[]): (text: string) => Look {
	/** By the key of their beginning; the first list is of none. */
	const lists: Word[][] = [[]];
	const listOf = new Uint16Array(MASK + 1);
	const signs: Word[] = [];
	forms.forEach(({ needs }, form) => {
		for (const word of needs) {
			if (word.length === 1) signs.push({ word, form });
			else {
				const key = keyOf(word);
				const at = (listOf[key] ||= lists.length);
				(lists[at] ??= []).push({ word, form });
			}
		}
	});
	const has = new Uint8Array(forms.length);
	return (text) => {
		// Most texts have words of few forms: none of the others is asked.
		const noted: number[] = [];
		const found = (form: number): void => {
			has[form] = 1;
			noted.push(form);
		};
		const note = (list: readonly Word[] = [], at: number): void => {
			for (const { word, form } of list) if (has[form] === 0 && text.startsWith(word, at)) found(form);
		};
		let [longest, run, figure, hasKeyWord] = [0, 0, 0, false];
		for (let at = 0, last = 0, pair = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			const three = listOf[(pair * 67 + code) & MASK] ?? 0;
			if (three !== 0) note(lists[three], at - 2);
			pair = (last * 67 + code) & MASK;
			const two = listOf[pair] ?? 0;
			if (two !== 0) note(lists[two], at - 1);
			last = code;
			if (OF_KEYS[code] === 1) {
				run++;
				if (code > 47 && code < 58) figure ||= run;
				if (run > longest) longest = run;
				hasKeyWord ||= figure > 0 && run > BESIDE && (run - figure >= BESIDE || (code > 47 && code < 58));
			} else run = figure = 0;
		}
		for (const { word, form } of signs) if (has[form] === 0 && text.includes(word)) found(form);
		for (const form of noted) has[form] = 0;
		return {
			forms: noted
				.sort((a, b) => a - b)
				.flatMap((at) => {
					const form = forms[at];
					return form === undefined || (form.run ?? 0) > longest ? [] : [form];
				}),
			longest,
			hasKeyWord: hasKeyWord || longest >= LONG,
		};
	};
}

function keyOf(word: string): number {
	const pair = (word.charCodeAt(0) * 67 + word.charCodeAt(1)) & MASK;
	return word.length === 2 ? pair : (pair * 67 + word.charCodeAt(2)) & MASK;
}

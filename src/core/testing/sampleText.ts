// Texts that a pattern fits, made out of the pattern itself: what a rule's author had not in mind is among them.

import type { Random } from './seeded';

const WILD = 'abcdeiknorst ';

/**
 * A text for a pattern. What must not be there is not asked, so that not each text fits: try it.
 * @param source of a pattern with groups, classes, quantifiers and alternatives.
 */
export function sampleText(source: string, random: Random): string {
	let at = 0;
	const pick = <T>(choices: readonly T[]): T => choices[random.int(0, choices.length - 1)] as T;

	function alternatives(): string {
		const texts = [sequence()];
		while (source[at] === '|') {
			at++;
			texts.push(sequence());
		}
		return pick(texts);
	}

	function sequence(): string {
		let text = '';
		while (at < source.length && source[at] !== '|' && source[at] !== ')') {
			const from = at;
			const first = atom();
			const [least, most] = quantifier();
			const end = at;
			const count = random.int(least, most);
			for (let n = 0; n < count; n++) {
				if (n === 0) text += first;
				else {
					at = from;
					text += atom();
				}
			}
			at = end;
		}
		return text;
	}

	function atom(): string {
		const character = source[at++] ?? '';
		if (character === '(') return group();
		if (character === '[') return inClass();
		if (character === '\\') return escaped(source[at++] ?? '');
		if (character === '^' || character === '$') return '';
		return character === '.' ? pick([...WILD]) : character;
	}

	function group(): string {
		const kind = /^\?(?:[:=!]|<[=!])/u.exec(source.slice(at))?.[0] ?? '';
		at += kind.length;
		const text = alternatives();
		at++;
		// What it looks ahead for may well come next.
		return ['', '?:', '?='].includes(kind) ? text : '';
	}

	function inClass(): string {
		const end = source.indexOf(']', source[at] === ']' ? at + 1 : at);
		const inside = source.slice(at, end);
		at = end + 1;
		if (inside.startsWith('^')) return pick([...WILD].filter((each) => !inside.includes(each)));
		const members = inside
			.replaceAll(/(.)-(?=[^\]])/gu, (whole, from: string) => (/\w/u.test(from) ? 'aemtxz' : whole))
			.replaceAll('\\w', 'aeinst0')
			.replaceAll('\\', '');
		return pick([...members]);
	}

	function escaped(character: string): string {
		switch (character) {
			case 'b':
				return pick(['', ' ']);
			case 'd':
				return pick([...'0123456789']);
			case 'w':
			case 'S':
				return pick([...'aeinstl']);
			case 's':
				return ' ';
			default:
				return character;
		}
	}

	function quantifier(): readonly [number, number] {
		const [whole, mark = '', least = '', most = ''] =
			/^(?:([*+?])|\{(\d+),(\d+)\})\??/u.exec(source.slice(at)) ?? ([''] as const);
		if (whole === '') return exactly();
		at += whole.length;
		if (mark === '') return [Number(least), Number(most)];
		return mark === '?' ? [0, 1] : [mark === '+' ? 1 : 0, 4];
	}

	function exactly(): readonly [number, number] {
		const [whole, count = ''] = /^\{(\d+)(,?)\}/u.exec(source.slice(at)) ?? ([''] as const);
		at += whole.length;
		return whole === '' ? [1, 1] : [Number(count), Number(count) + 2];
	}

	return alternatives();
}

// Which words stay, told by the lines that they are on.
import { expect, test } from 'vitest';
import { seeded } from '../testing/seeded';
import { alignTokens } from './alignTokens';
import { Vocabulary, tokensOf } from './codeTokens';

/** For each line of `to` the line of `from` that it is, or 0 where it is none or several; from 1. */
function linesKept(from: string, to: string): readonly number[] {
	const vocabulary = new Vocabulary();
	const [a, b] = [tokensOf(from, 'a.ts', vocabulary), tokensOf(to, 'a.ts', vocabulary)];
	const { places } = alignTokens(a, b);
	return Array.from({ length: b.starts.length - 1 }, (_, line) => {
		const own = new Set([...places.subarray(b.starts[line], b.starts[line + 1])].map((at) => a.lines[at] ?? -1));
		return own.size === 1 ? ([...own][0] ?? -1) + 1 : 0;
	});
}
const block = (name: string): readonly string[] => [`function ${name}(a) {`, `\treturn ${name}Of(a);`, '}'];
const text = (...names: readonly string[]): string => names.flatMap(block).join('\n');

test('a block that comes in leaves those above and below whole, though all end alike', () => {
	expect(linesKept(text('one', 'two'), text('one', 'new', 'two'))).toEqual([1, 2, 3, 0, 0, 0, 4, 5, 6]);
	expect(linesKept(text('one'), text('new', 'one'))).toEqual([0, 0, 0, 1, 2, 3]);
	expect(linesKept(text('one'), text('one', 'new'))).toEqual([1, 2, 3, 0, 0, 0]);
});

test('a block that goes takes its own end with it', () => {
	expect(linesKept(text('one', 'gone', 'two'), text('one', 'two'))).toEqual([1, 2, 3, 7, 8, 9]);
});

test('of two blocks that changed places one is kept as a whole', () => {
	expect([
		[1, 2, 3, 7, 8, 9, 0, 0, 0],
		[1, 2, 3, 0, 0, 0, 4, 5, 6],
	]).toContainEqual(linesKept(text('one', 'two', 'three'), text('one', 'three', 'two')));
});

test('what is the same stays the same, whatever the size', () => {
	const random = seeded(7);
	const words = Array.from({ length: 4_000 }, () => `w${random.int(1, 900)}`);
	const lines = Array.from({ length: 500 }, (_, at) => words.slice(at * 8, at * 8 + 8).join(' '));
	const changed = lines.flatMap((line, at) =>
		at % 50 === 7 ? [] : at % 40 === 3 ? [line, `new${at} line${at}`] : [line],
	);
	const kept = linesKept(lines.join('\n'), changed.join('\n'));
	expect(changed.every((line, at) => line.startsWith('new') || lines[(kept[at] ?? 0) - 1] === line)).toBe(true);
});

test('nothing stays of nothing', () => {
	expect(linesKept('', 'a b')).toEqual([0]);
	expect(linesKept('a b', '')).toEqual([0]);
});

test('a text that is taken apart by one that is like it is the same text, and stands in the same places', () => {
	const random = seeded(3);
	const forms = [
		'a(b, 1);',
		'if (a) {',
		'}',
		'});',
		'each(() => {',
		'',
		'(a + b)',
		'"k": [',
		'],',
		'// é',
		')',
		'(',
		'return (a);',
	];
	const some = (most: number): string[] =>
		Array.from({ length: random.int(0, most) }, () => random.pick(forms as [string, ...string[]]));
	for (let time = 0; time < 2_000; time++) {
		const file = random.chance(0.9) ? 'a.ts' : 'a.md';
		const lines = some(30);
		const changed = [...lines];
		for (let edits = random.int(0, 3); edits > 0; edits--)
			changed.splice(random.int(0, changed.length), random.int(0, 4), ...some(4));
		const vocabulary = new Vocabulary();
		const from = tokensOf(lines.join('\n'), file, vocabulary);
		const alone = tokensOf(changed.join('\n'), file, vocabulary);
		const { like, ...others } = tokensOf(changed.join('\n'), file, vocabulary, from);
		expect({ ...others, like: undefined }, changed.join('\n')).toEqual(alone);
		expect(like?.ids).toBe(from.ids);
		// What is said to stand as it stood does.
		const { places, first, last } = alignTokens(from, { ...others, like });
		expect(places).toEqual(alignTokens(from, alone).places);
		const shift = from.ids.length - places.length;
		places.forEach((place, at) => expect(at >= first && at < last ? at : place).toBe(at < last ? at : at + shift));
	}
});

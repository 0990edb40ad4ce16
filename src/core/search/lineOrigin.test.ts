// Whose a line is after all that came over it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type WrittenChange, tellFile } from './lineOrigin';

const FILE = 'src/store.ts';
const gone = (): undefined => undefined;

/** A call of a session that leaves a file as a text. */
const wrote = (author: string, before: string, after: string, file = FILE): WrittenChange<string> => ({
	file,
	author,
	before,
	after,
	isWhole: true,
});
/** `author line` for each line that is somebody's. */
async function blame(
	changes: readonly WrittenChange<string>[],
	text: string,
	present: (file: string) => string | undefined = gone,
	file = FILE,
): Promise<readonly string[]> {
	const told = await tellFile(file, changes, present, () => undefined);
	const origins = told.authorsOf(text);
	return text.split('\n').flatMap((line, at) => (origins[at] === undefined ? [] : [`${origins[at]} ${line.trim()}`]));
}

const PERSONS = ['export function readLimit(file: string) {', '\treturn parseLimit(file, 60);', '}', ''];
const CLAUDES = [
	'export function storeLimit(limit: number) {',
	"\twriteLimit('limits.json', limit);",
	'\treturn limit;',
	'}',
	'',
];
const text = (...blocks: readonly (readonly string[])[]): string => blocks.flat().join('\n');
const CREATED = wrote('one', '', text(CLAUDES));
const ADDED = wrote('one', text(PERSONS), text(PERSONS, CLAUDES));
const ALL_OF_IT = CLAUDES.filter((line) => line !== '').map((line) => `one ${line.trim()}`);

describe('a line is its session’s', () => {
	test('where it stands as it was written, and what stood there before is not', async () => {
		expect(await blame([ADDED], text(PERSONS, CLAUDES))).toEqual(ALL_OF_IT);
	});

	test('after a formatter', async () => {
		const formatted = [
			...['export function storeLimit(', '  limit: number', ') {'],
			...['  writeLimit(', '    "limits.json",', '    limit', '  )', '  return limit', '}'],
		];
		expect(await blame([CREATED], formatted.join('\n'))).toEqual(formatted.map((line) => `one ${line.trim()}`));
	});

	test('after a move in its file, and a move to another one', async () => {
		expect(await blame([ADDED], text(CLAUDES, PERSONS))).toEqual(ALL_OF_IT);
		const other = text(['export const other = true;'], CLAUDES);
		const left = (file: string): string | undefined => (file === FILE ? text(PERSONS) : undefined);
		expect(await blame([ADDED], other, left, 'src/other.ts')).toEqual(ALL_OF_IT);
	});

	test('in a file of another name, where the old one is gone', async () => {
		expect(await blame([CREATED], text(CLAUDES), gone, 'lib/limits.ts')).toEqual(ALL_OF_IT);
	});

	test('when an older text is asked about than the last one', async () => {
		const later = wrote('two', text(PERSONS, CLAUDES), text(PERSONS, ['export const none = 0;']));
		expect(await blame([ADDED, later], text(PERSONS, CLAUDES))).toEqual(ALL_OF_IT);
	});

	test('where two worktrees come together', async () => {
		const here = wrote('one', text(PERSONS), text(PERSONS, CLAUDES));
		const there = wrote('two', text(PERSONS), text(['export const maximum = 9000;', ''], PERSONS));
		expect(await blame([here, there], text(['export const maximum = 9000;', ''], PERSONS, CLAUDES))).toEqual([
			'two export const maximum = 9000;',
			...ALL_OF_IT,
		]);
	});

	test('where it was taken out and came back', async () => {
		const taken = wrote('two', text(PERSONS, CLAUDES), text(PERSONS));
		expect(await blame([ADDED, taken], text(PERSONS, CLAUDES))).toEqual(ALL_OF_IT);
	});

	test('of the last session that changed it', async () => {
		const changed = text(PERSONS, CLAUDES).replace('limits.json', 'limit.json');
		expect(await blame([ADDED, wrote('two', text(PERSONS, CLAUDES), changed)], changed)).toContain(
			"two writeLimit('limit.json', limit);",
		);
	});

	test('where only pieces of the file are known', async () => {
		const piece = { file: FILE, author: 'one', before: 'x', after: CLAUDES.slice(0, 3).join('\n'), isWhole: false };
		expect(await blame([piece], text(PERSONS, CLAUDES))).toEqual(ALL_OF_IT);
		const found = { ...piece, before: 'return parseLimit(file, 60);', after: 'return parseLimit(file, maximum);' };
		expect(await blame([wrote('zero', '', text(PERSONS)), found], text(PERSONS).replace('60', 'maximum'))).toContain(
			'one return parseLimit(file, maximum);',
		);
	});
});

describe('a line is nobody’s', () => {
	test('that a person wrote between those of a session, with its end', async () => {
		const lines = [...CLAUDES];
		lines.splice(1, 0, '\tif (limit > 90) {', '\t\treport(limit);', '\t}');
		expect(await blame([CREATED], lines.join('\n'))).toEqual(ALL_OF_IT);
	});

	test.each([
		['a word', 'limits.json', 'limits.yaml'],
		['an argument less', ', limit)', ')'],
		['an argument more', ', limit)', ', limit, true)'],
	])('that a person changed: %s', async (_what, old, now) => {
		const lines = text(CLAUDES).replace(old, now);
		expect(await blame([CREATED], lines)).toEqual(ALL_OF_IT.filter((line) => !line.includes('writeLimit')));
	});

	test('that a person wrote and a session moved or laid out anew', async () => {
		const moved = text(CLAUDES, PERSONS);
		expect(await blame([wrote('one', text(PERSONS), moved)], moved)).toEqual(ALL_OF_IT);
		const laidOut = text(PERSONS).replace('(file, 60)', '(\n\t\tfile,\n\t\t60,\n\t)');
		expect(await blame([wrote('one', text(PERSONS), laidOut)], laidOut)).toEqual([]);
	});

	test('that a session carried from a person’s file into a new one', async () => {
		const long = [
			...PERSONS,
			'// What stays below the readLimitOfEverybody stays as it is.',
			'export const stays = 1;',
		];
		const source = wrote('one', text(long), '', 'src/old.ts');
		const target = wrote('one', '', text(long, CLAUDES));
		expect(await blame([source, target], text(long, CLAUDES))).toEqual(ALL_OF_IT);
	});

	test('that stands in two files and was written in one', async () => {
		const copy = (file: string): string | undefined => (file === FILE ? text(CLAUDES) : undefined);
		expect(await blame([CREATED], text(CLAUDES), copy, 'src/copy.ts')).toEqual([]);
	});

	test('that says what stands everywhere', async () => {
		const lines = ['export const path = resolve();', 'return result;', 'break;'];
		expect(await blame([wrote('one', '', text(CLAUDES, lines))], text(['x();', 'break;', 'y();']))).toEqual([]);
	});

	test('in a text that is too long to be written by hand', async () => {
		expect(await blame([CREATED], `${text(CLAUDES)}\n${'x'.repeat(2_000_001)}`)).toEqual([]);
	});
});

test('asking leaves nothing behind', async () => {
	const told = await tellFile(FILE, [ADDED], gone, () => undefined);
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	const used = (): number => (collect(), process.memoryUsage().heapUsed);
	const ask = (n: number): void => {
		const lines = Array.from({ length: 2_000 }, (_, line) => `const own${n}x${line} = read(${n}, ${line}, 'a', 'b');`);
		expect(told.authorsOf(text(lines, CLAUDES)).slice(2_000)).toEqual(['one', 'one', 'one', 'one', undefined]);
	};
	ask(0);
	const before = used();
	for (let n = 1; n <= 20; n++) ask(n);
	expect(used() - before).toBeLessThan(4_000_000);
});

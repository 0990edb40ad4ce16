// Lists with columns: on a terminal of any width, and for programs.
import { describe, expect, test } from 'vitest';
import { widthOf } from './base/look';
import { DESCRIPTIONS } from './commands';
import type { GroupDescription } from './base/description';
import { useCliPlace } from './testing/cliPlace';
import { EXAMPLES, runExample } from './testing/examplePlace';

useCliPlace();

const groups = DESCRIPTIONS as Readonly<Record<string, GroupDescription>>;
const LISTS = EXAMPLES.filter(({ verb, example }) => {
	const [group = '', name = ''] = verb.split(' ');
	return groups[group]?.verbs[name]?.options?.['plain'] !== undefined && !/--(?:json|plain)/u.test(example);
});

describe.each(LISTS)('$example', (list) => {
	test('is for programs a row per line, with as many cells in each', async () => {
		const { code, out, err } = await runExample(list, { more: ['--plain'] });
		expect({ code, err }).toEqual({ code: 0, err: '' });
		const rows = out.split('\n').slice(0, -1);
		expect(new Set(rows.map((row) => row.split('\t').length)).size).toBe(rows.length === 0 ? 0 : 1);
		expect(out).not.toMatch(/\bago\b|…/u);
	});

	test.each([40, 80])('fits a terminal of %i cells', async (columns) => {
		const { out: plain } = await runExample(list, { more: ['--plain'] });
		const { code, out } = await runExample(list, { columns });
		expect(code).toBe(0);
		const rows = plain.split('\n').length - 1;
		// The list of parked items stays to the letter what it has always been.
		if (rows === 0 || ['parked', 'parked list'].includes(list.verb)) return expect(out).not.toMatch(/^\S*[A-Z]+ /u);
		const table = out.split('\n').slice(0, rows + 1);
		expect(table[0]).toMatch(/^\u001b\[2m[A-Z ]+\u001b\[22m$/u);
		expect(table.filter((line) => widthOf(line) > columns)).toEqual([]);
	});
});

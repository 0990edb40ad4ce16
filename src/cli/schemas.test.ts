// Each verb has a schema of its document under `--json`, which is shipped. What any test of the command line has it print is
// held against these; here each example is.
import { readFileSync, readdirSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { useCliPlace } from './testing/cliPlace';
import { EXAMPLES, IN_JSON, OTHERWISE, runExample } from './testing/examplePlace';
import { ANSWERS, INSTEAD } from './testing/schemas/documentsOf';

useCliPlace();

const FOLDER = '../../schemas/cli';
const fileOf = (name: string): string => `${name.replaceAll(' ', '-')}.schema.json`;
const read = (file: string): string => readFileSync(new URL(`${FOLDER}/${file}`, import.meta.url), 'utf8');
const ALL = Object.entries({ ...ANSWERS, ...INSTEAD });

test.each(ALL)('the schema of %s is made of what documents are checked against', async (name, schema) => {
	// After a change: npx vitest run src/cli/schemas.test.ts -u
	const title = Object.hasOwn(INSTEAD, name) ? name : `session-keeper ${name} --json`;
	const json = { title, ...z.toJSONSchema(schema, { target: 'draft-7' }) };
	await expect(`${JSON.stringify(json, undefined, '\t')}\n`).toMatchFileSnapshot(`${FOLDER}/${fileOf(name)}`);
});

test('there is a schema for each verb, and no other', () => {
	expect(Object.keys(ANSWERS).sort()).toEqual([...new Set(EXAMPLES.map(({ verb }) => verb))].sort());
	expect(readdirSync(new URL(FOLDER, import.meta.url)).sort()).toEqual(ALL.map(([name]) => fileOf(name)).sort());
});

test('docs/CLI.md names every field', () => {
	const told = readFileSync(new URL('../../docs/CLI.md', import.meta.url), 'utf8').match(/`[^`\n]+`/gu) ?? [];
	const words = new Set(told.flatMap((each) => each.match(/\w+/gu) ?? []));
	const fields = ALL.flatMap(([name]) => fieldsOf(JSON.parse(read(fileOf(name)))));
	expect([...new Set(fields)].filter((field) => !words.has(field))).toEqual([]);
});

/** What scripts read the files with. The pattern of a time says more than its format. */
const formats = { 'date-time': true, date: true } as const;
// Each is asked a few times: to make its code short would take longer than that saves.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, code: { optimize: false }, formats });
const compiled = new Map<string, ValidateFunction>();
function schemaOf(name: string): ValidateFunction {
	const isOf = compiled.get(name) ?? ajv.compile(JSON.parse(read(fileOf(name))) as object);
	compiled.set(name, isOf);
	return isOf;
}

const CALLS = EXAMPLES.filter(({ example }) => !IN_JSON.has(example));

test.each(CALLS)('session-keeper $example --json', async (each) => {
	const { code, out, err } = await runExample(each, { more: ['--json'] });
	const example = `${each.example} --json`;
	// As examples.test.ts has it of all others.
	if (IN_JSON.has(example))
		expect({ code, err: code === (OTHERWISE[example] ?? 0) ? '' : err }).toEqual({
			code: OTHERWISE[example] ?? 0,
			err: '',
		});
	const printed = JSON.parse(out) as object;
	const isOf = schemaOf('error' in printed ? 'error' : each.verb);
	isOf(printed);
	expect(isOf.errors).toBeNull();
});

/** Names of the fields of all objects that a schema describes, but for files that have a format of their own. */
function fieldsOf(schema: unknown): readonly string[] {
	if (typeof schema !== 'object' || schema === null) return [];
	return Object.entries(schema).flatMap(([key, value]) => [
		...(key === 'properties' ? Object.keys(value as object) : []),
		...(key === 'record' || key === 'protocol' ? [] : fieldsOf(value)),
	]);
}

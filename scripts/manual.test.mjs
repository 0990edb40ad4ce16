// The manual says what the parser takes: its pages are read back, and what they name is given to the parser.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseOptions } from '../src/cli/base/parse';
import { DESCRIPTIONS } from '../src/cli/commands';
import { commandTables, manPages, withUsage } from './lib/manual.mjs';
import { inRoot } from './lib/paths.mjs';

const tables = await commandTables();
const pages = manPages(tables);
const pageOf = (name) => pages.find((each) => each.name === `${name}.1`).text;
const VERBS = Object.entries(DESCRIPTIONS).flatMap(([group, { verbs }]) =>
	Object.entries(verbs).map(([name, verb]) => ({ called: `${group} ${name}`.trim(), group, verb })),
);

/** The text as a reader sees it. */
const read = (roff) =>
	roff.replaceAll('\\-', '-').replaceAll('\\(aq', "'").replaceAll('\\&', '').replaceAll('\\e', '\\');
/** The part of a page from a title to the next one of its rank or a higher one. */
const partOf = (page, title) => page.split(`\n${title}\n`)[1].split(/^\.S[SH] /mu)[0];
/** Names and shown values of the options that a part has. */
const optionsIn = (part) =>
	[...part.matchAll(/^\.B (?:-\w, )?--([a-z-]+)(?: (.+))?$/gmu)].map(([, name, value]) => ({ name, value }));

test('there is a page for the program and for each group', () => {
	const names = Object.keys(DESCRIPTIONS).map((name) => `session-keeper-${name}.1`);
	expect(pages.map(({ name }) => name)).toEqual(['session-keeper.1', ...names]);
	for (const name of names) expect(read(pageOf('session-keeper'))).toContain(`.B ${name.replace('.1', '(1)')}\n`);
});

test.each(VERBS)('$called: the parser takes each option of the page, and the page has each option', async (each) => {
	const { called, group, verb } = each;
	const page = read(pageOf(`session-keeper-${group}`));
	const part = partOf(page, `.SS ${called}`);
	const own = optionsIn(part);
	const common = optionsIn(partOf(page, '.SH GLOBAL OPTIONS'));
	expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(verb.options ?? {}).sort());
	for (const { name, value } of [...own, ...common]) {
		const said = { ...tables.COMMON_OPTIONS, ...verb.options }[name]?.choices?.[0] ?? 'something';
		const { values } = await parseOptions(value === undefined ? [`--${name}`] : [`--${name}`, said], verb);
		expect(Object.keys(values)).toEqual([name]);
	}
	expect(part.replaceAll('\n.br\n', '\n')).toContain([`${verb.about}.`, ...(verb.more ?? [])].join('\n'));
	for (const example of verb.examples) expect(part).toContain(`\n$ session-keeper ${example}\n`);
	if (verb.exit1 !== undefined) expect(part).toContain(`Exit status 1: ${verb.exit1}`);
	for (const code of [0, 1, 2]) expect(partOf(page, '.SH EXIT STATUS')).toContain(`.B ${code}\n`);
});

const hasGroff = spawnSync('groff', ['--version']).status === 0;

test.runIf(hasGroff)('every page is set without a warning, with nothing lost', () => {
	for (const { name, text } of pages) {
		const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-ww', '-rLL=400n'], {
			input: text,
			encoding: 'utf8',
		});
		expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' });
		// Without what makes letters bold or underlined on a terminal.
		const shown = stdout.replaceAll(/\u001b\[[\d;]*m|.\u0008/gu, '');
		for (const line of read(text).matchAll(/^\$ .+$/gmu)) expect(shown).toContain(line[0]);
	}
});

describe('docs/CLI.md', () => {
	const text = readFileSync(inRoot('docs/CLI.md'), 'utf8');

	test('says what the tables say: else run node scripts/usage.mjs', () => {
		expect(text).toBe(withUsage(text, tables));
	});

	test('has the usage of each verb', () => {
		const named = [...text.matchAll(/^<!-- usage of (.+) -->$/gmu)].map(([, name]) => name);
		expect(named.sort()).toEqual(['session-keeper', ...VERBS.map(({ called }) => called)].sort());
	});

	// Those of the help are run by src/cli/examples.test.ts.
	test('its examples are those of the help', () => {
		const examples = new Set(VERBS.flatMap(({ verb }) => verb.examples.map((each) => `session-keeper ${each}`)));
		const beside = text.replaceAll(/^<!-- usage of .+ -->$.*?^<!-- end of usage -->$/gmsu, '');
		const blocks = [...beside.matchAll(/^```sh\n(.*?)^```$/gmsu)].flatMap(([, block]) => block.trim().split('\n'));
		expect(blocks.filter((line) => line.includes('session-keeper') && !examples.has(line))).toEqual([]);
	});
});

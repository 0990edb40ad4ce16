// The manual of the command line, made of the tables that its parser and its help are made of: pages for `man`, and the
// usage parts of docs/CLI.md.
import { moduleOf } from './moduleOf.mjs';
import { manifest } from './paths.mjs';

/** The tables, and the words that are made of them. */
export async function commandTables() {
	const [{ DESCRIPTIONS }, description, usage] = await Promise.all(
		['commands.ts', 'base/description.ts', 'base/usage.ts'].map((file) => moduleOf(`src/cli/${file}`)),
	);
	return { groups: DESCRIPTIONS, ...description, ...usage };
}

/**
 * All pages, in roff.
 * @param {Awaited<ReturnType<typeof commandTables>>} tables
 * @returns {{ name: string, text: string }[]} names of files, such as `session-keeper-parked.1`
 */
export function manPages(tables) {
	const { groups, PROGRAM } = tables;
	const names = Object.keys(groups);
	return [
		{ name: `${PROGRAM}.1`, text: programPage(tables) },
		...names.map((name) => ({ name: `${PROGRAM}-${name}.1`, text: groupPage(tables, name) })),
	];
}

function programPage(tables) {
	const { PROGRAM, PROGRAM_OPTIONS, PROGRAM_EXAMPLES, ENVIRONMENT, groups } = tables;
	return page(tables, PROGRAM, manifest().description, [
		['SYNOPSIS', [`.B ${roff(PROGRAM)}`, roff('<group> <verb> [options]')]],
		[
			'COMMANDS',
			definitions(Object.entries(groups).map(([name, { about }]) => [`${PROGRAM}-${name}(1)`, `${about}.`])),
		],
		['OPTIONS', options(tables, PROGRAM_OPTIONS)],
		['ENVIRONMENT', definitions(ENVIRONMENT)],
		['EXAMPLES', examples(tables, PROGRAM_EXAMPLES)],
		['EXIT STATUS', exitStatus(tables)],
	]);
}

function groupPage(tables, name) {
	const { PROGRAM, COMMON_OPTIONS, groups, usageLine } = tables;
	const group = groups[name];
	const verbs = Object.entries(group.verbs).map(([verb, table]) => [`${name} ${verb}`.trim(), table]);
	return page(tables, `${PROGRAM}-${name}`, group.about, [
		[
			'SYNOPSIS',
			verbs.flatMap(([called, table], at) => [...(at === 0 ? [] : ['.br']), roff(usageLine(called, table))]),
		],
		['COMMANDS', verbs.flatMap(([called, table]) => [`.SS ${roff(called)}`, ...verbLines(tables, table)])],
		['GLOBAL OPTIONS', options(tables, COMMON_OPTIONS)],
		['EXIT STATUS', exitStatus(tables)],
		['SEE ALSO', [roff(`${PROGRAM}(1)`)]],
	]);
}

function verbLines(tables, verb) {
	const { about, more = [], aliases = [] } = verb;
	const hidden = tables.hiddenChoices(verb);
	return [
		roff([`${about}.`, ...more].join('\n.br\n')),
		...(aliases.length === 0 ? [] : ['.PP', roff(`Also called: ${aliases.join(', ')}.`)]),
		...(hidden.length === 0 ? [] : ['.PP', roff(`Values: ${hidden.join(', ')}.`)]),
		...(verb.options === undefined ? [] : options(tables, verb.options)),
		...examples(tables, verb.examples),
		...(verb.exit1 === undefined ? [] : ['.PP', roff(`Exit status 1: ${verb.exit1}`)]),
	];
}

const options = ({ optionUsage, optionAbout }, all) =>
	definitions(Object.entries(all).map(([name, option]) => [optionUsage(name, option), optionAbout(option)]));

const definitions = (rows) => rows.flatMap(([term, text]) => ['.TP', `.B ${roff(term)}`, roff(text)]);

const examples = ({ PROGRAM }, all) => ['.PP', '.nf', ...all.map((each) => roff(`$ ${PROGRAM} ${each}`)), '.fi'];

const exitStatus = ({ exitCodes }) => definitions(exitCodes().map(([code, about]) => [String(code), about]));

function page({ PROGRAM }, name, about, sections) {
	return [
		`.TH ${name.toUpperCase()} 1 "" "${PROGRAM} ${manifest().version}" "Session Keeper"`,
		'.SH NAME',
		`${roff(name)} \\- ${roff(about)}`,
		...sections.flatMap(([title, lines]) => [`.SH ${title}`, ...lines]),
		'',
	].join('\n');
}

/** Text as roff takes it: what begins a line is no request, and what is typed can be copied. */
function roff(text) {
	return text
		.replaceAll('\\', '\\e')
		.replaceAll('-', '\\-')
		.replaceAll("'", '\\(aq')
		.split('\n')
		.map((line) => (/^\.(?!br$)/.test(line) ? `\\&${line}` : line))
		.join('\n');
}

const BEGIN = /^<!-- usage of (?<name>.+) -->$/;
const END = '<!-- end of usage -->';

/**
 * A text of docs with its usage parts as the tables have them. A part stands between `<!-- usage of parked list -->` and
 * `<!-- end of usage -->`.
 * @param {string} text @param {Awaited<ReturnType<typeof commandTables>>} tables
 * @throws Error for a part of a verb that there is none of, or that does not end
 */
export function withUsage(text, tables) {
	const lines = text.split('\n');
	const made = [];
	for (let at = 0; at < lines.length; at++) {
		made.push(lines[at]);
		const name = BEGIN.exec(lines[at])?.groups.name;
		if (name === undefined) continue;
		const end = lines.indexOf(END, at);
		if (end < 0) throw new Error(`The usage of ${name} does not end.`);
		made.push('', ...usageOf(tables, name), '', END);
		at = end;
	}
	return made.join('\n');
}

function usageOf(tables, name) {
	const { PROGRAM, PROGRAM_OPTIONS, ENVIRONMENT, groups, usageLine, exitCodes } = tables;
	if (name === PROGRAM)
		return [
			...optionRows(tables, PROGRAM_OPTIONS),
			'',
			...table('Exit code', exitCodes()),
			'',
			...table(
				'Variable',
				ENVIRONMENT.map(([each, about]) => [`\`${each}\``, about]),
			),
		];
	const [group, verb = ''] = name.split(' ');
	const found = groups[group]?.verbs[verb];
	if (found === undefined) throw new Error(`There is no ${name}.`);
	return [
		'```sh',
		usageLine(name, found),
		'```',
		...(found.options === undefined ? [] : ['', ...optionRows(tables, found.options)]),
		'',
		`For example ${found.examples.map((each) => `\`${PROGRAM} ${each}\``).join(', ')}.`,
	];
}

const optionRows = ({ optionUsage, optionAbout }, all) =>
	table(
		'Option',
		Object.entries(all).map(([name, option]) => [`\`${optionUsage(name, option)}\``, optionAbout(option)]),
	);

const table = (title, rows) => [
	`| ${title} | Meaning |`,
	'| --- | --- |',
	...rows.map((row) => `| ${row.map((each) => String(each).replaceAll('|', '\\|')).join(' | ')} |`),
];

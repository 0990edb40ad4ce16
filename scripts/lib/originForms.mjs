// Text in forms that the rules of `lineOrigin.ts` were not made with: components, classes, service files and pages, for
// projects of which only totals are ever looked at (`originCases.mjs`).

/** @param random what is drawn for a project @returns for each ending how files begin, what can be moved, and a line */
export function otherForms(random) {
	const things =
		'member shelf loan route ticket sensor chart ledger parcel driver station recipe booking seat meter'.split(' ');
	const deeds = 'reserve cancel refresh archive measure deliver publish assign resolve notify collect renew'.split(' ');
	let made = 0;
	/** Never the same twice. */
	const number = () => ++made * 10 + random.int(0, 9);
	const thing = () => random.pick(things);
	const upper = (word) => word[0].toUpperCase() + word.slice(1);
	const deed = () => `${random.pick(deeds)}${upper(thing())}`;
	const times = (from, to, make) => Array.from({ length: random.int(from, to) }, make);
	const tsx = {
		begins: /^export const /,
		line: () =>
			`  const ${deed()}${number()} = useMemo(() => ${deed()}(${thing()}, "${thing()} of ${number()}"), [${thing()}]);`,
		block: () => [
			`export const ${upper(thing())}Panel${number()}: FC<${upper(thing())}Props> = ({ ${thing()}, onClose }) => {`,
			...times(1, 3, tsx.line),
			...(random.chance(0.5) ? ['  useEffect(() => {', `    ${deed()}(${thing()}.id);`, `  }, [${number()}]);`] : []),
			'  return (',
			`    <section className="${thing()}-${number()}">`,
			...times(
				1,
				3,
				() => `      <p title="${thing()}">The ${thing()} will ${random.pick(deeds)} ${number()} times</p>`,
			),
			`      <button onClick={() => ${deed()}(${number()})}>{${thing()}.label ?? "${upper(thing())}"}</button>`,
			'    </section>',
			'  );',
			'};',
			'',
		],
		head: () => [
			`import { useEffect, useMemo, type FC } from "react";`,
			`import { ${deed()} } from "../${thing()}s";`,
			'',
		],
	};
	const mts = {
		begins: /^export class /,
		line: () =>
			`  private readonly ${thing()}${number()} = new Map<string, ${upper(thing())}>([["${thing()}", ${deed()}()]]);`,
		block: () => [
			`export class ${upper(thing())}Desk${number()} extends Desk<${upper(thing())}> {`,
			...times(1, 2, mts.line),
			...times(1, 3, () => [
				`  /** Has the ${thing()} ${random.pick(deeds)} before its ${thing()} ${number()}. */`,
				`  async ${deed()}${number()}(${thing()}: ${upper(thing())}, at = ${number()}): Promise<void> {`,
				`    await this.${thing()}s.${random.pick(deeds)}(\`\${at} ${thing()}\`, { ${thing()}: at > ${number()} });`,
				...(random.chance(0.5) ? ['    if (!at) throw new Error("nothing there");'] : []),
				'  }',
			]).flat(),
			'}',
			'',
		],
		head: () => [`import { Desk } from "./desk.mjs";`, ''],
	};
	const yaml = {
		begins: /^[a-z]+-\d+:$/,
		line: () => `  ${thing()}-${number()}: "${random.pick(deeds)} ${thing()}"`,
		block: () => [
			`${thing()}-${number()}:`,
			`  image: 'example/${thing()}:${number()}'`,
			'  restart: always',
			'  steps:',
			...times(1, 3, () => `      - run: ${random.pick(deeds)} --${thing()}=${number()} --${thing()} "${thing()}"`),
			...times(1, 2, yaml.line),
			'',
		],
		head: () => [`# Services of the ${thing()}, ${number()}`, ''],
	};
	const html = {
		begins: /^<section /,
		line: () =>
			`  <p class="${thing()}">Each ${thing()} may ${random.pick(deeds)} its ${thing()} ${number()} times a day.</p>`,
		block: () => [
			`<section id="${thing()}-${number()}" data-kind='${thing()}'>`,
			`  <h2>How to ${random.pick(deeds)} a ${thing()}</h2>`,
			...times(2, 4, html.line),
			`  <a href="/${thing()}/${number()}">All about the ${thing()} and <em>its ${thing()}</em></a>`,
			'</section>',
			'',
		],
		head: () => [`<!-- ${upper(thing())} ${number()} -->`, ''],
	};
	return { tsx, mts, yaml, html };
}

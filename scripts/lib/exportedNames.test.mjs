import { expect, test } from 'vitest';
import { exportedNames } from './exportedNames.mjs';

test.each([
	[
		'what is declared, and what it is',
		'export const a = 1, b = () => 2;\nexport function c() {}\nexport type D = 1;\nexport class E {}',
		'a value, b function, c function, D type, E type',
	],
	['nothing of another file', "export { a } from './a';\nexport * from './b';\nimport { c } from './c';", ''],
	['nothing that stays inside', 'const a = 1;\nfunction b() {}', ''],
])('%s', (_what, source, names) => {
	expect(
		exportedNames(source)
			.map(({ name, kind }) => `${name} ${kind}`)
			.join(', '),
	).toBe(names);
});

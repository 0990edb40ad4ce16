import { expect, test } from 'vitest';
import { exportedNames } from './exportedNames.mjs';

test.each([
	[
		'what is declared',
		'export const a = 1, b = 2;\nexport function c() {}\nexport type D = 1;\nexport class E {}',
		'abcDE',
	],
	['nothing of another file', "export { a } from './a';\nexport * from './b';\nimport { c } from './c';", ''],
	['nothing that stays inside', 'const a = 1;\nfunction b() {}', ''],
])('%s', (_what, source, names) => {
	expect(exportedNames(source).join('')).toBe(names);
});

// The linter closes what the compiler leaves open: who may import whom, and who may ask for the time.
import tseslint from 'typescript-eslint';
import { houseRule } from './scripts/lib/houseRule.mjs';

const VSCODE = { name: 'vscode', message: 'Only src/vscode may import vscode.' };
const NODE = {
	group: ['node:*', 'fs', 'path', 'os', 'child_process', 'crypto'],
	message: 'The core does no IO: take a port or a value.',
};
const ZOD = {
	name: 'zod',
	message: "Write import * as z from 'zod/mini': the named import keeps the whole library in a bundle.",
};
const ZOD_NAMED = {
	selector: "ImportDeclaration[source.value='zod/mini'] > ImportSpecifier",
	message: "Write import * as z from 'zod/mini': a named import keeps the whole library in a bundle.",
};
const RAW_MESSAGE = {
	selector: 'MemberExpression[property.name=/^show(Information|Warning|Error)Message$/]',
	message:
		'Use messages.ts: in a message of VS Code, text that came out of a file could be a link that runs a command.',
};
/** Each file is in one of them. Named, they take a quarter less than a service that looks for the nearest of each file. */
const PROJECTS = ['tsconfig.json', 'src/pages/tsconfig.json', 'test/integration/tsconfig.json'];

export default tseslint.config(
	{ ignores: ['dist/**', 'out/**', 'node_modules/**', '.vscode-test/**', 'test/fixtures/**', 'test-results/**'] },
	// AssemblyScript, which has its own compiler.
	{ ignores: ['src/node/sessions/index/scan/assembly/**'] },
	...tseslint.configs.strict,
	{
		files: ['**/*.ts'],
		languageOptions: { parserOptions: { project: PROJECTS, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
			'no-restricted-syntax': ['error', ZOD_NAMED],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-dynamic-delete': 'off',
			'@typescript-eslint/no-extraneous-class': 'off',
			'@typescript-eslint/no-invalid-void-type': 'off',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
			],
			'no-control-regex': 'off',
			eqeqeq: 'error',
		},
	},
	{
		files: ['src/**/*.ts'],
		plugins: { house: { rules: { order: houseRule } } },
		rules: {
			'house/order': 'error',
			'no-restricted-imports': ['error', { paths: [VSCODE, ZOD] }],
		},
	},
	{
		files: ['src/core/**/*.ts'],
		ignores: ['**/*.test.ts', 'src/core/testing/**'],
		rules: { 'no-restricted-imports': ['error', { paths: [VSCODE, ZOD], patterns: [NODE] }] },
	},
	{ files: ['src/vscode/**/*.ts'], rules: { 'no-restricted-imports': ['error', { paths: [ZOD] }] } },
	{
		files: ['src/vscode/**/*.ts'],
		ignores: ['src/vscode/messages.ts', 'src/vscode/failures.ts'],
		rules: { 'no-restricted-syntax': ['error', ZOD_NAMED, RAW_MESSAGE] },
	},
	{
		files: ['src/core/**/*.ts'],
		ignores: ['**/*.test.ts'],
		rules: {
			'no-restricted-properties': [
				'error',
				{ object: 'Date', property: 'now', message: 'Time is a port: take a Clock or a number.' },
				{ object: 'Math', property: 'random', message: 'Chance is a port: take a value.' },
			],
			'no-restricted-syntax': [
				'error',
				ZOD_NAMED,
				{ selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time is a port.' },
			],
		},
	},
	{ files: ['**/*.mjs', '**/*.js'], ...tseslint.configs.disableTypeChecked },
);

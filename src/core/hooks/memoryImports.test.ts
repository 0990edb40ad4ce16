import { describe, expect, test } from 'vitest';
import { importsIn } from '../memory/instructionImports';
import { addImports, hasImports, removeImports } from './memoryImports';

const TEXTS: Readonly<Record<string, string>> = {
	'an empty file': '',
	'a text': '# Rules\n\nUse tabs.\n',
	'no line break at the end': '# Rules',
	'several at the end': '# Rules\n\n\n',
	CRLF: '# Rules\r\nUse tabs.\r\n',
	'CRLF without one at the end': '# Rules\r\nUse tabs.',
	'a byte-order mark': '\ufeff# Rules\n',
	'imports of others': '@README.md\n@memory/active-context.md\n',
};

describe.each(Object.entries(TEXTS))('%s', (_name, text) => {
	const added = addImports(text, 'memory');

	test('keeps what it says and ends with the two imports', () => {
		expect(added.startsWith(text)).toBe(true);
		expect(
			added
				.slice(text.length)
				.split(/\r?\n/u)
				.filter((line) => line.startsWith('@')),
		).toEqual(['@memory/active-context.md', '@memory/project-memory.md']);
		expect(added.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'));
	});

	test('gets them once, and gets its bytes back', () => {
		expect(addImports(added, 'memory')).toBe(added);
		expect(hasImports(added)).toBe(true);
		expect(removeImports(added)).toBe(text);
		expect(removeImports(text)).toBe(text);
	});
});

test('a file that was not there is not there afterwards', () => {
	const added = addImports(undefined, 'memory');
	expect(removeImports(added)).toBeUndefined();
	expect(removeImports(`${added}# Mine\n`)).toBe('# Mine\n');
});

test('what was written around the imports later stays', () => {
	const around = `${addImports('# Rules\n', 'memory')}\n# More\n`;
	expect(removeImports(around)).toBe('# Rules\n\n# More\n');
});

test('imports of another place are replaced where they stand', () => {
	const moved = addImports(`${addImports('# Rules\n', 'memory')}# More\n`, '/elsewhere');
	expect(moved).toContain('@/elsewhere/project-memory.md');
	expect(moved).not.toContain('@memory/');
	expect(moved.endsWith('# More\n')).toBe(true);
});

test('a folder with spaces is read as a whole', () => {
	const folder = '/Users/First Last/.claude/memory';
	expect(importsIn(addImports(undefined, folder))).toEqual([
		`${folder}/active-context.md`,
		`${folder}/project-memory.md`,
	]);
});

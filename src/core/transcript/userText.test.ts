import { expect, test } from 'vitest';
import { excerpt } from './excerpt';
import { typedText } from './userText';

test.each([
	[
		'<ide_opened_file>The user opened /a.ts in the IDE.</ide_opened_file>\nFix the failing test',
		'Fix the failing test',
	],
	['<ide_selection>The user selected\nx\n</ide_selection><ide_opened_file>a</ide_opened_file> Why?', 'Why?'],
	['<ide_selection>x</ide_selection>', '<ide_selection>x</ide_selection>'],
	['What is <ide_selection>?', 'What is <ide_selection>?'],
	['<command-name>/review</command-name><command-args>src</command-args>', '/review src'],
])('%j was typed as %j', (text, typed) => expect(typedText(text)).toBe(typed));

test('blanks before a long prompt are no beginning of it', () => {
	const text = `${' '.repeat(300)}Fix it`;
	expect(excerpt(text)).toEqual({ text: 'Fix it', fullLength: text.length });
});

import { expect, test } from 'vitest';
import { addedToIgnore, missingLines, takesBack } from './ignored';

const NAMES = ['raw/', '.backup-log'];

test.each([
	['our lines', 'raw/\n.backup-log\n', []],
	['with CRLF', 'raw/\r\n.backup-log\r\n', []],
	['taken back later', 'raw/\n.backup-log\n!raw/\n', NAMES],
	['one taken back in between', 'raw/\n!*\n.backup-log\n', ['raw/']],
	['taken back before', '!raw/\nraw/\n.backup-log\n', []],
	['one missing', 'raw/\n', ['.backup-log']],
	['a whole folder', '*\n', []],
	['a whole folder, taken back', '*\n!x\n', NAMES],
	['as a comment', '# raw/\n.backup-log\n', ['raw/']],
])('what an ignore file lacks: %s', (_name, text, expected) => {
	expect(missingLines(text, NAMES)).toEqual(expected);
});

test.each([
	['no file yet', '', 'raw/\n.backup-log\n.gitignore\n'],
	['ours as an older version wrote it', 'raw/\n.backup-log\n', '.gitignore\n'],
	['ours', 'raw/\n.backup-log\n.gitignore\n', undefined],
	['somebody else’s lines: the file stays in sight', 'notes/\nraw/\n', '.backup-log\n'],
	['somebody else’s, with ours', 'raw/\n.backup-log\nnotes/\n', undefined],
	['a last line without an end', 'notes/', '\nraw/\n.backup-log\n'],
	['taken back', 'raw/\n.backup-log\n!raw/\n', 'raw/\n.backup-log\n'],
])('what is added: %s', (_name, text, added) => {
	expect(addedToIgnore(text, NAMES)).toBe(added);
});

test('a folder that is private as a whole has one line, which means itself, too', () => {
	expect(addedToIgnore('', ['*'])).toBe('*\n');
	expect(addedToIgnore('*\n', ['*'])).toBeUndefined();
	expect(addedToIgnore('*\n!*.md\n', ['*'])).toBe('*\n');
});

test('a list that takes something back says so in a line of its own', () => {
	expect(takesBack('raw/\n !keep\n')).toBe(true);
	expect(takesBack('raw/\n# !keep\na!b\n')).toBe(false);
});

import { expect, test } from 'vitest';
import { findParkedProblems } from './problems';

const WHY = '\nText.\n\n**Why:** because\n';

test.each([
	['in order', `---\nname: a\ndue: 2026-12-01\n---\n${WHY}`, []],
	['with CRLF and blanks behind the fences', `---  \r\nname: a\r\n--- \r\n${WHY}`, []],
	['without front matter', 'Text.\n', [['noFrontMatter', 0, '']]],
	['with front matter that does not end', '---\nname: a\nText.\n', [['noFrontMatter', 0, '']]],
	['that is empty', '', [['noFrontMatter', 0, '']]],
	['whose day is none', `---\nname: a\ndue: 'next week'\n---\n${WHY}`, [['badDue', 2, 'next week']]],
	['whose day is not in the calendar', `---\ndue: 2026-02-31\n---\n${WHY}`, [['badDue', 1, '2026-02-31']]],
	['whose day is not written yet', `---\ndue: \n---\n${WHY}`, []],
	['whose day Claude Code moved', `---\nmetadata:\n  due: soon\n---\n${WHY}`, [['badDue', 2, 'soon']]],
	['whose day has a comment', `---\ndue: "2026-12-01" # a Tuesday\n---\n${WHY}`, []],
	['that tells of a day in its description', `---\ndescription: |\n  due: soon\n---\n${WHY}`, []],
	['that tells of a day in its text', `---\nname: a\n---\ndue: soon\n${WHY}`, []],
	['that does not say why', '---\nname: a\n---\n\nText.\n', [['noWhy', 4, '']]],
])('an item %s', (_name, text, expected) =>
	expect(findParkedProblems(text, undefined).map(({ code, line, said }) => [code, line, said])).toEqual(expected),
);

test('what the parser says is shown where it found it, without the piece of the file that it quotes', () => {
	const text = `---\nname: a\n  b: [\n---\n${WHY}`;
	const said = 'bad indentation of a mapping entry at line 2, column 4:\n      b: [\n       ^';
	expect(findParkedProblems(text, said)).toEqual([
		{ code: 'unreadable', line: 2, said: 'bad indentation of a mapping entry' },
	]);
	expect(findParkedProblems(text, 'only YAML front matter is read')).toMatchObject([{ line: 0 }]);
	expect(findParkedProblems(text, 'odd at line 99, column 1')).toMatchObject([{ line: 3, said: 'odd' }]);
});

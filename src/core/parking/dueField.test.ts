import { expect, test } from 'vitest';
import { withDue } from './dueField';

const DAY = '2026-12-01';

test.each([
	['is added at the end of the front matter', '---\nname: a\n---\nb\n', DAY, '---\nname: a\ndue: 2026-12-01\n---\nb\n'],
	['is changed', "---\ndue: '2026-01-01'\nname: a\n---\nb", DAY, '---\nname: a\ndue: 2026-12-01\n---\nb'],
	['is taken away', '---\nname: a\ndue: 2026-01-01\nx: y\n---\nb\n', undefined, '---\nname: a\nx: y\n---\nb\n'],
	[
		'keeps the line ends of Windows',
		'---\r\nname: a\r\n---\r\nb\r\n',
		DAY,
		'---\r\nname: a\r\ndue: 2026-12-01\r\n---\r\nb\r\n',
	],
	[
		'is taken away with the line ends of Windows',
		'---\r\ndue: x\r\nname: a\r\n---\r\n',
		undefined,
		'---\r\nname: a\r\n---\r\n',
	],
	['goes into an empty block', '---\n---\nb', DAY, '---\ndue: 2026-12-01\n---\nb'],
	['makes a block where there is none', 'b\n', DAY, '---\ndue: 2026-12-01\n---\n\nb\n'],
	['that is not there is taken from no block', 'b\n---\ndue: x\n---\n', undefined, 'b\n---\ndue: x\n---\n'],
	[
		'leaves text that looks like one alone',
		'---\nname: a\n---\ndue: x\n---\n',
		undefined,
		'---\nname: a\n---\ndue: x\n---\n',
	],
	['survives a byte-order mark', '\ufeff---\nname: a\n---\n', DAY, '\ufeff---\nname: a\ndue: 2026-12-01\n---\n'],
	[
		'that Claude Code moved below metadata is taken away there',
		'---\nname: a\nmetadata:\n  type: project\n  due: 2026-01-01\n  modified: x\n---\nb\n',
		undefined,
		'---\nname: a\nmetadata:\n  type: project\n  modified: x\n---\nb\n',
	],
	[
		'of another field’s text is not ours',
		'---\nname: a\ndescription: |\n  due: 2026-01-01\n---\nb\n',
		undefined,
		'---\nname: a\ndescription: |\n  due: 2026-01-01\n---\nb\n',
	],
	[
		'below metadata stays where a day of ours goes before it',
		'---\nmetadata:\n  due: x\n---\n',
		DAY,
		'---\nmetadata:\n  due: x\ndue: 2026-12-01\n---\n',
	],
])('a due day %s', (_name, text, due, expected) => expect(withDue(text, due)).toBe(expected));

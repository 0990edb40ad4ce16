import { expect, test } from 'vitest';
import { startOutput, topicsAt } from './startNotices';

test.each([
	['startup', ['others', 'context', 'rule']],
	['clear', ['others', 'rule']],
	['compact', ['own', 'rule']],
	['resume', ['welcome']],
	['fork', []],
	['toString', ['others', 'rule']],
	[undefined, ['others', 'rule']],
])('after %s it may speak of %j', (source, topics) => {
	const all = Object.entries(topicsAt(source));
	expect(all.filter(([, isSaid]) => isSaid).map(([topic]) => topic)).toEqual(topics);
});

test('Claude reads plain text; JSON where the person is told, too', () => {
	expect(startOutput([], undefined)).toBeUndefined();
	expect(startOutput(['a', 'b\nc'], undefined)).toBe('a\nb\nc');
	expect(JSON.parse(startOutput(['a', 'b'], 'line') ?? '')).toEqual({
		systemMessage: 'line',
		hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a\nb' },
	});
	expect(JSON.parse(startOutput([], 'line') ?? '')).toEqual({ systemMessage: 'line' });
});

import { expect, test } from 'vitest';
import { editSettings } from './settingEdit';

test('keys are set and taken out one after the other, and all else stays', () => {
	const text = '{\n  "mine": [1,  2],\n  "old": true\n}\n';
	expect(
		editSettings(text, [
			['new', 5],
			['old', undefined],
		]),
	).toEqual({ ok: true, value: '{\n  "mine": [1,  2],\n  "new": 5\n}\n' });
});

test('nothing stays where nothing was, or nothing is left', () => {
	expect(editSettings(undefined, [['a', undefined]])).toEqual({ ok: true, value: undefined });
	expect(editSettings('{"a":1}', [['a', undefined]])).toEqual({ ok: true, value: undefined });
});

test('a broken text is refused as a whole', () => {
	expect(editSettings('{"a":', [['b', 1]]).ok).toBe(false);
});

import { expect, test } from 'vitest';
import { createRedactor } from '../../core/privacy/redaction';
import { redactSecrets } from './gate';
import { loadSecretDetector } from './secretDetector';

const redacted = (text: string): string => redactSecrets(text, createRedactor(loadSecretDetector()));
const indented = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

test('a number of a JSON file gives way to a mark in quotes, and all else stays', () => {
	const tasks = { title: 'Fix login', seed: 123_456 };
	const mark = '[redacted: password]';
	for (const [before, after] of [
		[{ tasks: [{ ...tasks, passcode: 482_913 }] }, { tasks: [{ ...tasks, passcode: mark }] }],
		[
			{ passcode: 482_913, ...tasks },
			{ passcode: mark, ...tasks },
		],
		[
			{ passcode: '482913', ...tasks },
			{ passcode: mark, ...tasks },
		],
	])
		expect(redacted(indented(before))).toBe(indented(after));
});

test('a value of front matter without quotes gets them, and its line break stays', () => {
	expect(redacted('---\r\npassword: Winter4711\r\nname: x\r\n---\r\nA text.')).toBe(
		'---\r\npassword: "[redacted: password]"\r\nname: x\r\n---\r\nA text.',
	);
	expect(redacted('---\nabout: the password is Winter4711\n---\nDB_PASSWORD=Winter4711\n')).toBe(
		'---\nabout: "the password is [redacted: password]"\n---\nDB_PASSWORD=[redacted: password]\n',
	);
});

test('what could not be read any more is refused with what was found, and without it', () => {
	const text = '{"tasks":[1],"passcode":482913}';
	expect(() => redacted(text)).toThrow('Without the secret (password) the JSON could not be read. Remove it yourself.');
});

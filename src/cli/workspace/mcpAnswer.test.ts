// Answers to language models: what is too long in them is cut, and what a person acts on is not.
import { expect, test } from 'vitest';
import { openRedactor } from '../../node/privacy/openRedactor';
import { newPlace } from '../../node/testing/places';
import { sentAnswer } from './mcpAnswer';

test('how something is taken back is never cut, however much stands beside it', async () => {
	const place = newPlace();
	const saved = `/srv/app/${'a-long-folder/'.repeat(15)}2026-11-21-rate-limits.md`;
	const undo = `delete ${saved}`;
	const unproven = Array.from({ length: 30 }, (_, n) => ({
		section: 'decision',
		text: `Statement ${n}. ${'More of it. '.repeat(100)}`,
		reason: 'These words are not in the conversation.',
	}));
	const redactor = await openRedactor(place.claude);
	const { fields } = sentAnswer({ text: 'saved', fields: { saved, undo, file: saved, proven: 0, unproven } }, redactor);
	expect(fields).toMatchObject({ saved, undo, file: saved });
	expect(Buffer.byteLength(JSON.stringify(fields))).toBeLessThan(4_096);
	expect((fields['unproven'] as unknown[]).length + Number(fields['left_out'])).toBe(30);
	place.remove();
});

import { expect, test } from 'vitest';
import type { Redactor } from '../privacy/redaction';
import { formatQueueFile, parseQueueFile, redactQueueFile } from './queueFile';

const redactor: Redactor = {
	text: (text) => ({ value: text.replaceAll('key-1', '[redacted]'), findings: [] }),
	json: (value) => ({ value, findings: [] }),
};
const candidate = (text: string) => ({ type: 'project' as const, text, rule: 'said', message: 'm1' });
const file = (candidates: readonly unknown[], own: object = {}): string =>
	JSON.stringify({ schemaVersion: 1, session: 's', turn: 2, ts: '2026-11-20T10:00:00Z', candidates, ...own });

test('what is written holds no secret, and reads back as it was', () => {
	const queue = {
		session: 's',
		turn: 2,
		ts: '2026-11-20T10:00:00Z',
		cwd: '/app',
		candidates: [candidate('Use key-1')],
	};
	expect(parseQueueFile(formatQueueFile(queue, redactor))).toEqual({
		...queue,
		candidates: [candidate('Use [redacted]')],
	});
});

test('twenty candidates are read, and of each 20,000 characters', () => {
	const texts = Array.from({ length: 25 }, (_, n) => candidate(`${n} ${'x'.repeat(30_000)}`));
	const read = parseQueueFile(file(texts))?.candidates ?? [];
	expect(read).toHaveLength(20);
	expect(read[0]?.text).toHaveLength(20_000);
});

test('an invalid candidate is skipped, and what is no queue file is none', () => {
	const read = parseQueueFile(file([candidate('a'), { type: 'other', text: 'b' }, candidate(' '), 'c']));
	expect(read?.candidates).toEqual([candidate('a')]);
	for (const text of ['', '[]', file([], { session: 3 }), file([], { ts: 'soon' }), file([], { candidates: {} })])
		expect(parseQueueFile(text)).toBeUndefined();
	expect(parseQueueFile(file([], { turn: 'x', cwd: 7 }))).toMatchObject({ turn: 0, cwd: undefined });
});

test('an older file is written anew only where something private is in it', () => {
	const none = (): boolean => false;
	expect(redactQueueFile(file([candidate('a')]), redactor, none)).toBeUndefined();
	const safe = redactQueueFile(file([candidate('a'), candidate('Use key-1')], { more: 1 }), redactor, none);
	expect(JSON.parse(safe ?? '')).toMatchObject({ more: 1, candidates: [candidate('a'), candidate('Use [redacted]')] });
	expect(redactQueueFile(file([candidate('Use key-1')]), redactor, (text) => text === 'Use key-1')).toBeUndefined();
	expect(redactQueueFile(file([candidate('Use key-1')], { schemaVersion: 2 }), redactor, none)).toBeUndefined();
});

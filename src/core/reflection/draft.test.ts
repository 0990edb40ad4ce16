import { expect, test } from 'vitest';
import { parseEarlierHandOff } from './draft';

const FIELDS = { session: 's1', date: '2026-11-20T10:00:00Z', confidence: 'high' };
const BODY = '# T\n\n## Resume prompt\n\n- Go on. (#4)\n\nConfidence: high\n';

test('a hand-off says where to go on, when, and how sure it is', () => {
	expect(parseEarlierHandOff(FIELDS, BODY)).toEqual({
		session: 's1',
		resumePrompt: '- Go on. (#4)',
		confidence: 'high',
		atMs: Date.UTC(2026, 10, 20, 10),
	});
	expect(parseEarlierHandOff({ ...FIELDS, confidence: 'sure' }, BODY)?.confidence).toBeUndefined();
});

test.each([
	['a session', { ...FIELDS, session: undefined }, BODY],
	['a session that is a name', { ...FIELDS, session: 7 }, BODY],
	['a date', { ...FIELDS, date: undefined }, BODY],
	['a date that is one', { ...FIELDS, date: 'soon' }, BODY],
	['a resume prompt', FIELDS, '# T\n\n## Summary\n\n- x\n'],
	['words in its resume prompt', FIELDS, '## Resume prompt\n\n## Sources\n'],
])('without %s it is none', (_what, fields, body) => {
	expect(parseEarlierHandOff(fields, body)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { confidenceIn } from './order';

const hit = (score: number, cover: number) => ({ session: 'a', score, cover, atMs: 0, key: 0, hasWork: false });

test('an answer is weak where little of the question is met and no session stands out', () => {
	expect(confidenceIn([])).toBe('none');
	expect(confidenceIn([hit(2, 0.2), hit(1.9, 0.2)])).toBe('weak');
	expect(confidenceIn([hit(8, 0.2), hit(2, 0.2)])).toBe('strong');
});

test('sessions of no score are told by how much of the question they meet', () => {
	expect(confidenceIn([hit(0, 1), hit(0, 1)])).toBe('strong');
	expect(confidenceIn([hit(0, 0.1), hit(0, 0.1)])).toBe('weak');
});

import { expect, test } from 'vitest';
import { RecordingLogger } from './recordingLogger';

test('every message is kept in order, with its level', () => {
	const logger = new RecordingLogger();
	logger.info('b');
	logger.warn('c');
	logger.error('d');
	logger.error('d', new Error('why'));
	expect(logger.lines).toEqual(['info: b', 'warn: c', 'error: d', 'error: d (Error: why)']);
	expect(logger.count('d')).toBe(2);
});

import { expect, test } from 'vitest';
import { RecordingLogger } from './recordingLogger';

test('every message is kept in order, with its level', () => {
	const logger = new RecordingLogger();
	logger.debug('a');
	logger.info('b');
	logger.warn('c');
	logger.error('d');
	logger.error('d', new Error('why'));
	expect(logger.lines).toEqual(['debug: a', 'info: b', 'warn: c', 'error: d', 'error: d (Error: why)']);
	expect(logger.count('d')).toBe(3); // `debug` holds one, too.
});

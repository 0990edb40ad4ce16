// The time zone of a file of tests, whatever the machine's own is.
import { afterAll, beforeAll } from 'vitest';

/** Has the tests of a file run in UTC, as what a test starts with the environment of a place does. */
export function useUtc(): void {
	const before = process.env['TZ'];
	beforeAll(() => void (process.env['TZ'] = 'UTC'));
	afterAll(() => {
		if (before === undefined) delete process.env['TZ'];
		else process.env['TZ'] = before;
	});
}

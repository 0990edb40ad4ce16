import { vi } from 'vitest';

/**
 * Waits until a check holds, and looks often.
 * @returns what the check returns. Throws what it throws, after far longer than anything takes, and before a test may not
 *     go on: how quick a machine is, no test says.
 */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 45_000, interval: 5 });

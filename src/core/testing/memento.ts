import type { Memento } from '../base/ports';

/** Remembers for one test. */
export function newMemento(): Memento {
	const kept = new Map<string, unknown>();
	return {
		get: <T>(key: string) => kept.get(key) as T | undefined,
		update: (key, value) => Promise.resolve(void kept.set(key, value)),
	};
}

// What may be worth remembering, as the Stop hook catches it. Its text is as it was said: whoever shows it redacts it.

/** Claude's own types of memory. */
export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** One statement of a person's. */
export interface Caught {
	readonly type: MemoryType;
	readonly text: string;
	/** Which rule caught it: stable words, for the bookkeeping of what yields. */
	readonly rule: string;
}

export function isMemoryType(value: unknown): value is MemoryType {
	return MEMORY_TYPES.some((type) => type === value);
}

// The record beside each thing in the trash. Loaded when a record is read: most commands never do.
import * as z from 'zod/mini';

// What zod would compile to check faster takes longer than to check one record.
// A server that never reads one says so for itself (`lazySchemas.mjs`).
z.config({ jitless: true });

export const recordSchema = z.object({
	schemaVersion: z.literal(1),
	/** What kind of thing was taken, e.g. `parked` or `backup`. */
	kind: z.string(),
	/** Why it was taken: `archived`, `expired`, `discarded`. */
	action: z.string(),
	/** Name for people. */
	name: z.string(),
	/** When, in milliseconds since 1970. */
	takenMs: z.number(),
	/** Where it stood. */
	path: z.string(),
	modifiedMs: z.number(),
	/** What else its owner needs to put it back. */
	extra: z.optional(z.unknown()),
});

export type TrashRecord = z.infer<typeof recordSchema>;

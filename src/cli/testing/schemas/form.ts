// What the documents of the command line are described with: their schemas are shipped, and tests hold every document
// against them.
import * as z from 'zod/mini';

export type Fields = Record<string, z.core.$ZodType>;

/** A document that an answer is under `--json`: these fields, and no others; `incomplete` where files were refused. */
export const document = <F extends Fields>(fields: F) =>
	z.strictObject({ schemaVersion: z.literal(1), ...fields, incomplete: z.optional(z.array(z.string())) });

/** An object of these fields that several documents hold. @param id its name among the definitions of a schema */
export const part = <F extends Fields>(id: string, fields: F) => z.strictObject(fields).check(z.meta({ id }));

/** One of the words of a type: all of them, and no others. */
export const oneOf = <T extends string>(words: Readonly<Record<T, 0>>) => z.enum(Object.keys(words) as [T, ...T[]]);

/** A file, a folder, a name or anything else in words. */
export const text = z.string();
export const maybeText = z.nullable(text);
export const texts = z.array(text);
export const flag = z.boolean();
/** How many, from 0. */
export const count = z.int().check(z.nonnegative());
export const maybeCount = z.nullable(count);
/** What looked like a secret and was taken out of what was written; not there where nothing was. */
export const redacted = z.optional(z.array(z.strictObject({ kind: text, count })));
/** ISO 8601 in UTC. */
export const time = z
	.string()
	.check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/u), z.meta({ format: 'date-time' }));
export const maybeTime = z.nullable(time);
/** A day in local time. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/u), z.meta({ format: 'date' }));

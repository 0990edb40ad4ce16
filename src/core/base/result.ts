// Expected failures are values. Exceptions are for bugs and are caught once, at the command boundary.

export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const fail = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** Narrows an unknown value to a plain object, the only shape we read fields from. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Readonly<Record<string, unknown>>)
		: undefined;
}

/**
 * The object in a JSON text; nothing if the text is broken or holds something else. A leading byte order mark is
 * skipped.
 */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		return asRecord(JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text));
	} catch {
		return undefined;
	}
}

/** A non-empty string, or nothing. */
export function asText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The non-empty strings of a list; none where it is no list. */
export function textsIn(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.flatMap((each) => asText(each) ?? []) : [];
}

/** A finite number, or nothing. */
export function asNumber(value: unknown): number | undefined {
	return Number.isFinite(value) ? (value as number) : undefined;
}

// Files carry UTC; what a person reads carries local dates.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const two = (n: number): string => String(n).padStart(2, '0');

/** `YYYY-MM-DD` on the calendar of the person's own time zone. */
export function localDate(ms: number): string {
	const d = new Date(ms);
	return `${String(d.getFullYear()).padStart(4, '0')}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

/** `HH:MM` on the person's own clock. */
export function localTime(ms: number): string {
	const d = new Date(ms);
	return `${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** ISO 8601 in UTC, in whole seconds: `2026-11-21T10:00:00Z`. */
export function utcSeconds(ms: number): string {
	return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** ISO 8601 in UTC, in milliseconds. V8's own takes a fifth of a millisecond at its first use, which a hook would pay. */
export function utcMilliseconds(ms: number): string {
	const d = new Date(ms);
	const date = `${String(d.getUTCFullYear()).padStart(4, '0')}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
	const time = `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
	return `${date}T${time}.${String(d.getUTCMilliseconds()).padStart(3, '0')}Z`;
}

/** The same as documents have it: `null` for no time. */
export function stampOf(ms: number | undefined): string | null {
	return ms === undefined ? null : utcMilliseconds(ms);
}

/** Local midnight at the start of a `YYYY-MM-DD`, or nothing where that is no day of the calendar. */
export function startOfLocalDay(date: string): number | undefined {
	const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
	if (!match) return undefined;
	const start = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3])).getTime();
	return localDate(start) === date ? start : undefined;
}

/** A duration in the largest unit that fits, as short as a tree view needs it: `now`, `5m`, `3h`, `12d`. */
export function shortDuration(ms: number): string {
	if (ms < MINUTE_MS) return 'now';
	if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
	if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
	return `${Math.floor(ms / DAY_MS)}d`;
}

/** When something was, as people say it: `just now`, `5 minutes ago`, `1 day ago`; after a month the local date. */
export function agoInWords(atMs: number, nowMs: number): string {
	const ms = Math.max(0, nowMs - atMs);
	if (ms < MINUTE_MS) return 'just now';
	if (ms >= 31 * DAY_MS) return localDate(atMs);
	const [unitMs, unit] = ms < HOUR_MS ? [MINUTE_MS, 'minute'] : ms < DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day'];
	const count = Math.floor(ms / unitMs);
	return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** A midnight of the person's own time zone: where a day begins. @param days from that of the time, on the calendar */
export function midnightMs(atMs: number, days = 0): number {
	// Hours on the wall, of which every day has 24, also where clocks change.
	return new Date(atMs).setHours(24 * days, 0, 0, 0);
}

/** The next midnight of the person's own time zone. */
export const nextMidnightMs = (nowMs: number): number => midnightMs(nowMs, 1);

/** Bytes as people read them: `912 B`, `14.2 KB`, `1.3 GB` (powers of 1024). */
export function readableSize(bytes: number): string {
	const units = ['B', 'KB', 'MB', 'GB', 'TB'];
	let value = bytes;
	let unit = 0;
	// What would round up to 1024 belongs to the next unit.
	while (value >= (unit === 0 ? 1024 : 1023.95) && unit < units.length - 1) {
		value /= 1024;
		unit++;
	}
	return `${unit === 0 ? value : value.toFixed(1)} ${units[unit] ?? 'B'}`;
}

/** A count of tokens as short as a row needs it: `950`, `12k`, `1.3M`. */
export function readableTokens(tokens: number): string {
	if (tokens < 1_000) return String(tokens);
	return tokens < 1_000_000 ? `${Math.round(tokens / 1_000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

// Durations in the reference's words. None is negative: if the clock was set back, the duration is 0.
import { HOUR_MS, MINUTE_MS } from '../base/dates';

/** `45 seconds`, `12 minutes`, `3h 5m`. */
export function formatDuration(ms: number): string {
	const spell = Math.max(0, ms);
	if (spell < MINUTE_MS) return `${Math.floor(spell / 1_000)} seconds`;
	if (spell < HOUR_MS) return `${Math.floor(spell / MINUTE_MS)} minutes`;
	return `${Math.floor(spell / HOUR_MS)}h ${Math.floor((spell % HOUR_MS) / MINUTE_MS)}m`;
}

/** `just now`, `5m ago`, `3h ago`. */
export function formatAge(ms: number): string {
	if (ms < MINUTE_MS) return 'just now';
	return ms < HOUR_MS ? `${Math.floor(ms / MINUTE_MS)}m ago` : `${Math.floor(ms / HOUR_MS)}h ago`;
}

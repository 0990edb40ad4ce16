import { DAY_MS } from '../base/dates';
import { type ParkedItem, ageItem, readContent } from '../parking/item';

/** The moment at which the items of these tests are looked at. */
export const LOOK_MS = Date.UTC(2026, 10, 21, 10);

/** A parked item as it is listed; a case says what matters and leaves the rest to this. */
export function parkedItem(
	own: {
		readonly name?: string;
		readonly description?: string;
		readonly body?: string;
		readonly due?: string;
		readonly fileName?: string;
		readonly place?: ParkedItem['place'];
		readonly ageDays?: number;
		readonly modifiedMs?: number;
		readonly nowMs?: number;
	} = {},
): ParkedItem {
	const nowMs = own.nowMs ?? LOOK_MS;
	const name = own.name ?? 'rate-limits';
	const fileName = own.fileName ?? `session-open-${name}-2026-11-01.md`;
	const place = own.place ?? 'memory';
	const { description, due } = own;
	const fields = { name, ...(description === undefined ? {} : { description }), ...(due === undefined ? {} : { due }) };
	return ageItem(
		readContent(fileName, fields, own.body ?? ''),
		{
			path: `/${place}/${fileName}`,
			fileName,
			place,
			modifiedMs: own.modifiedMs ?? nowMs - (own.ageDays ?? 0) * DAY_MS,
		},
		nowMs,
	);
}

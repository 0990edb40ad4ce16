import { findNodeAtLocation } from 'jsonc-parser';
import { type Result, asNumber, ok, parseObject } from '../base/result';
import { appendMembers, isBlank, layoutOf, removeMember, replaceValue, toStrictJson } from './jsonText';
import { DEFAULT_CLEANUP_DAYS } from './settings';
import { type TextRefusal, parseSettings, valueOf } from './settingsTree';

/** The settings with one key of the root set; all other bytes stay. An absent or blank text becomes an object of its own. */
export function editSetting(
	text: string | undefined,
	key: string,
	value: boolean | number | string | readonly string[] | object,
): Result<string, TextRefusal> {
	const parsed = parseSettings(text ?? '');
	if (!parsed.ok) return parsed;
	const { bom, root } = parsed.value;
	if (root === undefined || root.type === 'null') return ok(`${bom}${JSON.stringify({ [key]: value }, null, 2)}\n`);
	const body = parsed.value.text;
	const layout = layoutOf(body);
	const there = valueOf(root, key);
	return ok(
		bom + (there ? replaceValue(body, there, value, layout) : appendMembers(body, root, layout, [value], [key])),
	);
}

/** The settings with so many days for transcripts, where they do not say as many: with comments too, though Claude Code does not read those. */
export function editCleanup<T extends string | undefined>(text: T, days: number): Result<string | T, TextRefusal> {
	const now = asNumber(parseObject(toStrictJson(text ?? ''))?.['cleanupPeriodDays']) ?? DEFAULT_CLEANUP_DAYS;
	return now >= days ? ok(text) : editSetting(text, 'cleanupPeriodDays', days);
}

/**
 * The settings with keys of the root set, one after the other, and those without a value taken out; nothing where nothing is
 * left in them.
 */
export function editSettings(
	text: string | undefined,
	keys: Iterable<readonly [key: string, value: Parameters<typeof editSetting>[2] | undefined]>,
): Result<string | undefined, TextRefusal> {
	let edited = text;
	for (const [key, value] of keys) {
		if (value === undefined && edited === undefined) continue;
		const next = value === undefined ? removeSetting(edited ?? '', key) : editSetting(edited, key, value);
		if (!next.ok) return next;
		edited = next.value;
	}
	return ok(edited);
}

/** The settings without a key of the root; nothing where then nothing is left in them. */
function removeSetting(text: string, key: string): Result<string | undefined, TextRefusal> {
	const parsed = parseSettings(text);
	if (!parsed.ok) return parsed;
	const { bom, root, text: body } = parsed.value;
	const property = root && findNodeAtLocation(root, [key])?.parent;
	if (property === undefined) return ok(text);
	const rest = removeMember(body, property);
	const left = parseSettings(bom + rest);
	if (!left.ok) return left;
	return ok(left.value.root !== undefined && isBlank(rest, left.value.root) ? undefined : bom + rest);
}

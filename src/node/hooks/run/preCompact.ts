// PreCompact: what it prints is appended to the instructions of the compaction, so it prints nothing unless asked to.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '../../../core/base/dates';
import { carryItems, readOpenItem } from '../../../core/hooks/openItems';
import { reasonOfCompaction } from '../../../core/claude/reasons';
import { EXPIRED_DAYS, isParkedFileName } from '../../../core/parking/item';
import { readRegularFile } from '../../base/regularFile';
import { readOwnSettings } from '../../keeper/ownSettings';
import { backUp } from './backUp';
import type { HookContext } from './hookRun';

const ITEM_LIMIT_BYTES = 64 * 1024;

/** Backs the session up as it is before the compaction. */
export async function preCompact(context: HookContext): Promise<string> {
	const outcome = await backUp(context, reasonOfCompaction(context.payload));
	const items = (await readOwnSettings(context.claude)).carryOpenItems ? await readOpenItems(context) : [];
	const text = carryItems(items);
	if (text !== undefined) context.print(text);
	return text === undefined ? outcome : `${outcome}, ${items.length} items carried`;
}

/** Open parked items, newest first. */
async function readOpenItems({ project, clock }: HookContext): Promise<readonly string[]> {
	const names = (await readdir(project.memoryDir).catch(() => [])).filter(isParkedFileName);
	const items = await Promise.all(
		names.map(async (name) => {
			const file = path.join(project.memoryDir, name);
			const read = await readRegularFile(file, ITEM_LIMIT_BYTES, { isLinkRefused: true }).catch(() => undefined);
			const isOpen = read !== undefined && clock.now() - read.modifiedMs < EXPIRED_DAYS * DAY_MS;
			return isOpen ? [{ text: readOpenItem(name, read.bytes.toString()), modifiedMs: read.modifiedMs }] : [];
		}),
	);
	return items
		.flat()
		.sort((a, b) => b.modifiedMs - a.modifiedMs)
		.map(({ text }) => text);
}

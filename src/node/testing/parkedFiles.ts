// Parked items of a test's project: files as Claude or we write them, and what became of them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ParkedItem } from '../../core/parking/item';
import { auditFile } from '../auditTrail';
import type { ParkingLot } from '../parkingLot';
import type { Project } from '../project';
import { type Place, itemText } from './places';

/** The name of the file of an item that `park` writes. */
export const fileName = (name: string): string => `session-open-${name}-2026-11-01.md`;

type Archived = NonNullable<Awaited<ReturnType<ParkingLot['archive']>>>;

export interface ParkedFiles {
	/** A path in the memory folder. */
	inMemory(name: string): string;
	/** Writes an item. @returns its path. */
	park(name: string, ageDays?: number, text?: string): string;
	/** Writes `MEMORY.md`. @returns its path. */
	writeIndex(text: string): string;
	/** The trail: `item action`, oldest first. */
	audit(): readonly string[];
	names(): Promise<readonly string[]>;
	find(name: string): Promise<ParkedItem>;
	archive(name: string): Promise<Archived>;
}

/** @param now what the test works on at the moment. */
export function parkedFiles(
	now: () => { readonly place: Place; readonly project: Project; readonly lot: ParkingLot },
): ParkedFiles {
	const inMemory = (name: string): string => path.join(now().project.memoryDir, name);
	const write = (name: string, text: string, ageDays?: number): string =>
		now().place.write(path.relative(now().place.root, inMemory(name)), text, ageDays);
	const find = async (name: string): Promise<ParkedItem> => {
		const item = (await now().lot.list()).find((each) => each.name === name);
		if (item === undefined) throw new Error(`no item ${name}`);
		return item;
	};
	return {
		inMemory,
		park: (name, ageDays = 0, text = itemText(name)) => write(fileName(name), text, ageDays),
		writeIndex: (text) => write('MEMORY.md', text),
		audit() {
			const file = auditFile(now().project);
			if (!existsSync(file)) return [];
			const lines = readFileSync(file, 'utf8').trim().split('\n');
			return lines.map((line) => {
				const { item, action } = JSON.parse(line) as Record<string, string>;
				return `${item} ${action}`;
			});
		},
		names: async () => (await now().lot.list()).map((item) => item.name),
		find,
		async archive(name) {
			const entry = await now().lot.archive(await find(name));
			if (entry === undefined) throw new Error(`${name} was gone`);
			return entry;
		},
	};
}

// A project with a parking lot for each test: files as Claude or we write them, and what became of them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ParkedItem } from '../../core/parking/item';
import { FakeClock } from '../../core/testing/fakeClock';
import { auditFile } from '../parking/auditTrail';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from '../parking/parkingLot';
import { type Project, findProject } from '../project/project';
import type { Trash } from '../keeper/trash';
import { NOW_MS, type Place, itemText, newPlace, newRepository } from './places';

export let place: Place;
export let project: Project;
export let clock: FakeClock;
export let trash: Trash;
export let lot: ParkingLot;

/** Gives each test of a file a project of its own, in which nothing is parked. */
export function useParkingLot(): void {
	beforeEach(async () => {
		place = newPlace();
		clock = new FakeClock(NOW_MS);
		openLot(await findProject(place.claude, newRepository(path.join(place.root, 'repo'))));
	});
	afterEach(() => place.remove());
}

/** Goes on with the lot of a project. */
export function openLot(own: Project, ownTrash = openTrash(place.claude)): void {
	project = own;
	trash = ownTrash;
	lot = new ParkingLot(place.claude, project, trash, clock);
}

/** The name of the file of an item that `park` writes. */
export const fileName = (name: string): string => `session-open-${name}-2026-11-01.md`;
/** A path in the memory folder. */
export const inMemory = (name: string): string => path.join(project.memoryDir, name);

const write = (name: string, text: string, ageDays?: number): string =>
	place.write(path.relative(place.root, inMemory(name)), text, ageDays);
/** Writes an item. @returns its path. */
export const park = (name: string, ageDays = 0, text = itemText(name)): string => write(fileName(name), text, ageDays);
/** Writes `MEMORY.md`. @returns its path. */
export const writeIndex = (text: string): string => write('MEMORY.md', text);

/** The trail: `item action`, oldest first. */
export function audit(): readonly string[] {
	const file = auditFile(project);
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, 'utf8').trim().split('\n');
	return lines.map((line) => {
		const { item, action } = JSON.parse(line) as Record<string, string>;
		return `${item} ${action}`;
	});
}

export const names = async (): Promise<readonly string[]> => (await lot.list()).map((item) => item.name);
export async function find(name: string): Promise<ParkedItem> {
	const item = (await lot.list()).find((each) => each.name === name);
	if (item === undefined) throw new Error(`no item ${name}`);
	return item;
}
export async function archive(name: string): Promise<NonNullable<Awaited<ReturnType<ParkingLot['archive']>>>> {
	const entry = await lot.archive(await find(name));
	if (entry === undefined) throw new Error(`${name} was gone`);
	return entry;
}

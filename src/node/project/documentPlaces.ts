// Where a person's own choice put documents of a project. We wrote them, so they are listed wherever they lie, and what git
// says of them tells nothing about the person's work.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { asText, parseObject } from '../../core/base/result';
import { checkInside, isInside } from '../base/insideProject';
import { readRegularFile } from '../base/regularFile';
import type { Project } from './project';

const MAX_PLACES = 500;
/** The end of what is remembered is enough. */
const REMEMBERED_BYTES = 256 * 1024;

/** The remembered ones that are there; those inside of the project also after it was moved. */
export async function rememberedFiles(project: Project): Promise<readonly string[]> {
	const read = await readRegularFile(placesFile(project), REMEMBERED_BYTES, { fromEnd: true });
	const found = new Set<string>();
	for (const line of read?.bytes.toString('utf8').split('\n').slice(-MAX_PLACES) ?? []) {
		const { file, inside } = parseObject(line) ?? {};
		const places = [
			asText(file),
			...(asText(inside) === undefined ? [] : [path.resolve(project.checkout, String(inside))]),
		];
		for (const each of places)
			if (each !== undefined && path.isAbsolute(each) && (await isSafe(project, each))) {
				found.add(each);
				break;
			}
	}
	return [...found];
}

/** Whether there is a file of which nobody can have made a link out of the project. */
export async function isSafe({ root, checkout }: Project, file: string): Promise<boolean> {
	const inside = [checkout, root].find((each) => isInside(each, file));
	try {
		if (inside !== undefined) await checkInside(inside, file);
		return (await lstat(file)).isFile();
	} catch {
		return false;
	}
}

export function placesFile({ home }: Project): string {
	return path.join(home, 'documents.jsonl');
}

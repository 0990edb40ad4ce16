// For the SessionStart hook: is there a draft that waits? Names and times only; nothing is opened, no library is loaded.
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { draftAnnouncement } from '../../core/reflection/draftNotice';
import { checkInside } from '../base/insideProject';
import type { Project } from '../project/project';
import { draftFolder, draftsRoot } from '../documents/draftPlace';

/** The line for Claude, or nothing. Never throws. */
export async function draftNotice(project: Project): Promise<string | undefined> {
	try {
		const folder = draftFolder(project);
		const names = (await readdir(folder)).filter((name) => name.endsWith('.draft.md'));
		if (names.length === 0) return undefined;
		await checkInside(draftsRoot(project), folder);
		const found = await Promise.all(
			names.map(async (name) => ({ name, stat: await lstat(path.join(folder, name)).catch(() => undefined) })),
		);
		const newest = found
			.filter(({ stat }) => stat?.isFile() === true)
			.reduce<(typeof found)[number] | undefined>(
				(best, next) => ((next.stat?.mtimeMs ?? 0) > (best?.stat?.mtimeMs ?? -1) ? next : best),
				undefined,
			);
		return newest?.stat === undefined ? undefined : draftAnnouncement(newest.name, newest.stat.mtimeMs, found.length);
	} catch {
		return undefined;
	}
}

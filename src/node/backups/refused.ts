// What `preparePlaces` does about a repository, for who only looks.
import path from 'node:path';
import { missingLines, takesBack } from '../../core/project/ignored';
import { isTrackedIn } from '../base/gitLayout';
import { readTextFile } from '../base/regularFile';
import type { Project } from '../project/project';
import { PRIVATE, projectPlace } from './place';

const IGNORE_LIMIT_BYTES = 1024 * 1024;

/** Whether the repository has it so that no backup is written into the project. Reads only. */
export async function isRefused(project: Project): Promise<boolean> {
	const { folder } = projectPlace(project);
	if (await isTrackedIn(folder, PRIVATE)) return true;
	const ignore = await readTextFile(path.join(folder, '.gitignore'), IGNORE_LIMIT_BYTES);
	return takesBack(ignore) && missingLines(ignore, PRIVATE).length > 0 && isTrackedIn(folder, ['.gitignore']);
}

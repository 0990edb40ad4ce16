// What `preparePlaces` does about a repository, for who only looks.
import { isTrackedIn } from '../base/gitLayout';
import { isTakenBack } from '../keeper/privatePlaces';
import type { Project } from '../project/project';
import { PRIVATE, projectPlace } from './place';

/** Whether the repository has it so that no backup is written into the project. Reads only. */
export async function isRefused(project: Project): Promise<boolean> {
	return (await isTrackedIn(projectPlace(project).folder, PRIVATE)) || isTakenBack(project);
}

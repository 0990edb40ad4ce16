import { mkdir } from 'node:fs/promises';
import type { Project } from '../project/project';

/** Makes sure that the root of our own files is there. A project is; a stand-in below our home may not be yet. */
export async function makeOwnRoot(project: Project): Promise<void> {
	if (project.filesRoot !== project.root) await mkdir(project.filesRoot, { recursive: true, mode: 0o700 });
}

// A project as every face and hook begins with it. What takes more than the small program that lists parked items is put
// together in openStores.ts.
import type { Clock } from '../../core/base/ports';
import type { AskingModel } from '../../core/sessions/labels';
import type { ClaudeHome } from '../claude/claudeHome';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from '../parking/parkingLot';
import { type Project, findProject } from '../project/project';

/** What its stores are made of. */
export interface OpenProject {
	readonly claude: ClaudeHome;
	readonly project: Project;
	readonly clock: Clock;
	/** A language model asks: what a person marked as private is not there. */
	readonly isForModel?: boolean;
	/** The one that asks, where it may know its own session. */
	readonly asker?: AskingModel | undefined;
}

/** The project of a folder. @param isExplicit somebody named the folder: it is not looked for above it. */
export async function openProject(
	claude: ClaudeHome,
	folder: string,
	clock: Clock,
	isExplicit = false,
): Promise<OpenProject> {
	return { claude, project: await findProject(claude, folder, { isExplicit }), clock };
}

export function parkingLotOf({ claude, project, clock }: OpenProject): ParkingLot {
	return new ParkingLot(claude, project, openTrash(claude), clock);
}

// What a hook leaves to a process of its own because it needs more time, and more of this program, than a hook has.
import { isAttended } from '../../core/hooks/attended';
import type { Clock } from '../../core/ports';
import type { ClaudeHome } from '../claudeHome';
import { findClaudeHome } from '../claudeHome';
import { openTrash } from '../keeperTrash';
import { ParkingLot } from '../parkingLot';
import { type Project, findProject } from '../project';
import { openClock } from './openClock';

/** The main function of the bundle. @param folder of the project. */
export function housekeepingMain(folder: string | undefined): void {
	const leave = (): never => process.exit(0);
	process.on('uncaughtException', leave).on('unhandledRejection', leave);
	if (folder === undefined || !isAttended(process.env)) return leave();
	const claude = findClaudeHome(process.env);
	void findProject(claude, folder)
		.then((project) => expireParked(claude, project, openClock(process.env)))
		.finally(leave);
}

/** Moves expired items to the trash. */
export async function expireParked(claude: ClaudeHome, project: Project, clock: Clock): Promise<void> {
	await new ParkingLot(claude, project, openTrash(claude), clock).expire();
}

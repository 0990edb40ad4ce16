// A program that gives a parked item a day, which only the editor does otherwise. Built and started by tests.
// usage: node dueDriver.js <name of the item> <YYYY-MM-DD>
import { findClaudeHome } from '../claude/claudeHome';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from '../parking/parkingLot';
import { findProject } from '../project/project';
import { clockFromEnvironment } from '../base/systemClock';

async function drive([name, due]: readonly string[]): Promise<void> {
	const claude = findClaudeHome(process.env);
	const project = await findProject(claude, process.cwd());
	const lot = new ParkingLot(claude, project, openTrash(claude), clockFromEnvironment(process.env));
	const item = (await lot.list()).find((each) => each.name === name);
	if (item === undefined || !(await lot.setDue(item, due))) throw new Error('no such item');
}

void drive(process.argv.slice(2));

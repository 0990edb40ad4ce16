// A program that saves one document and is killed after a step of it. Built and started by tests.
// usage: node documentDriver.js <project folder> <transcript> <step to die at>
import { BackupStore } from '../backups/backupStore';
import { homePlace } from '../backups/place';
import { findClaudeHome } from '../claude/claudeHome';
import { DocumentStore } from '../documents/documentStore';
import { openTrash } from '../keeper/keeperTrash';
import { openRedactor } from '../privacy/openRedactor';
import { findProject } from '../project/project';
import { clockFromEnvironment } from '../base/systemClock';

async function drive([folder = '', transcript = '', dieAt = '']: readonly string[]): Promise<void> {
	const claude = findClaudeHome(process.env);
	const project = await findProject(claude, folder);
	const clock = clockFromEnvironment(process.env);
	const backups = new BackupStore(project, openTrash(claude), clock, homePlace(claude, project));
	const store = new DocumentStore(project, backups, () => openRedactor(claude), clock, process.env, claude);
	await store.save(transcript, {
		step: (step) => {
			if (step === dieAt) process.kill(process.pid, 'SIGKILL');
		},
	});
}

void drive(process.argv.slice(2));

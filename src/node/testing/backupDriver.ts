// A program that makes one backup and is killed at a step of it. Built and started by tests.
// usage: node backupDriver.js <project folder> <session> <reason> <number of the step to die at, 0 for none>
import type { BackupReason } from '../../core/claude/reasons';
import { BackupWriter } from '../backups/backupWriter';
import { locateTranscript } from '../transcript/locateTranscript';
import { findClaudeHome } from '../claude/claudeHome';
import { findProject } from '../project/project';
import { clockFromEnvironment } from '../base/systemClock';

async function drive([folder = '', session = '', reason = '', dieAt = '0']: readonly string[]): Promise<void> {
	const claude = findClaudeHome(process.env);
	const project = await findProject(claude, folder);
	let steps = 0;
	const writer = await BackupWriter.open(claude, project, clockFromEnvironment(process.env), (step) => {
		if (++steps !== Number(dieAt)) return;
		process.stdout.write(step);
		process.kill(process.pid, 'SIGKILL');
	});
	const transcript = await locateTranscript(claude, session, undefined, project);
	if (transcript === undefined) throw new Error('no transcript');
	await writer.create(transcript, reason as BackupReason);
	process.stdout.write('done');
}

void drive(process.argv.slice(2));

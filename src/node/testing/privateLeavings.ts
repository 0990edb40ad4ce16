// Everything private that this program leaves in a project and in its own home, and whether git has any of it: for tests of
// what people do with their repositories.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectSlug } from '../../core/claude/slug';
import { parseRecord } from '../../core/sessions/record';
import { FakeClock } from '../../core/testing/fakeClock';
import { BackupWriter } from '../backups/backupWriter';
import { draftPath, writeDraft } from '../reflection/draftFiles';
import { writeActiveRecord } from '../sessions/sessionRecords';
import { findTranscriptById } from '../sessions/projectSessions';
import { locateTranscript } from '../transcript/locateTranscript';
import { type Project, findProject } from '../project/project';
import { SESSION } from './backupPlace';
import { NOW_MS, type Place, git } from './places';

/** Stands in everything private, and nowhere else. */
export const SECRET = 'said-in-a-session-7f3a';

/** Says something in a project, and leaves a backup, a record and a draft of it. Done again, it says more. */
export async function leavePrivate(place: Place, folder: string, isExplicit = false): Promise<Project> {
	const project = await findProject(place.claude, folder, { isExplicit });
	const line = JSON.stringify({ type: 'user', cwd: folder, message: { role: 'user', content: SECRET } });
	const file = path.join(place.claude.projectsDir, projectSlug(folder), `${SESSION}.jsonl`);
	if ((await findTranscriptById(place.claude, SESSION, folder)) === undefined)
		place.write(path.relative(place.root, file), `${line}\n`);
	const transcript = await locateTranscript(place.claude, SESSION, file, project);
	if (transcript === undefined) throw new Error('There is no transcript.');
	const writer = await BackupWriter.open(place.claude, project, new FakeClock(NOW_MS));
	await writer.create(transcript, 'exit');
	const startedAt = '2026-11-20T09:05:00.000Z';
	const fields = { id: SESSION, state: 'active', started_at: startedAt, last_activity: startedAt, title: SECRET };
	const record = parseRecord(JSON.stringify(fields));
	if (record === undefined) throw new Error('This is no record.');
	await writeActiveRecord(project, record);
	rmSync(draftPath(project, SESSION), { force: true });
	await writeDraft(project, SESSION, `---\nsession: ${SESSION}\nstatus: draft\n---\n\n${SECRET}\n`);
	return project;
}

/** Names of private files in the index of a repository and in whatever its refs lead to, a stash included. */
export function privateInGit(repo: string): readonly string[] {
	const names = [
		...git(repo, 'ls-files', '-z').split('\0'),
		...git(repo, 'rev-list', '--all', '--objects')
			.split('\n')
			.map((line) => line.slice(line.indexOf(' ') + 1)),
	];
	return [...new Set(names.filter((name) => PRIVATE.test(name)))];
}
const PRIVATE =
	/\/raw\/|\.backup-log|\.pending-backup|memory\/sessions\/|\.draft\.md|session-keeper\/|memory_queue\/|output-session-summary/u;

/** Adds everything and commits it, as a person does in a hurry. */
export function commitAll(repo: string, message = 'Work'): void {
	git(repo, 'add', '-A');
	git(repo, 'commit', '-q', '--allow-empty', '-m', message);
}

/** Begins a repository in a folder that is there. */
export function beginRepository(folder: string): string {
	mkdirSync(folder, { recursive: true });
	git(folder, 'init', '-q');
	return folder;
}

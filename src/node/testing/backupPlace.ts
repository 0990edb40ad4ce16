// A repository with sessions for tests of backups.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type LoggedBackup, foldBackupLog, parseBackupLog } from '../../core/backups/log';
import { projectSlug } from '../../core/claude/slug';
import { type Project, findProject } from '../project/project';
import { type Place, newPlace, newRepository } from './places';

export const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';

export interface BackupTestPlace extends Place {
	readonly repo: string;
	readonly slug: string;
	readonly memory: string;
	/** The place of the second copies. */
	readonly second: string;
	project(): Promise<Project>;
	transcript(session?: string): string;
	/** Writes lines to a transcript, beginning it where it is not there. @returns its path. */
	say(lines: readonly string[], session?: string): string;
	log(folder?: string): ReadonlyMap<string, LoggedBackup>;
	pending(folder?: string): readonly LoggedBackup[];
	/** Names in `raw/` that are no leftovers. */
	raws(folder?: string): readonly string[];
	/** Text of a backup's copy. */
	copy(raw: string, folder?: string): string;
}

export function newBackupPlace(): BackupTestPlace {
	const place = newPlace();
	const repo = newRepository(path.join(place.root, 'repo'));
	const slug = projectSlug(repo);
	const memory = path.join(repo, '.claude/memory');
	const second = place.kept(repo, 'backups');
	const transcript = (session = SESSION): string => path.join(place.claude.projectsDir, slug, `${session}.jsonl`);
	const log = (folder = memory): ReadonlyMap<string, LoggedBackup> => {
		const file = path.join(folder, '.backup-log');
		return foldBackupLog(parseBackupLog(existsSync(file) ? readFileSync(file, 'utf8') : '').lines);
	};
	return {
		...place,
		repo,
		slug,
		memory,
		second,
		transcript,
		log,
		project: () => findProject(place.claude, repo),
		say(lines, session = SESSION) {
			const file = transcript(session);
			if (!existsSync(file)) place.write(path.relative(place.root, file));
			appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
			return file;
		},
		pending: (folder) => [...log(folder).values()].filter((each) => each.isPending),
		raws: (folder = memory) =>
			existsSync(path.join(folder, 'raw'))
				? readdirSync(path.join(folder, 'raw')).filter((name) => /^[^.].*\.jsonl(\.br)?$/u.test(name))
				: [],
		copy: (raw, folder = memory) => readFileSync(path.join(folder, 'raw', raw), 'utf8'),
	};
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

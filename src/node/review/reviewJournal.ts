// The file of decisions about memory candidates: appended to, and rewritten only to take out what is private in lines from
// before they were redacted.
import path from 'node:path';
import type { Redactor } from '../../core/privacy/redaction';
import {
	type JournalLine,
	type JournalState,
	foldJournal,
	journalLine,
	redactJournal,
} from '../../core/review/journal';
import { appendLine, replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { readOrNothing } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';
import { isRootOf } from '../project/formerRoots';
import type { Project } from '../project/project';

/** Another process may be deciding about something. */
const LOCK_WAIT_MS = 5_000;

export class ReviewJournal {
	private readonly file: string;

	constructor(claude: Pick<ClaudeHome, 'keeperHome'>) {
		this.file = path.join(claude.keeperHome, 'review-memory.jsonl');
	}

	/** What is so of the candidates of a project, by their hash. */
	async states(project: Project): Promise<ReadonlyMap<string, JournalState>> {
		return foldJournal(await this.text(), (line) => isRootOf(project, line.project, Date.parse(line.ts)));
	}

	/** The decisions of all projects. @throws where they cannot be read: what was rejected would be offered again. */
	async text(): Promise<string> {
		return (await readOrNothing(this.file)) ?? '';
	}

	/**
	 * Runs what decides about something. Every line is written in here: who writes one and who rewrites them are never two.
	 * @returns nothing where somebody else is deciding all the time.
	 */
	async alone<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
		await makePrivateFolder(path.dirname(this.file));
		return withFileLock(`${this.file}.lock`, LOCK_WAIT_MS, work);
	}

	/** Only inside of `alone`. */
	async append(line: JournalLine): Promise<void> {
		await appendLine(this.file, journalLine(line));
	}

	/** Only inside of `alone`. A file that cannot be written now waits for the next time. */
	async redact(redactor: Redactor): Promise<void> {
		const before = await this.text();
		const safe = redactJournal(before, redactor);
		if (safe === undefined) return;
		// A version of ours that knows no better appends outside of the lock.
		if ((await this.text()) === before) await replaceFile(this.file, safe).catch(() => undefined);
	}
}

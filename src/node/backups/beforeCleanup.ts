// *Before Claude deletes*: which transcripts Claude Code's next clean-ups take, what is to happen to them by what the person
// set and said, and archiving several of them.
import type { Clock, Memento } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { readOwnSettings } from '../keeper/ownSettings';
import { cleanupDays } from '../project/cleanupSetting';
import type { Project } from '../project/project';
import type { FoundTranscript } from '../transcript/locateTranscript';
import { type ArchiveOutcome, aboutToBeDeleted, archiveTranscript } from './transcriptArchive';

/** Under this key it is remembered that the person was asked. */
const ASKED = 'askedBeforeCleanup';

interface CleanupQuestion {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly memento: Memento;
	readonly projects: readonly {
		readonly project: Project;
		/** Parked items. */
		readonly parked: readonly { readonly session?: string | undefined }[];
	}[];
	/** What the person set. */
	readonly wish: 'ask' | 'always' | 'never';
}

export interface BeforeCleanup {
	/** Items were parked from them, so their transcripts are kept, as parking promises. Archived without a word. */
	readonly promised: readonly FoundTranscript[];
	readonly others: readonly FoundTranscript[];
	/** What to do with the others. */
	readonly next: 'archive' | 'ask' | 'nothing';
	/** Days after which Claude Code deletes. */
	readonly days: number;
}

/** Looks what the next clean-ups take of the open projects. The person is to be asked until `noteAsked` is told. */
export async function lookBeforeCleanup(question: CleanupQuestion): Promise<BeforeCleanup> {
	const { claude, clock, memento, projects, wish } = question;
	const [first] = projects;
	if (first === undefined) return { promised: [], others: [], next: 'nothing', days: 0 };
	const found: FoundTranscript[] = [];
	for (const { project } of projects) found.push(...(await aboutToBeDeleted(claude, project, clock)));
	const { archiveWhenParked } = await readOwnSettings(claude);
	const parkedFrom = new Set(projects.flatMap(({ parked }) => parked.map(({ session }) => session)));
	const isPromised = ({ session }: FoundTranscript): boolean => archiveWhenParked && parkedFrom.has(session);
	const others = found.filter((each) => !isPromised(each));
	const isAsking = others.length > 0 && wish === 'ask' && memento.get<boolean>(ASKED) !== true;
	return {
		promised: found.filter(isPromised),
		others,
		next: isAsking ? 'ask' : others.length > 0 && wish === 'always' ? 'archive' : 'nothing',
		days: await cleanupDays(claude, first.project),
	};
}

/** The question stands on the screen: it is asked once. */
export async function noteAsked(memento: Memento): Promise<void> {
	await memento.update(ASKED, true);
}

interface ArchivedOne {
	readonly transcript: FoundTranscript;
	readonly outcome: ArchiveOutcome;
}

/**
 * Archives transcripts, one after the other. Where one has no room, none after it is tried: that a smaller one fits would
 * be luck.
 * @param told `failed` of what could not be read or written, which is thrown else; `done` of how many are behind us.
 */
export async function archiveTranscripts(
	claude: ClaudeHome,
	transcripts: readonly FoundTranscript[],
	clock: Clock,
	told: {
		readonly failed?: (session: string, error: unknown) => void;
		readonly done?: (count: number) => void;
	} = {},
): Promise<readonly ArchivedOne[]> {
	const done: ArchivedOne[] = [];
	for (const transcript of transcripts) {
		let outcome: ArchiveOutcome;
		try {
			outcome = done.at(-1)?.outcome === 'full' ? 'full' : await archiveTranscript(claude, transcript, clock);
		} catch (error) {
			if (told.failed === undefined) throw error;
			told.failed(transcript.session, error);
			outcome = 'unsettled';
		}
		done.push({ transcript, outcome });
		told.done?.(done.length);
	}
	return done;
}
